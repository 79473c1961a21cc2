"""Rules by what callers write: a name, a picture, offsets; and games refused by name, having no rule; no board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from lo_opt.errors import InputError, UnsupportedError
from lo_opt.plugins import load_named
from lo_opt.puzzle.rules.kinds import AnyRule, CellRule, Rule
from lo_opt.puzzle.rules.patterns import is_picture, pattern_from_offsets, pattern_from_picture
from lo_opt.wording import shown

_NOT_LINEAR = {
    "lit-only": "only lit buttons can be pressed",
    "unlit-only": "only unlit buttons can be pressed",
    "toggle": "lit and unlit buttons must be pressed in turn",
}


def rule_named(name: str) -> AnyRule:
    """Return the rule of that name, lo-opt's own or a plug-in's, or the one that a picture such as `.#./#@#/.#.` shows.

    >>> rule_named("king").summary
    'itself and all eight around it'
    >>> rule_named("@#").pattern
    ((0, 0), (0, 1))

    Raises
    ------
    InputError
        For an unknown name or a bad picture; `UnsupportedError` for games that are known not to be linear.
    """
    if not isinstance(name, str):
        raise InputError(f"rule {shown(name)} must be the name of a rule, or a picture such as .#./#@#/.#.")
    if name in _NOT_LINEAR:
        raise not_linear(f"rule {name!r}", _NOT_LINEAR[name])
    if is_picture(name):
        return pattern_from_picture(name)
    return cast("AnyRule", load_named("lo_opt.rules", "rule", name))


def as_rule(rule: str | AnyRule | Iterable[Sequence[int]]) -> AnyRule:
    """Return the rule that a name, a picture in one word or a list of offsets stands for; rules are returned as is.

    >>> as_rule([(0, 0), (0, 1)]).name, as_rule("king").name
    ('@#', 'king')

    Raises
    ------
    InputError
        For anything else.
    """
    if isinstance(rule, str):
        return rule_named(rule)
    if isinstance(rule, Rule | CellRule) and not isinstance(rule, type):
        return rule
    if isinstance(rule, Iterable) and not isinstance(rule, Mapping | bytes):
        return pattern_from_offsets(rule)
    raise InputError(f"rule {shown(rule)} must be a name, a picture such as '.#./#@#/.#.', or offsets [[0, 0], [0, 1]]")


def not_linear(what: str, why: str) -> UnsupportedError:
    """Return the refusal of a game in which what a press does depends on the lights.

    >>> print(not_linear("rule 'toggle'", "lit and unlit buttons must be pressed in turn"))
    rule 'toggle': lit and unlit buttons must be pressed in turn, so the order of presses matters and no linear \
equations describe the game; lo-opt solves games in which a button always moves the same lights
    """
    return UnsupportedError(
        f"{what}: {why}, so the order of presses matters and no linear equations describe the game; lo-opt solves "
        f"games in which a button always moves the same lights"
    )
