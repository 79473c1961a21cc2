"""Boards of a part counted by least cost along a chain of flats of its kernel columns; knows parts, no puzzle."""
