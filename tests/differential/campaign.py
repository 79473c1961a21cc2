"""A long run over the puzzles of a seed: counts, failures shrunk and kept as files, resumed where it stopped."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .children import PATIENCE_S, Child
from .drawing import draw
from .files import to_toml
from .running import FAILED, PASSED, REFUSED, Verdict, planned
from .shrinking import shrunk
from .specs import Case

SHRINK_S = 120.0
SHRUNK_EACH = 3  # failures of one kind that are worth shrinking
SAVED_EACH = 20  # puzzles between two records of how far the run is


@dataclass
class Totals:
    """What was done so far: how each check ended, seconds by check, reasons of refusals, kinds of failures."""

    next: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)  # "check backend|outcome"
    spent: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    files: list[str] = field(default_factory=list)

    def add(self, verdicts: list[Verdict]) -> None:
        """Count the verdicts of one puzzle, which is then done."""
        for verdict in verdicts:
            self.outcomes[f"{verdict.check}|{verdict.outcome}"] += 1
            self.spent[verdict.check] += verdict.seconds
            if verdict.outcome == REFUSED:
                self.refusals[f"{verdict.check.split()[0]}: {verdict.detail}"] += 1
            elif verdict.outcome == FAILED:
                self.failures[kind_of(verdict)] += 1
        self.next += 1

    def save(self, path: Path) -> None:
        """Write the totals, whole or not at all."""
        draft = path.with_suffix(".part")
        draft.write_text(json.dumps(self.__dict__))
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Totals:
        """Return the totals of an earlier run, or none."""
        if not path.exists():
            return cls()
        said = json.loads(path.read_text())
        counters = ("outcomes", "spent", "refusals", "failures")
        return cls(**{key: Counter(value) if key in counters else value for key, value in said.items()})


def kind_of(verdict: Verdict) -> str:
    """Return what failed without what differs from puzzle to puzzle."""
    return f"{verdict.check}: {re.sub(r'-?[0-9][0-9_,./]*', 'N', verdict.detail)[:70]}"


class Campaign:
    """The puzzles of one seed, run for some seconds; files go to a folder."""

    def __init__(self, seed: int, folder: Path, jobs: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.seed, self.folder, self.jobs = seed, folder, jobs
        self.state = folder / f"seed-{seed}.json"
        self.totals = Totals.load(self.state)
        self._waiting: dict[int, list[Verdict]] = {}
        self._lock = threading.Lock()
        self._shrunk: Counter[str] = Counter()

    def run(self, seconds: float, puzzles: int | None = None) -> Totals:
        """Run until the time is over, or so many puzzles more are done."""
        began, before = time.monotonic(), self.totals.seconds
        self._ends, self._began, self._before = began + seconds, began, before
        first = self.totals.next
        numbers = iter(range(first, sys.maxsize if puzzles is None else first + puzzles))
        with ThreadPoolExecutor(self.jobs) as pool:
            workers = [pool.submit(self._work, numbers) for _ in range(self.jobs)]
            try:
                for worker in workers:
                    worker.result()
            except KeyboardInterrupt:
                self._ends = began  # the puzzles at hand are the last
        self._record()
        return self.totals

    def _work(self, numbers: Iterator[int]) -> None:
        child = Child()
        try:
            while time.monotonic() < self._ends:
                with self._lock:
                    number = next(numbers, None)
                if number is None:
                    return
                case = draw(self.seed, number)
                verdicts = list(child.verdicts(case, planned(case, number)))
                for verdict in verdicts:
                    if verdict.outcome == FAILED:
                        self._keep(child, case, number, verdict)
                self._done(number, verdicts)
        finally:
            child.close()

    def _done(self, number: int, verdicts: list[Verdict]) -> None:
        """Count puzzles in their order, so that the totals are always those of the first so many."""
        with self._lock:
            self._waiting[number] = verdicts
            while self.totals.next in self._waiting:
                self.totals.add(self._waiting.pop(self.totals.next))
                if self.totals.next % SAVED_EACH == 0:
                    self._record()

    def _record(self) -> None:
        self.totals.seconds = self._before + time.monotonic() - self._began
        self.totals.save(self.state)
        found = sum(self.totals.failures.values())
        print(
            f"{self.totals.next:,} puzzles, {sum(self.totals.outcomes.values()):,} checks, {found:,} failures, "
            f"{self.totals.seconds:,.0f} s",
            file=sys.stderr,
            flush=True,
        )

    def _keep(self, child: Child, case: Case, number: int, verdict: Verdict) -> None:
        """Write a failure as a file, shrunk unless there are enough of its kind."""
        kind = kind_of(verdict)
        with self._lock:
            self._shrunk[kind] += 1
            many = self._shrunk[kind] > SHRUNK_EACH
        print(f"puzzle {number}: {verdict.check}: {verdict.detail[:300]}", file=sys.stderr, flush=True)
        if many:
            return
        ends = time.monotonic() + SHRINK_S
        names = [verdict.check] if verdict.check.startswith(("build", "count")) else ["build", verdict.check]

        def fails(candidate: Case) -> bool:
            if time.monotonic() > ends:
                return False
            *before, last = list(child.verdicts(candidate, names))
            same = last.outcome == FAILED and kind_of(last)[:40] == kind[:40]
            return same and all(verdict.outcome == PASSED for verdict in before)

        slow = verdict.seconds > PATIENCE_S / 2  # each step would take as long
        small = shrunk(case, fails) if not slow and fails(case) else case
        name = re.sub(r"[^a-z0-9]+", "-", verdict.check)
        path = self.folder / f"{self.seed}-{number}-{name}.toml"
        path.write_text(to_toml(small, {"check": verdict.check, "found": verdict.detail}))
        with self._lock:
            self.totals.files.append(path.name)


def replay(case: Case, names: list[str]) -> list[Verdict]:
    """Return the verdicts of a kept case, in a child process."""
    child = Child()
    try:
        return list(child.verdicts(case, names))
    finally:
        child.close()


def summary(totals: Totals) -> str:
    """Return the totals as a table for people."""
    ends = ("passed", "refused", "stopped", "failed")
    table: dict[str, Counter[str]] = {}
    for key, times in totals.outcomes.items():
        check, _, outcome = key.partition("|")
        name = check if not check.startswith("export") else " ".join(check.split()[:3])
        table.setdefault(name, Counter())[outcome] += times
    lines = [f"{totals.next:,} puzzles, {sum(totals.outcomes.values()):,} checks, {totals.seconds:,.0f} seconds", ""]
    lines.append(f"{'check':26}" + "".join(f"{end:>9}" for end in ends) + f"{'seconds':>9}")
    for name, row in sorted(table.items()):
        spent = sum(s for check, s in totals.spent.items() if check == name or check.startswith(f"{name} "))
        lines.append(f"{name:26}" + "".join(f"{row[end]:9,}" for end in ends) + f"{spent:9.0f}")
    for title, counted in (("refusals", totals.refusals), ("failures", totals.failures)):
        lines += ["", f"{title}: {sum(counted.values()):,}"]
        lines += [f"  {times:7,}  {what}" for what, times in counted.most_common(40)]
    if totals.files:
        lines += ["", "kept: " + ", ".join(totals.files[-20:])]
    return "\n".join(lines)
