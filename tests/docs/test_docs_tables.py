"""What the pages list is what the program has: the map of the code, backends, rules, exit codes, limits, extras."""

from __future__ import annotations

import re
import tomllib

from docpages import ROOT, page

import lo_opt as lo
from lo_opt import errors, plugins
from lo_opt.algebra.modular.cosets import MEMBERS_LIMIT
from lo_opt.backends import backend, selectors
from lo_opt.cli import exits
from lo_opt.contract import Settings
from lo_opt.formulations.hull import MAX_DEGREE
from lo_opt.methods.chasing import MAX_SIDE
from lo_opt.methods.listing import MAX_FILTERED
from lo_opt.methods.parts import MAX_TRANSFORM
from lo_opt.puzzle import Wrap
from lo_opt.puzzle.weights import MAX_TOTAL
from lo_opt.solvers.cbc import PATIENCE_S
from lo_opt.solvers.outcome import EXACT_FLOAT_COST

README, MODELS = page("README.md"), page("models/README.md")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def own(group):
    """Return the names that lo-opt itself declares; other packages may be installed."""
    return set(PYPROJECT["entry-points"][f"lo_opt.{group}"])


def numbers(pattern, text):
    """Return the numbers in the only place of a text that the pattern fits."""
    (found,) = re.findall(pattern, text)
    return [int(number) for number in ([found] if isinstance(found, str) else found)]


def test_the_map_of_the_code_matches_the_tree():
    (block,) = (block.text for block in README.blocks if block.text.startswith("lo_opt/"))
    inside = [re.split(r"\s{2,}", line.strip())[0] for line in block.splitlines() if line.startswith("  ")]
    named = [name for entry in inside for name in entry.split()]
    tree = {path.name + "/" for path in (ROOT / "lo_opt").iterdir() if (path / "__init__.py").is_file()}
    tree |= {path.stem for path in (ROOT / "lo_opt").glob("*.py")} - {"__init__", "__main__"}
    assert sorted(named) == sorted(tree)
    outside = [line.split()[0] for line in block.splitlines() if not line.startswith(" ")]
    assert all((ROOT / name).is_dir() for name in outside)
    assert {path.name for path in ROOT.glob("[a-z]*/") if (path / "README.md").exists()} <= {
        *(name.rstrip("/") for name in outside),
        "tests",
    }


def test_parts_named_in_the_map_are_parts():
    (block,) = (block.text for block in README.blocks if block.text.startswith("lo_opt/"))
    for folder in ("formulations", "solvers", "methods"):
        (listed,) = re.findall(rf"^  {folder}/.*\((.*)\)$", block, re.MULTILINE)
        assert set(listed.split()) == own(folder) - {"auto"}
    (parts,) = re.findall(r"^  algebra/ +(.*):", block, re.MULTILINE)
    for part in parts.split(", "):
        assert list((ROOT / "lo_opt" / "algebra").glob(f"{part}*")), part


def test_the_backends_are_those_of_the_readme():
    listed = {name for row in README.table("selector") for name in row[0].split(", ")}
    assert listed == own("methods") | own("solvers")
    assert listed <= {name.split(":")[0] for name in selectors()}


def test_what_backends_take_is_what_they_take():
    takes = {name: row[2] for row in README.table("selector") for name in row[0].split(", ")}
    assert numbers(r"exact to κ = (\d+)", takes["gf2"]) == [MAX_TRANSFORM]
    assert numbers(r"up to (\d+)", takes["chase"]) == [MAX_SIDE]
    plain, states = lo.Puzzle.grid("110/100/000"), lo.Puzzle.grid("120/100/000", states=3)
    king, limited = lo.Puzzle.grid("110/100/000", rule="king"), plain.at_most(3)
    taken = {name: [refusal(name, puzzle) is None for puzzle in (plain, states, king, limited)] for name in takes}
    assert taken == {
        "auto": [True, True, True, True],
        "gf2": [True, True, True, True],
        "sweep": [True, False, True, False],
        "chase": [True, False, False, False],
        **{name: [True, True, True, True] for name in ("scip", "cbc", "cpsat", "highs")},
    }


