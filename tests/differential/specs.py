"""A puzzle as plain Python data, and what its buttons do by plain loops; of lo_opt it knows nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT = tuple((dr, dc) for dr in (-2, -1, 1, 2) for dc in (-2, -1, 1, 2) if abs(dr) != abs(dc))
OFFSETS = {
    "plus": ((0, 0), *SIDES),
    "neighbors": SIDES,
    "x": ((0, 0), *DIAGONALS),
    "king": ((0, 0), *SIDES, *DIAGONALS),
    "ring": (*SIDES, *DIAGONALS),
    "knight": ((0, 0), *KNIGHT),
    "hex": ((0, 0), *SIDES, (-1, 1), (1, -1)),
}
UNIFORM = (*OFFSETS, "row-col")  # the rules by which all buttons do the same
WRAPS = ("none", "rows", "cols", "torus")
OBJECTIVES = ("cost", "presses", "cost,presses", "presses,cost")

Offsets = tuple[tuple[int, int], ...]
PlainRule = str | Offsets
Moves = list[dict[int, int]]  # for each button: light -> how far a press moves it


@dataclass(frozen=True)
class Mixed:
    """A map of the cells, a symbol each, and the rule that each symbol stands for."""

    rows: tuple[str, ...]
    rules: tuple[tuple[str, PlainRule], ...]


@dataclass(frozen=True)
class Bound:
    """A limit lower <= sum of presses <= upper over a `place`.

    `place` is ("all",), ("row", r), ("col", c), ("buttons", (j, ...)) or ("coefficients", ((j, k), ...)).
    """

    place: tuple
    lower: int | None
    upper: int | None


@dataclass(frozen=True)
class Spec:
    """A puzzle of lights. `kind` is where its buttons come from:

    - "grid": a rule on rows x cols cells; `holes` None if no mask is given, which differs from an empty one.
    - "cells": `buttons` lists the lights of the button in each cell that is no hole, cells counted without the holes.
    - "buttons": `buttons` lists the lights of every button; rows is 1, cols the number of lights.
    - "graph": as "buttons", but made from `edges` between cols nodes, with `closed` neighbourhoods or open ones.

    Boards are tuples of states by cell, row by row, 0 in holes; buttons and cells are numbered the same way. `planted`
    are presses that solve it, None if it was not made that way. `seed` is passed on to solvers.
    """

    kind: str
    rows: int
    cols: int
    start: tuple[int, ...]
    target: tuple[int, ...]
    states: int = 2
    rule: PlainRule | Mixed = "plus"
    wrap: str = "none"
    holes: frozenset[int] | None = None
    buttons: tuple[tuple[tuple[int, int], ...], ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    closed: bool = True
    weights: tuple[str, ...] | None = None
    forbidden: frozenset[int] = frozenset()
    required: frozenset[int] = frozenset()
    limits: tuple[Bound, ...] = ()
    objective: str = "cost"
    planted: tuple[int, ...] | None = None
    seed: int = 0

    @property
    def on_grid(self) -> bool:
        return self.kind in ("grid", "cells")

    @property
    def gaps(self) -> frozenset[int]:
        """The holes, whether a mask is given or not."""
        return self.holes or frozenset()

    @property
    def button_count(self) -> int:
        return len(self.buttons) if self.kind == "buttons" else self.rows * self.cols

    @property
    def cells(self) -> list[int]:
        """The cells that are no holes."""
        return [cell for cell in range(self.rows * self.cols) if cell not in self.gaps]

    def present(self) -> list[int]:
        """The buttons that exist."""
        return self.cells if self.on_grid else list(range(self.button_count))

    def free(self) -> list[int]:
        """The buttons that may be pressed."""
        return [button for button in self.present() if button not in self.forbidden]

    def moves(self) -> Moves:
        """What every button does; those in holes do nothing."""
        if self.kind == "grid":
            return [self._by_rule(cell) if cell not in self.gaps else {} for cell in range(self.rows * self.cols)]
        if self.kind == "graph":
            found: list[set[int]] = [{node} if self.closed else set() for node in range(self.cols)]
            for a, b in self.edges:
                found[a].add(b)
                found[b].add(a)
            return [dict.fromkeys(sorted(lights), 1) for lights in found]
        listed = [_summed(button) for button in self.buttons]
        if self.kind == "buttons":
            return listed
        cells = self.cells
        moves: Moves = [{} for _ in range(self.rows * self.cols)]
        for cell, lights in zip(cells, listed, strict=True):
            moves[cell] = {cells[light]: amount for light, amount in lights.items()}
        return moves

    def _by_rule(self, cell: int) -> dict[int, int]:
        r, c = divmod(cell, self.cols)
        rule = self.rule
        if isinstance(rule, Mixed):
            rule = dict(rule.rules)[rule.rows[r][c]]
        if rule == "row-col":
            hit = [(r, j) for j in range(self.cols)] + [(i, c) for i in range(self.rows) if i != r]
        else:
            hit = list(self._reached(r, c, rule))
        lights = Counter(i * self.cols + j for i, j in hit)
        return {light: times for light, times in lights.items() if light not in self.gaps}

    def _reached(self, r: int, c: int, rule: PlainRule) -> Iterator[tuple[int, int]]:
        if rule == "triangle":
            offsets: Offsets = ((0, 0), (0, -1), (0, 1), (-1, 0) if (r + c) % 2 else (1, 0))
        else:
            offsets = OFFSETS[rule] if isinstance(rule, str) else rule
        for dr, dc in offsets:
            i, j = r + dr, c + dc
            i = i % self.rows if self.wrap in ("cols", "torus") else i
            j = j % self.cols if self.wrap in ("rows", "torus") else j
            if 0 <= i < self.rows and 0 <= j < self.cols:
                yield i, j

    def terms(self, bound: Bound) -> dict[int, int]:
        """Return button -> coefficient of a limit."""
        kind, *rest = bound.place
        if kind == "coefficients":
            return {button: k for button, k in rest[0] if k}
        if kind == "buttons":
            return dict.fromkeys(rest[0], 1)
        chosen = self.present()
        if kind == "row":
            chosen = [button for button in chosen if button // self.cols == rest[0]]
        if kind == "col":
            chosen = [button for button in chosen if button % self.cols == rest[0]]
        return dict.fromkeys(chosen, 1)

    def prices(self) -> tuple[list[int], int]:
        """Return the cost of a press of each button as whole numbers, and what they are over."""
        exact = [Fraction(word) for word in self.weights or ["1"] * self.button_count]
        shared = math.lcm(*(price.denominator for price in exact))
        return [int(price * shared) for price in exact], shared

    def lit_after(self, presses: Sequence[int], moves: Moves | None = None) -> tuple[int, ...]:
        """Return the lights after these presses."""
        lights = list(self.start)
        for times, button in zip(presses, moves or self.moves(), strict=True):
            for light, amount in button.items():
                lights[light] = (lights[light] + times * amount) % self.states
        return tuple(lights)

    def fault(self, presses: Sequence[int]) -> str | None:
        """Return why these presses do not solve the puzzle with all its conditions, None if they do."""
        if len(presses) != self.button_count:
            return f"{len(presses)} presses for {self.button_count} buttons"
        free = set(self.free())
        for button, times in enumerate(presses):
            if not 0 <= times < (self.states if button in free else 1):
                return f"button {button} is pressed {times} times"
            if times == 0 and button in self.required:
                return f"button {button} is required and not pressed"
        for bound in self.limits:
            total = sum(k * presses[button] for button, k in self.terms(bound).items())
            if (bound.lower is not None and total < bound.lower) or (bound.upper is not None and total > bound.upper):
                return f"{bound} is broken: {total}"
        after = self.lit_after(presses)
        wrong = [light for light in range(len(after)) if after[light] != self.target[light]]
        return f"lights {wrong} are wrong" if wrong else None

    def measures(self, presses: Sequence[int]) -> tuple[Fraction, ...]:
        """Return what the objective compares, the first measure first."""
        prices, over = self.prices()
        cost = Fraction(sum(price * times for price, times in zip(prices, presses, strict=True)), over)
        return ordered(self.objective, cost, Fraction(sum(presses)))

    def plain(self) -> Spec:
        """Return the same puzzle with its buttons listed, if it was a graph; itself otherwise."""
        if self.kind != "graph":
            return self
        listed = tuple(tuple(button.items()) for button in self.moves())
        return replace(self, kind="buttons", buttons=listed, edges=(), closed=True)


@dataclass(frozen=True)
class Counting:
    """Counters that must reach their targets exactly; `buttons` list (counter, amount) pairs."""

    targets: tuple[int, ...]
    buttons: tuple[tuple[tuple[int, int], ...], ...]
    seed: int = 0

    def fault(self, presses: Sequence[int]) -> str | None:
        """Return why these presses are no solution, None if they are one."""
        reached = [0] * len(self.targets)
        for times, button in zip(presses, self.buttons, strict=True):
            if times < 0:
                return f"pressed {times} times"
            for counter, amount in button:
                reached[counter] += times * amount
        return None if tuple(reached) == self.targets else f"counters reach {reached}"

    def most(self) -> list[int]:
        """How often each button can be pressed at most; 0 for one that adds to nothing, for then it is only a cost."""
        return [min((self.targets[i] // k for i, k in button), default=0) for button in self.buttons]


Case = Spec | Counting


def ordered(objective: str, cost: Fraction, presses: Fraction) -> tuple[Fraction, ...]:
    """Return the measures of an objective in its order."""
    known = {"cost": cost, "presses": presses}
    return tuple(known[name] for name in objective.split(","))


def rows_of(values: Sequence[int], cols: int) -> list[list[int]]:
    """Return cells as rows."""
    return [list(values[i : i + cols]) for i in range(0, len(values), cols)]


def _summed(button: Sequence[tuple[int, int]]) -> dict[int, int]:
    lights: dict[int, int] = {}
    for light, amount in button:
        lights[light] = lights.get(light, 0) + amount
    return lights
