"""What else lo-opt says of a puzzle: files and words that read back, records, comparisons, batches, the analysis."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction

import numpy as np

import lo_opt as lo
from lo_opt import Board, Puzzle
from lo_opt.algebra import bits
from lo_opt.backends import backend as backend_named
from lo_opt.backends import selectors
from lo_opt.cli.jsonlines import answer_record, write_json
from lo_opt.contract import Settings
from lo_opt.export import export_lines
from lo_opt.many import min_costs

from . import files
from .checks import SECONDS, Check, Given, RefusedError, general, refused
from .judging import cells, problems
from .specs import OFFSETS, Mixed, Spec, rows_of


def build(given: Given, _: str) -> Iterator[str]:
    """The puzzle is made, or refused for a reason that holds."""
    spec, truth = given.spec, given.truth
    try:
        _ = given.puzzle
        return
    except lo.InputError as error:
        said = str(error)
    prices, over = spec.prices()
    if "cannot be" in said or "contradict" in said:
        if truth.solvable:
            yield f"refused as impossible, but {truth.best or truth.at_most} is possible: {said}"
    elif "objective" in said:
        total = sum(prices) * (spec.states - 1)
        if total * (len(prices) * (spec.states - 1) + 1) * 2 < 2**53:
            yield f"refused for its size, but the costs add up to {total} only: {said}"
    elif "2^53" in said or "digits" in said:
        if sum(prices) * (spec.states - 1) < 2**53 and not any(abs(b.upper or 0) >= 2**53 for b in spec.limits):
            yield f"refused for its size, but the costs add up to {sum(prices)} / {over} only: {said}"
    elif "triangles close to even rings" in said:
        if spec.wrap == "none" or not (spec.rows % 2 or spec.cols % 2):
            yield f"refused, though no odd ring is closed: {said}"
    elif spec.present():
        yield f"refused: {said}"
    raise RefusedError(general(said))


def effects(given: Given, _: str) -> Iterator[str]:
    """Presses move the lights that plain loops say, and the matrix holds the same moves."""
    spec, puzzle = given.spec, given.puzzle
    moves = spec.moves()
    rng = random.Random(spec.seed)
    shape = puzzle.effects.button_shape
    presses = [
        rng.randrange(spec.states) if button in set(spec.present()) else 0 for button in range(spec.button_count)
    ]
    board = Board.from_array(np.array(presses).reshape(shape), spec.states)
    if tuple(cells(puzzle.apply(board))) != spec.lit_after(presses, moves):
        yield f"presses {presses} light {puzzle.apply(board)}, in truth {spec.lit_after(presses, moves)}"
    found: list[dict[int, int]] = [{} for _ in range(spec.button_count)]
    incidence = puzzle.incidence()
    for light, button, amount in zip(incidence.lights, incidence.buttons, incidence.amounts, strict=True):
        found[int(button)][int(light)] = int(amount)
    wanted = [{i: k % spec.states for i, k in button.items() if k % spec.states} for button in moves]
    if found != wanted:
        yield f"the matrix says {found}, in truth {wanted}"
    lights = [rng.randrange(spec.states) if i not in spec.gaps else 0 for i in range(len(spec.start))]
    counted = puzzle.effects.count_at_buttons(
        Board.from_array(np.array(lights).reshape(puzzle.start.shape), spec.states)
    )
    if cells(counted) != [sum(lights[i] * k for i, k in button.items()) % spec.states for button in moves]:
        yield f"the transposed matrix is wrong: lights {lights} count {counted}"


def toml(given: Given, _: str) -> Iterator[str]:
    """The puzzle reads from a file written here, and from lo-opt's own, and that writes the same again."""
    puzzle = given.puzzle
    here = Puzzle.read(files.to_toml(given.spec))
    if here != puzzle:
        yield f"a file written by hand reads as another puzzle: {_difference(here, puzzle)}"
    text = _written(puzzle, "toml")
    back = Puzzle.read(text)
    if back != puzzle:
        yield f"lo-opt's own file reads as another puzzle: {_difference(back, puzzle)}"
    elif _written(back, "toml") != text:
        yield "the file changes when it is read and written again"


