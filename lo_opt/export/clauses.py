"""Linear rows and XOR rows over 0/1 variables as clauses; knows no format and no puzzle.

A literal is a whole number that is not 0: variable v is true for v, false for -v.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lo_opt.errors import UnsupportedError

Clause = tuple[int, ...]
CUT = 4  # a XOR row of more literals is cut into pieces of so many, 8 clauses each
MAX_NODES = 2**20


class Clauses:
    """A growing list of clauses, and the numbering of its variables.

    >>> clauses = Clauses(3)
    >>> clauses.add_xor([1, 2], 1)
    >>> clauses.add_linear([(1, 1), (1, 2), (1, 3)], 1, None)
    >>> clauses.listed, clauses.variables
    ([(1, 2), (-1, -2), (1, 2, 3)], 3)
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.listed: list[Clause] = []

    def new(self) -> int:
        """Return a variable that no clause uses yet."""
        self.variables += 1
        return self.variables

    def add_never(self) -> None:
        """Add clauses that contradict each other; an empty clause is a line that not every reader takes."""
        variable = self.new()
        self.listed += [(variable,), (-variable,)]

    def add_xor(self, literals: Sequence[int], parity: int) -> None:
        """Ask that the number of true literals be odd (`parity` 1) or even (0), long rows piece by piece."""
        rest = list(literals)
        while len(rest) > CUT:
            carry = self.new()
            self.listed += _excluded([*rest[: CUT - 1], carry], 0)
            rest = [carry, *rest[CUT - 1 :]]
        if rest:
            self.listed += _excluded(rest, parity)
        elif parity:
            self.add_never()

    def add_linear(self, terms: Sequence[tuple[int, int]], lower: int | None, upper: int | None) -> None:
        """Ask that lower <= sum(coefficient * literal) <= upper over (coefficient, literal) pairs.

        The row becomes one clause where that says it, else a decision diagram over partial sums, a new variable for
        every node of which it follows that the rest must do (Abío et al. 2012, Een and Sörensson 2006).

        Raises
        ------
        UnsupportedError
            If the diagram exceeds a million nodes.
        """
        shift = sum(coefficient for coefficient, _ in terms if coefficient < 0)
        positive = sorted(((abs(c), x if c > 0 else -x) for c, x in terms if c), key=lambda term: -term[0])
        rests = [0]
        for coefficient, _ in reversed(positive):
            rests.append(rests[-1] + coefficient)
        rests.reverse()
        least = 0 if lower is None else max(0, lower - shift)
        most = rests[0] if upper is None else min(rests[0], upper - shift)
        if least > most:
            self.add_never()
        elif most == rests[0] and least and all(coefficient >= least for coefficient, _ in positive):
            self.listed.append(tuple(literal for _, literal in positive))
        elif least > 0 or most < rests[0]:
            self._add_diagram(positive, rests, least, most)

    def _add_diagram(self, terms: list[tuple[int, int]], rests: list[int], least: int, most: int) -> None:
        """Ask least <= sum <= most; rests[i] is the sum of the coefficients from i on."""
        nodes: dict[tuple[int, int], int] = {}
        waiting = [(0, 0)]

        def node(place: int, total: int) -> int | None:
            """Return the variable that stands for this partial sum; 0 where all is well, None where all is lost."""
            if total > most or total + rests[place] < least:
                return None
            if total >= least and total + rests[place] <= most:
                return 0
            if total + rests[place] <= most:
                total = max(total, least - rests[place])
            key = (place, total)
            if key not in nodes:
                if len(nodes) >= MAX_NODES:
                    raise UnsupportedError(f"a linear row takes more than {MAX_NODES:,} clauses; write opb, lp or mps")
                nodes[key] = self.new()
                waiting.append(key)
            return nodes[key]

        nodes[0, 0] = root = self.new()
        self.listed.append((root,))
        while waiting:
            place, total = waiting.pop()
            here = nodes[place, total]
            coefficient, literal = terms[place]
            for taken, condition in ((total + coefficient, -literal), (total, literal)):
                after = node(place + 1, taken)
                if after is None:
                    self.listed.append((-here, condition))
                elif after:
                    self.listed.append((-here, condition, after))


def _excluded(literals: Sequence[int], parity: int) -> Iterator[Clause]:
    """Yield a clause against every choice of truth values with the wrong parity."""
    for choice in range(2 ** len(literals)):
        if choice.bit_count() % 2 != parity:
            yield tuple(-x if choice >> i & 1 else x for i, x in enumerate(literals))
