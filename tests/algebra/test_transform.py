import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import transform
from lo_opt.algebra.transform import BlockTransform, integer_type, walsh_hadamard
from lo_opt.errors import InputError


def naive(values):
    size = len(values)
    return [sum(int(values[v]) * (-1) ** (u & v).bit_count() for v in range(size)) for u in range(size)]


@given(st.integers(0, 7), st.sampled_from([np.int16, np.int32, np.int64]), st.integers(0, 2**32))
def test_it_is_the_sum_with_signs(bits, dtype, seed):
    values = np.random.default_rng(seed).integers(-9, 10, 2**bits).astype(dtype)
    expected = naive(values)
    walsh_hadamard(values)
    assert values.tolist() == expected


@pytest.mark.parametrize("cache_bytes", [32, 128])
@pytest.mark.parametrize("slab_bits", [1, 2, 3])
def test_long_tables_take_several_passes(monkeypatch, cache_bytes, slab_bits):
    monkeypatch.setattr(transform, "_CACHE_BYTES", cache_bytes)
    monkeypatch.setattr(transform, "_SLAB_BITS", slab_bits)
    values = np.random.default_rng(1).integers(-9, 10, 2**9).astype(np.int32)
    expected = naive(values)
    walsh_hadamard(values)
    assert values.tolist() == expected


def test_twice_is_a_multiple_of_the_identity_beyond_the_cache():
    values = np.random.default_rng(2).integers(-9, 10, 2**19).astype(np.int32)
    twice = values.copy()
    walsh_hadamard(twice)
    walsh_hadamard(twice)
    assert (twice == values * 2**19).all()


@given(st.integers(0, 7), st.integers(0, 2**32))
def test_blocks_start_narrow_and_end_permuted(bits, seed):
    values = np.random.default_rng(seed).integers(-7, 8, 2**bits)
    block = BlockTransform(bits, np.dtype(np.int8), np.dtype(np.int32))
    for _ in range(2):
        block.entries[...] = values
        result = block.run()
        assert {block.index_at(p): int(result[p]) for p in range(2**bits)} == dict(enumerate(naive(values)))


def test_the_dtype_is_the_narrowest_that_holds_the_sum():
    assert integer_type(127, np.int8) == np.int8
    assert integer_type(128, np.int8) == integer_type(1) == integer_type(2**15 - 1) == np.int16
    assert integer_type(2**15) == integer_type(2**31 - 1) == np.int32
    assert integer_type(2**31) == integer_type(2**63 - 1) == np.int64
    with pytest.raises(InputError, match="64-bit"):
        integer_type(2**63)


@pytest.mark.parametrize("values", [np.zeros(0, np.int16), np.zeros(3, np.int16), np.zeros((2, 2)), np.zeros(8)[::2]])
def test_other_shapes_are_refused(values):
    with pytest.raises(InputError, match="contiguous"):
        walsh_hadamard(values)
