"""The analysis of a puzzle and the counting variant, against trying everything."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

import lo_opt as lo
from lo_opt import Proof, Status

from .building import counters_of
from .checks import SECONDS, Check, Given, RefusedError, StoppedError, general
from .judging import cells, fault_in_certificate
from .oracle import change_of, effects_of, every_choice, least_counting
from .specs import Counting


def analyze(given: Given, _: str) -> Iterator[str]:
    """Everything that `analyze` says and that can be found by trying all presses."""
    spec, truth = given.spec, given.truth
    try:
        found = lo.analyze(given.puzzle, time_limit_s=2 * SECONDS)
    except lo.UnsupportedError as error:
        if spec.states == 2 and not spec.limits and not spec.required and spec.objective == "cost":
            yield f"refused: {error}"
        if ";" not in str(error):
            yield f"refused without a cure: {error}"
        raise RefusedError(general(str(error))) from None
    if truth.costs is None or truth.nullity is None:
        return
    costs: Counter[Fraction] = Counter()
    for measures, times in truth.costs.items():
        costs[measures[0]] += times
    told = {
        "nullity": (found.nullity, truth.nullity),
        "rank": (found.rank, len(spec.free()) - truth.nullity),
        "lights": (found.lights, len(spec.cells)),
        "solvable": (found.solvable, truth.solvable),
        "solutions": (found.solutions, truth.count),
        "least cost": (found.min_cost, truth.best[0] if truth.best else None),
        "optimal solutions": (found.optimal_solutions, truth.optimal_count if truth.solvable else None),
        "costs": (found.weights, dict(sorted(costs.items())) if truth.solvable else None),
    }
    for what, (said, true) in told.items():
        if said != true:
            yield f"{what} {said}, in truth {true}"
    if found.presses is not None and spec.measures(cells(found.presses)) != truth.best:
        yield f"presses {found.presses} are not the best"
    if found.certificate is not None and (fault := fault_in_certificate(spec, cells(found.certificate))):
        yield f"certificate {found.certificate}: {fault}"
    if not truth.solvable and found.certificate is None:
        yield "unsolvable without a certificate"
    if len(spec.free()) <= 12:
        yield from _by_trying(given, found)


def _by_trying(given: Given, found: lo.Analysis) -> Iterator[str]:
    """Yield what is wrong with quiet patterns, regions, parity and the nearest solvable board."""
    spec = given.spec
    matrix, free = effects_of(spec)
    chosen = every_choice(spec, len(free))
    moved = chosen @ matrix % 2
    quiet = np.zeros((int((~moved.any(axis=1)).sum()), spec.button_count), np.int64)
    quiet[:, free] = chosen[~moved.any(axis=1)]
    patterns = {tuple(row) for row in quiet.tolist()}
    basis = [cells(board) for board in found.quiet_patterns or ()]
    if any(tuple(pattern) not in patterns for pattern in basis) or len(basis) != found.nullity:
        yield f"quiet patterns {found.quiet_patterns} are not a basis"
    if found.all_quiet is not None and {tuple(cells(board)) for board in found.all_quiet} != patterns - {
        (0,) * spec.button_count
    }:
        yield "all_quiet are not all quiet patterns"
    if found.regions is not None:
        columns = [tuple(column) for column in quiet.T.tolist()]
        for a, b in itertools.combinations(range(spec.button_count), 2):
            same = columns[a] == columns[b] and any(columns[a])
            if (found.regions[a] == found.regions[b] and found.regions[a] >= 0) != same:
                yield f"regions of buttons {a} and {b}: {found.regions[a]} and {found.regions[b]}"
        if any((found.regions[j] < 0) == any(columns[j]) for j in range(spec.button_count)):
            yield f"regions {found.regions}"
    if found.parity is not None:
        even = not (quiet.sum(axis=1) % 2).any()
        if found.parity.same != even:
            yield f"parity {found.parity.same}, in truth {even}"
        counts = {int(n) % 2 for n in given.truth.presses.sum(axis=1)}
        if found.parity.odd is not None and counts != {int(found.parity.odd)}:
            yield f"odd {found.parity.odd}, in truth {counts}"
    if found.nearest is not None:
        reached = {tuple(row) for row in moved.tolist()}
        change = change_of(spec).tolist()
        far = sorted(sum(a != b for a, b in zip(row, change, strict=True)) for row in reached)
        said, true = (found.nearest.distance, found.nearest.count), (far[0], far.count(far[0]))
        if said != true:
            yield f"nearest: distance and number of ways {said}, in truth {true}"


def modular(given: Given, _: str) -> Iterator[str]:
    """What is known of any number of states: members, kernel, costs and certificate, against all solutions."""
    from lo_opt.analysis.modular import analyze_modular

    spec, truth = given.spec, given.truth
    try:
        found = analyze_modular(given.puzzle, time_limit_s=2 * SECONDS)
    except lo.UnsupportedError as error:
        raise RefusedError(general(str(error))) from None
    if truth.costs is None or spec.limits or spec.required:
        return
    least = min((measures[0] for measures in truth.costs), default=None)
    told = {
        "solvable": (found.solvable, truth.solvable),
        "solutions": (found.solutions or 0, truth.count),
        "nullity": (found.nullity, truth.nullity),
        "least cost": (found.min_cost, least),
        "boards": (found.boards * found.members, spec.states ** len(spec.free())),
    }
    if "," not in spec.objective and truth.solvable:
        told["costs"] = (found.weights, {measures[0]: times for measures, times in sorted(truth.costs.items())})
        told["optimal solutions"] = (found.optimal_solutions, truth.optimal_count)
    for what, (said, true) in told.items():
        if said != true:
            yield f"{what} {said}, in truth {true}"
    moves = spec.moves()
    for pattern in found.quiet_patterns or ():
        after = replace(spec, start=(0,) * len(spec.start)).lit_after(cells(pattern), moves)
        if any(after) or not pattern.count:
            yield f"{pattern} is no quiet pattern"
    if found.certificate is not None and (fault := fault_in_certificate(spec, cells(found.certificate))):
        yield f"certificate {found.certificate}: {fault}"


def count(counting: Counting, name: str) -> Iterator[str]:
    """The fewest presses for counters, by one solver."""
    counters = counters_of(counting)
    truth = least_counting(counting)
    for goal in ("optimal", "feasible"):
        try:
            answer = lo.solve_counters(counters, name, goal=goal, time_limit_s=SECONDS, seed=counting.seed)
        except lo.UnsupportedError as error:
            yield f"refused: {error}"
            return
        if answer.status is Status.ERROR:
            yield f"{goal}: {answer.message}"
        if answer.presses is not None and (fault := counting.fault(answer.presses)):
            yield f"{goal}: presses {answer.presses}: {fault}"
        if answer.limit is not None:
            raise StoppedError
        if truth is None:
            continue
        solvable, least = truth
        wanted = (Status.OPTIMAL, Status.FEASIBLE) if goal == "feasible" else (Status.OPTIMAL,)
        if answer.status not in (wanted if solvable else (Status.INFEASIBLE,)):
            yield f"{goal}: status {answer.status}, in truth {least}: {answer.message}"
        if answer.status is Status.OPTIMAL and (answer.press_count, answer.bound) != (least, least):
            yield f"{goal}: optimal with {answer.press_count}, in truth {least}"
        if answer.bound is not None and least is not None and answer.bound > least:
            yield f"{goal}: bound {answer.bound}, in truth {least}"
        if (answer.proof is None) != (answer.status not in (Status.OPTIMAL, Status.INFEASIBLE)):
            yield f"{goal}: status {answer.status} with proof {answer.proof}"
        if goal == "feasible" and answer.status is Status.OPTIMAL and answer.proof is not Proof.BOUND:
            yield f"{goal}: optimal by {answer.proof}"


ANALYSIS: dict[str, Check] = {"analyze": analyze, "modular": modular}
