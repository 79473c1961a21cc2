"""Random presses by the recipe of the article, reproducible from a seed; knows no rule."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lo_opt.puzzle.board import Board, check_size

_BLOCK_CELLS = 2**20


def random_presses(rows: int, cols: int, seed: int, states: int = 2) -> Board:
    """Return presses drawn row by row with `randint(0, states - 1)` of `random.Random(seed)`.

    The generator is Python's Mersenne Twister, its draws made in blocks: 10,000 x 10,000 presses take seconds, not
    minutes, and the boards do not depend on how a Python version turns the generator's words into numbers.

    >>> draw = random.Random(300).randint
    >>> presses = [[draw(0, 1) for column in range(3)] for row in range(3)]
    >>> random_presses(3, 3, 300).to_array().tolist() == presses
    True
    """
    check_size(rows, cols, states)
    block_rows = max(1, _BLOCK_CELLS // cols)
    counts = [min(block_rows, rows - first) * cols for first in range(0, rows, block_rows)]
    return Board.from_blocks((block.reshape(-1, cols) for block in _draws(seed, states, counts)), states)


def _draws(seed: int, states: int, counts: list[int]) -> Iterator[NDArray[np.uint32]]:
    """Yield, for each count, that many numbers 0..states-1 as `randint` would draw them one by one.

    `randint` takes the top bit_length(states) bits of the next 32-bit word, again and again until they are below
    `states`; words left over from one block begin the next.
    """
    key = np.array(random.Random(seed).getstate()[1], np.uint32)
    twister = np.random.MT19937()
    twister.state = {"bit_generator": "MT19937", "state": {"key": key[:-1], "pos": int(key[-1])}}
    shift = np.uint32(32 - states.bit_length())
    accepted = 2 ** states.bit_length() / states
    left = np.zeros(0, np.uint32)
    for count in counts:
        parts, have = [left], len(left)
        while have < count:
            words = twister.random_raw(int((count - have) * accepted * 1.01) + 64).astype(np.uint32) >> shift
            parts.append(words[words < states])
            have += len(parts[-1])
        drawn = np.concatenate(parts)
        left = drawn[count:]
        yield drawn[:count]
