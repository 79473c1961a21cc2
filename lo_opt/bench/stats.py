"""Means that suit running times; knows numbers only."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

SHIFT_S = 0.1


def shifted_geometric_mean(seconds: ArrayLike, shift_s: float = SHIFT_S) -> float:
    """Return exp(mean(log(t + s))) - s: neither the slowest times nor the noise of the fastest decide it.

    >>> round(shifted_geometric_mean([0.0, 0.9]), 4)
    0.2162

    The shift is the customary remedy of solver benchmarks (T. Achterberg, "Constraint Integer Programming", 2007,
    appendix A.3).
    """
    times = np.asarray(seconds, np.float64)
    return float(np.exp(np.log(times + shift_s).mean()) - shift_s)
