"""From a two-state puzzle to algebra and back: any solution, the kernel, or the certificate that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits, pathgrid, tensorgrid
from lo_opt.algebra.bits import Words
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.reduction import restrict
from lo_opt.algebra.rowgrid import GridSolution
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.contract import Refusal
from lo_opt.methods.structure import is_king, path_self_loop, two_states_only
from lo_opt.puzzle import Board, Puzzle

MAX_KERNEL_BYTES = 2**31


def refuse(puzzle: Puzzle) -> Refusal | None:
    """Return why linear algebra over GF(2) cannot take this puzzle, None if it can."""
    return two_states_only(puzzle, "linear algebra")


@dataclass(frozen=True)
class Solutions:
    """All solutions of a puzzle: one of them and a way to the kernel, or the certificate that there is none.

    `nullity` is the dimension of the space of quiet patterns that press no barred button; `kernel` returns a basis of
    it, packed, uint64 (nullity, word_count(button_count)), made at each call.
    """

    button_count: int
    nullity: int
    presses: Board | None
    certificate: Board | None
    kernel: Callable[[], Words]

    def space(self) -> SolutionSpace:
        """Return the solutions as an affine space; `MemoryError` if its basis would exceed 2 GiB."""
        if self.presses is None:
            raise ValueError("the puzzle has no solution")
        return SolutionSpace(self.presses.to_array().ravel().astype(np.uint8), self._bounded_kernel())

    def quiet_space(self) -> SolutionSpace:
        """Return the quiet patterns, the empty one included, as a linear space; errors as for `space`."""
        return SolutionSpace(np.zeros(self.button_count, np.uint8), self._bounded_kernel())

    def _bounded_kernel(self) -> Words:
        if self.nullity * self.button_count > 8 * MAX_KERNEL_BYTES:
            raise MemoryError(f"{self.nullity:,} quiet patterns of {self.button_count:,} buttons exceed 2 GiB")
        return self.kernel()


def solutions(puzzle: Puzzle) -> Solutions:
    """Return all solutions of a two-state puzzle, by the quickest algebra its shape allows.

    >>> found = solutions(Puzzle.grid("11/10"))
    >>> str(found.presses), found.nullity
    ('10/00', 0)
    """
    found = _on_symmetric_grid(puzzle)
    if found is None:
        return _by_elimination(puzzle)
    return found if puzzle.forbidden is None else _without_forbidden(puzzle, found)


def _on_symmetric_grid(puzzle: Puzzle) -> Solutions | None:
    """Return the solutions, forbidden buttons included, where the grid's structure makes elimination needless."""
    solved = _solve_grid(puzzle, puzzle.change())
    if solved is None:
        return None
    rows, cols = puzzle.start.shape
    self_loop = path_self_loop(puzzle)
    patterns: Callable[[], Iterator[list[int]]]
    if self_loop is None:
        patterns = lambda: tensorgrid.king_quiet_patterns(rows, cols)  # noqa: E731
    else:
        patterns = lambda: pathgrid.quiet_patterns(rows, cols, self_loop)  # noqa: E731

    def kernel() -> Words:
        packed = [bits.pack(Board.from_row_ints(pattern, cols).to_array().ravel()) for pattern in patterns()]
        return np.array(packed, np.uint64).reshape(len(packed), bits.word_count(rows * cols))

    presses = None if solved.presses is None else Board.from_row_ints(solved.presses, cols)
    certificate = None if solved.certificate is None else Board.from_row_ints(solved.certificate, cols)
    return Solutions(rows * cols, solved.nullity, presses, certificate, kernel)


def _solve_grid(puzzle: Puzzle, change: Board) -> GridSolution | None:
    """Solve A x = change for a plus, neighbours-only or king grid; None for any other shape."""
    self_loop = path_self_loop(puzzle)
    if self_loop is not None:
        return pathgrid.solve_path_grid(change.row_ints(), change.cols, self_loop)
    return tensorgrid.solve_king_grid(change.row_ints(), change.cols) if is_king(puzzle) else None


def _without_forbidden(puzzle: Puzzle, found: Solutions) -> Solutions:
    """Return the solutions that press no forbidden button, for a puzzle whose effect matrix A is symmetric.

    If there is none, some set z of forbidden buttons meets every quiet pattern evenly but each solution x0 oddly. Then
    z is in the row space of A; any y with A y = z is a certificate: it moves only forbidden buttons, and
    y·b = y·A x0 = z·x0 = 1.
    """
    assert puzzle.forbidden is not None
    forbidden = np.flatnonzero(puzzle.forbidden.to_array().ravel())
    quiet = restrict(found.quiet_space(), forbidden)
    assert quiet is not None
    if found.presses is None:
        return Solutions(found.button_count, quiet.nullity, None, found.certificate, lambda: quiet.kernel)
    space = found.space()
    part = restrict(space, forbidden)
    if part is not None:
        presses = Board.from_array(part.particular.reshape(puzzle.effects.button_shape))
        return Solutions(found.button_count, part.nullity, presses, None, lambda: part.kernel)
    z = np.zeros(puzzle.button_count, np.uint8)
    z[_odd_set(space, forbidden)] = 1
    solved = _solve_grid(puzzle, Board.from_array(z.reshape(puzzle.effects.button_shape)))
    assert solved is not None
    assert solved.presses is not None
    certificate = Board.from_row_ints(solved.presses, puzzle.start.cols)
    return Solutions(found.button_count, quiet.nullity, None, certificate, lambda: quiet.kernel)


def _by_elimination(puzzle: Puzzle) -> Solutions:
    """Return the solutions of any puzzle, barred buttons left out of the equations."""
    effects = puzzle.incidence()
    allowed = puzzle.pressable()
    unknowns = np.flatnonzero(allowed)
    number = np.cumsum(allowed) - 1
    kept = allowed[effects.buttons]
    indptr = np.concatenate([[0], np.cumsum(kept)])[effects.indptr]
    system = Elimination(indptr, number[effects.buttons[kept]], len(unknowns))
    right = puzzle.toggles()
    chosen = system.solve(right)
    certificate = system.certificate(right) if chosen is None else None

    def spread(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
        wide = np.zeros((*values.shape[:-1], puzzle.button_count), np.uint8)
        wide[..., unknowns] = values
        return wide

    def kernel() -> Words:
        packed = system.kernel()
        if len(unknowns) == puzzle.button_count:
            return packed
        rows = [bits.pack(spread(bits.unpack(row, len(unknowns)))) for row in packed]
        return np.array(rows, np.uint64).reshape(len(rows), bits.word_count(puzzle.button_count))

    shape = puzzle.effects.button_shape
    return Solutions(
        puzzle.button_count,
        system.nullity,
        None if chosen is None else Board.from_array(spread(chosen).reshape(shape)),
        None if certificate is None else Board.from_array(certificate.reshape(puzzle.effects.light_shape)),
        kernel,
    )


def _odd_set(space: SolutionSpace, forbidden: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return forbidden unknowns that every kernel vector meets evenly and the particular solution oddly."""
    columns = bits.unpack(space.kernel, space.size)[:, forbidden].T  # (forbidden, nullity)
    owners, unknowns = np.nonzero(columns)
    indptr = np.searchsorted(owners, np.arange(len(forbidden) + 1)).astype(np.intp)
    odd = Elimination(indptr, unknowns, space.nullity).certificate(space.particular[forbidden])
    assert odd is not None
    return np.asarray(forbidden[odd != 0])
