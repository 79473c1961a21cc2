"""Animations hold every moment, in order, and need nothing but themselves."""

from __future__ import annotations

import io
import json
import re

import pytest

from lo_opt import InputError, Puzzle
from lo_opt.draw.animation import MAX_GIF_FRAMES, Frame, gif_animation, html_animation
from lo_opt.draw.lessons import moment_scene
from lo_opt.draw.scene import Box, Layer, Scene, Style
from lo_opt.draw.svg import layer_parts
from lo_opt.lessons import LESSONS


def frames_of(word, method):
    moments = list(LESSONS[method](Puzzle.read(word)))
    return [Frame(moment.caption, moment_scene(moment)) for moment in moments]


def data_of(page):
    return json.loads(re.search(r"const data = (.*);\n", page)[1])


@pytest.mark.parametrize("method", list(LESSONS))
def test_a_page_holds_every_frame_and_shares_what_is_the_same(method):
    frames = frames_of("110/011/001", method)
    data = data_of(html_animation("three", frames, 0.5))
    assert data["delay"] == 500
    assert [caption for caption, *_ in data["frames"]] == [frame.caption for frame in frames]
    for (*_, used), frame in zip(data["frames"], frames, strict=True):
        expected = [part for layer in frame.scene.layers for part in layer_parts(layer)]
        assert [data["parts"][number] for number in used] == expected
    assert len(set(data["parts"])) == len(data["parts"])


def test_a_page_asks_for_nothing_and_cannot_be_broken_out_of():
    scene = Scene(1, 1, "t", "</script><b>", (Layer.of(Style(fill="#000000"), [Box(0, 0, 1, 1)]),))
    page = html_animation("</title><script>", [Frame("</script>", scene)])
    assert page.count("<script>") == page.count("</script>") == 1
    assert not re.search(r"""(src|href)=|url\(|@import|https?:""", page)


def test_a_gif_has_every_frame():
    from PIL import Image

    frames = frames_of("11/10", "chase")
    with Image.open(io.BytesIO(gif_animation(frames, 0.1))) as image:
        assert image.format == "GIF"
        assert 2 <= image.n_frames <= len(frames)  # equal neighbours become one
        assert image.size[0] >= max(frame.scene.width for frame in frames) - 1


def test_a_gif_nobody_would_watch_is_refused():
    frame = frames_of("1", "chase")[0]
    with pytest.raises(InputError, match=r"write \.html"):
        gif_animation([frame] * (MAX_GIF_FRAMES + 1))
