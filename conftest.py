"""How the tests run: with the same drawn examples each time, and interruptible even in the background of a shell."""

from __future__ import annotations

import signal

from hypothesis import settings

# A failure must be seen again by whoever looks for it; `--hypothesis-profile=new` draws other examples each time.
settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile("same")

# A shell lets what it starts in its background ignore Ctrl-C, and so would every program that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
