"""Command lines put together at random from every command's own options: an answer, or one clear line."""

from __future__ import annotations

import random

import pytest
import typer
from caged import Cage
from spoiling import LONGER

from lo_opt.cli.app import app

ROUNDS = 2 * LONGER
MEMORY_MIB, SECONDS = 1024, 30.0
LEFT_OUT = {
    "--scheduler",  # would ask whoever is in charge of names
    "--help",
    "--workers",  # processes that outlive a memory limit's error
}
CODES = {0, 1, 2, 3, 4}
ODD = [
    "-", "--", "-1", "0", "1", "2", "3", "1.5", "1e9", "1e999", "nan", "inf", "0x10", "110/010/011", "10/1", "lit:3x3",
    "lit:0x0", "random:4x4:1", "random:4x4:-1", "merlin", "mrelin", "cube:lit", "3x3", "5", "2-3", "9-2", "3x", "0,0",
    "9,9", "on", "off", "torus", "plus", ".#./#@#", "gf2", "chase", "scip:parity", "auto", "cbc:xor", "optimal",
    "feasible", "none", "200ms", "toml", "svg", "é", "²", "../..", "/", "/dev/null", "x.svg", "x.txt", "x.json",
    "x.npz", "x.toml", "", " ", "9" * 30, "9" * 5000, "0,0 1,1", "1 2 / 3 4", "1 x", "5 parsecs", "\x1b[31m", "a\nb",
    "x" * 3000,
]  # fmt: skip
BOARDS = ["11/10", "110/010/011", "lit:3x3", "random:4x4:1", "merlin", "3x3", "4x4"]


def commands():
    """Yield (words, parameters) of every command but the one that serves a page."""
    for name, command in typer.main.get_command(app).commands.items():
        for inner, own in getattr(command, "commands", {}).items():
            yield [name, inner], own.params
        if not hasattr(command, "commands") and name != "play":
            yield [name], command.params


COMMANDS = {" ".join(words): (words, parameters) for words, parameters in commands()}


@pytest.fixture(scope="module")
def cage():
    made = Cage()
    yield made
    made.close()


def line(rng, words, parameters):
    """Return a command line, most of whose values may well be meant."""
    made = [*words]
    options = [p for p in parameters if p.param_type_name == "option" and not LEFT_OUT & {*p.opts}]
    for argument in (p for p in parameters if p.param_type_name == "argument"):
        if rng.random() < 0.9:
            made += [
                rng.choice(BOARDS if rng.random() < 0.7 else ODD) for _ in range(rng.choice([1, 1, argument.nargs]))
            ]
    for option in rng.sample(options, min(len(options), rng.randint(0, 4))):
        made.append(rng.choice(option.opts))
        if not option.is_flag:
            made.append(rng.choice(ODD))
    names = {name for option in options for name in option.opts}
    return made + (["--time-limit", "300ms"] if "--time-limit" in names and "--time-limit" not in made else [])


@pytest.mark.parametrize("name", COMMANDS)
def test_command_lines(cage, tmp_path, name):
    rng = random.Random(f"{name} {LONGER}")
    for _ in range(ROUNDS):
        arguments = line(rng, *COMMANDS[name])
        stdin = rng.choice([b"", b"", b"11\n10\n", b"\xff\xfe", b"x"])
        ended = cage.run(*arguments, stdin=stdin, cwd=tmp_path, memory_mib=MEMORY_MIB, timeout_s=SECONDS)
        assert not ended.hung, (arguments, ended)
        assert ended.code in CODES, (arguments, ended)
        assert "Traceback" not in ended.err, (arguments, ended)
        assert "internal error" not in ended.err, (arguments, ended)
        if ended.code == 2:
            assert ended.err.startswith("lo-opt: error: "), (arguments, ended)
            assert ended.err.count("\n") == 1, (arguments, ended)
        assert not list(tmp_path.glob(".*")), arguments
