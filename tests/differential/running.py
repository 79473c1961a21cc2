"""Which checks a puzzle gets, and one check run to a verdict: passed, refused, stopped or failed."""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from dataclasses import dataclass

from lo_opt.backends import selectors

from .analysis import ANALYSIS, count
from .checks import SOLVING, Given, RefusedError, StoppedError
from .exports import EXPORTS, PAIRS
from .facts import FACTS
from .oracle import MOST
from .specs import Case, Counting, Spec

CHECKS = {**SOLVING, **FACTS, **ANALYSIS, **EXPORTS}
COUNTING = ("auto", "cpsat", "scip", "highs", "cbc")
WRITTEN = ("buttons", "flip", "contest", "plist")
PASSED, REFUSED, STOPPED, FAILED = "passed", "refused", "stopped", "failed"


@dataclass(frozen=True)
class Verdict:
    """How one check of a puzzle ended; `detail` is the reason of a refusal, or what is wrong."""

    check: str
    outcome: str
    detail: str = ""
    seconds: float = 0.0


def planned(case: Case, number: int) -> list[str]:
    """Return the names of the checks that a puzzle gets, the same whenever it is drawn."""
    rng = random.Random(f"plan/{number}/{case.seed}")
    if isinstance(case, Counting):
        return [f"count {name}" for name in COUNTING]
    every = list(selectors())
    small = case.states ** len(case.free()) <= MOST
    plan = ["build", "effects", "toml", "notation"]
    solvers = every if small else [name for name in every if ":" not in name or rng.random() < 0.4]
    plan += [f"solve {name}" for name in solvers]
    plan.append("agree")
    plan += [f"feasible {name}" for name in every if rng.random() < (0.25 if small else 0.15)]
    plan += [f"hurried {name}" for name in every if rng.random() < (0.06 if small else 0.3)]
    plan += [f"{check} {name}" for check in ("listed", "ties") for name in ("gf2", "auto")]
    plan += [f"{check} {name}" for check in ("listed", "ties") for name in every if ":" in name and rng.random() < 0.03]
    plan += [f"formats {name}" for name in WRITTEN]
    plan += [f"record {rng.choice(every)}", f"pooled {rng.choice(('gf2', 'auto', 'sweep', 'chase'))}"]
    plan += ["many", "analyze", "modular"]
    plan += ["comparing"] if rng.random() < 0.2 else []
    plan += [f"export {pair}" for pair in rng.sample(PAIRS, 4)]
    return plan


def run(case: Case, names: list[str]) -> Iterator[Verdict]:
    """Yield the verdict of each check; a puzzle that cannot be built gets only that verdict."""
    given = Given(case) if isinstance(case, Spec) else None
    for name in names:
        verdict = verdict_of(case, given, name)
        yield verdict
        if name == "build" and verdict.outcome != PASSED:
            return


def verdict_of(case: Case, given: Given | None, name: str) -> Verdict:
    """Run one check."""
    word, _, argument = name.partition(" ")
    found: list[str] = []
    outcome, detail = PASSED, ""
    try:
        if isinstance(case, Counting):
            found.extend(count(case, argument))
        else:
            for problem in CHECKS[word](given, argument):
                found.append(problem)
    except RefusedError as refusal:
        outcome, detail = REFUSED, str(refusal)
    except StoppedError:
        outcome = STOPPED
    except Exception as error:  # whatever comes out is a finding
        place = traceback.extract_tb(error.__traceback__)[-1]
        found.append(f"{type(error).__name__} in {place.name}: {error}")
    if found:
        return Verdict(name, FAILED, "; ".join(found[:5]))
    return Verdict(name, outcome, detail)
