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
"""Throws with one photograph before the next one."""
KEEPS, ASIDE, FEWER = 0.4, 0.15, 0.5
"""Share of the throws beside kept dice, of those in which they are taken out of the picture, and of the others in which
some of the photograph's dice are left out."""
TURN, ZOOM, SHIFT = 1.0, (0.95, 0.99), 0.01
"""Degrees, factor and share of the width by which the picture differs from throw to throw."""


@dataclass(frozen=True, slots=True)
class PhotographSitting:
    """Sitting `number` of a source, with so many throws."""

    source: str
    number: int
    throws: int


def sittings(count: int, sources: Sequence[str] = SOURCES) -> Iterator[PhotographSitting]:
    """Yield sittings with `count` throws in all, as many of each source as of the others, or one more."""
    for place, source in enumerate(sources):
        here = count // len(sources) + (place < count % len(sources))
        for number in range(-(-here // SITTING)):
            yield PhotographSitting(source, number, min(SITTING, here - SITTING * number))


def play(sitting: PhotographSitting, *, photos: Path, seed: int, frames: Path | None = None) -> HandTally:
    """Return what became of a sitting's throws. Raises LabelsError, PictureError."""
    files = _files(photos, sitting.source)
    if not files:
        raise LabelsError(f"no photographs of one to six dice in {sitting.source}: leave it out with --sources")
    order = np.random.default_rng([seed, *sitting.source.encode()]).permutation(len(files))
    shown = photograph(files[int(order[sitting.number % len(files)])], one_reader())
    random = np.random.default_rng([seed, sitting.number, *sitting.source.encode()])
    name = frames and frames / f"{sitting.source}-{sitting.number}"
    return sit(thrown(shown, sitting.throws, random), shown.showing(()), one_reader(), random, name)


def thrown(shown: DicePhotograph, count: int, random: np.random.Generator) -> Iterator[ThrownScene]:
    """Yield throws with the dice of a photograph; if nobody knows which is which, all are thrown each time."""
    groups = shown.groups if shown.known else (frozenset(range(len(shown.faces))),)
    lying: frozenset[frozenset[int]] = frozenset()
    for number in range(count):
        stay, kept = frozenset[frozenset[int]](), tuple[int, ...]()
        if len(lying) > 1 and random.random() < KEEPS:
            stay = _some(lying, random)
            what, fresh = "kept", lying - stay
            kept = tuple(shown.values[die] for die in _dice(stay))
            if random.random() < ASIDE:
                what, stay = "kept aside", frozenset()
        elif len(groups) > 1 and random.random() < FEWER:
            what, fresh = "fewer", _some(groups, random)
        else:
            what, fresh = "all", frozenset(groups)
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
    chosen = list(sittings(args.count, args.sources))
    tallies = {source: HandTally() for source in args.sources}
    played = partial(play, photos=args.photos, seed=args.seed, frames=args.frames)
    try:
        for sitting, tally in zip(chosen, play_all(played, chosen, args.jobs), strict=True):
            tallies[sitting.source].add(tally)
    except VisionError as error:
        sys.exit(str(error))
    for source, tally in tallies.items():
        print("\n".join(figures(source, tally)))
    for name, sources in (("sources that the reader was not fitted on", UNSEEN), ("the others", FITTED)):
        if here := [tallies[source] for source in sources if source in tallies]:
            print("\n".join(figures(name, HandTally.of(here))))


if __name__ == "__main__":
    main()
