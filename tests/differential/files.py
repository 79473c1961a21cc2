"""Cases as TOML: written so that lo-opt reads the puzzle, read here without lo-opt; what was found is in comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from .specs import Bound, Case, Counting, Mixed, PlainRule, Spec, rows_of


def to_toml(case: Case, notes: Mapping[str, str] | None = None) -> str:
    """Return a case as TOML, `notes` (key -> one line) as comments in front."""
    lines = [f"# {key}: {_one_line(text)}" for key, text in (notes or {}).items()]
    lines.append(f"# seed: {case.seed}")
    body = _counting(case) if isinstance(case, Counting) else _spec(case.plain())
    return "\n".join([*lines, *body]) + "\n"


def from_toml(text: str) -> tuple[Case, dict[str, str]]:
    """Return a case that `to_toml` wrote, and its notes."""
    notes = dict(re.findall(r"^# ([a-z]+): (.*)$", text, re.MULTILINE))
    table = tomllib.loads(text)
    seed = int(notes.pop("seed", "0"))
    if "counters" in table:
        return Counting(tuple(table["counters"]), _buttons(table["buttons"]), seed), notes
    return _read(table, seed), notes


def _one_line(text: str) -> str:
    return " ".join(text.split())[:400]


def _counting(case: Counting) -> list[str]:
    return [f"counters = {list(case.targets)}", *_block("buttons", [_button(button) for button in case.buttons])]


def _spec(spec: Spec) -> list[str]:
    lines = [f"states = {spec.states}"]
    if spec.kind == "grid":
        lines += [*_rule(spec.rule), f'wrap = "{spec.wrap}"']
    else:
        lines += _block("buttons", [_button(button) for button in spec.buttons])
    lines += _block("board" if spec.on_grid else "lights", _rows(spec, spec.start))
    lines += _block("target", _rows(spec, spec.target))
    if spec.holes is not None:
        cells = ["." if cell in spec.holes else "#" for cell in range(spec.rows * spec.cols)]
        lines += _block("mask", [f'"{"".join(row)}"' for row in rows_of(cells, spec.cols)])
    if spec.weights is not None:
        wide = spec.cols if spec.on_grid else spec.button_count
        lines += _block("weights", [f'"{" ".join(row)}"' for row in rows_of(spec.weights, wide)])
    for key, buttons in (("forbidden", spec.forbidden), ("required", spec.required)):
        if buttons:
            lines.append(f"{key} = {[_place(spec, button) for button in sorted(buttons)]}")
    if spec.objective != "cost":
        lines.append(f'objective = "{spec.objective}"')
    if spec.limits:
        lines += _block("limits", [_limit(spec, bound) for bound in spec.limits])
    return lines


def _block(key: str, items: list[str]) -> list[str]:
    return [f"{key} = [", *(f"  {item}," for item in items), "]"]


def _rows(spec: Spec, values: tuple[int, ...]) -> list[str]:
    return [f'"{"".join(map(str, row))}"' for row in rows_of(values, spec.cols)]


def _button(button: tuple[tuple[int, int], ...]) -> str:
    """Return a button as a list of lights, or as a table light = amount if an amount is not 1."""
    if all(amount == 1 for _, amount in button):
        return str([light for light, _ in button])
    return "{" + ", ".join(f"{light} = {amount}" for light, amount in button) + "}"


def _rule(rule: PlainRule | Mixed) -> list[str]:
    if isinstance(rule, Mixed):
        at = _block("rule_at", [f'"{row}"' for row in rule.rows])
        return [*at, *(f"rules.{symbol} = {_plain(plain)}" for symbol, plain in rule.rules)]
    return [f"rule = {_plain(rule)}"]


def _plain(rule: PlainRule) -> str:
    return f'"{rule}"' if isinstance(rule, str) else f"{{ offsets = {[list(offset) for offset in rule]} }}"


def _place(spec: Spec, button: int) -> list[int] | int:
    return list(divmod(button, spec.cols)) if spec.on_grid else button


def _limit(spec: Spec, bound: Bound) -> str:
    kind, *rest = bound.place
    if kind == "coefficients":
        terms = [[*divmod(b, spec.cols), k] if spec.on_grid else [b, k] for b, k in rest[0]]
        place = f", coefficients = {terms}"
    elif kind == "buttons":
        place = f", buttons = {[_place(spec, button) for button in rest[0]]}"
    else:
        place = "" if kind == "all" else f", {kind} = {rest[0]}"
    if bound.lower == bound.upper:
        return f"{{exactly = {bound.lower}{place}}}"
    sides = {"at_least": bound.lower, "at_most": bound.upper}
    return "{" + ", ".join(f"{key} = {side}" for key, side in sides.items() if side is not None) + place + "}"


def _read(table: Mapping, seed: int) -> Spec:
    on_grid = "board" in table
    board = table["board"] if on_grid else table["lights"]
    rows, cols = len(board), len(board[0])
    kind = "grid" if "buttons" not in table else "cells" if on_grid else "buttons"

    def number(place: list[int] | int) -> int:
        return place[0] * cols + place[1] if isinstance(place, list) else place

    def bound(limit: Mapping) -> Bound:
        place: tuple = ("all",)
        for key in ("row", "col"):
            if key in limit:
                place = (key, limit[key])
        if "buttons" in limit:
            place = ("buttons", tuple(number(button) for button in limit["buttons"]))
        if "coefficients" in limit:
            terms = limit["coefficients"]
            place = ("coefficients", tuple((number(term[:-1] if on_grid else term[0]), term[-1]) for term in terms))
        exactly = limit.get("exactly")
        return Bound(place, limit.get("at_least", exactly), limit.get("at_most", exactly))

    mask = "".join(table["mask"]) if "mask" in table else None
    weights = tuple(" ".join(table["weights"]).split()) if "weights" in table else None
    rule = table.get("rule", "plus")
    if "rule_at" in table:
        rules = tuple((symbol, _read_rule(plain)) for symbol, plain in table["rules"].items())
        rule = Mixed(tuple(table["rule_at"]), rules)
    return Spec(
        kind,
        rows,
        cols,
        tuple(map(int, "".join(board))),
        tuple(map(int, "".join(table["target"]))),
        table["states"],
        rule if isinstance(rule, Mixed) else _read_rule(rule),
        table.get("wrap", "none"),
        None if mask is None else frozenset(cell for cell, symbol in enumerate(mask) if symbol == "."),
        _buttons(table.get("buttons", [])),
        weights=weights,
        forbidden=frozenset(map(number, table.get("forbidden", []))),
        required=frozenset(map(number, table.get("required", []))),
        limits=tuple(map(bound, table.get("limits", []))),
        objective=table.get("objective", "cost"),
        seed=seed,
    )


def _read_rule(rule: str | Mapping) -> PlainRule:
    return rule if isinstance(rule, str) else tuple((dr, dc) for dr, dc in rule["offsets"])


def _buttons(listed: list) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(
        tuple((int(light), amount) for light, amount in button.items())
        if isinstance(button, dict)
        else tuple((light, 1) for light in button)
        for button in listed
    )
