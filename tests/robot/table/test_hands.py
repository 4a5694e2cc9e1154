"""People throw their own dice before a camera: what counts as a throw, what is told, and what is asked."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.cameras import FolderCamera
from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.errors import CameraError, FrameTimeoutError, NoMorePicturesError
from hardware.pushed import Photograph, PushedCamera
from robot.app import make_own_dice_reader, open_named_camera
from robot.config import HANDS
from robot.errors import UnsettledError
from robot.files import write_picture
from robot.language import english
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image, Look
from tests.support.vision.drawn_dice import DrawnDie, draw, known, lying
from tests.support.vision.picture_files import GREY, png
from vision.pictures import load_picture
from vision.reading import Die, Reading

SIZE = (320, 200)
"""Small pictures are followed and compared as large ones are, in a quarter of the time."""
LOOK = 0.1
"""Seconds from picture to picture."""
LIMIT = 200
"""Pictures after which a test fails: nothing happens any more."""
Step = Callable[["Kitchen"], None]


@dataclass
class Kitchen(Closing):
    """A table with dice before a camera, a reader that knows them, and people.

    `steps` happen at these pictures after the first asking. During `silence` no picture comes. With `photographs` one
    comes at the beginning, and one with each step.
    """

    steps: dict[int, Step] = field(default_factory=dict)
    dice: list[DrawnDie] = field(default_factory=list)
    doubts: set[int] = field(default_factory=set)
    dark: bool = False
    confidence: float = 0.99
    silent: bool = False
    thrower: str = "Anna"
    silence: range = range(0)
    photographs: bool = False
    waited: list[float | None] = field(default_factory=list)
    readings: int = 0
    enters: list[tuple[int, ...] | None] = field(default_factory=list)
    presses: set[int] = field(default_factory=set)
    pictures: int = 0
    since_asked: int = 0
    said: list[str] = field(default_factory=list)
    asked_for: list[tuple[int | None, ...]] = field(default_factory=list)
    seen: list[Look] = field(default_factory=list)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        assert self.pictures < LIMIT > self.since_asked - len(self.silence), self.said
        self.since_asked += bool(self.said)
        step = self.steps.pop(self.since_asked, None)
        if step:
            self.silent = False
            step(self)
        if self.silent or self.since_asked in self.silence:
            raise FrameTimeoutError("camera 0 gave no new picture in 3 s")
        self.pictures += 1
        picture = draw(self.dice, SIZE, seed=self.pictures % 8)
        self.silent = self.photographs
        seen, time = picture // 16 if self.dark else picture, self.pictures * LOOK
        return Photograph(seen, time) if self.photographs else Frame(seen, time)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        self.readings += 1
        return Reading(tuple(self._read(number, die) for number, die in enumerate(self.dice) if not self.dark))

    def _read(self, number: int, die: DrawnDie) -> Die:
        read = known(die, self.confidence)
        return replace(read, value=None, doubt="leans") if number in self.doubts else read

    def see(self, look: Look) -> None:
        self.seen.append(look)

    def announce(self, saying: Saying, about: About = About.GAME) -> None:  # noqa: ARG002
        self.said.append(english().say(saying))

    def ask_value(self, die: int, look: Look) -> int | None:
        raise AssertionError(f"nobody is asked for die {die} of {look}")

    def ask_to_correct(self, target: Saying) -> bool:
        raise AssertionError(f"nobody is asked to mend {target}")

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        raise AssertionError(f"nobody is asked to confirm {values} of {look}")

    def ready(self, seconds: float | None) -> bool:
        self.waited.append(seconds)
        return self.since_asked in self.presses

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        self.asked_for.append(values)
        if not self.enters:
            raise UnsettledError("nobody enters dice here")
        return self.enters.pop(0)

    @property
    def table(self) -> HandsTable:
        pushed = PushedCamera(VirtualClock()) if self.photographs or self.silence else None
        return HandsTable(ExitStack(), LiveDice(self, self), pushed)


def lays(*values: int, at: int = 60) -> Step:
    def laid(kitchen: Kitchen) -> None:
        kitchen.dice = lying(*values, at=at)

    return laid


def empties(kitchen: Kitchen) -> None:
    kitchen.dice = []


def shoots(*values: int, at: int = 60) -> Step:
    """Return the step in which somebody takes a photograph of these dice."""

    def shot(kitchen: Kitchen) -> None:
        kitchen.dice, kitchen.silent = lying(*values, at=at), False

    return shot


def moves(by: tuple[int, int], *places: int) -> Step:
    def moved(kitchen: Kitchen) -> None:
        for place in places:
            die = kitchen.dice[place]
            kitchen.dice[place] = replace(die, x=die.x + by[0], y=die.y + by[1])

    return moved


def test_a_throw_counts_when_as_many_dice_as_are_due_lie_still() -> None:
    kitchen = Kitchen({10: lays(3), 14: lays(3, 6), 20: lays(3, 6, 1)})
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (3, 6, 1)
    assert kitchen.said == ["Anna: throw 3 dice."]
    assert kitchen.pictures >= 20 + 4, "two readings 0.3 seconds apart"
    assert [look.values for look in kitchen.seen] == [(3, 6, 1)]


def test_dice_that_lay_there_before_are_no_throw_until_they_were_picked_up() -> None:
    kitchen = Kitchen({16: empties, 20: lays(2, 2)}, lying(5, 4))
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (2, 2)
    assert kitchen.pictures > 20


UNTHROWN = "where they lay before the throw: throw them. If that is your throw, press HOLD (h) and enter it."


def test_a_hand_over_lying_dice_throws_nothing() -> None:
    kitchen = Kitchen({10: empties, 18: lays(5, 4), 32: lays(4, 5, at=140)}, lying(5, 4))
    assert kitchen.table.throw((1, 2), {}, kitchen) == (4, 5)
    assert kitchen.pictures > 32
    assert kitchen.said[1:] == [f"The dice 4 and 5 lie {UNTHROWN}"]


def test_dice_under_a_hand_when_they_are_asked_for_are_not_thrown_by_its_leaving() -> None:
    kitchen = Kitchen({5: lays(3, 6)})
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (3, 6)
    kitchen.dice, kitchen.steps = [], {kitchen.since_asked + 20: lays(3, 6), kitchen.since_asked + 36: lays(1, 1)}
    assert table.throw((1, 2), {}, kitchen) == (1, 1)


def test_a_camera_that_was_pushed_throws_no_dice() -> None:
    kitchen = Kitchen({10: moves((35, 30), 0, 1, 2), 32: lays(2, 5, 4, at=150)}, lying(5, 4, 2))
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (2, 5, 4)
    assert kitchen.said[1:] == [f"The dice 2, 4 and 5 lie {UNTHROWN}"]


def lands_on_its_old_place(kitchen: Kitchen) -> None:
    kitchen.dice = [*lying(5), *lying(1, 1, 3, at=140)[1:]]


def test_a_thrown_die_with_its_old_value_at_its_old_place_counts_when_people_say_so() -> None:
    kitchen = Kitchen({10: empties, 18: lands_on_its_old_place}, lying(5, 4, 2), presses={32}, enters=[(5, 1, 3)])
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (5, 1, 3)
    assert kitchen.said[1].startswith("The die 5 lies where it lay before the throw: throw it. If that is your throw")
    assert kitchen.asked_for == [(1, 3, None)], "the fresh ones are known, the other one is entered"


def test_a_die_that_falls_at_the_place_of_another_one_is_thrown() -> None:
    kitchen = Kitchen({10: empties, 18: lays(4, 5, 2)}, lying(5, 4, 1))
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (4, 5, 2)


def test_the_robot_s_throws_are_asked_of_people() -> None:
    kitchen = Kitchen({5: lays(4)}, thrower="robot:optimal")
    assert kitchen.table.throw((2,), {}, kitchen) == (4,)
    assert kitchen.said[0].startswith("Throw one die for robot")


def thrown_beside_fives(kitchen: Kitchen) -> tuple[int, ...]:
    """Return what a second throw gives that keeps two fives of the first, in wells 2 and 3."""
    table = kitchen.table
    assert table.throw((1, 2, 3), {}, kitchen) == (1, 5, 5)
    return table.throw((1, 2, 3), {2: 5, 3: 5}, kitchen)


def test_kept_dice_may_stay_in_the_picture() -> None:
    def throws_one(kitchen: Kitchen) -> None:
        kitchen.dice[0] = DrawnDie(4, 165, 140, 22, 50)

    kitchen = Kitchen({5: lays(1, 5, 5), 20: throws_one})
    assert thrown_beside_fives(kitchen) == (4, 5, 5)
    assert kitchen.said[1] == "Anna: throw one die, and leave 5 and 5 as they are."


def test_a_hand_over_kept_dice_does_not_throw_them() -> None:
    def covers(kitchen: Kitchen) -> None:
        kitchen.dice = []

    def uncovers(kitchen: Kitchen) -> None:
        kitchen.dice = lying(1, 2, 5, 5)[2:]

    def throws_two(kitchen: Kitchen) -> None:
        kitchen.dice += [DrawnDie(4, 165, 140, 22, 50), DrawnDie(4, 215, 140, 22, 70)]

    kitchen = Kitchen({5: lays(1, 2, 5, 5), 22: covers, 32: uncovers, 48: throws_two})
    table = kitchen.table
    assert table.throw((1, 2, 3, 4), {}, kitchen) == (1, 2, 5, 5)
    assert table.throw((1, 2, 3, 4), {3: 5, 4: 5}, kitchen) == (4, 4, 5, 5)


def test_kept_dice_may_be_taken_out_and_put_back_one_after_the_other() -> None:
    steps: dict[int, Step] = {5: lays(1, 5, 5), 20: empties, 24: lays(5, at=140), 32: lays(5, 5, at=140)}
    kitchen = Kitchen(steps | {48: lays(5, 5, 3, at=140)}, enters=[None] * 99)
    assert thrown_beside_fives(kitchen) == (3, 5, 5)
    assert {*kitchen.asked_for} == {(5,)}, "one five may be thrown or kept: only people know"


def test_of_two_dice_that_must_be_thrown_one_that_was_not_is_told() -> None:
    def throws_a_kept_one(kitchen: Kitchen) -> None:
        kitchen.dice[1] = DrawnDie(3, 165, 140, 22, 50)

    kitchen = Kitchen({5: lays(1, 5, 5), 20: throws_a_kept_one, 48: lays(5, 5, 6, at=140)})
    assert thrown_beside_fives(kitchen) == (6, 5, 5)
    assert kitchen.said[2].startswith("The die 1 lies where it lay before the throw: throw it.")


def test_a_kept_die_that_people_told_and_the_camera_cannot_read_may_stay() -> None:
    def throws_one(kitchen: Kitchen) -> None:
        kitchen.dice[0] = DrawnDie(4, 165, 140, 22, 50)

    kitchen = Kitchen({5: lays(1, 5, 5), 32: throws_one}, doubts={2}, enters=[(1, 5, 5)])
    assert thrown_beside_fives(kitchen) == (4, 5, 5)
    assert kitchen.said[-1] == "Anna: throw one die, and leave 5 and 5 as they are."


def test_a_kept_die_that_was_moved_and_leans_is_told_in_words() -> None:
    def flat(kitchen: Kitchen) -> None:
        kitchen.doubts = set()
        kitchen.dice = lying(5, 2, 5, at=100)

    def leans(kitchen: Kitchen) -> None:
        kitchen.doubts = {0}
        kitchen.dice = lying(5, 2, 5, at=140)

    kitchen = Kitchen({5: lays(1, 5, 5), 20: empties, 24: leans, 48: flat})
    assert thrown_beside_fives(kitchen) == (2, 5, 5)
    assert kitchen.said[2:] == ["The die on the left leans: lay it flat, or press HOLD (h) to enter what was thrown."]


def test_kept_dice_may_be_taken_out_of_of_the_picture() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 20: empties, 24: lays(6, at=140)})
    assert thrown_beside_fives(kitchen) == (6, 5, 5)


def test_kept_dice_may_be_moved_and_are_told_by_their_values() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 20: empties, 24: lays(5, 2, 5, at=140)})
    assert thrown_beside_fives(kitchen) == (2, 5, 5)


def test_a_kept_die_that_changed_is_told() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 20: empties, 24: lays(5, 2, 3, at=140), 48: lays(5, 2, 5, at=100)})
    assert thrown_beside_fives(kitchen) == (2, 5, 5)
    assert kitchen.said[2].startswith("The kept dice 5 have changed")


def test_what_may_be_a_kept_die_does_not_count_for_a_thrown_one_unless_people_say_so() -> None:
    # The five may be a kept one that was moved, while the other and the thrown one fell off the table.
    kitchen = Kitchen({5: lays(5, 5), 20: empties, 24: lays(5, at=140)}, enters=[(5,)])
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (5, 5)
    assert table.throw((1, 2), {1: 5}, kitchen) == (5, 5)
    assert kitchen.asked_for == [(5,)]


def test_a_die_in_doubt_is_asked_for_and_nothing_else_is() -> None:
    kitchen = Kitchen({5: lays(3, 6)}, doubts={1}, enters=[(3, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (3, 2)
    assert kitchen.asked_for == [(3, None)]
    assert [look.doubts for look in kitchen.seen] == [(None, "leans")]


def test_a_die_in_doubt_may_be_read_again_after_it_was_laid_flat() -> None:
    def flat(kitchen: Kitchen) -> None:
        kitchen.doubts = set()

    kitchen = Kitchen({5: lays(3, 6), 16: flat}, doubts={1}, enters=[None] * 8)
    assert kitchen.table.throw((1, 2), {}, kitchen) == (3, 6)
    assert kitchen.asked_for[0] == (3, None)


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ((1, 2, 3), "There is one die too many in the picture, 3 instead of 2"),
        ((1, 2, 3, 4), "There are 2 dice too many in the picture, 4 instead of 2"),
        ((6,), "Only 1 of 2 dice"),
    ],
)
def test_too_many_dice_and_too_few_are_told_and_do_not_count(there: Sequence[int], words: str) -> None:
    kitchen = Kitchen({5: lays(*there), 32: lays(4, 4, at=140)})
    assert kitchen.table.throw((1, 2), {}, kitchen) == (4, 4)
    assert [text for text in kitchen.said if text.startswith(words)] == kitchen.said[1:]


def test_people_can_say_that_all_lie_there_and_what_they_show() -> None:
    kitchen = Kitchen({5: lays(6)}, presses={16}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(6, None)]


def test_people_who_say_that_too_many_lie_there_enter_them_without_a_suggestion() -> None:
    kitchen = Kitchen({5: lays(1, 2, 3, 4, 5, 6)}, presses={20}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(None, None)]


@pytest.mark.parametrize("after", [lays(1, 5, 5), lays(5, 5, at=140), lays(5, 2, 5, 1, at=140)])
def test_kept_dice_and_dice_that_lay_there_before_are_no_suggestion(after: Step) -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 20: after}, presses={18, 36}, enters=[None, (2,)])
    assert thrown_beside_fives(kitchen) == (2, 5, 5)
    assert kitchen.asked_for == [(None,)] * 2


def test_a_camera_that_sends_no_picture_is_lost_and_dice_that_lie_there_when_it_is_back_are_not_thrown() -> None:
    def falls_silent(kitchen: Kitchen) -> None:
        kitchen.silent = True

    kitchen = Kitchen({10: falls_silent})
    with pytest.raises(FrameTimeoutError):
        kitchen.table.throw((1, 2), {}, kitchen)
    back = Kitchen({16: lays(6, 1, at=140)}, lying(5, 4))
    assert back.table.throw((1, 2), {}, back) == (6, 1)


def test_people_who_enter_dice_before_any_picture_has_come_are_shown_none() -> None:
    kitchen = Kitchen(silent=True, photographs=True, presses={10}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(None, None)]
    assert not kitchen.seen, "a look shows a picture"


def test_each_picture_of_a_folder_is_a_throw_that_people_confirm(tmp_path: Path) -> None:
    throws = [(3, 4), (), (6, 2), (6, 2), (5, 1)]
    for number, values in enumerate(throws):
        write_picture(tmp_path / f"{number}.png", draw(lying(*values, at=50 + 25 * (number % 3)), SIZE))
    kitchen = Kitchen(enters=[(3, 4), None, (6, 2), (5, 1)])
    with FolderCamera(tmp_path, VirtualClock(), load_picture) as camera:
        table = HandsTable(ExitStack(), LiveDice(camera, make_own_dice_reader(), stills=True))
        assert table.throw((1, 2), {}, kitchen) == (3, 4)
        assert table.throw((1, 2), {}, kitchen) == (6, 2)
        assert table.throw((1, 2), {}, kitchen) == (5, 1)
        with pytest.raises(NoMorePicturesError):
            table.throw((1, 2), {}, kitchen)
    assert kitchen.asked_for == [(3, 4), (6, 2), (6, 2), (5, 1)]
    assert "There is no die in the picture, but there should be 2." in kitchen.said


def test_pictures_of_a_folder_are_decoded_like_all_others(tmp_path: Path) -> None:
    grey = np.arange(4096, dtype=np.uint16).reshape(64, 64)
    (tmp_path / "a.png").write_bytes(png(grey, GREY))  # 12 bits in 16
    (tmp_path / "b.png").write_bytes(png(grey, GREY)[:-30])
    with open_named_camera(str(tmp_path), HANDS, VirtualClock()) as camera:
        frame = camera.frame()
        assert frame.image.max() == 255
        with pytest.raises(CameraError, match=r"b\.png"):
            camera.frame(frame.time)


def test_a_picture_without_dice_is_waited_over() -> None:
    kitchen = Kitchen({40: lays(6)})
    assert kitchen.table.throw((1,), {}, kitchen) == (6,)
    assert kitchen.said == ["Anna: throw one die."]


def test_what_is_wrong_with_a_photograph_is_told_at_once() -> None:
    steps = {15: shoots(), 30: shoots(3, 4, 1), 45: shoots(3), 60: shoots(3, 4), 75: shoots(6, 2, at=140)}
    kitchen = Kitchen(steps, photographs=True, dice=lying(3, 4), enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert [text.split(":")[0] for text in kitchen.said[1:]] == [
        "There is no die in the picture, but there should be 2.",
        "There is one die too many in the picture, 3 instead of 2",
        "Only 1 of 2 dice are in the picture",
        "The dice 3 and 4 lie where they lay before the throw",
    ]
    assert kitchen.asked_for == [(6, 2)], "people confirm what one photograph shows"


def test_dice_of_the_last_photograph_are_what_people_are_asked_for() -> None:
    kitchen = Kitchen({15: shoots(6)}, photographs=True, presses={30}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(6, None)]


def test_a_value_that_is_not_quite_sure_is_asked_about() -> None:
    kitchen = Kitchen({10: lays(2)}, confidence=0.94, enters=[(1,)])
    assert kitchen.table.throw((1,), {}, kitchen) == (1,)
    assert kitchen.asked_for == [(2,)]


def test_a_die_where_another_lay_is_asked_about_because_a_hand_may_hide_a_part() -> None:
    kitchen = Kitchen({16: lays(2)}, lying(4), enters=[(4,)])
    assert kitchen.table.throw((1,), {}, kitchen) == (4,)
    assert kitchen.asked_for == [(2,)]


@pytest.mark.parametrize("photographs", [False, True])
def test_darkness_is_told(*, photographs: bool) -> None:
    def light(kitchen: Kitchen) -> None:
        kitchen.dark = False
        kitchen.dice = lying(2)

    kitchen = Kitchen({5: empties, 20: light}, dark=True, photographs=photographs, enters=[(2,)] * photographs)
    assert kitchen.table.throw((2,), {}, kitchen) == (2,)
    assert kitchen.said[1:] == ["It is too dark to read dice: switch a light on."]


def test_a_camera_that_sends_nothing_for_minutes_is_waited_for_and_then_goes_on() -> None:
    kitchen = Kitchen({450: lays(2)}, silence=range(3, 440))
    assert kitchen.table.throw((2,), {}, kitchen) == (2,)
    assert None not in kitchen.waited, "a wait without a limit would not see the next picture"
    assert kitchen.asked_for == []


def test_a_photograph_is_always_confirmed() -> None:
    kitchen = Kitchen({5: lays(3, 6)}, photographs=True, enters=[(3, 6)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (3, 6)
    assert kitchen.asked_for == [(3, 6)]
    assert kitchen.readings == kitchen.pictures == 2, "to read one picture twice takes time and tells nothing"


@pytest.mark.parametrize(
    ("there", "words"),
    [((), "There is no die in the picture"), ((6,), "Only 1 of 2 dice"), ((1, 2, 3), "There is one die too many")],
)
def test_every_photograph_that_is_no_throw_is_told(there: Sequence[int], words: str) -> None:
    kitchen = Kitchen({5: lays(*there), 9: lays(*there), 13: lays(4, 4, at=140)}, photographs=True, enters=[(4, 4)])
    table = kitchen.table
    assert not table.awaits
    assert table.throw((1, 2), {}, kitchen) == (4, 4)
    assert not table.awaits
    assert [text.startswith(words) for text in kitchen.said[1:]] == [True, True]


def test_without_a_camera_people_enter_every_throw() -> None:
    kitchen = Kitchen(enters=[(3, 3, 4), (6,)])
    table = HandsTable(ExitStack())
    assert table.throw((1, 2, 3), {}, kitchen) == (3, 3, 4)
    assert table.throw((1, 2, 3), {1: 3, 3: 4}, kitchen) == (3, 6, 4)
    assert kitchen.asked_for == [(None,) * 3, (None,)]


def test_many_throws_are_read_as_they_lie() -> None:
    rng = np.random.default_rng(4)
    throws = [tuple(int(v) for v in rng.integers(1, 7, int(rng.integers(1, 7)))) for _ in range(4)]
    steps: dict[int, Step] = {}
    for n, values in enumerate(throws):
        steps |= {5 + 16 * n: empties, 8 + 16 * n: lays(*values, at=30 + 30 * (n % 5))}
    kitchen = Kitchen(steps)
    table = kitchen.table
    for values in throws:
        assert table.throw(tuple(range(1, len(values) + 1)), {}, kitchen) == values
