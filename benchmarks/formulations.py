"""Every formulation on every solver: how long the optimum of random solvable n x n boards takes.

    python benchmarks/formulations.py --limit 10 --seeds 1 2 --output benchmarks/results/formulations

One thread, the same boards and the same limit for all, one run, boards in turn so that whatever else the machine does
meets every backend. A backend that solves no board of two sizes in a row is not asked for larger ones; these count as
not solved. Solvers that lo-opt tunes also run parity with their own defaults, as "cpsat*". Writes OUTPUT.csv, one line
a run, and OUTPUT.md: the shifted geometric mean of the seconds for building and solving (not solved: the limit) and the
share of boards solved to proven optimality.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import platform
import statistics
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lo_opt import Board, Puzzle, Status, linear
from lo_opt.backends import ProgramBackend
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations.coset import COSET
from lo_opt.formulations.hull import HULL
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.xor import XOR
from lo_opt.solvers import cbc, cpsat, highs, scip
from lo_opt.solving import answered

SHIFT_S = 0.1
SIZES = [*range(5, 15), 16, 19]
FORMULATIONS = [PARITY, XOR, HULL, COSET]
SOLVERS = [module.SOLVER for module in (scip, cbc, cpsat, highs)]


@dataclass(frozen=True)
class Run:
    """One board through one backend."""

    n: int
    seed: int
    nullity: int
    solver: str
    formulation: str
    status: str
    cost: int | None
    seconds: float


def with_defaults(solver):
    """The same solver without what lo-opt sets for speed."""
    kind = type(f"{type(solver).__name__}Defaults", (type(solver),), {"tuned": {}, "name": f"{solver.name}*"})
    return kind()


def board(n: int, seed: int) -> Puzzle:
    """The n x n board lit by random presses."""
    presses = np.random.default_rng([n, seed]).integers(0, 2, (n, n))
    return Puzzle.grid(Puzzle.grid(Board.filled(n, n, 0)).apply(Board.from_array(presses)))


def measured(backends, sizes, seeds, limit_s) -> list[Run]:
    runs: list[Run] = []
    failures: dict[str, int] = defaultdict(int)
    for n in sizes:
        solved: dict[str, int] = defaultdict(int)
        for seed in seeds:
            puzzle = board(n, seed)
            nullity = linear.solutions(puzzle).nullity
            for backend in backends:
                status, cost, seconds = "skipped", None, limit_s
                if failures[backend.name] < 2:
                    answer = answered(backend, puzzle, Settings(), Control.limited(limit_s))
                    status, cost = str(answer.status), answer.cost
                    seconds = min(limit_s, answer.times.build_s + answer.times.solve_s)
                if status == Status.OPTIMAL:
                    solved[backend.name] += 1
                else:
                    seconds = limit_s
                runs.append(Run(n, seed, nullity, backend.solver.name, backend.formulation.name, status, cost, seconds))
            optima = {run.cost for run in runs if (run.n, run.seed, run.status) == (n, seed, "optimal")}
            assert len(optima) <= 1, f"optima of {n}x{n} seed {seed} differ: {optima}"
        for backend in backends:
            failures[backend.name] = 0 if solved[backend.name] else failures[backend.name] + 1
        print(f"{n}x{n} done", flush=True)
    return runs


def mean_s(seconds: list[float]) -> float:
    """The shifted geometric mean."""
    return math.exp(statistics.fmean(math.log(s + SHIFT_S) for s in seconds)) - SHIFT_S


def shown(seconds: float, limit_s: float) -> str:
    return "—" if seconds >= limit_s else f"{seconds:.3f}" if seconds < 1 else f"{seconds:.2f}"


def report(runs: list[Run], sizes, seeds, limit_s) -> str:
    names = list(dict.fromkeys((run.solver, run.formulation) for run in runs))
    of = {name: [run for run in runs if (run.solver, run.formulation) == name] for name in names}
    lines = [
        "# Formulations × solvers",
        "",
        f"Random solvable n×n boards, n = {', '.join(map(str, sizes))}, {len(seeds)} of each size; goal optimal, one "
        f"thread, limit {limit_s:g} s, one run. Seconds are those for building and solving together; a board not "
        f"solved to proven optimality counts as {limit_s:g} s. Means are geometric, shifted by {SHIFT_S} s. A star "
        "marks a solver with its own default parameters, where lo-opt sets others.",
        "",
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end; "
        + ", ".join(f"{solver.name} {solver.availability().version}" for solver in SOLVERS)
        + ".",
        "",
        "| solver | formulation | mean s | solved |",
        "| --- | --- | --: | --: |",
    ]
    for solver, formulation in names:
        mine = of[solver, formulation]
        share = sum(run.status == "optimal" for run in mine) / len(mine)
        lines.append(f"| {solver} | {formulation} | {mean_s([run.seconds for run in mine]):.3f} | {share:.0%} |")
    lines += [
        "",
        "Mean seconds by size (— where no board was solved in time), under each size its nullity:",
        "",
        "| | " + " | ".join(f"{n}" for n in sizes) + " |",
        "| --- |" + " --: |" * len(sizes),
        "| *nullity* | " + " | ".join(str(next(run.nullity for run in runs if run.n == n)) for n in sizes) + " |",
    ]
    for solver, formulation in names:
        cells = [
            shown(mean_s([run.seconds for run in of[solver, formulation] if run.n == n]), limit_s * 0.999)
            for n in sizes
        ]
        lines.append(f"| {solver}:{formulation} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each board and backend")
    parser.add_argument("--output", type=Path, default=Path("formulations"), help="without a suffix")
    arguments = parser.parse_args()
    solvers = [solver for solver in SOLVERS if solver.availability().available]
    backends = [ProgramBackend(solver, formulation) for solver in solvers for formulation in FORMULATIONS]
    backends += [ProgramBackend(with_defaults(solver), PARITY) for solver in solvers if getattr(solver, "tuned", None)]
    backends = [backend for backend in backends if backend.mismatch() is None]
    runs = measured(backends, arguments.sizes, arguments.seeds, arguments.limit)
    with open(arguments.output.with_suffix(".csv"), "w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(Run.__annotations__)
        for run in runs:
            writer.writerow({**vars(run), "seconds": f"{run.seconds:.4f}"}.values())
    text = report(runs, arguments.sizes, arguments.seeds, arguments.limit)
    arguments.output.with_suffix(".md").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
