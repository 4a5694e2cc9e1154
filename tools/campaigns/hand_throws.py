"""Photographs thrown by hand: `python -m tools.campaigns.hand_throws PHOTOS --count 2000 --seed 1 --jobs 2`.

Each sitting has one photograph with up to six dice as a webcam would show it: dice are taken out, a hand throws some of
them or all, kept ones stay or are put aside, the picture is shifted, the lens looks for its focus, another hand passes,
the light drifts. The table of dice of one's own counts them. Its doubts are answered with the truth; each throw that
needs such an answer needs a tap. Prints the figures of each source, and each throw with a wrong value or a tap; with
`--frames DIR` the last look at these is written there. The same seed gives the same figures, however many jobs work.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.campaigns.hands.film import ThrownScene
from tools.campaigns.hands.photographs import FITTED, UNSEEN, DicePhotograph, LabelledPhotograph, labelled, photograph
from tools.campaigns.hands.sitting import HandTally, add_options, figures, make_ready, one_reader, play_all, sit
from vision.errors import LabelsError, VisionError
from vision.pictures import Image

SOURCES = UNSEEN + FITTED
SITTING = 3
"""Throws in one sitting. With one photograph, dice are thrown only to where none lies: else they may not have moved."""
OLD, KEEPS, ASIDE, FEWER = 0.5, 0.5, 0.15, 0.5
"""Share of the photographs of which dice lie there before the first throw; of the throws beside kept dice; of those in
which they are taken out of the picture; and of those in which not all dice are thrown that do not lie there."""
TURN, ZOOM, SHIFT = 1.0, (0.95, 0.99), 0.01
"""Degrees, factor and share of the width by which the picture differs from throw to throw."""


@dataclass(frozen=True, slots=True)
class PhotographSitting:
    """Sitting `number` of a source, with so many throws."""

    source: str
    number: int
    throws: int


def sittings(throws: int, sources: Sequence[str] = SOURCES) -> list[PhotographSitting]:
    """Return sittings with so many throws in all, as many of each source as of the others, or one more; in turns."""
    return sorted(_sittings(throws, sources), key=lambda sitting: sitting.number)


def _sittings(throws: int, sources: Sequence[str]) -> Iterator[PhotographSitting]:
    for place, source in enumerate(sources):
        here = throws // len(sources) + (place < throws % len(sources))
        for number in range(-(-here // SITTING)):
            yield PhotographSitting(source, number, min(SITTING, here - SITTING * number))


def play(sitting: PhotographSitting, *, photos: Path, seed: int, frames: Path | None = None) -> HandTally:
    """Return what became of a sitting's throws. Raises LabelsError, PictureError."""
    files = _files(photos, sitting.source)
    if not files:
        raise LabelsError(f"no photographs of one to six dice in {sitting.source}: leave it out with --sources")
    order = np.random.default_rng([seed, *sitting.source.encode()]).permutation(len(files))
    random = np.random.default_rng([seed, sitting.number, *sitting.source.encode()])
    total = HandTally()
    for place in count(SITTING * sitting.number):
        if total.throws == sitting.throws:
            break
        shown = photograph(files[int(order[place % len(files)])], one_reader())
        old = _some(shown.groups, random) if len(shown.groups) > 1 and random.random() < OLD else frozenset()
        throws = thrown(shown, old, sitting.throws - total.throws, random)
        name = frames and frames / f"{sitting.source}-{sitting.number}-{place}"
        total.add(sit(throws, shown.showing(_dice(old)), one_reader(), random, name))
    return total


def thrown(
    shown: DicePhotograph, lying: frozenset[frozenset[int]], most: int, random: np.random.Generator
) -> Iterator[ThrownScene]:
    """Yield throws with the dice of a photograph, in groups, of which some lie there; at least one and at most `most`.

    It ends when all dice lie there.
    """
    for number in range(most):
        free = frozenset(shown.groups) - lying
        if not free:
            return
        stay, kept, what = frozenset[frozenset[int]](), tuple[int, ...](), "thrown"
        if lying and random.random() < KEEPS:
            stay, what = (_some(lying, random) if len(lying) > 1 else lying), "kept"
            kept = tuple(shown.values[die] for die in _dice(stay))
            if random.random() < ASIDE:
                stay, what = frozenset(), "kept aside"
        fresh = _some(free, random) if len(free) > 1 and random.random() < FEWER else free
        values = tuple(shown.values[die] for die in _dice(fresh)) if shown.known else shown.values
        lying = stay | fresh
        view = _view(shown.image, random)
        between, after = (_seen(shown.showing(_dice(part)), view) for part in (stay, lying))
        yield ThrownScene(f"{shown.file}, {number}, {what}", between, after, values, kept, shown.side)


def _some(groups: Iterable[frozenset[int]], random: np.random.Generator) -> frozenset[frozenset[int]]:
    """Return some of the groups, but not all."""
    given = sorted(groups, key=min)
    chosen = random.permutation(len(given))[: int(random.integers(1, len(given)))]
    return frozenset(given[n] for n in chosen.tolist())


def _dice(groups: Iterable[frozenset[int]]) -> list[int]:
    return sorted(frozenset[int]().union(*groups))


def _view(image: Image, random: np.random.Generator) -> NDArray[np.float64]:
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(random.uniform(-TURN, TURN)), float(random.uniform(*ZOOM))
    )
    matrix[:, 2] += random.uniform(-SHIFT, SHIFT, 2) * width
    return np.asarray(matrix, np.float64)


def _seen(image: Image, view: NDArray[np.float64]) -> Image:
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, view, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@cache
def _files(photos: Path, source: str) -> tuple[LabelledPhotograph, ...]:
    return labelled(photos, source)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the sittings that the command line asks for, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, metavar="PHOTOS", help="the folder of labelled photographs")
    add_options(parser, "throws in all", 240)
    parser.add_argument("--sources", nargs="+", choices=SOURCES, default=SOURCES, metavar="NAME", help="(default all)")
    args = parser.parse_args(arguments)
    if args.count < len(args.sources) or args.jobs < 1 or args.seed < 0:
        parser.error("--count is one throw a source and more, --jobs is 1 and more, --seed is 0 and more")
    make_ready(args)
    chosen = sittings(args.count, args.sources)
    tallies = {source: HandTally() for source in args.sources}
    played = partial(play, photos=args.photos, seed=args.seed, frames=args.frames)
    try:
        for sitting, tally in zip(chosen, play_all(played, chosen, args.jobs), strict=False):
            tallies[sitting.source].add(tally)
    except VisionError as error:
        sys.exit(str(error))
    tallies = {source: tally for source, tally in tallies.items() if tally.throws}
    for source, tally in tallies.items():
        print("\n".join(figures(source, tally)))
    for name, sources in (("sources that the reader was not fitted on", UNSEEN), ("the others", FITTED)):
        if here := [tallies[source] for source in sources if source in tallies]:
            print("\n".join(figures(name, HandTally.of(here))))


if __name__ == "__main__":
    main()
