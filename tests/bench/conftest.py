"""The misbehaving backends, declared in this process and in every child."""

from __future__ import annotations

import os

import pytest

from bench.bench_harness import PLUGINS
from lo_opt import backends, plugins


def forget():
    plugins._entries.cache_clear()
    plugins.load_named.cache_clear()
    backends.backend.cache_clear()


@pytest.fixture
def misbehaving(monkeypatch, tmp_path):
    """Declare the backends; return the file in which they note their process ids."""
    pids = tmp_path / "pids"
    pids.touch()
    monkeypatch.syspath_prepend(str(PLUGINS))
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(PLUGINS), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    )
    monkeypatch.setenv("MISBEHAVING_PIDS", str(pids))
    forget()
    yield pids
    forget()


collect_ignore = ["plugins"]  # importing it here would declare its misbehaving backends to all tests
