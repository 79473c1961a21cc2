"""What all solvers share, tried on a solver that says whatever the test wants."""

import builtins
import math
import sys

import numpy as np
import pytest
from solverprograms import SOLVERS

from lo_opt.answer import Goal, Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.errors import BackendUnavailableError, UnsupportedError
from lo_opt.formulations import Feature, Program
from lo_opt.solvers import LibrarySolver, Report, cbc
from lo_opt.solvers.outcome import EXACT_FLOAT_COST

TWO = Program.of([0, 0], [1, 1], [2, 3], [([0, 1], [1, 1], 1, 2)], constant=10)


class Puppet(LibrarySolver):
    """Says what it was told to say, or raises it."""

    name, summary, takes, module, cure = "puppet", "", frozenset({Feature.INTEGER}), "puppetlib", "pip install puppet"

    def __init__(self, says, exact=False):
        self.says, self.exact, self.given = says, exact, None

    def version(self):
        return "1"

    def build(self, program, control):
        self.given = program
        return program

    def run(self, model, program, settings, control):
        if isinstance(self.says, BaseException):
            raise self.says
        return self.says


def outcome(says, program=TWO, goal=Goal.OPTIMAL, exact=False):
    return Puppet(says, exact).solve(program, Settings(goal), Control())


def test_an_honest_optimum():
    found = outcome(Report(Status.OPTIMAL, "fine", values=[1.00001, -0.0], objective=2.0, bound=2.0, nodes=3))
    assert (found.status, found.objective, found.bound, found.nodes) == (Status.OPTIMAL, 12.0, 12, 3)
    assert found.values.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ([0.0, 0.0], "row_0 is 0; it must be at least 1"),
        ([0.5, 1.0], "variable 0 is 0.5, no whole number"),
        ([math.nan, 1.0], "variable 0 is nan, no whole number"),
        ([2.0, 0.0], "v_0 is 2; it must be at most 1"),
    ],
)
def test_false_solutions_are_errors(values, wrong):
    found = outcome(Report(Status.OPTIMAL, "fine", values=values, objective=2.0, bound=2.0))
    assert (found.status, found.values) == (Status.ERROR, None)
    assert wrong in found.message


def test_a_bound_above_its_own_solution_is_an_error():
    found = outcome(Report(Status.OPTIMAL, "fine", values=[1, 0], objective=2.0, bound=3.0))
    assert (found.status, found.values) == (Status.ERROR, None)
    assert "13 is above the cost of its own solution" in found.message


def test_an_optimum_that_its_bound_does_not_reach_is_only_feasible():
    found = outcome(Report(Status.OPTIMAL, "gap closed", values=[0, 1], objective=3.0, bound=1.5))
    assert (found.status, found.bound) == (Status.FEASIBLE, 12)
    assert "does not reach the cost" in found.message


def test_an_optimum_without_values_is_an_error():
    found = outcome(Report(Status.OPTIMAL, "fine"))
    assert found.status is Status.ERROR
    assert "has no solution" in found.message


def test_costs_too_large_for_floating_point_are_proved_only_by_integers():
    costs = Program.of([0, 0], [1, 1], [EXACT_FLOAT_COST, 1], [([0, 1], [1, 1], 1, 2)])
    says = Report(Status.OPTIMAL, "fine", values=[0, 1], objective=1.0, bound=1.0)
    assert outcome(says, costs).status is Status.FEASIBLE
    assert "too large" in outcome(says, costs).message
    assert outcome(says, costs, exact=True).status is Status.OPTIMAL


def test_rows_too_large_for_floating_point_are_believed_only_by_integers():
    rows = Program.of([0, 0], [1, 1], [1, 1], [([0, 1], [EXACT_FLOAT_COST, 1], 1, 2)])
    found = Report(Status.OPTIMAL, "fine", values=[0, 1], objective=1.0, bound=1.0)
    none = Report(Status.INFEASIBLE, "none")
    false = Report(Status.OPTIMAL, "fine", values=[1, 0], objective=1.0, bound=1.0)
    for says, status in ((found, Status.FEASIBLE), (none, Status.UNKNOWN), (false, Status.UNKNOWN)):
        believed = outcome(says, rows)
        assert (believed.status, believed.bound) == (status, None)
        assert "sums of a row are too large" in believed.message
    for says, status in ((found, Status.OPTIMAL), (none, Status.INFEASIBLE), (false, Status.ERROR)):
        assert outcome(says, rows, exact=True).status is status


