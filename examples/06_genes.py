"""Genes of an AnnData object, with the graph of the cells that an analysis has made already."""
import sys

import numpy as np
import scipy.sparse as sp

import tamis

try:
    import anndata
except ImportError:
    sys.exit("this example needs anndata")

random = np.random.default_rng(0)
kind = random.integers(0, 3, size=150)
counts = random.poisson(1.0 + 4.0 * (kind[:, None] == np.arange(60) % 20)).astype(np.float32)
adata = anndata.AnnData(sp.csr_matrix(counts), dtype=np.float32)
adata.obsp["connectivities"] = sp.csr_matrix((kind[:, None] == kind[None, :]).astype(np.float32))
tamis.select_genes(adata, n_top=9, method="laplacian", affinity="connectivities")
print(adata.var.sort_values("tamis_rank").head(9))
