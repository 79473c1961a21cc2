"""Keeps pytest out of the example package, which is for another process to import; one of its modules is broken."""

collect_ignore = ["example"]
