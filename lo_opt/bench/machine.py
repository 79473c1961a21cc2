"""What a measurement depends on besides the cell: the machine, the versions, the state of the code; knows no cell."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import subprocess
from pathlib import Path

import msgspec

from lo_opt import __version__

GIT_TIMEOUT_S = 10


class Machine(msgspec.Struct, frozen=True):
    """A kind of machine: equal ones share an `id`, and only their times may be averaged. Nothing names its owner."""

    id: str
    cpu: str
    cores: int
    memory_gib: int
    system: str

    def __str__(self) -> str:
        """Return it in one line for people."""
        return f"{self.cpu}, {self.cores} cores, {self.memory_gib} GiB, {self.system}"


class Code(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ran: lo-opt and Python by version, and the commit if lo-opt runs from a checkout."""

    lo_opt: str
    python: str
    commit: str = ""
    changed: bool = False


@functools.cache
def this_machine() -> Machine:
    """Return the facts about this machine; `cores` are those this process may use.

    >>> this_machine().cores >= 1
    True
    """
    cpu, cores, system = _cpu(), usable_cores(), f"{platform.system()} {platform.machine()}"
    memory_gib = round(_memory_bytes() / 2**30)
    digest = hashlib.sha256(f"{cpu}|{cores}|{memory_gib}|{system}".encode()).hexdigest()
    return Machine(digest[:6], cpu, cores, memory_gib, system)


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def this_code() -> Code:
    """Return what runs here; `changed` says that the checkout differs from its commit."""
    root = Path(__file__).parents[2]
    commit, state = "", ""
    if (root / ".git").exists():
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        state = _git(root, "status", "--porcelain", "--untracked-files=no")
    return Code(__version__, platform.python_version(), commit, bool(state))


def _git(root: Path, *arguments: str) -> str:
    """Return what git says, nothing if there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=GIT_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 0
