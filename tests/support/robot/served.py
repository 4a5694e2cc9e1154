"""The page of a simulated table that obeys files: `python -m tests.support.robot.served FOLDER HOST SEED PORT`.

While FOLDER/unplugged is there the camera is lost; while FOLDER/slow is there it takes its time; while FOLDER/doubt is
there the dice in wells 1 and 2 have no value. Where FOLDER/drawn is there from the beginning, chance throws the dice
and no camera reads them, so that throws cost nothing. The game waits for nothing, but where FOLDER/brisk is there.
Where FOLDER/big is there, people have only the three big buttons. What FOLDER/feed-key holds is the feed's key.
"""

import random
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.camera import Camera, Frame
from hardware.closing import Closing
from hardware.errors import Failure
from robot.app import tables
from robot.config import Config, Folders
from robot.log import log_to
from robot.table.choice import TableChoice
from robot.table.look import Image
from robot.table.table import MachineTable, Table
from robot.terminal.waiting import print_notice
from robot.web.addresses import Place
from robot.web.server import serve
from tests.support.robot.booths import QuickTable
from vision.reading import Reading
from vision.table.reader import TableReader


@dataclass
class PulledCamera(Closing):
    """A camera with a plug that somebody pulls."""

    camera: Camera
    plug: Path

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        while self.plug.with_name("slow").exists():
            time.sleep(0.01)
        if self.plug.exists():
            raise Failure.CAMERA_LOST.error("the camera is gone", "plug it in again")
        return self.camera.frame(after, timeout)

    def close(self) -> None:
        self.camera.close()


@dataclass
class DoubtingReader:
    """A reader that sometimes cannot make out the first die."""

    reader: TableReader
    doubt: Path

    def __getattr__(self, name: str) -> object:
        return getattr(self.reader, name)

    def read(self, *exposures: Image) -> Reading:
        reading = self.reader.read(*exposures)
        if not self.doubt.exists():
            return reading
        dice = (replace(die, value=None, doubt="pattern") if die.well in {1, 2} else die for die in reading.dice)
        return Reading(tuple(dice), reading.scene)


def main(folder: Path, host: str, seed: int, port: int) -> None:
    choice = TableChoice(table="sim", seed=seed, speed=None).resolve(Config())
    with tables(choice) as opened:
        drawn = QuickTable(random.Random(seed))

        def wire() -> Table:
            if (folder / "drawn").exists():
                return drawn
            if (folder / "unplugged").exists():
                raise Failure.CAMERA_LOST.error("the camera is gone", "plug it in again")
            table = opened()
            assert isinstance(table, MachineTable)
            table.camera = PulledCamera(table.camera, folder / "unplugged")
            table.reader = DoubtingReader(table.reader, folder / "doubt")  # type: ignore[assignment]
            return table

        tempo = "brisk" if (folder / "brisk").exists() else "fast"
        key = (folder / "feed-key").read_text() if (folder / "feed-key").exists() else ""
        config = Config(tempo=tempo, small_buttons=not (folder / "big").exists(), feed_key=key)
        own = Folders.of_user()
        with log_to(own.log):
            serve(wire, replace(own, cache=shared_cache(folder)), config, Place(host, port), print_notice)


def shared_cache(folder: Path) -> Path:
    """Return the folder in which all workers of one test run keep what takes long to prepare."""
    workers = [parent for parent in folder.parents if parent.name.startswith("popen-")]
    return workers[0].parent / "cache" if workers else folder / "home" / "cache"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
