"""A short run of chaos.py; `make chaos` makes a long one."""

import pytest

import chaos


@pytest.mark.parametrize("store", ["sqlite", "redis"])
def test_nobody_notices_faults(store, tmp_path):
    assert chaos.run(60, store, seed=4, directory=tmp_path) >= 60
