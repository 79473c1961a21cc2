"""What a thing is called by: a hash of everything that defines it; knows no field by name."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

KEY_DIGITS = 16


def key_of(definition: msgspec.Struct) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of a definition's canonical JSON.

    >>> class Point(msgspec.Struct):
    ...     x: int
    ...     y: float = 0.0
    >>> key_of(Point(1)) == key_of(Point(1, 0.0)) != key_of(Point(1, 1.0))
    True
    """
    text = msgspec.json.encode(canonical(definition), order="sorted")
    return hashlib.sha256(text).hexdigest()[:KEY_DIGITS]


def canonical(definition: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that are not at their defaults, so that a new field with a default changes no old key.

    >>> class Point(msgspec.Struct):
    ...     x: int
    ...     y: float = 0.0
    >>> canonical(Point(1, 0.0))
    {'x': 1}
    """
    fields = {}
    for field in msgspec.structs.fields(definition):
        value = getattr(definition, field.name)
        if value != field.default:
            fields[field.name] = canonical(value) if isinstance(value, msgspec.Struct) else value
    return fields
