"""Exported files read by other readers: LP, MPS and OPB by solvers, WCNF by a MaxSAT solver, CNF by counting models."""

from __future__ import annotations

import contextlib
import itertools
import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import lo_opt as lo
from lo_opt.export import export_lines
from lo_opt.objectives import Pricing

from .checks import Check, Given, RefusedError, StoppedError, general

READ_S = 10.0
FLOAT_COST = 10**6  # beyond, readers in floating point are not held to an exact optimum
MOST_MODELS = 64

_LINEAR = ("parity", "hull", "coset")
PAIRS = [
    *(
        f"{format} {written} {reader}"
        for format in ("lp", "mps")
        for written in _LINEAR
        for reader in ("highs", "scip")
    ),
    *(f"opb {written} scip" for written in _LINEAR),
    *(f"{format} {written} sat" for format in ("wcnf", "cnf") for written in ("xor", *_LINEAR)),
]


def export(given: Given, name: str) -> Iterator[str]:
    """A file's optimum, read elsewhere, is the puzzle's."""
    format, formulation, reader = name.split()
    truth, puzzle = given.truth, given.puzzle
    if truth.costs is None:
        raise RefusedError("no truth to compare with")
    try:
        text = "".join(f"{line}\n" for line in export_lines(puzzle, format, formulation))
    except lo.UnsupportedError as error:
        if ";" not in str(error):
            yield f"refused without a cure: {error}"
        raise RefusedError(general(str(error))) from None
    if format == "cnf":
        yield from _models(given, text, formulation)
        return
    pricing = Pricing.of(puzzle)
    if reader in ("highs", "scip") and int(pricing.priced.costs().sum()) * given.spec.states > FLOAT_COST:
        raise RefusedError("costs beyond floating point")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model.{format}"
        path.write_text(text)
        found = {"highs": _highs, "scip": _scip, "sat": _rc2}[reader](path)
    mark = {"lp": "\\", "mps": "*", "opb": "*", "wcnf": "c"}[format]
    cost = None if found is None else by_comment(text, mark, found)
    if cost != _price(given, pricing):
        yield f"optimum {cost}, in truth {_price(given, pricing)}"


def _price(given: Given, pricing: Pricing) -> Fraction | None:
    """Return the least plain cost of the priced puzzle: the first measure times the factor, plus the second."""
    best, puzzle = given.truth.best, given.puzzle
    if best is None or len(best) == 1 or puzzle.weights is None:
        return best and best[0]
    second = 1 if given.spec.objective == "cost,presses" else puzzle.weight_denominator
    return best[0] * puzzle.primary_denominator * pricing.factor + best[1] * second


def by_comment(text: str, mark: str, objective: int) -> Fraction:
    """Return the cost that a file's own comment makes of its objective."""
    said = re.search(rf"^{re.escape(mark)} cost = (.*)$", text, re.MULTILINE)
    if said is None:
        return Fraction(objective)
    found = re.fullmatch(r"(?:\(objective ([+-]) (\d+)\)|objective)(?: / (\d+))?", said[1])
    offset = int(found[1] + found[2]) if found[1] else 0
    return Fraction(objective + offset, int(found[3] or 1))


def _highs(path: Path) -> int | None:
    import highspy

    highs = highspy.Highs()
    highs.silent()
    if highs.readModel(str(path)) != highspy.HighsStatus.kOk:
        raise AssertionError(f"HiGHS cannot read {path.name}")
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("time_limit", READ_S)
    highs.run()
    word = highs.getModelStatus().name
    if word == "kTimeLimit":
        raise StoppedError
    if word not in ("kOptimal", "kInfeasible"):
        raise AssertionError(f"HiGHS says {word}")
    return None if word == "kInfeasible" else round(highs.getInfo().objective_function_value)


def _scip(path: Path) -> int | None:
    import pyscipopt

    model = pyscipopt.Model()
    model.hideOutput()
    model.setParam("limits/time", READ_S)
    model.readProblem(str(path))
    model.optimize()
    if model.getStatus() == "timelimit":
        raise StoppedError
    return None if model.getStatus() == "infeasible" else round(model.getObjVal())


def _rc2(path: Path) -> int | None:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_file=str(path))) as solver:
        with _interrupting(solver.interrupt):
            model = solver.compute(expect_interrupt=True)
        if solver.interrupted:
            raise StoppedError
        return None if model is None else solver.cost


@contextlib.contextmanager
def _interrupting(interrupt: Callable[[], None]) -> Iterator[None]:
    """Call `interrupt` if the block takes too long."""
    timer = threading.Timer(READ_S, interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _models(given: Given, text: str, formulation: str) -> Iterator[str]:
    """Yield what is wrong with the number of models, seen on the presses, or on what is free to choose."""
    from pysat.solvers import Solver

    truth = given.truth
    if truth.count > MOST_MODELS:
        raise RefusedError("too many models")
    names, clauses = read_cnf(text)
    first = "u_" if formulation == "coset" else "x_"
    seen = [variable for name, variable in names.items() if name.startswith(first)]
    found = 0
    with Solver(bootstrap_with=clauses) as solver, _interrupting(solver.interrupt):
        while found <= truth.count and (more := solver.solve_limited(expect_interrupt=True)) is not False:
            if more is None:
                raise StoppedError
            found += 1
            true = set(solver.get_model())
            if not seen:
                break
            solver.add_clause([-v if v in true else v for v in seen])
    several = given.spec.states > 2  # wider numbers may be written in bits in several ways
    if (found > 0) != (truth.count > 0) if several else found != truth.count:
        yield f"{found} models (or more), in truth {truth.count} solutions"


def read_cnf(text: str) -> tuple[dict[str, int], list[list[int]]]:
    """Return the variables by name and the clauses, XOR lines spelt out."""
    names = {name: int(number) for number, name in re.findall(r"^c variable (\d+) is (\S+)$", text, re.MULTILINE)}
    clauses: list[list[int]] = []
    for line in text.splitlines():
        if line.startswith(("c", "p")):
            continue
        literals = [int(word) for word in line.removeprefix("x").split()][:-1]
        if not line.startswith("x"):
            clauses.append(literals)
            continue
        if len(literals) > 14:
            raise RefusedError("XOR lines too long to spell out")
        for signs in itertools.product((1, -1), repeat=len(literals)):
            if signs.count(1) % 2 == 0:  # an even number of true literals is wrong
                clauses.append([-sign * literal for sign, literal in zip(signs, literals, strict=True)])
    return names, clauses


EXPORTS: dict[str, Check] = {"export": export}
