"""Ways from a puzzle to a claim without any solver: linear algebra over GF(2), parity classes, light chasing."""
