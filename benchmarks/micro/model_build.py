"""How long each formulation takes to write and each solver to build, beside a hand-written loop and beside solving.

    python benchmarks/micro/model_build.py --sizes 9 14 19 30 --formulations parity coset --repeats 15

Prints medians in milliseconds on a random solvable board. `write` is puzzle to program, `build` program to library
model; `ratio` divides both together by the parity model written by hand in PySCIPOpt, `share` by the time that solving
takes (at most --limit seconds). Builds alternate, so that a slow moment of the machine hits all alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations.coset import COSET
from lo_opt.formulations.hull import HULL
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.xor import XOR
from lo_opt.puzzle import Board, Puzzle
from lo_opt.solvers import cbc, cpsat, highs, scip

FORMULATIONS = {formulation.name: formulation for formulation in (PARITY, XOR, HULL, COSET)}
SOLVERS = [module.SOLVER for module in (scip, cbc, cpsat, highs)]


def hand_written(lit: list[list[int]]) -> object:
    """The n x n board as anyone would write it in PySCIPOpt."""
    from pyscipopt import Model, quicksum

    model = Model()
    model.hideOutput()
    n = len(lit)
    cells = [(r, c) for r in range(n) for c in range(n)]
    press = {cell: model.addVar(f"x_{cell[0]}_{cell[1]}", vtype="B", obj=1) for cell in cells}
    for r, c in cells:
        around = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        near = [press[cell] for cell in around if cell in press]
        half = model.addVar(f"k_{r}_{c}", vtype="I", lb=0, ub=(lit[r][c] + len(near)) // 2)
        model.addCons(lit[r][c] + quicksum(near) == 2 * half)
    return model


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def board(n: int) -> Puzzle:
    presses = Board.from_array(np.random.default_rng(n).integers(0, 2, (n, n)))
    return Puzzle.grid(Puzzle.grid(Board.filled(n, n, 0)).apply(presses))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 14, 19, 30])
    parser.add_argument("--formulations", nargs="+", default=list(FORMULATIONS), choices=FORMULATIONS)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds for solving")
    arguments = parser.parse_args()
    solvers = [solver for solver in SOLVERS if solver.availability().available]
    control = Control()
    print(f"{'n':>3} {'backend':<13} {'write':>8} {'build':>8} {'by hand':>8} {'ratio':>6} {'solve':>9} {'share':>7}")
    for n in arguments.sizes:
        puzzle = board(n)
        lit = puzzle.start.to_array().tolist()
        for formulation in map(FORMULATIONS.__getitem__, arguments.formulations):
            taking = [s for s in solvers if s.refuse(formulation.needed_from(s.takes)) is None]
            write: dict[str, list[float]] = {solver.name: [] for solver in taking}
            build: dict[str, list[float]] = {solver.name: [] for solver in taking}
            by_hand: list[float] = []
            programs = {solver.name: formulation.program(puzzle, solver.takes) for solver in taking}
            for _ in range(arguments.repeats):
                by_hand.append(seconds(lambda lit=lit: hand_written(lit)))
                for solver in taking:
                    program = programs[solver.name]
                    write[solver.name].append(
                        seconds(lambda f=formulation, s=solver, puzzle=puzzle: f.program(puzzle, s.takes))
                    )
                    build[solver.name].append(seconds(lambda s=solver, program=program: s.build(program, control)))
            hand_ms = 1000 * statistics.median(by_hand)
            for solver in taking:
                write_ms, build_ms = (1000 * statistics.median(times[solver.name]) for times in (write, build))
                outcome = solver.solve(programs[solver.name], Settings(), Control.limited(arguments.limit))
                solve_ms = 1000 * outcome.solve_s
                ratio, share = (write_ms + build_ms) / hand_ms, (write_ms + build_ms) / solve_ms
                name = f"{solver.name}:{formulation.name}"
                print(
                    f"{n:>3} {name:<13} {write_ms:8.2f} {build_ms:8.2f} {hand_ms:8.2f} {ratio:6.2f} "
                    f"{solve_ms:9.1f} {share:7.1%}"
                )


if __name__ == "__main__":
    main()
