"""A table made of pictures: each throw is the next picture of a folder or of a recording."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera
from hardware.cameras import FolderCamera
from hardware.clock import SystemClock
from hardware.errors import NoMorePicturesError
from robot.errors import UnsettledError
from robot.records.recording import SESSION, scenes
from robot.saying import Saying, chain_parts
from robot.table.doubts import doubt_words
from robot.table.look import Image, Look
from robot.table.table import Observer
from vision.pictures import load_picture
from vision.reader import Reader
from vision.table.reader import TableReader


@dataclass(slots=True)
class PictureTable:
    """A table of photographed dice; `scenes` yields the exposures of one still scene after another.

    `table_reader` reads the pictures of a table's own camera, `reader` other pictures.
    """

    scenes: Iterator[Mapping[str, Image]]
    table_reader: TableReader
    reader: Reader
    devices: ExitStack

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        """Return the values of the next scene in which all dice can be read; announce and skip the others.

        Raises:
            NoMorePicturesError: there are no more pictures.
            UnsettledError: `keep` is not empty, which pictures cannot show.

        """
        if keep:
            raise UnsettledError("this game keeps dice, which pictures alone cannot show: play it at a table")
        for exposures in self.scenes:
            reading = (self.table_reader if "left" in exposures else self.reader).read(*exposures.values())
            in_wells = tuple(reading.well(well) for well in wells)
            free = tuple(die for die in reading.dice if die.well is None)
            if any(in_wells) or len(free) != len(wells):
                look = Look(exposures, reading, in_wells, wells)
            else:
                look = Look(exposures, reading, free)
            observer.see(look)
            if None not in look.values:
                return tuple(value for value in look.values if value)
            doubts = chain_parts("also", [doubt_words(doubt) for doubt in dict.fromkeys(filter(None, look.doubts))])
            observer.announce(Saying("passed-over", {"doubts": doubts, "seen": len(reading.dice)}))
        raise NoMorePicturesError("every picture has been read")

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:
        """Return the values of the next scene, as `throw` does."""
        return self.throw(tuple(range(1, count + 1)), dict.fromkeys(kept, 0), observer)

    def close(self) -> None:
        self.devices.close()


def scenes_of(folder: Path, stack: ExitStack) -> Iterator[Mapping[str, Image]]:
    """Yield the exposures of one still scene after another, from a recording or a folder of pictures."""
    if (folder / SESSION).is_file():
        return scenes(folder)
    camera = stack.enter_context(FolderCamera(folder, SystemClock(), load_picture))
    return _frames(camera)


def _frames(camera: Camera) -> Iterator[Mapping[str, Image]]:
    frame = camera.frame()
    while True:
        yield {"picture": frame.image}
        frame = camera.frame(frame.time)
