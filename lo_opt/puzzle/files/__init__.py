"""Bytes in and out: text, bitmaps and NumPy's files, and what options override in them; knows no other format."""
