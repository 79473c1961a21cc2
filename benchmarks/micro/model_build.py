"""How long each solver's parity model takes to build, beside the hand-written PySCIPOpt loop of the same model.

    python benchmarks/micro/model_build.py --sizes 5 10 20 30 --repeats 15

Prints medians in milliseconds. `write` is puzzle to program, `build` program to library model; the last column divides
both together by the hand-written loop. Builds alternate, so that a slow moment of the machine hits all alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from lo_opt.control import Control
from lo_opt.formulations.parity import PARITY
from lo_opt.puzzle import Board, Puzzle
from lo_opt.solvers import cbc, cpsat, highs, scip

SOLVERS = [module.SOLVER for module in (scip, cbc, cpsat, highs)]


def hand_written(n: int) -> object:
    """The all-lit n x n board as anyone would write it in PySCIPOpt."""
    from pyscipopt import Model, quicksum

    model = Model()
    model.hideOutput()
    cells = [(r, c) for r in range(n) for c in range(n)]
    press = {cell: model.addVar(f"x_{cell[0]}_{cell[1]}", vtype="B", obj=1) for cell in cells}
    for r, c in cells:
        around = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        near = [press[cell] for cell in around if cell in press]
        half = model.addVar(f"k_{r}_{c}", vtype="I", lb=0, ub=(1 + len(near)) // 2)
        model.addCons(1 + quicksum(near) == 2 * half)
    return model


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 10, 15, 20, 25, 30])
    parser.add_argument("--repeats", type=int, default=15)
    arguments = parser.parse_args()
    solvers = [solver for solver in SOLVERS if solver.availability().available]
    control = Control()
    print(f"{'n':>3} {'solver':<8} {'write':>8} {'build':>8} {'by hand':>8} {'ratio':>6}")
    for n in arguments.sizes:
        puzzle = Puzzle.grid(Board.filled(n, n, 1))
        program = PARITY.build(puzzle)
        write: list[float] = []
        by_hand: list[float] = []
        build: dict[str, list[float]] = {solver.name: [] for solver in solvers}
        for _ in range(arguments.repeats):
            by_hand.append(seconds(lambda n=n: hand_written(n)))
            write.append(seconds(lambda puzzle=puzzle: PARITY.build(puzzle)))
            for solver in solvers:
                build[solver.name].append(
                    seconds(lambda solver=solver, program=program: solver.build(program, control))
                )
        hand_ms, write_ms = (1000 * statistics.median(times) for times in (by_hand, write))
        for name, times in build.items():
            build_ms = 1000 * statistics.median(times)
            ratio = (write_ms + build_ms) / hand_ms
            print(f"{n:>3} {name:<8} {write_ms:8.2f} {build_ms:8.2f} {hand_ms:8.2f} {ratio:6.2f}")


if __name__ == "__main__":
    main()
