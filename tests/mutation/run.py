"""Mutation testing by mutmut, each module with the tests that mirror it, in a copy of the tree; see tests/MUTATION.md.

Prints what became of the mutants of each module, and the difference that each surviving mutant makes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
MEMORY_BYTES = 8 << 30  # a mutant may ask for any amount
COPIED = ["lo_opt", "tests", "models", "conftest.py", "pyproject.toml"]
IGNORED = shutil.ignore_patterns("__pycache__", ".hypothesis", ".pytest_cache")

# Which modules of lo_opt, as a regular expression, and the tests that mirror them; the first that matches counts.
MIRRORS = [
    (r"verify\.py", ["test_verify*.py"]),
    (r"formulations/", ["formulations/test_[!f]*.py"]),
    (r"algebra/(bits|batch)\.py", ["algebra/test_bits.py", "algebra/test_batch.py"]),
    (r"algebra/(bitslice|pacing)\.py", ["algebra/test_bitslice.py", "algebra/test_deadlines.py"]),
    (r"algebra/(bounded|bounds)\.py", ["algebra/test_bounded.py"]),
    (r"algebra/classes/compiled\.py", ["algebra/test_classes_pairs.py", "algebra/test_classes_tables.py"]),
    (
        r"algebra/classes/",
        ["algebra/test_classes.py", "algebra/test_classes_congruence.py", "algebra/test_classes_[ept]*.py"],
    ),
    (
        r"algebra/(components|connectivity|matroid|smallsystem|splitting)\.py",
        ["algebra/test_components.py", "algebra/test_deadlines.py"],
    ),
    (
        r"algebra/(blocks|cosets|listing|members|parallel|reduction|spaces|transform)\.py",
        [
            "algebra/test_cosets.py",
            "algebra/test_members.py",
            "algebra/test_algebra_parallel.py",
            "algebra/test_transform.py",
        ],
    ),
    (r"algebra/elimination/", ["algebra/test_sparse_elimination.py", "algebra/test_deadlines.py"]),
    (r"algebra/gaussjordan\.py", ["algebra/test_gaussjordan.py", "lessons/test_lessons.py"]),
    (r"algebra/(gridranks|primefields)\.py", ["algebra/test_gridranks.py", "algebra/test_primefields.py"]),
    (r"algebra/leaders/", ["algebra/test_leaders.py"]),
    (r"algebra/modular/", ["algebra/test_modular_*.py", "algebra/test_deadlines.py"]),
    (
        r"algebra/(pathgrid|polynomials|rowgrid|tensorgrid)\.py",
        ["algebra/test_p*.py", "algebra/test_rowgrid.py", "algebra/test_tensorgrid.py"],
    ),
]

# Mutants keep the docstring of their function, whose examples run once are enough; and one test sets the defaults of a
# function, which mutmut has wrapped. How long a mutant may take is mutmut's business.
DESELECTED = ["__mutmut", "test_a_kernel_too_large_leaves_the_solution"]
PYTEST = ["-k", f"not ({' or '.join(DESELECTED)})", "-p", "no:cacheprovider", "--timeout=0"]

# The same examples every time, and a failure is a failure, however small it could be made.
PROFILE = """

from hypothesis import Phase, settings

