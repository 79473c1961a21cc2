"""Puzzles with any number of states: sparse systems modulo m and their lightest solutions; knows no puzzle."""
