"""`lo-opt solve --format counters`: counters read, solved by an integer program, one answer a line and the sum."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lo_opt.cli.exits import INTERRUPTED, exit_code, worst
from lo_opt.cli.reading import STANDARD_INPUT, is_piped
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.counters import CountingAnswer

FORMAT = "counters"


def solve_counting(
    names: Sequence[str] | None,
    unwanted: Mapping[str, object],
    *,
    backend: str,
    goal: str,
    time_limit_s: float | None,
    threads: int,
    seed: int,
    json: bool,
) -> int:
    """Solve every line of the texts named, and return the exit code; `unwanted` are options that make no sense here, by
    the names of their values.

    Raises
    ------
    InputError
        If one of these options is given, no text is named, or a text is in another format.
    """
    from lo_opt.cli.cases import Tally
    from lo_opt.counters import solve_counters
    from lo_opt.puzzle.reading import read_counting

    for option, value in unwanted.items():
        if value not in (None, False):
            flag = option.replace("_", "-")
            raise InputError(f"--format {FORMAT} goes without --{flag}: counters have neither lights nor a modulus")
    if not names and not is_piped():
        raise InputError(f"--format {FORMAT} says how a PUZZLE is written, but none is given")
    stdin = None if sys.stdin is None else sys.stdin.buffer
    counters = [one for name in names or [STANDARD_INPUT] for one in read_counting(name, stdin=stdin)]
    tally = Tally([one.name or f"#{number}" for number, one in enumerate(counters, 1)], json)
    codes = []
    for one in counters:
        answer = solve_counters(one, backend, goal=goal, time_limit_s=time_limit_s, threads=threads, seed=seed)
        tally.line(answer.status, answer.press_count, _text(answer), _record(answer))
        codes.append(exit_code(answer))
        if codes[-1] == INTERRUPTED:
            break
    tally.end()
    return worst(codes)


def _text(answer: CountingAnswer) -> str:
    count = answer.press_count
    if count is None or answer.presses is None:
        return answer.message or (f"stopped by {answer.limit}" if answer.limit else "no presses reach the targets")
    from lo_opt.cli.cases import MAX_SHOWN

    presses = " ".join(map(str, answer.presses)) if len(answer.presses) <= MAX_SHOWN else ""
    bound = "" if answer.bound is None or answer.bound == count else f", at least {answer.bound}"
    return f"{count} press{'' if count == 1 else 'es'}{bound}" + (f": {presses}" if presses else "")


def _record(answer: CountingAnswer) -> dict[str, object]:
    from lo_opt.cli.jsonlines import SCHEMA

    counters, times = answer.counters, answer.times
    return {
        "schema": SCHEMA,
        "counters": {
            "name": counters.name or None,
            "targets": counters.targets,
            "buttons": len(counters.buttons),
        },
        "backend": answer.backend,
        "solver": {"name": answer.backend, "version": answer.solver_version or None},
        "goal": answer.goal,
        "status": answer.status,
        "limit": answer.limit,
        "proof": answer.proof,
        "cost": answer.press_count,
        "bound": answer.bound,
        "press_count": answer.press_count,
        "presses": answer.presses,
        "times_s": {"build": times.build_s, "solve": times.solve_s, "total": times.total_s},
        "message": answer.message,
    }
