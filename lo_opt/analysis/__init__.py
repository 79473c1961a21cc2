"""What can be said of boards beyond their solution: structure, tables, distributions, extremes; draws nothing."""

from lo_opt.analysis.chasing import HandTable, hand_table
from lo_opt.analysis.minima import Distribution, distribution
from lo_opt.analysis.nearby import NearestSolvable, nearest_solvable
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.share import ShareEstimate, solvable_share
from lo_opt.analysis.structure import Analysis, Parity, analyze
from lo_opt.analysis.table import GridRank, grid_rank, rank_table
from lo_opt.analysis.worst import WorstCase, worst_case

__all__ = [
    "Analysis",
    "Distribution",
    "GridRank",
    "HandTable",
    "NearestSolvable",
    "Parity",
    "Regions",
    "ShareEstimate",
    "WorstCase",
    "analyze",
    "distribution",
    "grid_rank",
    "hand_table",
    "nearest_solvable",
    "rank_table",
    "solvable_share",
    "worst_case",
]
