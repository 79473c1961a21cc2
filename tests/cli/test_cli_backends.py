"""`lo-opt backends`: everything is listed, whatever is missing or broken."""

from __future__ import annotations

from lo_opt.contract import Availability


def entry(record, selector):
    (found,) = [entry for entry in record["backends"] if entry["selector"] == selector]
    return found


def test_every_backend_is_listed(run):
    result = run("backends", "--json")
    assert result.code == 0
    record = result.object
    assert record["schema"] == 1
    names = {entry["selector"] for entry in record["backends"]}
    assert {"auto", "gf2", "chase", "scip:parity", "cbc:parity", "cpsat:parity", "highs:parity"} <= names
    for listed in record["backends"]:
        assert listed.keys() == {"selector", "summary", "available", "version", "reason", "cure"}
        assert listed["available"] == (listed["reason"] is None)


def test_the_table(run):
    result = run("backends")
    assert result.code == 0
    assert "chase" in result.out
    assert "scip:parity" in result.out


def test_a_missing_library_is_listed_with_its_cure(run, puppet):
    puppet(available=Availability(reason="puppetry is missing", cure="pip install puppetry"))
    listed = entry(run("backends", "--json").object, "puppet")
    assert (listed["available"], listed["cure"]) == (False, "pip install puppetry")
    assert "puppetry is missing; cure: pip install puppetry" in run("backends").out


def test_a_broken_plug_in_hurts_nothing_else(run, plug_in):
    def load():
        raise ImportError("libstrings.so.1 is missing")

    plug_in(load)
    result = run("backends", "--json")
    assert result.code == 0
    assert "libstrings.so.1" in entry(result.object, "puppet")["reason"]
    assert entry(result.object, "chase")["available"]


def test_a_plug_in_that_is_no_backend_hurts_nothing_else(run, plug_in):
    plug_in(lambda: object())
    listed = entry(run("backends", "--json").object, "puppet")
    assert not listed["available"]
    assert "it has no name, summary, availability, refuse, solve" in listed["reason"]
