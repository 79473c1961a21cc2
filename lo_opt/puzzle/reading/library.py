"""The boards that come with lo-opt, by name; knows where they lie, not what they say."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from lo_opt.puzzle.rules import not_linear

_NOT_LINEAR = {
    "deluxe-lit-only": "Lights Out Deluxe in its lit-only mode lets only lit buttons be pressed",
    "deluxe-toggle": "Lights Out Deluxe in its toggle mode wants lit and unlit buttons pressed in turn",
    "orbix-2": "type 2 of Orbix lets only lit buttons be pressed",
    "orbix-3": "type 3 of Orbix lets only unlit buttons be pressed",
    "orbix-4": "in type 4 of Orbix what a press does depends on the opposite light",
}


def library_folder() -> Traversable:
    """Return the folder of the shipped boards: inside the installed package, or `models/boards` of a checkout."""
    packaged = resources.files("lo_opt") / "boards"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "models" / "boards"


def library_names() -> list[str]:
    """Return the names of the shipped boards, sorted.

    >>> "article-5x5" in library_names()
    True
    """
    folder = library_folder()
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def library_text(name: str) -> str:
    """Return the TOML document of a shipped board."""
    return (library_folder() / f"{name}.toml").read_text("utf-8")


def refuse_not_linear(name: str) -> None:
    """Raise `UnsupportedError`, with the reason, for the name of a historical game that is not linear.

    >>> refuse_not_linear("orbix")
    """
    if name in _NOT_LINEAR:
        raise not_linear(f"puzzle {name!r}", _NOT_LINEAR[name])
