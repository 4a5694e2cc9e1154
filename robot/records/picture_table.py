"""A table made of pictures: every throw is the next picture of a folder or of a recording."""

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
    """Dice that somebody photographed; `scenes` hands out the exposures of one still scene after the other.

    `table_reader` reads what a table's own camera took, `reader` pictures from anywhere.
    """

    scenes: Iterator[Mapping[str, Image]]
    table_reader: TableReader
    reader: Reader
    devices: ExitStack

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        """Read the next scene in which every die thrown is read; others are announced and passed over.

        Raises:
            NoMorePicturesError: the folder is at its end.
            UnsettledError: dice are kept, which pictures cannot do.

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
        """Read the next scene: who threw the dice in a picture makes no difference."""
        return self.throw(tuple(range(1, count + 1)), dict.fromkeys(kept, 0), observer)

    def close(self) -> None:
        self.devices.close()


def scenes_of(folder: Path, stack: ExitStack) -> Iterator[Mapping[str, Image]]:
    """Return the exposures of one still scene after the other, from a recording or a folder of pictures."""
    if (folder / SESSION).is_file():
        return scenes(folder)
    camera = stack.enter_context(FolderCamera(folder, SystemClock(), load_picture))
    return _frames(camera)


def _frames(camera: Camera) -> Iterator[Mapping[str, Image]]:
    frame = camera.frame()
    while True:
        yield {"picture": frame.image}
        frame = camera.frame(frame.time)
