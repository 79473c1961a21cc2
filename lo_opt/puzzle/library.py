"""The boards that come with lo-opt, by name; knows where they lie, not what they say."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path


def library_folder() -> Traversable:
    """Return the folder of the shipped boards: inside the installed package, or `models/boards` of a checkout."""
    packaged = resources.files("lo_opt") / "boards"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "models" / "boards"


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
