"""CBC as the program that PuLP brings, run on an MPS file; knows programs, no puzzle.

The program is run directly, not by PuLP's classes: their `status` says Optimal at a time limit, they give no bound,
lose the process on Ctrl-C, and the class for the bundled program is gone in PuLP 4.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.errors import SolverError
from lo_opt.formulations.mps import mps_lines
from lo_opt.formulations.program import Feature, Names, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.solvers.base import LibrarySolver, checked, seed31, time_left_s
from lo_opt.solvers.interruptible import run_interruptibly
from lo_opt.solvers.outcome import TIGHT_TOLERANCE, Report, needs_tight

NAMES = Names(variable="x{}".format, row="r{}".format)
# How long CBC may take from the first request to stop: it hears none before its root cuts are done.
PATIENCE_S, PATIENCE_AFTER_DEADLINE_S = 5.0, 2.0
LIMITS = {"time": Limit.TIME, "nodes": Limit.NODES}  # an interrupt it calls iterations


class Cbc(LibrarySolver[str]):
    """CBC: branch and cut, in a process of its own."""

    name = "cbc"
    summary = "CBC by PuLP: branch and cut"
    takes = frozenset({Feature.INTEGER})
    module = "cbc"
    cure = "pip install 'pulp<4', or install the program cbc (Debian: apt install coinor-cbc)"

    def version(self) -> str:
        """Return the version that the program prints."""
        asked = subprocess.run(
            [find_cbc(), "-quit"],
            cwd=tempfile.gettempdir(),  # it aborts in a folder that is gone
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
        found = re.search(r"^Version: (\S+)", asked.stdout, re.MULTILINE)
        return found[1] if found else "unknown"

    def build(self, program: Program, control: Control) -> str:
        """Return the MPS text of what the values are above their lower bounds."""
        return "\n".join(checked(mps_lines(from_zero(program), NAMES), control)) + "\n"

    def run(self, model: str, program: Program, settings: Settings, control: Control) -> Report:
        """Run the program on temporary files, and read the solution file and the log it leaves."""
        used: dict[str, str] = {}
        if settings.threads > 1:
            used["threads"] = str(settings.threads)
        if needs_tight(program):
            used["integerTolerance"] = used["primalTolerance"] = str(TIGHT_TOLERANCE)
        if settings.seed:
            used["randomSeed"] = used["randomCbcSeed"] = str(seed31(settings))
        if math.isfinite(control.deadline):
            used["timeMode"] = "elapsed"
            used["sec"] = str(time_left_s(control))
        options = [word for name, value in used.items() for word in (f"-{name}", value)]
        with tempfile.TemporaryDirectory(prefix="lo-opt-cbc-") as folder:
            files = Path(folder)
            (files / "model.mps").write_text(model, encoding="ascii")
            command = [find_cbc(), "model.mps", *options, "-solve", "-solution", "model.sol"]
            with open(files / "log.txt", "w") as log:
                interrupted = _run(command, files, log.fileno(), control)
            text = (files / "log.txt").read_text(errors="replace")
            solution = (files / "model.sol").read_text() if (files / "model.sol").exists() else ""
        report = _report(solution, text, program.variable_count, interrupted, control.expired)
        paid = program.cost(program.lower) - program.constant
        return replace(
            report,
            settings=used,
            values=None if report.values is None else np.asarray(report.values) + program.lower,
            objective=None if report.objective is None else report.objective + paid,
            bound=None if report.bound is None else report.bound + paid,
        )


def from_zero(program: Program) -> Program:
    """Return the program in what its values are above their lower bounds, the cost of these left out; itself at 0.

    Other bounds CBC may lose: where its preprocessing fixes all variables (2.10.3), it calls optimal what breaks them.

    >>> moved = from_zero(Program.of([1, 0], [3, 3], [2, 5], [([0, 1], [1, 1], 2, NO_UPPER)]))
    >>> moved.lower.tolist(), moved.upper.tolist(), moved.rows.lower.tolist()
    ([0, 0], [2, 3], [1])
    """
    if not program.lower.any():
        return program
    rows, paid = program.rows, program.rows.activity(program.lower)
    return replace(
        program,
        lower=np.zeros_like(program.lower),
        upper=program.upper - program.lower,
        presses=replace(program.presses, constant=program.presses.apply(program.lower)),
        rows=replace(
            rows,
            lower=np.where(rows.lower == NO_LOWER, NO_LOWER, rows.lower - paid),
            upper=np.where(rows.upper == NO_UPPER, NO_UPPER, rows.upper - paid),
        ),
    )


def find_cbc() -> str:
    """Return the path of the CBC program: the one bundled with PuLP (to 3.x), else the one on the PATH."""
    try:
        import pulp

        bundled = getattr(getattr(pulp, "PULP_CBC_CMD", None), "pulp_cbc_path", None)
        if bundled and os.access(bundled, os.X_OK):
            return str(Path(bundled).resolve())
    except Exception as error:  # PuLP missing or broken: the program on the PATH will do
        reason = str(error)
    else:
        reason = "PuLP brings no CBC program for this machine"
    on_path = shutil.which("cbc")
    if on_path is None:
        raise SolverError(f"no cbc on the PATH, and {reason}")
    return on_path


def _run(command: list[str], folder: Path, log: int, control: Control) -> bool:
    """Run CBC to its end, silently; return whether it was interrupted. It is never left running."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
        asked_s = math.inf

        def stop() -> None:
            nonlocal asked_s
            asked_s = min(asked_s, time.perf_counter())
            patience_s = PATIENCE_AFTER_DEADLINE_S if control.expired else PATIENCE_S
            if time.perf_counter() - asked_s > patience_s or os.name == "nt":
                process.kill()
            else:
                process.send_signal(signal.SIGINT)  # CBC finishes its node and writes what it has

        try:
            return run_interruptibly(process.wait, stop, control, kill=process.kill)
        finally:
            process.kill()


