"""Groups of options as one parameter of a command: to the command line they are single options; knows none of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from inspect import Parameter
from typing import Any, get_type_hints


def spread(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command with each parameter that is a dataclass of options replaced by these options, in its place.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Size:
    ...     rows: int = 1
    ...     cols: int = 1
    >>> @spread
    ... def cells(name: str = "", *, size: Size) -> int:
    ...     return size.rows * size.cols
    >>> inspect.signature(cells)
    <Signature (*, name: str = '', rows: int = 1, cols: int = 1) -> int>
    >>> cells(name="board", rows=2, cols=3)
    6
    """
    signature = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hints[name] for name in signature.parameters if is_dataclass(hints[name])}
    parameters = []
    for name, parameter in signature.parameters.items():
        if name not in groups:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name]))
            continue
        kinds = get_type_hints(groups[name], include_extras=True)
        parameters += [
            Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=kinds[field.name])
            for field in fields(groups[name])
        ]

    @functools.wraps(command)
    def gathered(**values: Any) -> int:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        return command(**values)

    gathered.__signature__ = signature.replace(parameters=parameters, return_annotation=int)  # type: ignore[attr-defined]
    gathered.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return gathered
