"""Dice of a coached game before a camera: shown before they count, asked for in doubt, and typed at any time."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.errors import NoMorePicturesError
from robot.coach.camera import CameraCoach, throw_due
from robot.coach.dialogue import CoachDialogue
from robot.coach.lines import Manner, line_json
from robot.coach.session import CoachSession, CoachSetting
from robot.language import Language
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image, Look
from tests.support.robot.command import call
from tests.support.vision.drawn_dice import DrawnDie, draw, known, lying
from vision.errors import MissingPictureError
from vision.reading import Die, Reading

SIZE = (320, 200)
LOOK = 0.1
"""Seconds from picture to picture."""
LAST = 10
"""Pictures that still come when nothing happens any more."""
Happening = Callable[["CoachedKitchen"], None] | str


@dataclass
class CoachedKitchen(Closing):
    """A camera, a reader that knows its dice, and people who type: `script` happens whenever the coach waits for them.

    A text is a line that is typed. Anything else changes the scene, and is followed by time to read it.
    """

    script: list[Happening]
    dice: list[DrawnDie] = field(default_factory=list)
    doubts: set[int] = field(default_factory=set)
    pictures: int = 0
    idle: int = 0
    wait: int = 0
    written: list[str] = field(default_factory=list)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.idle = 0 if self.script or self.wait else self.idle + 1
        if self.idle > LAST:
            raise NoMorePicturesError("the kitchen is dark")
        self.pictures += 1
        return Frame(draw(self.dice, SIZE, seed=self.pictures % 8), self.pictures * LOOK)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        return Reading(tuple(self._read(number, die) for number, die in enumerate(self.dice)))

    def _read(self, number: int, die: DrawnDie) -> Die:
        return replace(known(die), value=None, doubt="leans") if number in self.doubts else known(die)

    def next(self, seconds: float | None) -> str | None:
        """Return what is typed next; a change of the scene is given time, unless the coach waits for a line."""
        if self.wait and seconds is not None:
            self.wait -= 1
            return None
        if not self.script:
            if seconds is None:
                raise EOFError
            return None
        now = self.script.pop(0)
        if isinstance(now, str):
            return now
        now(self)
        self.wait = 12
        return None if seconds is not None else self.next(seconds)


def lies(*values: int, doubts: Sequence[int] = (), at: int = 60) -> Happening:
    def laid(kitchen: CoachedKitchen) -> None:
        kitchen.dice = lying(*values, at=at)
        kitchen.doubts = {*doubts}

    return laid


def no_photo(file: str) -> Look:
    raise MissingPictureError(f"{file} does not exist")


@dataclass
class CameraTalk:
    """A game that is coached before a camera, and all that was said."""

    session: CoachSession
    dialogue: CoachDialogue
    said: list[str]

    @property
    def lines(self) -> list[object]:
        return [line_json(line) for line in self.session.lines]


def coached(game: str, *names: str, script: Sequence[Happening], manner: Manner = Manner.SILENT) -> CameraTalk:
    """Let a script happen before the camera until the camera has no more pictures and nothing more is typed."""
    session = CoachSession(CoachSetting(game, {}, names, manner))
    talk = CoachDialogue(session, Language("en"), no_photo, lambda: None)
    kitchen = CoachedKitchen(list(script))
    said = talk.begin()
    table = HandsTable(ExitStack(), LiveDice(kitchen, kitchen), confirms=True)
    coach = CameraCoach(table, talk, kitchen.next, said.extend, kitchen.written.append)
    while not session.position.over and not talk.left:
        coach.step()
    return CameraTalk(session, talk, said)


def test_a_throw_is_shown_and_counts_when_people_say_so() -> None:
    talk = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5, 6), ""], manner=Manner.OPEN)
    assert talk.lines == [{"dice": [3, 3, 4, 5, 6]}]
    shown = talk.said.index(
        "The camera sees 3 3 4 5 6. Press Enter to accept it, or type what they show, or l to look again."
    )
    assert talk.said[shown + 1 : shown + 3] == ["The dice show 3 3 4 5 6. 2 throws are left.", "Best: keeping 3 3."]


def test_what_people_type_goes_before_what_the_camera_sees() -> None:
    talk = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5, 6), "s", "33455"])
    assert talk.lines == [{"dice": [3, 3, 4, 5, 5]}]
    assert sum("The camera sees 3 3 4 5 6" in line for line in talk.said) == 2, "asked again below the sheet"
    assert coached("yahtzee", "Ann", script=["12345"]).lines == [{"dice": [1, 2, 3, 4, 5]}]
    refused = coached("yahtzee", "Ann", script=["123", lies(1, 1, 1, 2, 2), ""])
    assert refused.lines == [{"dice": [1, 1, 1, 2, 2]}], "a line that does not count does not end the waiting"


def test_dice_in_doubt_are_asked_for_one_at_a_time() -> None:
    talk = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5, 6, doubts=(1, 4)), "2", "1", ""])
    assert talk.lines == [{"dice": [3, 2, 4, 5, 1]}]
    asked = [line for line in talk.said if "has no value" in line]
    assert [line.partition(". What")[0] for line in asked] == [
        "The camera sees 3 ? 4 5 ?. Die 2 from the left has no value (the die leans: lay it flat)",
        "The camera sees 3 2 4 5 ?. Die 5 from the left has no value (the die leans: lay it flat)",
    ]
    assert "The camera sees 3 2 4 5 1. Press Enter to accept it" in talk.said[talk.said.index(asked[1]) + 1]


def test_a_doubt_never_counts_without_an_answer() -> None:
    talk = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5, 6, doubts=(2,)), ""])
    assert talk.lines == []
    again = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5, 6, doubts=(2,)), "l", "l", "4", ""])
    assert again.lines == [{"dice": [3, 3, 4, 5, 6]}]


def test_another_look_shows_what_lies_there_then() -> None:
    talk = coached("pig", "Ann", "Ben", script=[lies(5), lies(2, at=120), "l", ""])
    assert talk.lines == [{"dice": [2]}]


def test_kept_dice_stay_or_are_taken_away() -> None:
    def picks_up(kitchen: CoachedKitchen) -> None:
        kitchen.dice = []

    first = [lies(3, 3, 4, 5, 6), "", "33", picks_up]
    stays = coached("yahtzee", "Ann", script=[*first, lies(3, 3, 1, 2, 2, at=100), ""])
    assert stays.lines == [{"dice": [3, 3, 4, 5, 6]}, {"keep": [3, 3]}, {"dice": [1, 2, 2]}]
    alone = coached("yahtzee", "Ann", script=[*first, lies(6, 1, 2, at=100), ""])
    assert alone.lines[-1] == {"dice": [6, 1, 2]}


def test_too_few_dice_are_told_in_words_for_people_who_type() -> None:
    talk = coached("yahtzee", "Ann", script=[lies(3, 3, 4, 5), "11223"])
    assert "lay the missing dice in, or type what all of them show" in " ".join(talk.said)
    assert not [line for line in talk.said if "HOLD" in line or line.startswith("Ann: throw")]


def test_without_more_pictures_people_go_on_typing() -> None:
    talk = coached("pig", "Ann", "Ben", script=[])
    lost = [line for line in talk.said if "The camera reads no more dice" in line]
    assert len(lost) == 1
    assert talk.dialogue.left


def test_the_camera_helps_where_the_number_of_dice_is_known() -> None:
    hog = CoachSession(CoachSetting("hog", {}, ("Ann", "Ben"), Manner.SILENT))
    assert throw_due(hog) is None
    talk = coached("hog", "Ann", "Ben", script=["r 3", lies(2, 5, 4), ""])
    assert talk.lines == ["3", {"dice": [2, 5, 4]}]
    assert throw_due(CoachSession(CoachSetting("pass-the-pigs", {}, ("Ann", "Ben"), Manner.SILENT))) is None


def test_a_picture_without_dice_is_told_and_the_end_of_the_input_leaves(home: Path, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), draw([], SIZE, seed=0))
    with Path(os.devnull).open() as nobody:
        done = call(home, "coach", "pig", "--players", "Ann,Ben", "--camera", str(tmp_path), typed=nobody)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("There is no die in the picture, but there should be 1.") == 1


def test_a_camera_that_is_not_there_is_one_line(home: Path) -> None:
    done = call(home, "coach", "pig", "--camera", str(home / "nowhere"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "there is no camera, film or folder" in done.stderr
