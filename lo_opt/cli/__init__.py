"""The command line: one file a command; it reads arguments, calls the library and writes, and decides nothing else."""
