"""The examples at the end of a command's help; knows no command."""

from __future__ import annotations


def examples(*commands: str) -> str:
    """Return the end of a command's help: command lines to try, a paragraph each, which keeps them on their lines.

    >>> examples("lo-opt backends", "lo-opt backends --json")
    'Examples:\\n\\nlo-opt backends\\n\\nlo-opt backends --json'
    """
    return "\n\n".join(["Example:" if len(commands) == 1 else "Examples:", *commands])