def test_costs_beyond_64_bits_are_refused_by_a_solver_in_integers():
    costs = Program.of([0] * 3, [1] * 3, [2**61, 2**61, 3])
    with pytest.raises(UnsupportedError, match="64 bits"):
        outcome(Report(Status.OPTIMAL, "fine"), costs, exact=True)


def test_a_common_divisor_and_the_constant_are_kept_from_the_solver_and_put_back():
    costs = Program.of([0, 0], [1, 1], [2000, 3000], [([0, 1], [1, 1], 1, 2)], constant=7)
    puppet = Puppet(Report(Status.OPTIMAL, "fine", values=[1, 0], objective=2.0, bound=2.0))
    found = puppet.solve(costs, Settings(), Control())
    assert (puppet.given.objective.tolist(), puppet.given.constant) == ([2, 3], 0)
    assert (found.status, found.objective, found.bound) == (Status.OPTIMAL, 2007.0, 2007)


def test_goal_feasible_hides_the_costs_and_claims_no_bound():
    puppet = Puppet(Report(Status.OPTIMAL, "fine", values=[1, 1], objective=0.0, bound=0.0))
    found = puppet.solve(TWO, Settings(Goal.FEASIBLE), Control())
    assert puppet.given.objective.tolist() == [0, 0]
    assert (found.status, found.objective, found.bound) == (Status.FEASIBLE, None, None)


@pytest.mark.parametrize(
    ("raised", "status", "limit"),
    [
        (MemoryError(), Status.UNKNOWN, Limit.MEMORY),
        (KeyboardInterrupt(), Status.UNKNOWN, Limit.INTERRUPT),
        (RuntimeError("burst"), Status.ERROR, None),
    ],
)
def test_failures_have_their_status(raised, status, limit):
    found = outcome(raised)
    assert (found.status, found.limit, found.values) == (status, limit, None)
    assert ("RuntimeError: burst" in found.message) == (status is Status.ERROR)


def test_what_it_cannot_take_is_refused_before_building():
    puppet = Puppet(Report(Status.OPTIMAL, "fine"))
    with pytest.raises(UnsupportedError, match="puppet takes no XOR rows; use the parity formulation"):
        puppet.solve(Program.of([0], [1], [1], xors=[([0], 1)]), Settings(), Control())
    assert puppet.given is None


@pytest.mark.parametrize("name", ["cbc", "highs"])
def test_native_xor_rows_are_refused_where_there_are_none(name):
    assert SOLVERS[name].refuse(frozenset({Feature.XOR})) is not None
    assert SOLVERS[name].refuse(frozenset({Feature.INTEGER})) is None


LIBRARIES = {"scip": "pyscipopt", "cpsat": "ortools", "highs": "highspy", "cbc": "pulp"}


