"""What kernels of score sheets do with a line of the cache at once, written for the compiler as vectors.

Numbers stand in flat arrays, LANES of float64 or WIDE of float32 a line; places count numbers and are int64, in arrays
too. LLVM makes of a vector the widest registers that the processor has. Loops written in Python are only sometimes made
so: here they took five times as long.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic

from solver.sheet.game.dice import TIE

LINE = 64
LANES, WIDE = LINE // 8, LINE // 4
# This many numbers are compared in straight code, more of them in a loop.
WRITTEN_OUT = 16
# A sum is kept in this many parts, since each addition waits for the one before it.
PARTS = 4

_INT = ir.IntType(64)
# A product and its sum may be rounded once instead of twice.
_FUSED = ("contract",)


def _vector(make: Callable[..., None]) -> Callable[..., None]:
    """Return an operation for kernels, of code that `make` builds; it gets arrays as pointers to their numbers."""

    def type_call(_: Any, *arguments: Any) -> tuple[Any, Any]:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            make(
                builder,
                *(
                    context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                    for kind, value in zip(signature.args, given, strict=True)
                ),
            )
            return context.get_dummy_value()

        return types.void(*arguments), generate

    return cast(Callable[..., None], intrinsic(update_wrapper(type_call, make)))


@_vector
def write(builder: Any, values: Any, to: Any, number: Any, others: Any, place: Any) -> None:
    """values[to] = number + others[place]."""
    more = _load(builder, others, place)
    _store(builder, builder.fadd(_splat(builder, number, more.type), more), values, to)


@_vector
def mix(builder: Any, values: Any, to: Any, sources: Any, first: Any, chances: Any) -> None:
    """values[to] = sum of chances[i] * values[sources[first + i]] over a tuple of chances."""
    total = None
    for i in range(chances.type.count):
        number = _load(builder, values, _entry(builder, sources, builder.add(first, _int(i))))
        product = builder.fmul(_splat(builder, builder.extract_value(chances, i), number.type), number, flags=_FUSED)
        total = product if total is None else builder.fadd(total, product, flags=_FUSED)
    _store(builder, total, values, to)


@_vector
def pour(builder: Any, values: Any, place: Any, targets: Any, first: Any, chances: Any) -> None:
    """values[targets[first + i]] += chances[i] * values[place] over a tuple of chances; `mix` the other way round."""
    number = _load(builder, values, place)
    for i in range(chances.type.count):
        to = _entry(builder, targets, builder.add(first, _int(i)))
        product = builder.fmul(_splat(builder, builder.extract_value(chances, i), number.type), number, flags=_FUSED)
        _store(builder, builder.fadd(_load(builder, values, to), product, flags=_FUSED), values, to)


@_vector
def slide(builder: Any, values: Any, to: Any, weights: Any, others: Any, place: Any) -> None:
    """values[to] = sum of weights[i] * others[place + i] over a tuple of weights, or 0 where that comes out lower."""
    total = None
    for i in range(weights.type.count):
        number = _load(builder, others, builder.add(place, _int(i)))
        product = builder.fmul(_splat(builder, builder.extract_value(weights, i), number.type), number)
        total = product if total is None else builder.fadd(total, product)
    kind = _line(values)
    _store(builder, _select_larger(builder, total, ir.Constant(kind, [0.0] * kind.count)), values, to)


@_vector
def weigh(builder: Any, values: Any, to: Any, chances: Any, place: Any, rows: Any) -> None:
    """values[to] = sum of chances[r] * values[place + r * LANES] over an array of chances, `rows` of them."""
    kind = _line(values)
    totals = [_variable(builder, ir.Constant(kind, [0.0] * kind.count)) for _ in range(PARTS)]

    def add(total: Any, row: Any) -> None:
        chance = _splat(builder, _entry(builder, chances, row), kind)
        number = _load(builder, values, builder.add(place, builder.mul(row, _int(kind.count))))
        product = builder.fmul(chance, number, flags=_FUSED)
        builder.store(builder.fadd(builder.load(total), product, flags=_FUSED), total)

    even = builder.sub(rows, builder.urem(rows, _int(PARTS)))
    with _loop(builder, _int(0), even, PARTS) as row:
        for i, total in enumerate(totals):
            add(total, builder.add(row, _int(i)))
    with _loop(builder, even, rows) as row:
        add(totals[0], row)
    a, b, c, d = (builder.load(total) for total in totals)
    _store(builder, builder.fadd(builder.fadd(a, b), builder.fadd(c, d)), values, to)


@_vector
def highest(builder: Any, values: Any, to: Any, sources: Any, span: Any) -> None:
    """values[to + r * LANES] = max over i < count of values[sources[first + r * count + i]] for r < rows.

    `span` is first, count and rows.
    """
    first, count, rows = (builder.extract_value(span, i) for i in range(3))

    def run(one_row: Callable[[Any], Any]) -> None:
        with _loop(builder, _int(0), rows) as row:
            place = builder.add(first, builder.mul(row, count))
            _store(builder, one_row(place), values, builder.add(to, builder.mul(row, _int(_line(values).count))))

    def number(place: Any, i: Any) -> Any:
        return _load(builder, values, _entry(builder, sources, builder.add(place, i)))

    def in_straight_code(place: Any) -> Any:
        best = number(place, _int(0))
        for i in range(1, written):
            best = _select_larger(builder, number(place, _int(i)), best)
        return best

    def in_a_loop(place: Any) -> Any:
        best = _variable(builder, number(place, _int(0)))
        with _loop(builder, _int(1), count) as i:
            builder.store(_select_larger(builder, number(place, i), builder.load(best)), best)
        return builder.load(best)

    many, done = builder.append_basic_block("many"), builder.append_basic_block("done")
    switch = builder.switch(count, many)
    for written in range(1, WRITTEN_OUT + 1):
        block = builder.append_basic_block(f"of_{written}")
        switch.add_case(_int(written), block)
        builder.position_at_end(block)
        run(in_straight_code)
        builder.branch(done)
    builder.position_at_end(many)
    run(in_a_loop)
    builder.branch(done)
    builder.position_at_end(done)


@_vector
def choose(builder: Any, values: Any, sources: Any, labels: Any, span: Any, chosen: Any) -> None:
    """Put into chosen the labels[first + i] of the first i < count with values[sources[first + i]] >= their max - TIE.

    `span` is first and count; labels and chosen are of int32.
    """
    first, count = (builder.extract_value(span, i) for i in range(2))

    def number(i: Any) -> Any:
        return _load(builder, values, _entry(builder, sources, builder.add(first, i)))

    best = _variable(builder, number(_int(0)))
    with _loop(builder, _int(1), count) as i:
        builder.store(_select_larger(builder, number(i), builder.load(best)), best)
    lanes = _line(values).count
    kind = ir.VectorType(ir.IntType(32), lanes)
    enough = builder.fsub(builder.load(best), ir.Constant(_line(values), [TIE] * lanes))
    label = _variable(builder, ir.Constant(kind, [-1] * lanes))
    with _loop(builder, _int(0), count) as passed:
        i = builder.sub(builder.sub(count, passed), _int(1))
        mine = _splat(builder, _entry(builder, labels, builder.add(first, i)), kind)
        good = builder.fcmp_ordered(">=", number(i), enough)
        builder.store(builder.select(good, mine, builder.load(label)), label)
    builder.store(builder.load(label), builder.bitcast(chosen, kind.as_pointer()), align=4)


@contextmanager
def _loop(builder: Any, begin: Any, end: Any, step: int = 1) -> Iterator[Any]:
    with cgutils.for_range_slice(builder, begin, end, _int(step), intp=_INT) as (i, _):
        yield i


def _variable(builder: Any, first: Any) -> Any:
    tools: Any = cgutils
    return tools.alloca_once_value(builder, first)


def _int(number: int) -> Any:
    return ir.Constant(_INT, number)


def _entry(builder: Any, array: Any, place: Any) -> Any:
    return builder.load(builder.gep(array, [place]))


def _line(values: Any) -> Any:
    number = values.type.pointee
    return ir.VectorType(number, WIDE if isinstance(number, ir.FloatType) else LANES)


def _load(builder: Any, values: Any, place: Any) -> Any:
    return builder.load(builder.bitcast(builder.gep(values, [place]), _line(values).as_pointer()), align=4)


def _store(builder: Any, vector: Any, values: Any, place: Any) -> None:
    builder.store(vector, builder.bitcast(builder.gep(values, [place]), _line(values).as_pointer()), align=4)


def _splat(builder: Any, number: Any, kind: Any) -> Any:
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    nowhere = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), nowhere)


def _select_larger(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)
