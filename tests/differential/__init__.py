"""Random puzzles of every kind through everything that takes them, held against an oracle that shares no code."""
