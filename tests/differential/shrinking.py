"""Makes a failing puzzle as small as it stays failing; knows puzzles as data, no lo-opt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from .specs import Case, Counting, Mixed, Spec

Fails = Callable[[Case], bool]


def shrunk(case: Case, fails: Fails) -> Case:
    """Return the smallest case found that still fails; `fails` says when the time is gone by saying no."""
    while True:
        smaller = next((candidate for candidate in simpler(case) if fails(candidate)), None)
        if smaller is None:
            return case
        case = smaller


def simpler(case: Case) -> Iterator[Case]:
    """Yield cases with one thing less, the largest steps first."""
    if isinstance(case, Counting):
        yield from _simpler_counting(case)
        return
    spec = replace(case, planted=None)
    yield from _fewer_conditions(spec)
    if spec.states > 2 and all(amount < 2 for button in spec.buttons for _, amount in button):
        yield replace(spec, states=2, start=_modulo(spec.start, 2), target=_modulo(spec.target, 2))
    if spec.kind == "graph":
        yield spec.plain()
    if spec.kind == "grid":
        yield from _simpler_rule(spec)
        yield from _fewer_cells(spec)
    if spec.kind == "cells":
        yield _as_list(spec)
    if spec.kind == "buttons":
        yield from _shorter_list(spec)
    for name in ("target", "start"):
        values = getattr(spec, name)
        if any(values):
            yield replace(spec, **{name: (0,) * len(values)})
            for i, value in enumerate(values):
                if value:
                    yield replace(spec, **{name: (*values[:i], 0, *values[i + 1 :])})
                if value > 1:
                    yield replace(spec, **{name: (*values[:i], 1, *values[i + 1 :])})
    if spec.seed:
        yield replace(spec, seed=0)


def _modulo(values: tuple[int, ...], states: int) -> tuple[int, ...]:
    return tuple(value % states for value in values)


def _fewer_conditions(spec: Spec) -> Iterator[Spec]:
    if spec.weights is not None:
        yield replace(spec, weights=None)
        for i, word in enumerate(spec.weights):
            for less in ("1", "0") if word not in ("0", "1") else ():
                yield replace(spec, weights=(*spec.weights[:i], less, *spec.weights[i + 1 :]))
    if spec.objective != "cost":
        yield replace(spec, objective="cost")
        if "," in spec.objective:
            yield replace(spec, objective="presses")
    for name in ("forbidden", "required"):
        marked: frozenset[int] = getattr(spec, name)
        if marked:
            yield replace(spec, **{name: frozenset()})
            for button in sorted(marked):
                yield replace(spec, **{name: marked - {button}})
    for i, bound in enumerate(spec.limits):
        rest = (*spec.limits[:i], *spec.limits[i + 1 :])
        yield replace(spec, limits=rest)
        if bound.lower is not None and bound.upper is not None:
            yield replace(spec, limits=(*rest, replace(bound, lower=None)))
            yield replace(spec, limits=(*rest, replace(bound, upper=None)))
        if bound.place[0] in ("coefficients", "buttons") and len(bound.place[1]) > 1:
            for j in range(len(bound.place[1])):
                place = (bound.place[0], (*bound.place[1][:j], *bound.place[1][j + 1 :]))
                yield replace(spec, limits=(*rest, replace(bound, place=place)))


def _simpler_rule(spec: Spec) -> Iterator[Spec]:
    if spec.holes is not None:
        yield replace(spec, holes=None)
    if spec.wrap != "none":
        yield replace(spec, wrap="none")
        if spec.wrap == "torus":
            yield replace(spec, wrap="rows")
            yield replace(spec, wrap="cols")
    if spec.rule != "plus":
        yield replace(spec, rule="plus")
    if isinstance(spec.rule, Mixed):
        for _, rule in spec.rule.rules:
            yield replace(spec, rule=rule)
    elif not isinstance(spec.rule, str):
        for i in range(len(spec.rule) if len(spec.rule) > 1 else 0):
            yield replace(spec, rule=(*spec.rule[:i], *spec.rule[i + 1 :]))


def _fewer_cells(spec: Spec) -> Iterator[Spec]:
    """Yield the grid without one of its rows or columns."""
    cells = range(spec.rows * spec.cols)
    for row in range(spec.rows if spec.rows > 1 else 0):
        yield _kept(spec, [cell for cell in cells if cell // spec.cols != row], spec.rows - 1, spec.cols)
    for col in range(spec.cols if spec.cols > 1 else 0):
        yield _kept(spec, [cell for cell in cells if cell % spec.cols != col], spec.rows, spec.cols - 1)


def _kept(spec: Spec, cells: list[int], rows: int, cols: int) -> Spec:
    number = {cell: n for n, cell in enumerate(cells)}
    rule = spec.rule
    if isinstance(rule, Mixed):
        symbols = "".join(rule.rows)
        lines = ["".join(symbols[cell] for cell in cells[r * cols : (r + 1) * cols]) for r in range(rows)]
        used = set("".join(lines))
        rule = Mixed(tuple(lines), tuple((symbol, plain) for symbol, plain in rule.rules if symbol in used))
    return _renumbered(
        replace(
            spec,
            rows=rows,
            cols=cols,
            rule=rule,
            start=tuple(spec.start[cell] for cell in cells),
            target=tuple(spec.target[cell] for cell in cells),
            holes=None if spec.holes is None else frozenset(number[hole] for hole in spec.holes if hole in number),
        ),
        number,
    )


def _renumbered(spec: Spec, number: dict[int, int]) -> Spec:
    """Return the spec with its conditions on the buttons that are left, by their new numbers."""
    limits = []
    for bound in spec.limits:
        kind, *rest = bound.place
        if kind == "coefficients":
            terms = tuple((number[button], k) for button, k in rest[0] if button in number)
            if terms:
                limits.append(replace(bound, place=(kind, terms)))
        elif kind == "buttons":
            buttons = tuple(number[button] for button in rest[0] if button in number)
            if buttons:
                limits.append(replace(bound, place=(kind, buttons)))
        elif kind == "all" or rest[0] < (spec.rows if kind == "row" else spec.cols):
            limits.append(bound)
    weights = spec.weights and tuple(spec.weights[old] for old in sorted(number))
    return replace(
        spec,
        weights=weights,
        forbidden=frozenset(number[button] for button in spec.forbidden if button in number),
        required=frozenset(number[button] for button in spec.required if button in number),
        limits=tuple(limits),
    )


def _as_list(spec: Spec) -> Spec:
    """Return listed buttons off the grid."""
    number = {cell: n for n, cell in enumerate(spec.cells)}
    limits = tuple(
        replace(bound, place=("buttons", tuple(spec.terms(bound)))) if bound.place[0] in ("row", "col") else bound
        for bound in spec.limits
    )
    flat = replace(
        spec,
        kind="buttons",
        rows=1,
        cols=max(1, len(number)),
        holes=None,
        start=tuple(spec.start[cell] for cell in spec.cells) or (0,),
        target=tuple(spec.target[cell] for cell in spec.cells) or (0,),
        limits=limits,
    )
    return _renumbered(flat, number)


def _shorter_list(spec: Spec) -> Iterator[Spec]:
    """Yield the list without a button, a light, or a light of a button."""
    for button in range(len(spec.buttons) if len(spec.buttons) > 1 else 0):
        left = [j for j in range(len(spec.buttons)) if j != button]
        shorter = replace(spec, buttons=tuple(spec.buttons[j] for j in left))
        yield _renumbered(shorter, {j: n for n, j in enumerate(left)})
    for light in range(spec.cols if spec.cols > 1 else 0):
        buttons = tuple(tuple((i - (i > light), k) for i, k in button if i != light) for button in spec.buttons)
        yield replace(
            spec,
            cols=spec.cols - 1,
            buttons=buttons,
            start=spec.start[:light] + spec.start[light + 1 :],
            target=spec.target[:light] + spec.target[light + 1 :],
        )
    for j, button in enumerate(spec.buttons):
        for i, (light, amount) in enumerate(button):
            yield _with_button(spec, j, (*button[:i], *button[i + 1 :]))
            if amount > 1:
                yield _with_button(spec, j, (*button[:i], (light, 1), *button[i + 1 :]))


def _with_button(spec: Spec, place: int, button: tuple[tuple[int, int], ...]) -> Spec:
    return replace(spec, buttons=(*spec.buttons[:place], button, *spec.buttons[place + 1 :]))


def _simpler_counting(case: Counting) -> Iterator[Counting]:
    for j in range(len(case.buttons) if len(case.buttons) > 1 else 0):
        yield replace(case, buttons=(*case.buttons[:j], *case.buttons[j + 1 :]))
    for i in range(len(case.targets) if len(case.targets) > 1 else 0):
        buttons = tuple(tuple((n - (n > i), k) for n, k in button if n != i) for button in case.buttons)
        yield replace(case, targets=(*case.targets[:i], *case.targets[i + 1 :]), buttons=buttons)
    for i, target in enumerate(case.targets):
        for less in {0, target // 2, target - 1} if target else ():
            yield replace(case, targets=(*case.targets[:i], less, *case.targets[i + 1 :]))
    for j, button in enumerate(case.buttons):
        for i, (counter, amount) in enumerate(button):
            yield replace(case, buttons=(*case.buttons[:j], (*button[:i], *button[i + 1 :]), *case.buttons[j + 1 :]))
            if amount > 1:
                one = (*button[:i], (counter, 1), *button[i + 1 :])
                yield replace(case, buttons=(*case.buttons[:j], one, *case.buttons[j + 1 :]))