def _report(solution: str, log: str, variables: int, interrupted: bool, overdue: bool) -> Report:
    """Read a solution file, whose first line is CBC's honest status, and the log.

    `overdue` says that the deadline has passed, which excuses a missing file, for CBC had to be killed, and leaves
    "infeasible" without meaning.
    """
    first, _, rest = solution.partition("\n")
    said = first.partition(" - objective value")
    word = said[0].strip() or "killed"
    if not solution and not interrupted and not overdue:
        raise SolverError(f"CBC ended without a solution file: {' '.join(log.split()[-20:])}")
    limit = None
    if word.startswith("Optimal"):
        status = Status.OPTIMAL
    elif word in ("Infeasible", "Integer infeasible"):
        status = Status.INFEASIBLE
        if interrupted or overdue:
            # Preprocessing that is stopped "says infeasible or unbounded" (2.10.3), also of what has a solution.
            status, limit = Status.UNKNOWN, Limit.INTERRUPT if interrupted else Limit.TIME
    else:
        stopped_with_solution = word.startswith("Stopped") and "no integer solution" not in word
        status = Status.FEASIBLE if stopped_with_solution else Status.UNKNOWN
        named = next((LIMITS[reason] for reason in LIMITS if reason in word), Limit.TIME if overdue else None)
        limit = Limit.INTERRUPT if interrupted else named
    values, objective = None, None
    if status in (Status.OPTIMAL, Status.FEASIBLE):
        objective, values = float(said[2]), np.zeros(variables)
        for line in rest.splitlines():
            name, value = line.replace("**", "").split()[1:3]
            values[int(name[1:])] = float(value)
    bound = _number(r"^Lower bound: +(\S+)", log)
    nodes = _number(r"^Enumerated nodes: +(\d+)", log)
    return Report(
        status,
        word,
        limit,
        values,
        objective=objective,
        bound=objective if status is Status.OPTIMAL and bound is None else bound,
        nodes=None if nodes is None else int(nodes),
        solver_s=_number(r"^Total time .*Wallclock seconds\): +(\S+)", log),
    )


def _number(pattern: str, log: str) -> float | None:
    found = re.search(pattern, log, re.MULTILINE)
    return float(found[1]) if found else None


SOLVER = Cbc()
