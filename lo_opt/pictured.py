"""What a notebook asks a thing for, its picture, got from whoever is declared to draw it; knows no picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from lo_opt.plugins import load_named


class Pictured:
    """Something that a notebook shows as a picture."""

    def _repr_svg_(self) -> str | None:
        """Return the picture as SVG, None for what is too large to draw."""
        picture = cast("Callable[[Pictured], str | None]", load_named("lo_opt.pictures", "picture", "svg"))
        return picture(self)
