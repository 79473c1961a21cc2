"""What the tests of the harness share: a package of misbehaving backends, and suites that use them."""

from __future__ import annotations

from pathlib import Path

from lo_opt.bench import Suite

PLUGINS = Path(__file__).parent / "plugins"
FAST = {"time_limit_s": 0.5, "grace_s": 0.5, "memory_limit_mib": 400}


def suite_of(*backends: str, **options) -> Suite:
    """Return a small suite of these backends."""
    return Suite("small", backends=backends, **{"sizes": (3,), "seeds": (1,)} | FAST | options)


def suite_text(backends, sizes, **options) -> str:
    """Return a small suite as TOML."""
    values = {"time_limit_s": 20.0, **options}
    lines = ['name = "small"', f"backends = {list(backends)}", f"sizes = {list(sizes)}"]
    return "\n".join(lines + [f"{key} = {value}" for key, value in values.items()]) + "\n"
