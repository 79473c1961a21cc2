"""Lets the reference show as code the doctests that stand in a docstring without a heading; knows nothing of lo-opt."""

from __future__ import annotations

import re
from typing import Any

import griffe

_SECTION = re.compile(r"^\w[\w ]*\n-{3,}$", re.MULTILINE)


def headed(text: str) -> str:
    """Return a docstring in numpydoc's form: the heading `Examples` before its first doctest, unless it has one.

    >>> print(headed("Adds up.\\n\\n>>> add(1, 2)\\n3\\n\\nRaises\\n------\\nValueError"))
    Adds up.
    <BLANKLINE>
    Examples
    --------
    >>> add(1, 2)
    3
    <BLANKLINE>
    Raises
    ------
    ValueError
    """
    found = re.search("^>>> ", text, re.MULTILINE)
    if found is None:
        return text
    sections = _SECTION.findall(text[: found.start()])
    if sections and sections[-1].startswith("Examples"):
        return text
    return f"{text[: found.start()]}Examples\n--------\n{text[found.start() :]}"


class Doctests(griffe.Extension):
    """Puts the heading into every docstring that is loaded."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = headed(obj.docstring.value)
