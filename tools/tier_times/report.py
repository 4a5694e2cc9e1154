"""What the times of a run of the tests come to."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LONG = 1.0
"""Seconds of processor time that a test of the first tier does not exceed."""
WIDE = 50 * 1024
"""Kilobytes by which few tests raise the most that their process held."""


@dataclass(frozen=True, slots=True)
class CaseTime:
    """A test, its seconds of processor time, and the most memory that its process held until its end, with the rise."""

    test: str
    seconds: float
    kilobytes: int
    more: int

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]

    @property
    def room(self) -> str:
        """The folder below tests/, or the file where it stands in tests/ itself."""
        return "/".join(self.file.split("/")[:2])


def read_times(folder: Path) -> list[CaseTime]:
    """Return what the plugin has written into a folder."""
    lines = (line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return [CaseTime(**json.loads(line)) for line in lines]


def report(cases: Sequence[CaseTime]) -> Iterator[str]:
    """Yield the lines that tell of all tests: processor time by room and by file, and each that is long or wide."""
    for heading, key in (("room", "room"), ("file", "file")):
        yield f"processor seconds by {heading}:"
        yield from _sums((getattr(case, key), case.seconds) for case in cases)
    long = sorted((case for case in cases if case.seconds > LONG), key=lambda case: -case.seconds)
    yield f"tests over {LONG:g} s of processor time: {len(long)}"
    yield from (f"{case.seconds:9.1f}  {case.test}" for case in long)
    wide = sorted((case for case in cases if case.more > WIDE), key=lambda case: -case.more)
    yield f"tests that made their process larger by more than {WIDE // 1024} MB: {len(wide)}"
    yield from (f"{case.more // 1024:9d}  {case.test}" for case in wide)


def _sums(parts: Iterable[tuple[str, float]]) -> Iterator[str]:
    seconds = defaultdict[str, list[float]](list)
    for name, part in parts:
        seconds[name].append(part)
    sums = sorted(((sum(each), name, len(each)) for name, each in seconds.items()), reverse=True)
    yield from (f"{amount:9.1f}  {name} ({count})" for amount, name, count in sums)


def largest(cases: Sequence[CaseTime]) -> int:
    """Return the most megabytes that one process that runs tests has held."""
    return max((case.kilobytes for case in cases), default=0) // 1024
