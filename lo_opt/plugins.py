"""The one door by which rules, formulations, solvers and methods come in: package entry points; knows none of them."""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points

from lo_opt.errors import BackendUnavailableError, LoOptError, unknown_name

logger = logging.getLogger(__name__)


@functools.cache
def _entries(group: str) -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda e: not e.value.startswith("lo_opt.")):
        if entry.name in found and entry.value != found[entry.name].value:
            logger.warning("%s %r is declared twice; keeping %s", group, entry.name, found[entry.name].value)
            continue
        found[entry.name] = entry
    if not found:
        raise LoOptError(f"no {group} entry points: lo-opt is not installed; run 'pip install -e .' in its folder")
    return found


def names(group: str) -> list[str]:
    """Return the names declared in an entry-point group, lo-opt's own first.

    >>> "plus" in names("lo_opt.rules")
    True
    """
    return list(_entries(group))


@functools.cache
def load_named(group: str, kind: str, name: str) -> object:
    """Return the object declared under `name`.

    Raises
    ------
    InputError
        If no such name is declared.
    BackendUnavailableError
        If the declaring package fails to import; nothing else is hurt by it.
    """
    entries = _entries(group)
    if name not in entries:
        raise unknown_name(kind, name, entries)
    entry = entries[name]
    try:
        return entry.load()
    except Exception as error:  # a third-party package may fail in any way
        raise BackendUnavailableError(
            f"{kind} {name!r} from {entry.value!r} does not load: {error}; update or uninstall that package"
        ) from error
