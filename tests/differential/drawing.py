"""Draws random puzzles over everything that a puzzle can be, each from a seed and a number; knows no solver."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from .specs import OBJECTIVES, UNIFORM, WRAPS, Bound, Case, Counting, Mixed, PlainRule, Spec

SMALL_BITS = 13.0  # log2 of the presses that are tried for most puzzles
LARGE_BITS = 16.0
LARGE = ((4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (1, 70), (2, 33), (3, 21), (12, 4), (5, 13), (6, 10))
LARGE_OF_MORE_STATES = ((3, 3), (4, 4), (1, 20), (5, 4), (3, 6))
DECIMALS = ("0", "1", "2", "3", "9", "0.5", "0.25", "0.125", "3.1", "0.1", "1.75", "10", "0.001", "7")


def draw(seed: int, number: int) -> Case:
    """Return puzzle `number` of a seed, the same whenever it is drawn."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.random()
    if kind < 0.06:
        return _counting(rng)
    return _conditioned(rng, _placed(rng, large=kind > 0.86))


def _placed(rng: random.Random, large: bool) -> Spec:
    """Return buttons and a size; boards, weights and conditions are still to come."""
    states = rng.choice((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 5, 6, rng.choice((7, 8, 9, 10))))
    if large:
        states = rng.choice((2, 2, 2, 2, 3, 4, 5, 6))
        rows, cols = rng.choice(LARGE if states == 2 else LARGE_OF_MORE_STATES)
    else:
        bits = LARGE_BITS if rng.random() < 0.1 else SMALL_BITS
        cells = rng.randint(1, int(bits / math.log2(states)))
        rows = 1 if rng.random() < 0.15 else rng.randint(1, cells)
        cols = max(1, cells // rows)
        if rng.random() < 0.5:
            rows, cols = cols, rows
    blank = Spec("grid", rows, cols, (), (), states, seed=rng.randrange(1000))
    roll = rng.random()
    if roll < 0.12:
        spec = replace(blank, states=2)  # what light chasing takes
    elif roll < 0.62:
        spec = _ruled(rng, blank)
    elif roll < 0.72:
        holed = _holed(rng, blank)
        count = len(holed.cells)
        buttons = tuple(_button(rng, count, states) for _ in range(count))
        spec = replace(holed, kind="cells", buttons=buttons)
    elif roll < 0.88:
        lights = max(1, rows * cols + rng.choice((-3, -1, 0, 0, 0, 1, 4)))
        buttons = tuple(_button(rng, lights, states) for _ in range(rows * cols))
        spec = replace(blank, kind="buttons", rows=1, cols=lights, buttons=buttons)
    else:
        nodes = rows * cols
        pairs = [(a, b) for a in range(nodes) for b in range(a, nodes) if a != b or rng.random() < 0.1]
        edges = tuple(sorted(rng.sample(pairs, min(len(pairs), rng.randint(0, 2 * nodes)))))
        spec = replace(blank, kind="graph", rows=1, cols=nodes, edges=edges, closed=rng.random() < 0.7)
    return spec


def _ruled(rng: random.Random, blank: Spec) -> Spec:
    wrap = rng.choice(WRAPS)
    spec = replace(_holed(rng, blank) if rng.random() < 0.3 else blank, wrap=wrap)
    roll = rng.random()
    if roll < 0.3:
        return replace(spec, rule="plus", wrap=rng.choice((wrap, "none")))
    if roll < 0.65:
        return replace(spec, rule=rng.choice(UNIFORM))
    if roll < 0.73:
        odd_ring = (wrap in ("rows", "torus") and spec.cols % 2) or (wrap in ("cols", "torus") and spec.rows % 2)
        return replace(spec, rule="triangle", wrap="none" if odd_ring and rng.random() < 0.8 else wrap)
    if roll < 0.88:
        return replace(spec, rule=_offsets(rng))
    symbols = "abcd"[: rng.randint(1, 4)]
    cells = [rng.choice(symbols) for _ in range(spec.rows * spec.cols)]
    rows = tuple("".join(cells[r * spec.cols : (r + 1) * spec.cols]) for r in range(spec.rows))
    rules: list[tuple[str, PlainRule]] = []
    for symbol in sorted(set(cells)):
        rules.append((symbol, rng.choice(UNIFORM) if rng.random() < 0.7 else _offsets(rng)))
    return replace(spec, rule=Mixed(rows, tuple(rules)))


def _offsets(rng: random.Random) -> tuple[tuple[int, int], ...]:
    reach = rng.choice((1, 1, 2, 3, 20))
    count = rng.randint(1, 6)
    return tuple(sorted((rng.randint(-reach, reach), rng.randint(-reach, reach)) for _ in range(count)))


def _holed(rng: random.Random, spec: Spec) -> Spec:
    cells = spec.rows * spec.cols
    share = rng.choice((0.0, 0.1, 0.25, 0.5, 0.9))
    holes = {cell for cell in range(cells) if rng.random() < share}
    if len(holes) == cells and rng.random() < 0.9:
        holes.discard(rng.randrange(cells))
    return replace(spec, holes=frozenset(holes))


def _button(rng: random.Random, lights: int, states: int) -> tuple[tuple[int, int], ...]:
    if not lights:
        return ()
    count = min(lights, rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 6)))
    hit = rng.sample(range(lights), count)
    if rng.random() < 0.08 and hit:
        hit.append(hit[0])  # met twice
        return tuple((light, 1) for light in hit)
    if states > 2 or rng.random() < 0.1:
        return tuple((light, rng.randint(0 if rng.random() < 0.1 else 1, states - 1)) for light in hit)
    return tuple((light, 1) for light in hit)


