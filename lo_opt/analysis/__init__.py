"""What can be said of boards beyond their solution: structure, tables, distributions, extremes; draws nothing."""
