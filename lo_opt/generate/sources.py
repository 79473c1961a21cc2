"""Where levels come from: endless blocks of random presses, by the quickest way that is exact; judges no board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.analysis.minima import uniform_presses
from lo_opt.analysis.regions import Regions
from lo_opt.generate.linearmaps import ByteMap
from lo_opt.puzzle import Board

MAX_LISTED = 20
"""Spaces of boards up to this dimension are listed whole."""

MAX_LISTED_BYTES = 1 << 27
"""So much memory at most is taken to list press vectors, a byte for each button."""

MAX_TABLED_CELLS = 4096
"""Larger boards are made one by one: tables for them would take more than 80 MB."""


class Source(Protocol):
    """Makes presses whose boards are independent and identically distributed; `how` are words to follow "boards"."""

    how: ClassVar[str]

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons) of 0/1."""


@dataclass(frozen=True)
class UniformSource:
    """Each allowed button pressed with probability 1/2: uniform over solvable boards."""

    how: ClassVar[str] = "drawn uniformly among all that can be solved"
    regions: Regions

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons)."""
        return uniform_presses(self.regions, count, rng)


@dataclass(frozen=True)
class PressesSource:
    """`presses` times an allowed button chosen at random, repeats allowed: two presses of a button cancel."""

    how: ClassVar[str] = "made by random presses"
    regions: Regions
    presses: int

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses modulo 2, uint8 (count, buttons)."""
        allowed = self.regions.pressable
        pressed = np.zeros((count, self.regions.puzzle.button_count), np.uint8)
        rows = np.arange(count)
        for _ in range(self.presses):
            pressed[rows, allowed[rng.integers(0, len(allowed), count)]] ^= 1
        return pressed


class SpaceSource:
    """Uniform over the members of an affine space of presses, hence over the boards they make."""

    how: ClassVar[str] = "drawn uniformly among the symmetric ones"

    def __init__(self, space: SolutionSpace) -> None:
        self._space = space
        self._map = ByteMap(space.kernel) if space.nullity else None
        self._start = pack(space.particular)

    @property
    def dimension(self) -> int:
        """log2 of the number of members."""
        return self._space.nullity

    @property
    def listable(self) -> bool:
        """Whether `every` takes little time and memory."""
        return self.dimension <= MAX_LISTED and self._space.size << self.dimension <= MAX_LISTED_BYTES

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons)."""
        bits = np.unpackbits(np.frombuffer(rng.bytes(-(-count * self.dimension // 8)), np.uint8))
        return self._members(bits[: count * self.dimension].reshape(count, self.dimension))

    def every(self) -> NDArray[np.uint8]:
        """Return all members, uint8 (2**dimension, buttons)."""
        choices = np.arange(1 << self.dimension, dtype=np.uint64)[:, np.newaxis]
        return self._members(unpack(choices, self.dimension))

    def _members(self, choices: NDArray[np.uint8]) -> NDArray[np.uint8]:
        sums = np.zeros((len(choices), len(self._start)), np.uint64)
        if self._map is not None:
            sums = self._map.apply(choices)
        return unpack(sums ^ self._start, self._space.size)


@dataclass(frozen=True)
class ListedSource:
    """Uniform over some presses that are all there, one for each board."""

    how: ClassVar[str] = "drawn uniformly among the wanted ones"
    presses: NDArray[np.uint8]

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons)."""
        return np.asarray(self.presses[rng.integers(0, len(self.presses), count)])


class LightMap:
    """From presses to the lights of the board they make from the target, packed row by row."""

    def __init__(self, regions: Regions) -> None:
        self._puzzle = regions.puzzle
        self._target = pack(self._puzzle.target.to_array().ravel())
        self._map = None
        if self._puzzle.light_count <= MAX_TABLED_CELLS:
            effects = self._puzzle.incidence()
            images = np.zeros((self._puzzle.button_count, len(self._target)), np.uint64)
            bits = np.uint64(1) << (effects.lights % 64).astype(np.uint64)
            np.bitwise_xor.at(images, (effects.buttons, effects.lights // 64), bits)
            self._map = ByteMap(images)

    def boards(self, presses: NDArray[np.uint8]) -> Words:
        """Return the lights, uint64 (B, word_count(cells)), of presses uint8 (B, buttons)."""
        if self._map is not None:
            return self._map.apply(presses) ^ self._target
        shape, effects = self._puzzle.effects.button_shape, self._puzzle.effects
        moved = (effects.apply(Board.from_array(row.reshape(shape))).to_array().ravel() for row in presses)
        return np.array([pack(lights) for lights in moved], np.uint64).reshape(len(presses), -1) ^ self._target

    def changes(self, boards: Words) -> Words:
        """Return which lights differ from the target, packed as the boards."""
        return boards ^ self._target
