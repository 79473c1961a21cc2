"""The command itself: version, help, and one line for every way to call it wrongly."""

from __future__ import annotations

import pytest

import lo_opt

COMMANDS = ["solve", "compare", "backends"]


def test_version(run):
    result = run("--version")
    assert (result.code, result.out, result.err) == (0, f"lo-opt {lo_opt.__version__}\n", "")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_the_commands(run, flag):
    result = run(flag)
    assert result.code == 0
    assert all(command in result.out for command in COMMANDS)


def test_no_command_is_a_usage_error_that_shows_the_way(fails):
    assert "missing command; see 'lo-opt --help'" in fails()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["sovle"], "'sovle'"),
        (["sovle"], "Did you mean 'solve'"),
        (["zzz"], "'zzz'"),
        (["--verison"], "unknown option '--verison'; did you mean '--version'?"),
        (["solve", "--time-limt", "3s"], "unknown option '--time-limt'; did you mean '--time-limit'?"),
        (["solve", "-x"], "unknown option '-x'"),
        (["solve", "--threads"], "'--threads' requires an argument"),
        (["solve", "--threads", "two"], "'--threads'"),
        (["solve", "--states", "2.5"], "'--states'"),
        (["solve", "--json=yes"], "'--json' does not take a value"),
        (["compare", "10", "01"], "unexpected extra argument"),
        (["backends", "scip"], "unexpected extra argument"),
    ],
)
def test_usage_errors_take_one_line(fails, arguments, expected):
    message = fails(*arguments)
    assert expected in message
    assert "; see 'lo-opt" in message


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("argument", ["\udcff\udc80", "--\udcff", "é\n\x1b[31m", "\u202e"])
def test_no_argument_breaks_the_message(fails, argument, encoding):
    message = fails("solve", "--", argument, encoding=encoding) if argument[0] != "-" else fails("solve", argument)
    assert "\x1b" not in message
