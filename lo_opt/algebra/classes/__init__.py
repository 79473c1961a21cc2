"""Lightest members of cosets far beyond 2**32, by classes of low rank; knows numbers and labels, no puzzle."""

from lo_opt.algebra.classes.estimates import Estimate, class_ranks, estimate_by_classes
from lo_opt.algebra.classes.search import lightest_by_classes

__all__ = ["Estimate", "class_ranks", "estimate_by_classes", "lightest_by_classes"]
