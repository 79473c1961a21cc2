"""Tests of the benchmark harness; a package, because its conftest is not the only one."""