def _written(puzzle: Puzzle, format: str) -> str:
    return "".join(f"{line}\n" for line in export_lines(puzzle, format))


def _difference(left: Puzzle, right: Puzzle) -> str:
    names = ("effects", "start", "target", "weights", "forbidden", "required", "limits", "objective")
    return ", ".join(name for name in names if getattr(left, name) != getattr(right, name)) or "nothing that counts"


def notation(given: Given, _: str) -> Iterator[str]:
    """The board in one word with the command line's options is the same puzzle."""
    spec, puzzle = given.spec, given.puzzle
    if spec.kind != "grid" or spec.holes is not None or isinstance(spec.rule, Mixed):
        raise RefusedError("no puzzle in one word")
    sides = {"at_most": None, "at_least": None, "exactly": None}
    for bound in spec.limits:
        if bound.place != ("all",) or len(spec.limits) > 1:
            raise RefusedError("limits that are no option")
        if bound.lower == bound.upper:
            sides["exactly"] = bound.lower
        else:
            sides.update(at_least=bound.lower, at_most=bound.upper)
    if not isinstance(spec.rule, str) and not puzzle.rule.name.strip(".#@o/") == "":
        raise RefusedError("a rule without a name")
    word = lambda values: "/".join("".join(map(str, row)) for row in rows_of(values, spec.cols))  # noqa: E731
    place = lambda buttons: " ".join("{},{}".format(*divmod(b, spec.cols)) for b in sorted(buttons)) or None  # noqa: E731
    weights = spec.weights and " / ".join(" ".join(row) for row in rows_of(spec.weights, spec.cols))
    back = Puzzle.read(
        word(spec.start),
        rule=puzzle.rule.name,
        wrap=spec.wrap,
        states=spec.states,
        target=word(spec.target),
        weights=weights,
        forbid=place(spec.forbidden),
        require=place(spec.required),
        objective=spec.objective,
        **sides,
    )
    if back != puzzle:
        yield f"the word reads as another puzzle: {_difference(back, puzzle)}"
    if str(puzzle.start) != word(spec.start) or Board.parse(str(puzzle.start), spec.states) != puzzle.start:
        yield f"the board is written as {puzzle.start}"


def formats(given: Given, name: str) -> Iterator[str]:
    """A puzzle written in another format reads back with the same lights to change and the same buttons."""
    puzzle, spec = given.puzzle, given.spec
    try:
        text = _written(puzzle, name)
    except lo.InputError as error:
        raise RefusedError(general(str(error))) from None
    back = Puzzle.read(text, format=name, states=spec.states if spec.states > 2 else None)
    change = cells(back.change())
    present = spec.cells if name == "buttons" else range(len(spec.start))
    if change != [(spec.target[i] - spec.start[i]) % spec.states for i in present]:
        yield f"lights to change: {change} from {text!r}"
    left, right = (_columns(which, keep) for which, keep in ((back, None), (puzzle, list(present))))
    if name == "buttons" and spec.kind in ("grid", "cells"):
        right = [right[button] for button in spec.present()]
    if left != right:
        yield f"buttons differ: {text!r}"


def _columns(puzzle: Puzzle, keep: list[int] | None) -> list[dict[int, int]]:
    """Return what each button does, its lights numbered by their place in `keep`."""
    number = {light: n for n, light in enumerate(range(puzzle.light_count) if keep is None else keep)}
    found: list[dict[int, int]] = [{} for _ in range(puzzle.button_count)]
    matrix = puzzle.incidence()
    for light, button, amount in zip(
        matrix.lights.tolist(), matrix.buttons.tolist(), matrix.amounts.tolist(), strict=True
    ):
        found[button][number[light]] = amount
    return found


