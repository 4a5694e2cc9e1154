"""How far long work is, told to whoever listens: the work knows its steps, and not who shows them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Step = TypeVar("Step")
Hear = Callable[[float], None]
"""Takes the share of the work that is done, from 0 to 1."""
_hearer: ContextVar[Hear | None] = ContextVar("hearer", default=None)


@contextmanager
def heard_by(hear: Hear) -> Iterator[None]:
    """Let `hear` be told how far the work of the block is."""
    before = _hearer.set(hear)
    try:
        yield
    finally:
        _hearer.reset(before)


def report(share: float) -> None:
    """Say which share of the work is done."""
    if hear := _hearer.get():
        hear(share)


def tracked(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps of about equal length, and say how far the work is; what a step reports is its share of that."""
    hear = _hearer.get()
    for done, step in enumerate(steps):
        if hear is None:
            yield step
            continue
        report(done / len(steps))
        with heard_by(lambda share, done=done, hear=hear: hear((done + share) / len(steps))):  # type: ignore[misc]
            yield step
