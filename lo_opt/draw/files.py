"""Pictures as files, in the form their suffix names; knows no puzzle."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from lo_opt.draw.plot import rendered
from lo_opt.draw.scene import Scene
from lo_opt.draw.svg import svg
from lo_opt.errors import InputError
from lo_opt.puzzle.files.writing import check_writable, written_whole
from lo_opt.wording import shown_path

_WRITERS: dict[str, Callable[[Scene], bytes]] = {
    ".svg": lambda scene: svg(scene).encode(),
    ".png": partial(rendered, form="png"),
    ".pdf": partial(rendered, form="pdf"),
}


def check_picture(path: str | os.PathLike[str]) -> None:
    """Raise `InputError` unless a picture can be written there, before the work whose result is to be drawn.

    >>> check_picture("board.gif")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: board.gif: unknown suffix '.gif'; pictures are written as .svg, .png, .pdf
    """
    if _writer(path) is not _WRITERS[".svg"]:
        import matplotlib  # noqa: F401 - missing, it is better missed now
    check_writable(path)


def write_picture(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write a scene to a file, whole or not at all: `.svg`, `.png` (two pixels a unit) or `.pdf`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_picture(Scene(40, 30, "nothing", "An empty picture.", ()), f"{folder}/nothing.svg")
    ...     Path(folder, "nothing.svg").read_text("utf-8")[:4]
    '<svg'

    Raises
    ------
    InputError
        For another suffix, or a file that cannot be written.
    """
    data = _writer(path)(scene)
    with written_whole(path) as stream:
        stream.write(data)


def _writer(path: str | os.PathLike[str]) -> Callable[[Scene], bytes]:
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        raise InputError(
            f"{shown_path(path)}: unknown suffix {suffix!r}; pictures are written as {', '.join(_WRITERS)}"
        )
    return _WRITERS[suffix]
