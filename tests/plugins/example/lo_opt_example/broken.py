"""A module that fails when it is imported, as one does whose library is gone."""

raise OSError("libshattered.so.1: cannot open shared object file")
