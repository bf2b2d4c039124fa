# Not tested. The build also needs esbuild and the modules d3-array and d3-format (TAMIS_D3_FOLDER).
from spack.package import *


class Tamis(CMakePackage):
    """Fast, exact, graph-spectral feature selection and discriminant subspaces."""

    homepage = "https://github.com/tamis-project/tamis"
    git = "https://github.com/tamis-project/tamis.git"
    license("MIT")

    version("main", branch="main")

    variant("python", default=False, description="Build the Python package")

    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("eigen@3.4:")
    depends_on("spectra")
    depends_on("openblas threads=pthreads")
    depends_on("liblinear")
    depends_on("matio")
    depends_on("hdf5")
    depends_on("zlib-api")
    depends_on("xxhash")
    depends_on("fmt")
    depends_on("nlohmann-json@3.9:")
    depends_on("cli11")
    with when("+python"):
        extends("python")
        depends_on("py-pybind11@2.10:", type="build")
        depends_on("py-numpy", type=("build", "run"))
        depends_on("py-scipy", type="run")
        depends_on("py-scikit-learn@1.2:", type="run")

    def cmake_args(self):
        return [self.define_from_variant("TAMIS_PYTHON", "python")]
