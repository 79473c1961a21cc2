"""Rules in TOML documents: named, drawn, listed as offsets, or mixed by a map of the cells; knows no board."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lo_opt.errors import InputError
from lo_opt.puzzle.rules import AnyRule, MixedRule, Pattern, rule_named
from lo_opt.puzzle.rules.patterns import pattern_from_offsets, pattern_from_picture
from lo_opt.puzzle.toml.values import Table, array, check_keys, kind, string
from lo_opt.wording import located, shown

RULE_KEYS = ("rule", "rules", "rule_at")


def rule_of(table: Table) -> AnyRule:
    """Return the rule of a document, plus if it names none.

    `rule` is a name, a picture in one word, or a table with `picture` (rows, see `pattern_from_picture`) or `offsets`
    (a list of [down, right]) and, if wanted, its own `name`. Instead of it, `rule_at` maps every cell to a symbol and
    `rules` every symbol to such a rule.

    >>> rule_of({"rule": {"offsets": [[0, 0], [0, 1]]}}).name
    '@#'

    Raises
    ------
    InputError
        For unknown keys, wrong types, and whatever the rules themselves refuse.
    """
    if "rule_at" not in table:
        if "rules" in table:
            raise InputError('rules: goes with rule_at, the map of the cells, as in rule_at = ["aba", "bab"]')
        return _rule(table["rule"], "rule") if "rule" in table else rule_named("plus")
    if "rule" in table:
        raise InputError("rule: goes without rule_at, which says the rule of every cell")
    rows = table["rule_at"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise InputError('rule_at: must be a list of rows, a symbol for every cell, as in rule_at = ["aba", "bab"]')
    rules = table.get("rules", {})
    if not isinstance(rules, dict):
        raise InputError(f"rules: {kind(rules)}; must be a table symbol = rule, as in rules.a = 'plus'")
    return MixedRule.of(rows, {symbol: _rule(rule, f"rules.{symbol}") for symbol, rule in rules.items()})


def _rule(value: object, key: str) -> AnyRule:
    if isinstance(value, str):
        return rule_named(value or "plus")
    if not isinstance(value, dict):
        raise InputError(
            f"{key}: {shown(value)} is {kind(value)}; it must be a name, or a table with picture or offsets, as in "
            f"{{ offsets = [[0, 0], [0, 1]] }}"
        )
    with located(key):
        check_keys(value, ("picture", "offsets", "name"))
        if ("picture" in value) == ("offsets" in value):
            raise InputError("give picture or offsets, one of the two")
        name = string(value, "name")
        if "offsets" in value:
            return pattern_from_offsets(array(value["offsets"], "offsets"), name)
        rows = value["picture"]
        if not isinstance(rows, str) and not (isinstance(rows, list) and all(isinstance(row, str) for row in rows)):
            raise InputError('picture: must be rows, as in picture = [".#.", "###", ".#."]')
        drawn = pattern_from_picture("/".join(rows.split()) if isinstance(rows, str) else rows)
        return pattern_from_offsets(drawn.pattern, name) if name else drawn


def rule_lines(rule: AnyRule) -> Iterator[str]:
    """Yield the lines of a document from which `rule_of` reads the rule.

    Raises
    ------
    InputError
        If it is neither registered under its name nor made of offsets.
    """
    if not isinstance(rule, MixedRule):
        yield f"rule = {_value(rule)}"
        return
    yield "rule_at = ["
    yield from (f"  {_string(row)}," for row in rule.rows)
    yield "]"
    yield from (f"rules.{_string(symbol)} = {_value(kind)}" for symbol, kind in rule.rules)


def _value(rule: AnyRule) -> str:
    if isinstance(rule, Pattern):
        if rule == pattern_from_offsets(rule.pattern):
            return _string(rule.name) if set(rule.name) <= set(".#@o/") else f"{{ offsets = {_offsets(rule)} }}"
        if rule == pattern_from_offsets(rule.pattern, rule.name):
            return f"{{ name = {_string(rule.name)}, offsets = {_offsets(rule)} }}"
    if rule_named(rule.name) != rule:
        raise InputError(
            f"rule {shown(rule.name)} is not the one registered under that name; "
            "TOML writes registered rules and lists of offsets"
        )
    return _string(rule.name)


def _offsets(rule: Pattern) -> str:
    return str([list(offset) for offset in rule.pattern])


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
