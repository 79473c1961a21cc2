"""MPS text, read back by a solver that has its own reader."""

import highspy
import numpy as np
import pytest

from lo_opt.formulations import Program
from lo_opt.formulations.mps import mps_lines
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.puzzle import Puzzle

PROGRAMS = {
    "article": PARITY.build(Puzzle.grid("11011/01000/10101/00010/10110")),
    "every kind of row": Program.of(
        [-3, 0, 0],
        [-1, 9, 1],
        [1, -2, 0],
        rows=[
            ([0, 1], [1, 3], NO_LOWER, 8),
            ([0, 1], [-1, 1], -2, NO_UPPER),
            ([1, 2], [2, -1], 1, 7),
            ([0, 2], [1, 1], -2, -2),
            ([], [], 0, 4),
        ],
        constant=11,
    ),
    "variables in no row, with and without a cost": Program.of([0] * 4, [1] * 4, [0, 1, 5, 0], [([1], [1], 0, 0)]),
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_highs_reads_back_the_same_program(program, tmp_path):
    path = tmp_path / "model.mps"
    path.write_text("\n".join(mps_lines(program, program.names)) + "\n")
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    model, rows = highs.getLp(), program.rows
    assert np.array_equal(model.col_lower_, program.lower)
    assert np.array_equal(model.col_upper_, program.upper)
    assert np.array_equal(model.col_cost_, program.objective)
    assert model.offset_ == program.constant
    assert set(model.integrality_) == {highspy.HighsVarType.kInteger}
    assert np.array_equal(model.row_lower_, np.where(rows.lower == NO_LOWER, -np.inf, rows.lower))
    assert np.array_equal(model.row_upper_, np.where(rows.upper == NO_UPPER, np.inf, rows.upper))
    assert list(model.col_names_) == [program.names.variable(j) for j in range(program.variable_count)]
    assert list(model.row_names_) == [program.names.row(i) for i in range(rows.count)]
    found = np.zeros((rows.count, program.variable_count))
    wanted = np.zeros_like(found)
    wanted[rows.owners, rows.columns] = rows.coefficients
    matrix = model.a_matrix_
    starts = np.array(matrix.start_)
    major = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    place = (np.array(matrix.index_), major)
    found[place if matrix.format_ == highspy.MatrixFormat.kColwise else place[::-1]] = matrix.value_
    assert np.array_equal(found, wanted)
