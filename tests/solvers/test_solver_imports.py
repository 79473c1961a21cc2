"""Solvers load their libraries late, and see no puzzle."""

import subprocess
import sys

LOADED = """
import sys
import lo_opt.solvers.cbc, lo_opt.solvers.cpsat, lo_opt.solvers.highs, lo_opt.solvers.scip
import lo_opt.formulations, lo_opt.formulations.mps
names = ("pyscipopt", "pulp", "ortools", "highspy", "lo_opt.puzzle")
print([name for name in names if name in sys.modules])
"""


def test_importing_the_solvers_loads_no_library_and_no_puzzle():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
