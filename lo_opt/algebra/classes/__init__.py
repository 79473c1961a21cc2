"""Lightest members of cosets far beyond 2**32, by classes of low rank; knows numbers and labels, no puzzle."""

from lo_opt.algebra.classes.search import lightest_by_classes

__all__ = ["lightest_by_classes"]