settings.register_profile(
    "mutation", derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("mutation")
"""


def mirror_of(module: str) -> list[str]:
    """Return the test files that mirror `module`, such as algebra/bits.py."""
    patterns = next(tests for modules, tests in MIRRORS if re.match(modules, module))
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted((ROOT / "tests").glob(pattern))]


def prepare(folder: Path, modules: list[str], tests: list[str]) -> None:
    """Copy the tree to `folder` and configure mutmut there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=IGNORED)
        else:
            shutil.copy(source, folder / name)
    with (folder / "conftest.py").open("a") as conftest:
        conftest.write(PROFILE)
    paths = [f"lo_opt/{module}" for module in modules]
    with (folder / "pyproject.toml").open("a") as project:
        project.write(
            "\n[tool.mutmut]\n"
            'source_paths = ["lo_opt"]\n'
            f"only_mutate = {json.dumps(paths)}\n"
            'also_copy = ["conftest.py", "models"]\n'
            f"pytest_add_cli_args_test_selection = {json.dumps([*tests, *paths])}\n"  # the modules for their doctests
            f"pytest_add_cli_args = {json.dumps(PYTEST)}\n"
            'process_isolation = "forkserver"\n'  # so that no mutant finds what is cached by other tests
            "timeout_constant = 12.0\n"
            "timeout_multiplier = 3.0\n"
            "use_git_change_detection = false\n"
        )


def mutant_names(folder: Path, module: str) -> list[str]:
    """Return the name of every mutant of `module`, in the order of the source."""
    os.chdir(folder)
    from mutmut.configuration import reset_config
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    reset_config()
    path = Path("lo_opt") / module
    return [get_mutant_name(path, name) for name in mutate_file_contents(str(path), path.read_text()).mutant_names]


def run(folder: Path, names: dict[str, list[str]], jobs: int) -> dict[str, str]:
    """Run the mutants of these names, module -> names, `jobs` at a time; return name -> status."""
    import resource  # here, since pytest looks for examples in this file wherever the tests run

    from mutmut.stats import status_by_exit_code

    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if any(module.endswith("/compiled.py") for module in names):
        environment["NUMBA_DISABLE_JIT"] = "1"  # the compiler would see mutmut's wrappers instead of the loops
    with (folder / "mutmut.log").open("w") as log:
        subprocess.run(
            [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *itertools.chain(*names.values())],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES)),
        )
    status = {}
    for module, some in names.items():
        found = json.loads((folder / "mutants" / "lo_opt" / f"{module}.meta").read_text())["exit_code_by_key"]
        status.update({name: status_by_exit_code[found[name]] for name in some})
    return status


def report(folder: Path, module: str, count: int, status: dict[str, str]) -> None:
    """Print what became of the mutants of a module, and the difference that each survivor makes."""
    print(f"{module}: {count} mutants, {len(status)} run:", dict(sorted(Counter(status.values()).items())))
    for name, outcome in status.items():
        if outcome not in ("killed", "timeout"):
            command = [sys.executable, "-m", "mutmut", "show", name]
            shown = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
            changed = [line for line in shown.splitlines()[3:] if line.startswith(("@@", "-", "+"))]
            print(f"  {outcome}: {name}", *changed, sep="\n    ")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="+", help="such as algebra/bits.py, seen from lo_opt/")
    parser.add_argument("--folder", type=Path, required=True, help="where copies are made, one for each set of tests")
    parser.add_argument("--sample", type=int, help="this many mutants a module, drawn uniformly; default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    parser.add_argument("--only", nargs="+", help="names of the mutants to run instead")
    parser.add_argument("--tests", nargs="+", help="test files instead of those that mirror the modules")
    options = parser.parse_args()
    scratch = options.folder.resolve()
    for mirror, group in itertools.groupby(sorted(options.modules, key=mirror_of), key=mirror_of):
        modules = list(group)
        folder = scratch / modules[0].removesuffix(".py").replace("/", "-")
        prepare(folder, modules, options.tests or mirror)
        every = {module: mutant_names(folder, module) for module in modules}
        chosen = dict(every)
        for module, names in every.items():
            if options.only:
                chosen[module] = [name for name in names if name in options.only]
            elif options.sample is not None and options.sample < len(names):
                sample = random.Random(options.seed).sample(range(len(names)), options.sample)
                chosen[module] = [names[i] for i in sorted(sample)]
        status = run(folder, chosen, options.jobs)
        for module, names in chosen.items():
            report(folder, module, len(every[module]), {name: status[name] for name in names})


if __name__ == "__main__":
    main()
