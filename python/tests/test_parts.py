"""tamis.partial: parts made in Python, selected from by the program."""
import numpy as np
import pytest
import scipy.sparse as sp

import tamis


def test_parts_select_as_the_data_do(small, tmp_path, command_line):
    x, y = small
    for number, rows in enumerate((slice(0, 20), slice(20, 33), slice(33, 60))):
        shard = sp.csr_matrix(x[rows]) if number == 1 else x[rows]
        tamis.partial(shard, y[rows], tmp_path / f"part-{number}.tps")
    for name, local in (("fisher", tamis.FisherScore), ("variance", tamis.VarianceScore), ("hsic", tamis.HSIC)):
        found = command_line("select", "part-*.tps", "--method", name, "-k", "5")
        wanted = local(5).fit(x, y)
        assert found["selected"] == list(wanted.indices_) and found["data"]["parts"] == 3
        np.testing.assert_allclose(found["scores"], wanted.scores_, rtol=1e-12)


def test_names_and_float32(small, tmp_path, command_line):
    pd = pytest.importorskip("pandas")
    x, y = small
    frame = pd.DataFrame(x.astype(np.float32), columns=[f"gene {j}" for j in range(12)])
    tamis.partial(frame[:30], y[:30], tmp_path / "a.tps", label_name="kind")
    tamis.partial(frame[30:], y[30:], tmp_path / "b.tps", label_name="kind")
    found = command_line("select", "a.tps", "b.tps", "--method", "fisher", "-k", "3")
    assert found["selected_names"] == [f"gene {j}" for j in tamis.FisherScore(3).fit(frame, y).indices_]
    assert found["label"]["name"] == "kind"


def test_bad_input(small, tmp_path):
    x, y = small
    with pytest.raises(ValueError, match="parts are written to .tps files"):
        tamis.partial(x, y, tmp_path / "a.npz")
    with pytest.raises(ValueError, match="got 59 labels for 60 samples"):
        tamis.partial(x, y[1:], tmp_path / "a.tps")
    bad = x.copy()
    bad[3, 4] = np.inf
    with pytest.raises(ValueError, match="row 3"):
        tamis.partial(bad, y, tmp_path / "a.tps")
    assert list(tmp_path.iterdir()) == []
