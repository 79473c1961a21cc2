"""Lets the tests be started in the background of a shell, where Ctrl-C is ignored by every program that they start."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
