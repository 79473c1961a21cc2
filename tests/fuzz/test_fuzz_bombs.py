"""Small files that ask for much, and long ones that say nothing: refused or read, within bounds that are stated here.

Every case is a command of its own that may allocate 512 MiB beyond what it holds and take ten seconds.
"""

from __future__ import annotations

import io
import sys
import zipfile

import pytest
from caged import Cage
from readers import MEASURED, forged, npy, npz

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux keeps them")

MEMORY_MIB = 512
SECONDS = 10.0
LONG, SHORT = 10_000_000, 200_000  # bytes; of numbers and buttons, each of which becomes an object, fewer


@pytest.fixture(scope="module")
def cage():
    made = Cage()
    yield made
    made.close()


def long_header(version, length, sent):
    return b"\x93NUMPY" + bytes([version, 0]) + length.to_bytes(4 if version > 1 else 2, "little") + b" " * sent


def packed(method=zipfile.ZIP_DEFLATED, **members):
    """An archive of members made of (beginning, what follows, how often), so that gigabytes cost nothing to make."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method, compresslevel=1) as archive:
        for name, (begin, part, times) in members.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                member.write(begin)
                for _ in range(times):
                    member.write(part)
    return stream.getvalue()


def header(shape, descr="|u1", by_columns=False):
    return forged(repr({"descr": descr, "fortran_order": by_columns, "shape": shape}))


ZEROS = b"\0" * 2**20
ONE = npy([[1]])

# name -> (contents, words of the error; None where the file may well be read)
FILES = {
    "header.npy": (long_header(2, 2**32 - 1, 1000), "is no .npy array"),
    "deep.npy": (forged("(" * 5_000), "is no .npy array"),
    "minus.npy": (forged("-" * 9_000 + "1"), "is no .npy array"),
    "sum.npy": (forged("1+" * 4_000 + "1"), "is no .npy array"),
    "wide.npy": (header((1, 2**33), "<i8"), "at most"),
    "short.npy": (header((1, 2**28)), "cut short"),
    "tall.npy": (header((2**33, 1)), "multiple of 64"),
    "columns.npy": (header((1, 2**30), by_columns=True), "cut short"),
    "block.npy": (header((2**24, 65), "<i8", by_columns=True), "at most"),
    "nothing.npy": (header((2**40, 0)), "board size"),
    "negative.npy": (header((-1, -(2**40))), "board size"),
    "huge.npy": (header((10**400, 1)), ""),
    "header.npz": (packed(board=(long_header(2, 2**31, 0), ZEROS, 300)), "is no .npy array"),
    "bomb.npz": (packed(board=(header((2**12, 2**20)), ZEROS, 2**8)), "cut short"),
    "states.npz": (
        packed(board=(ONE, b"", 1), states=(header((), "<i8") + b"\xff" * 8, b"", 0)),
        "must be a whole number",
    ),
    "weights.npz": (packed(board=(ONE, b"", 1), weights=(header((2**14, 2**14)), ZEROS, 300)), "at most"),
    "negative.npz": (packed(board=(ONE, b"", 1), weights=(header((-1, -1)) + b"1", b"", 0)), "at most"),
    "lzma.npz": (packed(zipfile.ZIP_LZMA, board=(ONE, b"", 1)).replace(b"\x5d", b"\x5e"), "is no .npz archive"),
    "bzip2.npz": (packed(zipfile.ZIP_BZIP2, board=(ONE, b"", 1)).replace(b"BZh", b"BZx"), "is no .npz archive"),
    "members.npz": (npz(**{f"a{i}": [1] for i in range(2000)}), "unknown array"),
    "cols.npz": (npz(board=[[1]], cols=2**62), ""),
    "raw.pbm": (b"P4 90000 90000\n", "cut short"),
    "plain.pbm": (b"P1 90000 90000\n1", "pixels"),
    "digits.pbm": (b"P4 " + b"9" * LONG, "no width"),
    "comment.pbm": (b"P4 #" + b"x" * 3_000_000, "no width"),
    "rows.toml": (b'board = "on"\nrows = 92000\ncols = 92000\nstates = 3\n', "at most"),
    "size.toml": (b'board = "on"\nrows = 999999999\ncols = 999999999\n', "at most"),
    "keys.toml": (b'"a".' * 100_000 + b"b = 1\n", "nested too deeply"),
    "arrays.toml": (b"board = " + b"[" * (4 * SHORT), "nested too deeply"),
    "digits.toml": (b"board = " + b"9" * 1_000_000, "too large"),
    "string.toml": (b'board = "' + b"1" * (10 * SHORT) + b'"', None),
    "unquoted.toml": (b"a" * (10 * SHORT), "broken TOML"),
    "limits.toml": (b'board = ["1"]\nlimits = [' + b"{at_most=1}," * (SHORT // 50) + b"]", None),
    "weight.toml": (b'board = ["1"]\nweights = [[1' + b"0" * 4_000 + b"]]", "more than 100 digits"),
    "exponent.toml": (b'board = ["1"]\nweights = [[1e999999999]]', "must be a finite decimal"),
    "cost.toml": (b'board = ["1"]\nknown.cost = 1e-999999999', "must be a finite decimal"),
    "offsets.toml": (b'board = ["1"]\nrule.offsets = [' + b"[0,0]," * (SHORT // 6) + b"]", "more than 4096"),
    "button.toml": (b'lights = "1"\nbuttons = [{0 = 9223372036854775808}]', ""),
    "lights.toml": (b'lights = "1"\nbuttons = [[' + b"0," * (SHORT // 2) + b"0]]", None),
    "ones.txt": (b"1" * LONG, None),
    "zeros.txt": (b"10/" * SHORT + b"11", None),
    "slashes.txt": (b"/" * LONG, "without cells"),
    "blanks.txt": (b" " * LONG + b"1", None),
    "lines.txt": (b"\n" * (4 * SHORT), "empty"),
    "carriage.txt": (b"\r\n" * (LONG // 2) + b"1", None),
    "words.txt": (b"a" * LONG, "unknown symbol"),
    "nul.txt": (b"1" * 1_000_000 + b"\0", "null byte"),
    "utf16.txt": ("11\n10\n".encode("utf-16"), "UTF-16"),
    "surrogate.txt": (b"11\n\xed\xa0\x80\n", "not UTF-8"),
    "mark.txt": (b"\xef\xbb\xbf11\r\n10\r\n", None),
    "buttons.txt": (b"[" + b"#" * LONG + b"] (0)", None),
    "presses.txt": (b"[#] " + b"(0) " * (SHORT // 4), None),
    "open.txt": (b"[#] " + b"(" * LONG, ""),
    "lights.txt": (b"[#] (" + b"0," * (SHORT // 2) + b"0)", None),
    "flip.txt": (b"4096x1:" + b"f" * LONG, ""),
    "flipped.txt": (b"999999999x999999999:f,f", "squares"),
    "contest.txt": (b"1\n999999999 999999999\n1\n", ""),
    "contests.txt": (b"999999999\n" + b"1 1\n#\n" * (SHORT // 50), ""),
    "list.txt": (b"x-|" * SHORT, None),
    "plist.txt": (b"<plist>" + b"<string>" * (LONG // 8), "no level"),
    "graphs.edges": (b"0 " * (10 * SHORT), "must be two nodes"),
    "path.edges": (b"".join(b"%d %d\n" % (i, i + 1) for i in range(SHORT // 10)), None),
}


@pytest.mark.parametrize("name", FILES)
def test_files(cage, tmp_path, name):
    contents, words = FILES[name]
    (tmp_path / name).write_bytes(contents)
    ended = cage.run("export", name, "--format", "flip", cwd=tmp_path, memory_mib=MEMORY_MIB, timeout_s=SECONDS)
    if words is None:  # it is read, and perhaps too large to be written like that
        ended.assert_is_clean()
        assert ended.code == 0 or "format flip" in ended.err or "Flip" in ended.err, ended
    else:
        assert words in ended.assert_is_error()


PLAIN = b'name = "x"\nbackends = ["gf2"]\n'
SUITES = {
    "sizes": (PLAIN + b'sizes = ["1-999999999"]', "as many as 999,999,999 cells"),
    "seeds": (PLAIN + b'sizes = [3]\nseeds = ["0-999999999"]', "as many as 1,000,000,000 cells"),
    "repetitions": (PLAIN + b"sizes = [3]\nrepetitions = 1000000000", "as many as 1,000,000,000 cells"),
    "variants": (PLAIN + b"sizes = [3]\n[[variants]]\n" + b"".join(
        b"%s = [%s]\n" % (key, b"0.5," * 300) for key in (b"forbidden", b"required")
    ) + b"row_budget = [" + b"1," * 300 + b"]", "as many as 27,000,000 cells"),
    "numbers": (PLAIN + b"sizes = [3]\nseed = " + b"9" * 5000, "too large"),
    "seconds": (PLAIN + b"sizes = [3]\ntime_limit_s = inf", "Expected 'float' <= 2147483647.0"),
    "depth": (b"a = " + b"[" * SHORT, "nested too deeply"),
    "keys": (b"a." * SHORT + b"b = 1", "nested too deeply"),
}  # fmt: skip


@pytest.mark.parametrize("name", SUITES)
def test_suites(cage, tmp_path, name):
    contents, words = SUITES[name]
    (tmp_path / "suite.toml").write_bytes(contents)
    ended = cage.run("bench", "run", "suite.toml", cwd=tmp_path, memory_mib=MEMORY_MIB, timeout_s=SECONDS)
    assert words in ended.assert_is_error()
    assert [path.name for path in tmp_path.iterdir()] == ["suite.toml"]


@pytest.mark.parametrize("name", ["records.jsonl", "boards.jsonl", "suite.json"])
def test_records_that_are_deep(cage, tmp_path, name):
    folder = tmp_path / "records"
    folder.mkdir()
    for file, contents in MEASURED.items():
        (folder / file).write_bytes(b'{"a":' * SHORT + b"\n" if file == name else contents)
    ended = cage.run("bench", "report", folder, "-o", "x.csv", cwd=tmp_path, memory_mib=MEMORY_MIB, timeout_s=SECONDS)
    assert name in ended.assert_is_error()
