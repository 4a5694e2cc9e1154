"""Whole games as text: a heading, then each state and each move, as they are kept and replayed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S")


def replay(
    lines: Sequence[str],
    state: S,
    described: Callable[[S], str],
    moved: Callable[[S, str], S],
    ending: Callable[[S], Iterable[str]],
) -> Iterator[str]:
    """Play the moves in `lines` again from `state`, and yield the whole text as it should be."""
    yield lines[0]
    yield described(state)
    for line in lines[1:]:
        if line.startswith("> "):
            state = moved(state, line.removeprefix("> "))
            yield line
            yield described(state)
    yield from ending(state)
