"""People throw the dice of a study before a camera: what is read counts, and what is not read is in doubt."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.errors import NoMorePicturesError
from hardware.pictures import FolderCamera
from robot.fairness.run import HandsThrower
from robot.files import write_picture
from robot.language import english
from robot.saying import Saying
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image
from vision.reading import Die, Reading


class BareTable(Closing):
    """A camera that looks at a bare table for so many pictures, and a reader that finds nothing there."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.left -= 1
        assert self.left > 0, "nobody was asked whether the die lies there"
        return Frame(np.full((40, 64, 3), 120 + self.left % 2, np.uint8), -0.1 * self.left)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:
        assert exposures
        return Reading(())


@dataclass(frozen=True, slots=True)
class GreyReader:
    """Knows what photographs show whose number is a fortieth of their grey: values, None for a die in doubt."""

    throws: Sequence[Sequence[int | None]]

    def read(self, *exposures: Image) -> Reading:
        number = int(exposures[0][0, 0, 0]) // 40
        return Reading(tuple(self._die(place, value) for place, value in enumerate(self.throws[number])))

    def _die(self, place: int, value: int | None) -> Die:
        left = 10.0 + 30 * place
        return Die(value, 0.99, (left, 10, left + 20, 30), 0, doubt=None if value else "cocked")


def test_each_photograph_is_the_throw_of_one_die_also_one_that_shows_none_or_too_many(tmp_path: Path) -> None:
    reader = GreyReader([[3], [3], [], [6], [None], [1, 2]])
    for number in range(len(reader.throws)):
        write_picture(tmp_path / f"{number}.png", np.full((80, 120, 3), 40 * number, np.uint8))
    said: list[Saying] = []
    with FolderCamera(tmp_path, VirtualClock()) as camera:
        table = HandsTable(ExitStack(), LiveDice(camera, reader, stills=True))
        thrower = HandsThrower(table, ("red", "blue"), said.append)
        casts = [thrower.cast(number, ()) for number in (1, 2, 3)]
        with pytest.raises(NoMorePicturesError):
            thrower.cast(4, ())
    with FolderCamera(tmp_path, VirtualClock()) as camera:
        table = HandsTable(ExitStack(), again := LiveDice(camera, reader, stills=True))
        again.skip(3)
        assert HandsThrower(table, ("red",), said.append).cast(4, ()).cells == ("6",)
        with pytest.raises(NoMorePicturesError):
            again.skip(3)
    assert [cast.cells for cast in casts] == [("3", "3"), ("?unclear", "6"), ("?cocked", "?unclear")]
    assert [tuple(cast.pictures) for cast in casts] == [("die1", "die2")] * 3
    assert (casts[1].pictures["die2"] == 120).all()
    lines = [english().say(saying) for saying in said]
    assert [line for line in lines if line.startswith("Throw ")][:3] == [
        "Throw 1: throw red alone, where the camera sees it.",
        "Throw 1: throw blue alone, where the camera sees it.",
        "Throw 2: throw red alone, where the camera sees it.",
    ]


def test_a_die_that_the_camera_does_not_see_is_in_doubt_once_people_say_that_it_lies_there() -> None:
    bare, waits = BareTable(60), [False] * 20 + [True]

    def waved(seconds: float) -> bool:
        assert seconds > 0
        return waits.pop(0)

    table = HandsTable(ExitStack(), LiveDice(bare, bare))
    cast = HandsThrower(table, ("red",), lambda _: None, waved).cast(1, ())
    assert cast.cells == ("?unclear",)
    assert set(cast.pictures) == {"die1"}
    assert not waits
