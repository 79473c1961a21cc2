"""Numbers without puzzles: bits, elimination, polynomials and cosets over GF(2); never imports a puzzle or a solver."""
