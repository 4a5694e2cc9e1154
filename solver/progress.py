"""How far long work is, told to whoever listens: the work knows its steps, and not who shows them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

Step = TypeVar("Step")
_hearer: ContextVar[Callable[[float], None]] = ContextVar("hearer", default=lambda _share: None)


@contextmanager
def report_to(hear: Callable[[float], None]) -> Iterator[None]:
    """Let `hear` be told which share of the work of the block is done, from 0 to 1."""
    before = _hearer.set(hear)
    try:
        yield
    finally:
        _hearer.reset(before)


def report(share: float) -> None:
    """Say which share of the work is done."""
    _hearer.get()(share)


def track_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps of about equal length, and say how far the work is; what a step reports is its share of that."""
    hear = _hearer.get()

    def within(done: int, share: float) -> None:
        hear((done + share) / len(steps))

    for done, step in enumerate(steps):
        within(done, 0.0)
        with report_to(partial(within, done)):
            yield step
    hear(1.0)