def _conditioned(rng: random.Random, spec: Spec) -> Spec:
    buttons, states, solvable = spec.present(), spec.states, rng.random() < 0.5
    if rng.random() < 0.3 and buttons:
        share = rng.choice((0.1, 0.3, 0.7))
        spec = replace(spec, forbidden=frozenset(b for b in buttons if rng.random() < share))
    if rng.random() < 0.2 and spec.free():
        spec = replace(spec, required=frozenset(rng.sample(spec.free(), rng.randint(1, min(3, len(spec.free()))))))
    planted = [0] * spec.button_count
    for button in spec.free():
        planted[button] = rng.randint(1 if button in spec.required else 0, states - 1)
    gaps = spec.gaps if spec.on_grid else frozenset()
    light_count = spec.rows * spec.cols

    def board() -> tuple[int, ...]:
        roll = rng.random()
        if roll < 0.15:
            return tuple(0 if light in gaps else states - 1 for light in range(light_count))
        share = 0.15 if roll < 0.4 else 1.0
        return tuple(
            0 if light in gaps or rng.random() > share else rng.randrange(states) for light in range(light_count)
        )

    dark = (0,) * light_count
    target = board() if rng.random() < 0.4 else dark
    start = dark if rng.random() < 0.05 else board()
    spec = replace(spec, start=start, target=target)
    if solvable:
        moved = replace(spec, start=dark).lit_after(planted)
        start = tuple((aim - move) % states for aim, move in zip(target, moved, strict=True))
        spec = replace(spec, start=start, planted=tuple(planted))
    if rng.random() < 0.45:
        spec = replace(spec, weights=_weights(rng, spec))
    if rng.random() < 0.3:
        bounds = tuple(_bound(rng, spec, planted, solvable) for _ in range(rng.choice((1, 1, 2, 3))))
        spec = replace(spec, limits=tuple(bound for bound in bounds if bound is not None))
    if rng.random() < 0.35:
        spec = replace(spec, objective=rng.choice(OBJECTIVES))
    return spec


def _weights(rng: random.Random, spec: Spec) -> tuple[str, ...]:
    count, kind = spec.button_count, rng.random()
    if kind < 0.3:
        words = [str(rng.randint(0, 9)) for _ in range(count)]
    elif kind < 0.55:
        words = [rng.choice(DECIMALS) for _ in range(count)]
    elif kind < 0.65:
        words = [rng.choice(("0", "0", "0", "1")) for _ in range(count)]
    elif kind < 0.7:
        words = ["0"] * count
    elif kind < 0.75:
        words = [rng.choice(("3", "250", "0.3"))] * count
    elif kind < 0.85:
        top = rng.choice((10**4, 10**6, 10**9))
        words = [str(rng.randint(0, top)) for _ in range(count)]
    elif kind < 0.97:
        top = 2**53 // (count * (spec.states - 1)) - 1
        words = [str(top - rng.choice((0, 1, 1, rng.randint(0, top)))) for _ in range(count)]
    else:
        words = [rng.choice(("1e-9", "1E3", "123456789.000000001", "9007199254740993", "+2")) for _ in range(count)]
    return tuple(words)


def _bound(rng: random.Random, spec: Spec, planted: list[int], solvable: bool) -> Bound | None:
    """Return a limit on the presses, one that the planted ones keep if the puzzle is to be solvable."""
    free = spec.present()
    if not free:
        return None
    kind = rng.choice(("all", "all", "row", "col", "buttons", "coefficients"))
    if kind in ("row", "col") and spec.on_grid:
        number = rng.choice(free)
        place: tuple = (kind, number // spec.cols if kind == "row" else number % spec.cols)
    elif kind == "buttons":
        place = ("buttons", tuple(sorted(rng.sample(free, rng.randint(1, len(free))))))
    elif kind == "coefficients":
        top = rng.choice((2, 3, 3, 3, 1000, 10**6, 10**9, 10**12))
        some = rng.sample(free, rng.randint(1, len(free)))
        place = ("coefficients", tuple((b, rng.randint(-3, top) or -top) for b in sorted(some)))
    else:
        place = ("all",)
    terms = spec.terms(Bound(place, None, None))
    total = sum(k * planted[b] for b, k in terms.items())
    if not solvable:
        ends = [sum((spec.states - 1) * k for k in terms.values() if (k > 0) == up) for up in (False, True)]
        total = rng.randint(min(ends) - (rng.random() < 0.05), max(ends))
    lower, upper = total - rng.choice((0, 0, 1, 2, 5)), total + rng.choice((0, 0, 1, 2, 5))
    return Bound(place, *rng.choice(((None, upper), (lower, None), (lower, upper), (total, total))))


def _counting(rng: random.Random) -> Counting:
    counters, buttons = rng.randint(1, 4), rng.randint(1, 5)
    top = rng.choice((1, 1, 3, 50))
    listed = tuple(
        tuple((i, rng.randint(1, top)) for i in sorted(rng.sample(range(counters), rng.randint(0, counters))))
        for _ in range(buttons)
    )
    targets = [0] * counters
    if rng.random() < 0.6:
        for button in listed:
            times = rng.randint(0, rng.choice((2, 4, 10)))
            for counter, amount in button:
                targets[counter] += times * amount
    else:
        targets = [rng.randint(0, rng.choice((3, 9, 60))) for _ in range(counters)]
    if rng.random() < 0.05:
        scale = rng.choice((10**4, 10**6))
        targets = [target * scale for target in targets]
    return Counting(tuple(targets), listed, rng.randrange(1000))