def refusal(name, puzzle):
    return backend(name).refuse(puzzle, Settings())


def test_formulations_are_those_of_every_table():
    for table in (MODELS.table("name"), page("docs/modelling.md").table("formulation")):
        assert {row[0] for row in table} == own("formulations")
    (sentence,) = re.findall(r"A solver takes a formulation.*?\. ", README.words)
    assert set(re.findall(r"`(\w+)`", sentence)) == own("formulations")


def test_rules_and_wraps_are_those_of_the_readme():
    (rules,) = re.findall(r"- Rules: (.*?), or a picture", README.words)
    assert set(rules.split(", ")) == own("rules")
    assert str(lo.Puzzle.grid("000/000/000", rule=".#./#o#/.#.").rule.pattern) == str(
        lo.Puzzle.grid("000/000/000", rule="neighbors").rule.pattern
    )
    (wraps,) = re.findall(r"- Wraps: (.*?)\. ", README.words)
    assert re.sub(r" \(.*?\)", "", wraps).split(", ") == [str(wrap) for wrap in Wrap]


def test_extension_points_are_those_of_the_guide():
    groups = {row[0] for row in page("docs/extending.md").table("group")}
    assert groups == {f"lo_opt.{name}" for name in ("rules", "formulations", "solvers", "methods")}
    assert groups <= set(PYPROJECT["entry-points"])
    assert all(plugins.names(group) for group in groups)


def test_exit_codes_are_those_of_the_program():
    (codes,) = re.findall(r"Exit codes: (.*?\))\.", README.words)
    told = {int(code) for code in re.findall(r"(?:^|· |\()(\d+)", codes)}
    known = {value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}
    classes = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, lo.LoOptError)]
    known |= {kind.exit_code for kind in [*classes, lo.ImpossibleError, lo.TooRareError]}
    assert told == known


def test_limits_in_the_text_are_those_of_the_program():
    text = README.words
    assert numbers(r"beyond 2\^(\d+) solutions in one part", text) == [MAX_TRANSFORM]
    assert numbers(r"add up to more than 10\^(\d+)", text) == [len(str(EXACT_FLOAT_COST)) - 1]
    assert numbers(r"exact up to 2\^(\d+)", text) == [MAX_TOTAL.bit_length() - 1]
    assert numbers(r"nullity above (\d+) are left to integer programs", text) == [MAX_FILTERED]
    assert numbers(r"up to 10\^(\d+) of them", text) == [len(str(MEMBERS_LIMIT)) - 1]
    assert "is killed after five seconds" in text
    assert PATIENCE_S == 5
    assert numbers(r"more than (\d+) buttons move", MODELS.words) == [MAX_DEGREE]
    assert numbers(r"up to κ = (\d+)", page("docs/algebra.md").words) == [MAX_TRANSFORM]


def test_extras_are_those_of_the_project():
    told = {row[0]: row[1] for row in page("docs/index.md").table("extra")}
    extras = PYPROJECT["optional-dependencies"]
    assert set(told) == set(extras) - {"test", "docs", "dev"}
    libraries = {"Dask": "distributed", "Starlette": "starlette"}
    for extra, brought in told.items():
        wanted = {libraries.get(name, name) for name in brought.split(", ")}
        assert wanted == {re.match(r"[\w-]+", package)[0] for package in extras[extra]}
    (python,) = re.findall(r"Python (\S+) or later", README.words)
    assert PYPROJECT["requires-python"] == f">={python}"


def test_the_suites_are_those_of_the_folder():
    told = {row[0] for row in page("benchmarks/README.md").table("suite")}
    assert told == {path.stem for path in (ROOT / "benchmarks" / "suites").glob("*.toml")}
    for name in told:
        assert lo.bench.Suite.read(ROOT / "benchmarks" / "suites" / f"{name}.toml").name == name


def test_make_help_tells_every_target():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    told = re.findall(r'^\t@echo "make (\w+) ', makefile, re.MULTILINE)
    assert {*told, "help"} == set(phony.split()) == set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
