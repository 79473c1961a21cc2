"""The one door by which rules, formulations, solvers and methods come in: package entry points; knows none of them."""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points

from lo_opt.errors import BackendUnavailableError, LoOptError, unknown_name

logger = logging.getLogger(__name__)

ANY_FAILURE = (Exception, SystemExit)
"""Whatever a package from elsewhere may do instead of its work."""

_PARTS = {
    "lo_opt.methods": ("name", "summary", "availability", "refuse", "solve"),
    "lo_opt.solvers": ("name", "summary", "takes", "availability", "refuse", "solve"),
    "lo_opt.formulations": ("name", "summary", "needed_from", "program", "refuse"),
    "lo_opt.rules": ("name", "summary"),
}
"""What every object declared under a group has; it may have more."""


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
    """Return the object declared under `name`; `kind` is what an error calls it.

    >>> load_named("lo_opt.methods", "method", "gf2").name
    'gf2'

    Raises
    ------
    InputError
        If no such name is declared.
    BackendUnavailableError
        If the declaring package fails to import, or declares something else; nothing else is hurt by it.
    """
    entries = _entries(group)
    if name not in entries:
        raise unknown_name(kind, name, entries)
    entry = entries[name]
    origin, cure = f"{kind} {name!r} from {entry.value!r}", "update or uninstall that package"
    try:
        found = entry.load()
    except ANY_FAILURE as error:
        raise BackendUnavailableError(f"{origin} does not load: {failure(error)}; {cure}") from error
    missing = [part for part in _PARTS.get(group, ()) if not hasattr(found, part)]
    if missing:
        raise BackendUnavailableError(f"{origin} is no {kind}: it has no {', '.join(missing)}; {cure}")
    return found


def failure(error: BaseException) -> str:
    """Return what went wrong in another package, in words.

    >>> failure(ImportError("no libx.so")), failure(SystemExit(3))
    ('no libx.so', 'SystemExit: 3')
    """
    return str(error) if isinstance(error, ImportError | OSError) and str(error) else f"{type(error).__name__}: {error}"
