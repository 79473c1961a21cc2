"""A folder that is a fresh clone to the commands of a page: what they read is there, what they write does no harm."""

from __future__ import annotations

import pytest
from docpages import ROOT

SHARED = ("lo_opt", "models", "benchmarks", "templates", "docs", "Makefile", "pyproject.toml")
TINY = """name = "tiny"
backends = ["gf2", "chase"]
sizes = [3]
time_limit_s = 5
"""


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Make such a folder the working directory; `tiny.toml` is a suite that takes seconds."""
    for name in SHARED:
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "tiny.toml").write_text(TINY)
    monkeypatch.chdir(tmp_path)
    return tmp_path
