"""From plain data to lo-opt's puzzles, through its public constructors."""

from __future__ import annotations

from lo_opt import Counters, Puzzle
from lo_opt.puzzle.rules import AnyRule, MixedRule, as_rule

from .specs import Bound, Counting, Mixed, PlainRule, Spec, rows_of


def puzzle_of(spec: Spec) -> Puzzle:
    """Return the puzzle; `InputError` if lo-opt refuses it."""
    board, target = rows_of(spec.start, spec.cols), rows_of(spec.target, spec.cols)
    holes = None
    if spec.holes is not None:
        holes = rows_of([int(cell in spec.holes) for cell in range(spec.rows * spec.cols)], spec.cols)
    if spec.kind == "grid":
        puzzle = Puzzle.grid(board, rule_of(spec.rule), spec.wrap, spec.states, target=target, holes=holes)
    elif spec.kind == "cells":
        puzzle = Puzzle.from_cells(board, _listed(spec), spec.states, target=target, holes=holes)
    elif spec.kind == "graph":
        graph: dict[int, list[int]] = {node: [] for node in range(spec.cols)}
        for a, b in spec.edges:
            graph[a].append(b)
            graph[b].append(a)
        around = "closed" if spec.closed else "open"
        puzzle = Puzzle.from_graph(graph, spec.start, spec.states, neighborhood=around, target=target)
    else:
        puzzle = Puzzle.from_buttons(spec.start, _listed(spec), spec.states, target=target)
    return _with_conditions(spec, puzzle)


def rule_of(rule: PlainRule | Mixed) -> str | AnyRule | PlainRule:
    """Return what `Puzzle.grid` takes as a rule."""
    if not isinstance(rule, Mixed):
        return rule
    return MixedRule.of(rule.rows, {symbol: as_rule(plain) for symbol, plain in rule.rules})


def counters_of(counting: Counting) -> Counters:
    """Return the counting puzzle."""
    return Counters.of(list(counting.targets), [dict(button) for button in counting.buttons])


def place_of(spec: Spec, button: int) -> tuple[int, int]:
    """Return the row and column of a button."""
    return divmod(button, spec.cols) if spec.on_grid else (0, button)


def _listed(spec: Spec) -> list[list[int] | dict[int, int]]:
    plain = all(amount == 1 for button in spec.buttons for _, amount in button)
    if plain:
        return [[light for light, _ in button] for button in spec.buttons]
    return [
        [light for light, _ in button] if len(dict(button)) < len(button) else dict(button) for button in spec.buttons
    ]


def _with_conditions(spec: Spec, puzzle: Puzzle) -> Puzzle:
    if spec.weights is not None:
        wide = spec.cols if spec.on_grid else spec.button_count
        puzzle = puzzle.with_weights(rows_of(spec.weights, wide))
    if spec.forbidden:
        puzzle = puzzle.forbid([place_of(spec, button) for button in sorted(spec.forbidden)])
    if spec.required:
        puzzle = puzzle.require([place_of(spec, button) for button in sorted(spec.required)])
    for bound in spec.limits:
        puzzle = _limited(spec, puzzle, bound)
    return puzzle.with_objective(spec.objective)


def _limited(spec: Spec, puzzle: Puzzle, bound: Bound) -> Puzzle:
    kind, *rest = bound.place
    if kind == "coefficients":
        coefficients = {place_of(spec, button): k for button, k in rest[0]}
        return puzzle.limit(coefficients, bound.lower, bound.upper)
    where: dict = {} if kind == "all" else {kind: rest[0]}
    if kind == "buttons":
        where = {"cells": [place_of(spec, button) for button in rest[0]]}
    if bound.lower == bound.upper and bound.lower is not None:
        return puzzle.exactly(bound.lower, **where)
    if bound.upper is None:
        return puzzle.at_least(bound.lower, **where)
    if bound.lower is None:
        return puzzle.at_most(bound.upper, **where)
    return puzzle.limit_presses(bound.lower, bound.upper, **where)
