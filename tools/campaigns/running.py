"""What campaigns share: options, and work in several processes."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache
from multiprocessing import get_context
from typing import TypeVar

import cv2
from scipy.stats import beta

from robot.app import make_own_dice_reader
from vision.reading import PictureReader

Part = TypeVar("Part")
Found = TypeVar("Found")


def add_count(parser: ArgumentParser, what: str, count: int) -> None:
    """Add the options --count and --seed."""
    parser.add_argument("--count", type=int, default=count, metavar="N", help=f"{what} (default {count})")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the random numbers (default 1)")


def add_jobs(parser: ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the work (default 1)")


def at_most(found: int, tries: int) -> float:
    """Return the largest share (0 to 1) with which `found` or fewer of `tries` occur with a probability of 1/20.

    Source: Clopper and Pearson, Biometrika 26 (1934); only the upper bound.
    """
    return float(beta.ppf(0.95, found + 1, tries - found)) if found < tries else 1.0


def spread(
    work: Callable[[Part], Found], parts: Iterable[Part], jobs: int, count: Callable[[Found], int]
) -> Iterator[Found]:
    """Yield the result of `work` for each part, in order, by `jobs` processes; print the sum of `count` to stderr.

    Ctrl-C ends it after the results so far.
    """
    with ExitStack() as stack:
        found: Iterable[Found] = map(work, parts)
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, get_context("spawn"), cv2.setNumThreads, (1,))
            found = stack.enter_context(pool).map(work, parts)
        done = 0
        try:
            for one in found:
                done += count(one)
                print(f"\r{done}", end="", file=sys.stderr, flush=True)
                yield one
        except KeyboardInterrupt:
            pass
        print(file=sys.stderr)


@cache
def one_reader() -> PictureReader:
    """Return the reader of own dice, which is made once in each process."""
    return make_own_dice_reader()
