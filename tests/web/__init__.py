"""Tests of the page; a package, because two conftest.py can stand side by side only if one is in a package."""
