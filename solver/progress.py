"""Reports the progress of long work to a listener: the work knows its steps, but not who shows them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

Step = TypeVar("Step")
_hearer: ContextVar[Callable[[float], None]] = ContextVar("hearer", default=lambda _share: None)


@contextmanager
def report_to(hear: Callable[[float], None]) -> Iterator[None]:
    """Call `hear` with the share of the block's work that is done, from 0 to 1."""
    before = _hearer.set(hear)
    try:
        yield
    finally:
        _hearer.reset(before)


def report(share: float) -> None:
    """Report the share of the work that is done."""
    _hearer.get()(share)


def track_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps of about equal length, and report progress; progress within a step counts as part of the step."""
    hear = _hearer.get()

    def within(done: int, share: float) -> None:
        hear((done + share) / len(steps))

    for done, step in enumerate(steps):
        within(done, 0.0)
        with report_to(partial(within, done)):
            yield step
    hear(1.0)
