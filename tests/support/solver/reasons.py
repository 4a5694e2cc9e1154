"""A reason taken apart: its parts by their keys."""

from collections.abc import Iterator, Mapping

from solver.reason import Reason, Told


def walk_reasons(reason: Reason) -> Iterator[Reason]:
    """Yield a reason and all its parts, from the outside in."""
    yield reason
    for value in reason.values.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Reason):
                yield from walk_reasons(one)


def parts(reason: Reason) -> dict[str, Mapping[str, Told]]:
    """Return a reason and all in it, from the outside in, by their keys, with what each tells."""
    return {one.key: one.values for one in walk_reasons(reason)}
