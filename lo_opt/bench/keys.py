"""What a thing is called by: a hash of everything that defines it; knows no field by name."""

from __future__ import annotations

import hashlib

import msgspec

KEY_DIGITS = 16


def key_of(definition: msgspec.Struct) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of a definition's canonical JSON.

    Canonical: keys sorted, no blanks, fields at their defaults left out, so that a new field changes no old key.

    >>> class Point(msgspec.Struct, omit_defaults=True):
    ...     x: int
    ...     y: int = 0
    >>> key_of(Point(1)) == key_of(Point(1, 0)) != key_of(Point(1, 1))
    True
    """
    return hashlib.sha256(msgspec.json.encode(definition, order="sorted")).hexdigest()[:KEY_DIGITS]