def record(given: Given, name: str) -> Iterator[str]:
    """The answer's JSON says what the answer says."""
    yield from refused(given, name)
    answer = lo.solve(given.puzzle, name, time_limit_s=SECONDS)
    stream = io.StringIO()
    write_json(answer_record(answer), stream)
    said = json.loads(stream.getvalue(), parse_float=Decimal)
    for key in ("cost", "bound"):
        value = getattr(answer, key)
        if (said[key] is None) != (value is None) or (value is not None and Fraction(said[key]) != value):
            yield f"{key} {said[key]} in JSON, {value} in the answer"
    if (
        said["status"] != answer.status
        or said["press_count"] != answer.press_count
        or said["nullity"] != answer.nullity
    ):
        yield "the record says something else"
    for key, board in (("presses", answer.presses), ("certificate", answer.certificate)):
        if (said[key] is None) != (board is None):
            yield f"{key} {said[key]} in JSON"
        elif board is not None:
            told = said[key]
            if given.spec.on_grid:
                values = [int(digit) for row in told for digit in row]
            else:
                values = [told.count(i) for i in range(board.size)]
            if values != cells(board):
                yield f"{key} {told} in JSON, {board} in the answer"


def comparing(given: Given, _: str) -> Iterator[str]:
    """A comparison of some backends agrees, and its reference is right."""
    rng = random.Random(given.spec.seed)
    taken = [name for name in selectors() if backend_named(name).refuse(given.priced, Settings()) is None]
    chosen = rng.sample(taken, min(3, len(taken)))
    found = lo.compare(given.puzzle, chosen, time_limit_s=SECONDS, goal=rng.choice(["optimal", "feasible"]))
    if not found.agree:
        yield f"{chosen}: {'; '.join(found.disagreements)}"
    best = given.truth.best
    if given.truth.costs is not None and found.optimum != (best and best[0]) and found.optimum is not None:
        yield f"optimum {found.optimum}, in truth {best}"


def pooled(given: Given, name: str) -> Iterator[str]:
    """The same answer with an executor."""
    yield from refused(given, name)
    with ThreadPoolExecutor(2) as executor:
        answer = lo.solve(given.puzzle, name, executor=executor, workers=2, time_limit_s=SECONDS)
    yield from problems(given.truth, answer)


def many(given: Given, _: str) -> Iterator[str]:
    """The least costs of a batch of boards are those of trying all presses."""
    spec, puzzle = given.spec, given.puzzle
    if spec.states ** len(spec.free()) > 2**12 or spec.states != 2:
        raise RefusedError("only small boards of two states")
    rng = random.Random(spec.seed)
    lit = [tuple(rng.randrange(2) if i not in spec.gaps else 0 for i in range(len(spec.start))) for _ in range(5)]
    starts = [spec.start, *lit]
    packed = bits.pack(np.array(starts, np.uint8))
    try:
        found = min_costs(puzzle, packed).tolist()
    except lo.UnsupportedError as error:
        if not spec.limits and not spec.required:
            yield f"refused: {error}"
        raise RefusedError(general(str(error))) from None
    prices, _over = spec.prices()
    for start, cost in zip(starts, found, strict=True):
        true = _least(spec, start, prices)
        if cost != true:
            yield f"board {start}: {cost}, in truth {true}"
    rule = spec.rule
    if spec.kind == "grid" and spec.holes is None and isinstance(rule, str) and rule in (*OFFSETS, "row-col"):
        plain = Spec("grid", spec.rows, spec.cols, spec.start, (0,) * len(spec.start), rule=rule, wrap=spec.wrap)
        boards = np.array(starts).reshape(len(starts), spec.rows, spec.cols)
        for start, count in zip(starts, lo.min_presses(boards, rule, spec.wrap).tolist(), strict=True):
            if len(starts) and 2 ** len(start) <= 2**12 and count != _least(plain, start, [1] * len(start)):
                yield f"board {start}: {count} presses"


def _least(spec: Spec, start: tuple[int, ...], prices: list[int]) -> int:
    from dataclasses import replace

    from .oracle import by_trying

    presses = by_trying(replace(spec, start=start)).presses
    return int((presses @ np.array(prices)).min()) if len(presses) else -1


FACTS: dict[str, Check] = {
    "build": build,
    "effects": effects,
    "toml": toml,
    "notation": notation,
    "formats": formats,
    "record": record,
    "comparing": comparing,
    "pooled": pooled,
    "many": many,
}
