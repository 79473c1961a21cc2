"""The boards of a benchmark: a few facts and a seed make a puzzle, the same on every machine; knows no backend."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec

from lo_opt.bench.keys import key_of
from lo_opt.bench.laws import chosen, law_named, stream
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.reading import read_puzzle
from lo_opt.puzzle.recipes import random_presses
from lo_opt.puzzle.sums import add


class Variant(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is asked of a board beyond its size.

    `weights` names a law (unit, uniform, heavy-tailed, distance). `forbidden` and `required` are shares of all buttons,
    chosen at random; no button is both. `row_budget` is the most presses in any row. `presses` says which presses light
    a random board: those "allowed" by all this, so that it stays solvable, or "any", so that it may not be.
    """

    rule: str | None = None
    wrap: str | None = None
    states: int | None = None
    weights: str = "unit"
    forbidden: float = 0.0
    required: float = 0.0
    row_budget: int | None = None
    presses: Literal["allowed", "any"] = "allowed"

    @property
    def constrained(self) -> bool:
        """Whether some presses that solve the board are not allowed."""
        return bool(self.forbidden or self.required or self.row_budget is not None)

    @property
    def random(self) -> bool:
        """Whether a seed matters even for a board that is given."""
        return self.weights in ("uniform", "heavy-tailed") or bool(self.forbidden or self.required)

    @property
    def free(self) -> Variant:
        """The same without forbidden and required buttons and budgets."""
        return msgspec.structs.replace(self, forbidden=0.0, required=0.0, row_budget=None)

    @property
    def label(self) -> str:
        """What differs from the plain puzzle, for people.

        >>> Variant(rule="king", forbidden=0.25).label
        'king, 25% forbidden'
        """
        parts = [part for part in (self.rule, self.wrap and f"wrap {self.wrap}") if part]
        parts += [f"{self.states} states"] if self.states else []
        parts += [f"{self.weights} weights"] if self.weights != "unit" else []
        parts += [f"{share:.3g}% {what}" for what, share in self._percentages() if share]
        parts += [f"at most {self.row_budget} a row"] if self.row_budget is not None else []
        parts += ["any presses"] if self.presses == "any" else []
        return ", ".join(parts)

    def _percentages(self) -> tuple[tuple[str, float], tuple[str, float]]:
        return ("forbidden", 100 * self.forbidden), ("required", 100 * self.required)


PLAIN = Variant()


class BoardSpec(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One board: rows, columns and the seed of the article's recipe, or `puzzle` as `Puzzle.read` takes it."""

    rows: int = 0
    cols: int = 0
    seed: int = 0
    puzzle: str = ""
    name: str = ""
    variant: Variant = PLAIN

    @property
    def key(self) -> str:
        """A hash of all that defines the board."""
        return key_of(self)

    @property
    def label(self) -> str:
        """What people call it.

        >>> BoardSpec(5, 4, 300, variant=Variant(weights="uniform")).label
        'random 5x4 seed 300, uniform weights'
        """
        seeded = f" seed {self.seed}" if not self.puzzle or self.variant.random else ""
        base = f"{self.name}{seeded}" if self.puzzle else f"random {self.rows}x{self.cols}{seeded}"
        return f"{base}, {self.variant.label}" if self.variant.label else base


def make(spec: BoardSpec) -> Puzzle:
    """Return the puzzle.

    >>> str(make(BoardSpec(3, 3, 300)).start)
    '110/100/111'

    Raises
    ------
    InputError
        If there is no such puzzle, or its conditions contradict each other.
    """
    if spec.puzzle:
        variant = spec.variant
        given = read_puzzle(spec.puzzle, Changes(variant.rule, variant.wrap, variant.states))
        return replace(_conditioned(given, spec), name=spec.label)
    dark = _dark(spec)
    puzzle = _conditioned(dark, spec)
    presses = random_presses(spec.rows, spec.cols, spec.seed, dark.states)
    if spec.variant.presses == "allowed":
        presses = _allowed(presses, puzzle, spec)
    return replace(puzzle, start=add(dark.target, dark.effects.apply(presses)), name=spec.label)


def make_free(spec: BoardSpec) -> Puzzle:
    """Return the same board with the same weights, but with nothing forbidden, required or limited.

    >>> spec = BoardSpec(4, 4, 1, variant=Variant(forbidden=0.5))
    >>> make_free(spec).start == make(spec).start, make_free(spec).forbidden
    (True, None)
    """
    start = make(spec).start
    free = msgspec.structs.replace(spec, variant=spec.variant.free)
    return replace(make(free), start=start)


def _dark(spec: BoardSpec) -> Puzzle:
    variant = spec.variant
    return Puzzle.grid(
        Board.filled(spec.rows, spec.cols, 0, variant.states or 2), variant.rule or "plus", variant.wrap or "none"
    )


def _conditioned(puzzle: Puzzle, spec: BoardSpec) -> Puzzle:
    """Return the puzzle with the variant's weights, forbidden and required buttons, and budgets."""
    variant = spec.variant
    rows, cols = puzzle.effects.button_shape
    law = law_named(variant.weights)
    if variant.weights != "unit":
        puzzle = puzzle.with_weights(law(rows, cols, spec.seed))
    buttons = puzzle.pressable().nonzero()[0].tolist()
    barred = chosen(buttons, round(variant.forbidden * len(buttons)), spec.seed, "forbidden")
    if barred:
        puzzle = puzzle.forbid(divmod(button, cols) for button in barred)
    if variant.required:
        left = sorted(set(buttons) - set(barred))
        needed = chosen(left, min(len(left), round(variant.required * len(buttons))), spec.seed, "required")
        puzzle = puzzle.require([divmod(button, cols) for button in needed])
    if variant.row_budget is not None:
        for row in range(rows):
            puzzle = puzzle.at_most(variant.row_budget, row=row)
    return puzzle


def _allowed(presses: Board, puzzle: Puzzle, spec: BoardSpec) -> Board:
    """Return the presses made to keep all conditions: those barred left out, those required added, rows thinned."""
    least, most = puzzle.press_range()
    kept = presses.to_array().astype(int).clip(least.reshape(presses.shape), most.reshape(presses.shape))
    budget = spec.variant.row_budget
    if budget is not None:
        draw = stream(spec.seed, "row budget").random
        for row, needed in zip(kept, least.reshape(presses.shape), strict=True):
            order = sorted(range(len(row)), key=lambda _: draw())
            for column in order:
                surplus = int(row.sum()) - budget
                row[column] -= min(max(surplus, 0), row[column] - needed[column])
    return Board.from_array(kept, presses.states)
