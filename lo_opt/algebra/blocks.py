"""Cuts the transform of a reduced kernel into independent blocks that stay in cache; knows no search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.reduction import ReducedKernel
from lo_opt.algebra.transform import BlockTransform, Table, block_bits, integer_type
from lo_opt.errors import InputError

TRANSFORM_NULLITY_LIMIT = 62
"""Beyond it, the number of members would not fit a 64-bit integer (and the run would never end)."""

_TASK_BYTES = 1 << 26


@dataclass(frozen=True)
class BlockPlan:
    """A transform of 2**nullity entries cut into blocks of 2**low_bits, one for each value of u's high bits.

    `balance`, int64 (groups,), is F sorted by the low bits of the column, `high`, uint64 (groups,), the rest of the
    column. The runs that begin at `starts` share the low bits `places`. A part of about 0.1 s has `part_blocks` blocks.
    Plans can be pickled.
    """

    nullity: int
    low_bits: int
    part_blocks: int
    balance: NDArray[np.int64]
    high: NDArray[np.uint64]
    places: NDArray[np.intp]
    starts: NDArray[np.intp]
    entry_type: np.dtype[Any]
    result_type: np.dtype[Any]

    @property
    def block_count(self) -> int:
        """Number of blocks."""
        return 1 << (self.nullity - self.low_bits)

    @property
    def block_size(self) -> int:
        """Number of members in one block."""
        return 1 << self.low_bits

    def ranges(self) -> range:
        """Return the first block of every part."""
        return range(0, self.block_count, self.part_blocks)


def plan_blocks(reduced: ReducedKernel, low_bits: int | None = None) -> BlockPlan:
    """Return the blocks for the transform of `reduced.balance`, in the narrowest integers that hold it.

    Blocks are as large as the cache unless `low_bits`, at most the nullity, says otherwise. Raises `InputError` beyond
    nullity 62.
    """
    if reduced.nullity > TRANSFORM_NULLITY_LIMIT:
        raise InputError(
            f"a transform over 2**{reduced.nullity} members is out of reach; the limit is 2**{TRANSFORM_NULLITY_LIMIT}"
        )
    useful = reduced.balance != 0
    balance = reduced.balance[useful]
    columns = reduced.columns[useful, 0] if reduced.nullity else np.zeros(0, np.uint64)
    result_type = integer_type(int(np.abs(balance).sum()))
    if low_bits is None:
        low_bits = min(reduced.nullity, block_bits(result_type))
    low = (columns & np.uint64((1 << low_bits) - 1)).astype(np.intp)
    order = np.argsort(low, kind="stable")
    places, starts = np.unique(low[order], return_index=True)
    # The first half of a block's transform sums over entries that agree in the low half of the index.
    halves = low & ((1 << (low_bits - low_bits // 2)) - 1)
    half_sums = np.zeros(1 << low_bits, np.int64)
    np.add.at(half_sums, halves, np.abs(balance))
    return BlockPlan(
        nullity=reduced.nullity,
        low_bits=low_bits,
        part_blocks=max(1, _TASK_BYTES // (result_type.itemsize << low_bits)),
        balance=balance[order],
        high=columns[order] >> np.uint64(low_bits),
        places=places,
        starts=starts,
        entry_type=integer_type(int(half_sums.max()), np.int8),
        result_type=result_type,
    )


class BlockSpectra:
    """The transformed blocks of one plan, one after another in the same buffers."""

    def __init__(self, plan: BlockPlan) -> None:
        self._plan = plan
        self._transform = BlockTransform(plan.low_bits, plan.entry_type, plan.result_type)

    def part(self, start: int) -> Iterator[tuple[int, Table]]:
        """Yield (block, values) for the part that begins with block `start` of `ranges()`.

        `values` (block_size,) holds (WHT F)(u) for the members u of this block, in the order that `choice_at` undoes;
        it is valid until the next block.
        """
        plan = self._plan
        for block in range(start, min(start + plan.part_blocks, plan.block_count)):
            odd = np.bitwise_count(plan.high & np.uint64(block)) & 1
            self._transform.entries.fill(0)
            if len(plan.places):
                signed = np.where(odd, -plan.balance, plan.balance)
                self._transform.entries[plan.places] = np.add.reduceat(signed, plan.starts)
            yield block, self._transform.run()

    def choice_at(self, block: int, position: int) -> int:
        """Return the member u at `position` of the values of `block`."""
        return block << self._plan.low_bits | self._transform.index_at(position)

    def choices_at(self, block: int, positions: NDArray[np.intp]) -> NDArray[np.uint64]:
        """Return the members u at `positions` (k,) of the values of `block`, uint64 (k,)."""
        row_bits, column_bits = self._transform.row_bits, self._transform.column_bits
        low, high = positions >> row_bits, positions & ((1 << row_bits) - 1)
        natural = (high << column_bits | low).astype(np.uint64)
        return np.uint64(block) << np.uint64(self._plan.low_bits) | natural
