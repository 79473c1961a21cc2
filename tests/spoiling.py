"""Plain mutation of bytes, and what reading the result may end in: for every test that feeds nonsense to a reader."""

from __future__ import annotations

import os

from lo_opt.errors import LoOptError

# How many times as long the tests take that draw at random; they draw other things each time it changes.
LONGER = int(os.environ.get("LO_OPT_FUZZ", "1"))
LONGEST_MESSAGE = 1200

PIECES = [
    b"\0", b"\n", b"\r", b" ", b"9" * 30, b"-1", b"1e999", b"nan", b"(", b")", b"[", b"]", b"{", b"}", b"|", b"/", b"=",
    b"#", b"x", b",", b":", b'"', b"'", b"<", b"\xff", b"\xef\xbb\xbf", "é".encode(), "²".encode(), "٣".encode(), b"P4",
    b"1000000000 1000000000\n", b"99999x99999:", b"[" * 200, b'rule = "', b"states = 40000\n", b"\xff\xfe1\x000\x00",
    b"\xed\xa0\x80", b"\r\n", b"\x1b[31m", b"\\u0000", b"\\ud800", b"e-400", b"9" * 5000, b"0x10", b"1_000", b"true",
    b"null", b"1979-05-27", b"a." * 99, b"\xe2\x80\xa8", b"\x7f", b"(0)", b"0,0", b"-0", b"+1", b".5", b"1.", b"2^9",
]  # fmt: skip


def mutated(rng, data, longest=4000):
    """Return data after a few random edits: bytes changed, cut out, repeated, swapped, or pieces put in."""
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randint(0, len(data)) for _ in range(2))
        edit = rng.randrange(7)
        if edit == 0 and data:
            at %= len(data)
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif edit == 1:
            data = data[:at] + data[end:]
        elif edit == 2:
            data = data[:end] + data[at:]
        elif edit == 3:
            data = data[end:] + data[:at]
        elif edit == 4 and data:
            at %= len(data)
            data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        else:
            data = data[:at] + rng.choice(PIECES) + data[at:]
    return data[:longest]


def outcome(read):
    """Return the message of the error that reading ends with, None if it does not."""
    try:
        read()
    except LoOptError as error:
        return str(error)
    return None


def check(message, data):
    """Assert that a message is one clear line, or that there is none."""
    if message is not None:
        assert "\n" not in message, data
        assert "\0" not in message, data
        assert len(message) < LONGEST_MESSAGE, data
        assert message.strip(), data
