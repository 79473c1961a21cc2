"""Pictures one after another: a self-contained page with play, pause and step, or a GIF; knows no puzzle."""

from __future__ import annotations

import io
import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from lo_opt.draw import theme
from lo_opt.draw.plot import image
from lo_opt.draw.scene import Layer, Scene, Style, Words, moved
from lo_opt.draw.svg import FONT, layer_parts
from lo_opt.errors import InputError

MAX_GIF_FRAMES = 400
_CAPTION_LINES = 3
_MIN_WIDTH = 420.0


@dataclass(frozen=True)
class Frame:
    """One picture and the sentence that goes with it."""

    caption: str
    scene: Scene


def html_animation(title: str, frames: Sequence[Frame], delay_s: float = 1.0) -> str:
    """Return a page that plays the frames, with nothing to load from anywhere.

    Parts that frames have in common are written once, so that a frame costs what it changes.
    """
    numbers: dict[str, int] = {}
    shots = []
    for frame in frames:
        parts = [part for layer in frame.scene.layers for part in layer_parts(layer)]
        used = [numbers.setdefault(part, len(numbers)) for part in parts]
        shots.append([frame.caption, frame.scene.description, frame.scene.width, frame.scene.height, used])
    data = json.dumps({"delay": 1000 * delay_s, "parts": list(numbers), "frames": shots}, separators=(",", ":"))
    page = (resources.files("lo_opt.draw") / "animation.html").read_text("utf-8")
    # "</" would end the script in the middle of a string.
    for name, text in (("TITLE", escape(title)), ("FONT", FONT), ("DATA", data.replace("</", "<\\/"))):
        page = page.replace(f"%{name}%", text)
    return page


def gif_animation(frames: Sequence[Frame], delay_s: float = 1.0) -> bytes:
    """Return a GIF of the frames, each with its caption, the last one shown longer.

    Raises
    ------
    InputError
        For more than 400 frames: nobody watches that many without a pause button.
    """
    if len(frames) > MAX_GIF_FRAMES:
        raise InputError(
            f"{len(frames)} frames: a GIF holds at most {MAX_GIF_FRAMES}; write .html, which can be paused"
        )
    from PIL import Image

    shots = [image(_captioned(frame)) for frame in frames]
    size = max(shot.width for shot in shots), max(shot.height for shot in shots)
    pages = []
    for shot in shots:
        page = Image.new("RGB", size, "white")
        page.paste(shot)
        pages.append(page.quantize(64))
    stream = io.BytesIO()
    delays = [round(1000 * delay_s)] * (len(pages) - 1) + [round(3000 * delay_s)]
    pages[0].save(stream, "gif", save_all=True, append_images=pages[1:], duration=delays, loop=0)
    return stream.getvalue()


def _captioned(frame: Frame) -> Scene:
    """Return a frame's picture with its caption above it, broken into lines that fit."""
    scene = frame.scene
    width = max(scene.width, _MIN_WIDTH)
    lines = textwrap.wrap(frame.caption, int((width - 2 * theme.MARGIN) / (0.58 * theme.TEXT)))
    head = theme.MARGIN + 1.4 * theme.TEXT * _CAPTION_LINES  # the same for all frames: the picture must not jump
    words = (
        Words(theme.MARGIN, theme.MARGIN + 1.4 * theme.TEXT * (i + 0.5), line, theme.TEXT, "start")
        for i, line in enumerate(lines[:_CAPTION_LINES])
    )
    layers = (Layer.of(Style(fill=theme.INK), words), *(moved(layer, head) for layer in scene.layers))
    return Scene(width, scene.height + head, scene.title, scene.description, layers)
