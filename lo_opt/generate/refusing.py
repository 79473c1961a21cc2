"""Why a request for levels is impossible, proved before or instead of drawing in vain; makes no board."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst import WorstCase, mean_bound, upper_bound, worst_case
from lo_opt.control import Control
from lo_opt.errors import BackendUnavailableError
from lo_opt.generate.errors import ImpossibleError
from lo_opt.generate.request import Distinct, Request
from lo_opt.verify import as_cost

WORST_CASE_S = 10.0
"""How long to look for a proof that no board needs as much as is wanted."""

_COUNTED_PRESSES = 64  # beyond, K random presses make more boards than anyone asks for


def refuse_by_bounds(request: Request, regions: Regions) -> None:
    """Raise `ImpossibleError` for what the average cost of solutions, the method, or parity exclude."""
    denominator = regions.puzzle.weight_denominator
    bound = upper_bound(regions)
    if not len(regions.pressable):
        raise ImpossibleError("every button is forbidden, so there is nothing to do on any board")
    if regions.board_count == 1:
        raise ImpossibleError("no button that may be pressed changes a light, so there is nothing to do on any board")
    if request.least > (mean := mean_bound(regions)):
        most = as_cost(mean, denominator)
        raise ImpossibleError(f"no board has {request.wish()}: the solutions of a board cost {most} or less on average")
    if request.least > bound:
        raise ImpossibleError(
            f"no board has {request.wish()}: some regions have odd numbers of buttons, so the solutions of a board "
            f"cannot all cost the same, and the least of them costs {as_cost(bound, denominator)} or less"
        )
    cheapest = int(regions.puzzle.costs()[regions.pressable].min())
    if request.most is not None and request.most < cheapest:
        raise ImpossibleError(
            f"no board on which there is something to do has {request.wish()}: it takes at least one press, which "
            f"costs {as_cost(cheapest, denominator)} or more"
        )
    if request.random_presses is not None:
        _refuse_by_method(request, regions, request.random_presses, bound)


def _refuse_by_method(request: Request, regions: Regions, presses: int, bound: int) -> None:
    """Raise if `presses` random presses make no such board, or too few."""
    denominator = regions.puzzle.weight_denominator
    dearest = int(regions.puzzle.costs()[regions.pressable].max()) * presses
    if request.least > dearest:
        raise ImpossibleError(
            f"no board made by {presses} presses has {request.wish()}: these presses themselves cost at most "
            f"{as_cost(dearest, denominator)}"
        )
    _refuse_by_parity(request, regions, presses, bound)
    _refuse_few_presses(request, regions, presses)


def refuse_by_count(request: Request, available: int, outcomes: Collection[tuple[int, int]] | None) -> None:
    """Raise `ImpossibleError` if the `available` wanted boards are none, or fewer than must be different.

    `outcomes` are the (least cost, number of optimal solutions) that occur at all, None where only all press vectors of
    the wanted costs were looked at.
    """
    which = f" symmetric ({request.symmetry})" if request.symmetry else ""
    if available == 0 and outcomes is None:
        raise ImpossibleError(
            f"no{which} board on which there is something to do has {request.wish()}: all presses of such a cost were "
            f"looked at"
        )
    if available == 0 and outcomes is not None and any(request.accepts(*outcome) for outcome in outcomes):
        raise ImpossibleError(
            f"no{which} board on which there is something to do has {request.wish()}: "
            f"{_what_there_is(request, outcomes)}, and the board with nothing to do is no level"
        )
    if available == 0 and outcomes is not None:
        raise ImpossibleError(f"no{which} board has {request.wish()}: {_what_there_is(request, outcomes)}")
    if request.distinct is not Distinct.NONE and available < request.count:
        raise ImpossibleError(
            f"only {available:,}{which} boards have {request.wish()}, and {request.count:,} different levels are "
            f"asked for; ask for fewer, or allow duplicates"
        )


def refuse_by_classes(request: Request, available: int, classes: int) -> None:
    """Raise `ImpossibleError` if the `available` wanted boards fall into fewer `classes` than levels are wanted."""
    if classes >= request.count:
        return
    which = f" symmetric ({request.symmetry})" if request.symmetry else ""
    raise ImpossibleError(
        f"only {classes:,}{which} boards have {request.wish()} and differ by more than a rotation or reflection, of "
        f"{available:,} in all, and {request.count:,} such levels are asked for; ask for fewer, or for distinct boards"
    )


def refuse_by_worst_case(request: Request, regions: Regions, control: Control) -> WorstCase | None:
    """Raise `ImpossibleError` if it can be proved in a few seconds that no board needs as much as is wanted.

    Returns what is known of the worst case, None where no solver of integer programs is installed.
    """
    seconds = max(1e-3, min(WORST_CASE_S, control.remaining_s))
    try:
        worst = worst_case(regions, wanted=request.least, time_limit_s=seconds, progress=control.report)
    except BackendUnavailableError:
        return None
    if worst.interrupted:
        raise KeyboardInterrupt
    if request.least > worst.upper * regions.puzzle.weight_denominator:
        raise ImpossibleError(f"no board has {request.wish()}: none needs more than {worst.upper} ({worst.how})")
    return worst


def _refuse_by_parity(request: Request, regions: Regions, presses: int, bound: int) -> None:
    """Raise if all least numbers of presses wanted have the wrong parity."""
    even = not (np.bitwise_count(regions.kernel.kernel).sum(axis=1, dtype=np.int64) % 2).any()
    if regions.puzzle.weights is not None or not even:
        return
    low, high = max(request.least, 1), min(bound, presses, presses if request.most is None else request.most)
    if low + (presses - low) % 2 <= high:
        return
    word = "odd" if presses % 2 else "even"
    raise ImpossibleError(
        f"no board made by {presses} presses has {request.wish()}: every quiet pattern presses an even number of "
        f"buttons, so all solutions of such a board have an {word} number of presses"
    )


def _refuse_few_presses(request: Request, regions: Regions, presses: int) -> None:
    """Raise if so few presses make fewer boards than must be different."""
    if request.distinct is Distinct.NONE or presses > _COUNTED_PRESSES:
        return
    buttons = len(regions.pressable)
    sets = sum(math.comb(buttons, k) for k in range(presses % 2, min(presses, buttons) + 1, 2))
    available = min(sets, regions.board_count) - (presses % 2 == 0)
    if available < request.count:
        raise ImpossibleError(
            f"{presses} random presses make at most {available:,} boards on which there is something to do, and "
            f"{request.count:,} different levels are asked for; ask for fewer, or allow duplicates"
        )


def _what_there_is(request: Request, outcomes: Collection[tuple[int, int]]) -> str:
    """Return which least costs occur, in words."""
    if not outcomes:
        return "there is nothing but the board with nothing to do"
    denominator = request.puzzle.weight_denominator

    def ends(costs: Collection[int]) -> str:
        return f"from {as_cost(min(costs), denominator)} to {as_cost(max(costs), denominator)}"

    text = f"least costs go {ends({cost for cost, _ in outcomes})}"
    if not request.unique:
        return text
    alone = {cost for cost, ties in outcomes if ties == 1}
    if not alone:
        return f"{text}, and none is reached by one solution alone"
    return f"{text}, those reached by one solution alone {ends(alone)}"
