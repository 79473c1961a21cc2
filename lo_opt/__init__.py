"""lo-opt: the optimization-modelling toolkit for Lights Out and its relatives."""

__version__ = "0.1.0"