@pytest.mark.parametrize("error", [ModuleNotFoundError("No module named that"), OSError("libstdc++.so.6: not found")])
@pytest.mark.parametrize("name", SOLVERS)
def test_a_library_missing_or_broken_is_unavailable_with_a_cure(name, error, monkeypatch):
    monkeypatch.setattr(SOLVERS[name], "_known_version", None)  # as in a process that has not asked yet
    library, plain_import = LIBRARIES[name], builtins.__import__

    def broken(module, *args, **kwargs):
        if module.split(".")[0] == library:
            raise error
        return plain_import(module, *args, **kwargs)

    for module in [module for module in sys.modules if module.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", broken)
    monkeypatch.setenv("PATH", "")
    availability = SOLVERS[name].availability()
    assert not availability.available
    assert str(error) in availability.reason
    assert "pip install" in availability.cure
    with pytest.raises(BackendUnavailableError, match="pip install"):
        SOLVERS[name].solve(TWO, Settings(), Control())


@pytest.mark.parametrize("name", SOLVERS)
def test_versions_are_given(name):
    availability = SOLVERS[name].availability()
    if availability.available:
        assert availability.version[0].isdigit()


def limit_of(name, option, value):
    solver = SOLVERS[name]
    rng = np.random.default_rng(0)
    size = 60
    rows = [(sorted(rng.choice(size, 6, replace=False).tolist()), [1] * 6, 1, 6) for _ in range(size)]
    program = Program.of([0] * size, [1] * size, rng.integers(9, 12, size), rows)
    model = solver.build(program, Control())
    library = model.model if name == "scip" else model
    (library.setParam if name == "scip" else library.setOptionValue)(option, value)
    return solver.run(model, program, Settings(), Control()).limit


def test_limits_on_nodes_are_told_from_limits_on_time():
    for name, option in (("scip", "limits/totalnodes"), ("highs", "mip_max_nodes")):
        if SOLVERS[name].availability().available:
            assert limit_of(name, option, 1) is Limit.NODES


@pytest.mark.parametrize(
    ("first", "status", "limit"),
    [
        ("Optimal - objective value 2", Status.OPTIMAL, None),
        ("Optimal (within gap tolerance) - objective value 2", Status.OPTIMAL, None),
        ("Infeasible - objective value 0", Status.INFEASIBLE, None),
        ("Integer infeasible - objective value 0", Status.INFEASIBLE, None),
        ("Stopped on time - objective value 2", Status.FEASIBLE, Limit.TIME),
        ("Stopped on time (no integer solution - continuous used) - objective value 2", Status.UNKNOWN, Limit.TIME),
        ("Stopped on nodes - objective value 2", Status.FEASIBLE, Limit.NODES),
        ("Stopped on difficulties - objective value 2", Status.FEASIBLE, None),
        ("Unbounded - objective value 2", Status.UNKNOWN, None),
    ],
)
def test_first_lines_of_cbc_solutions(first, status, limit):
    report = cbc._report(f"{first}\n      0 x1   1   2\n", "Lower bound:   1.5\n", 2, False, False)
    assert (report.status, report.limit) == (status, limit)
    if report.values is not None:
        assert report.values.tolist() == [0, 1]
        assert report.objective == 2


def test_cbc_calls_an_interrupt_iterations():
    stopped = "Stopped on iterations - objective value 2\n      0 x1   1   2\n"
    assert cbc._report(stopped, "", 2, interrupted=True, overdue=False).limit is Limit.INTERRUPT
    assert cbc._report(stopped, "", 2, interrupted=False, overdue=True).limit is Limit.TIME
    assert cbc._report(stopped, "", 2, interrupted=False, overdue=False).limit is None
    hasty = "Integer infeasible - objective value 0\n"  # what preprocessing says when it is stopped
    for interrupted, limit in ((True, Limit.INTERRUPT), (False, Limit.TIME)):
        report = cbc._report(hasty, "", 2, interrupted, overdue=not interrupted)
        assert (report.status, report.limit, report.values) == (Status.UNKNOWN, limit, None)


@pytest.mark.parametrize("script", ["exit 0", "exit 3", "kill -9 $$", "echo Oh no; exit 1"])
def test_cbc_that_ends_without_an_answer_is_an_error(script, tmp_path, monkeypatch):
    program = tmp_path / "cbc"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = -quit ] && echo 'Version: 9' && exit\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(cbc, "find_cbc", lambda: str(program))
    found = cbc.SOLVER.solve(TWO, Settings(), Control())
    assert (found.status, found.values) == (Status.ERROR, None)
    assert "without a solution file" in found.message
    assert "Oh no" not in script or "Oh no" in found.message


def test_cbc_that_does_not_stop_is_killed_and_its_files_are_removed(tmp_path, monkeypatch):
    program = tmp_path / "cbc"
    program.write_text("#!/bin/sh\n[ \"$1\" = -quit ] && echo 'Version: 9' && exit\ntrap '' INT\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr(cbc, "find_cbc", lambda: str(program))
    monkeypatch.setattr(cbc, "PATIENCE_AFTER_DEADLINE_S", 0.2)
    monkeypatch.setattr(cbc.tempfile, "tempdir", str(tmp_path))
    found = cbc.SOLVER.solve(TWO, Settings(), Control.limited(0.2))
    assert (found.status, found.limit, found.values) == (Status.UNKNOWN, Limit.TIME, None)
    assert found.solve_s < 10
    assert [path.name for path in tmp_path.iterdir()] == ["cbc"]


def test_cbc_is_found_on_the_path_where_pulp_brings_none(tmp_path, monkeypatch):
    (tmp_path / "cbc").write_text("#!/bin/sh\n")
    (tmp_path / "cbc").chmod(0o755)
    monkeypatch.setitem(sys.modules, "pulp", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cbc.find_cbc() == str(tmp_path / "cbc")
