"""People throw their own dice before a camera: what counts as a throw, what is told, and what is asked."""

from collections import deque
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
from hardware.panel import Button
from hardware.pushed import Photograph, PushedCamera
from robot.app import make_own_dice_reader, open_named_camera
from robot.config import HANDS
from robot.errors import GameLeftError, UnsettledError
from robot.files import write_picture
from robot.games.registry import make_game
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Begun, Booked, Confirming, Corrected, Event, Read, Thrown
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.seats import Seating
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image, Look
from tests.support.robot.stubs import PushedPanel
from tests.support.vision.drawn_dice import DrawnDie, draw, lay_row, read_die
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
    comes at the beginning, and one with each step. In pictures that are `restless` something moves. In
    the dark so many dice are `glimpsed`.
    """

    steps: dict[int, Step] = field(default_factory=dict)
    dice: list[DrawnDie] = field(default_factory=list)
    doubts: set[int] = field(default_factory=set)
    dark: bool = False
    glimpsed: int = 0
    confidence: float = 0.99
    silent: bool = False
    thrower: str = "Anna"
    silence: range = range(0)
    restless: range = range(0)
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
        if self.pictures in self.restless:
            picture[:, :120] = np.random.default_rng(self.pictures).integers(0, 255, (200, 120, 3))
        self.silent = self.photographs
        seen, time = picture // 16 if self.dark else picture, self.pictures * LOOK
        return Photograph(seen, time) if self.photographs else Frame(seen, time)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        self.readings += 1
        seen = self.dice[: self.glimpsed] if self.dark else self.dice
        return Reading(tuple(self._read(number, die) for number, die in enumerate(seen)))

    def _read(self, number: int, die: DrawnDie) -> Die:
        read = read_die(die, self.confidence)
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

    def wait_ready(self, seconds: float | None) -> bool:
        self.waited.append(seconds)
        return self.since_asked in self.presses

    def ask_dice(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        self.asked_for.append(values)
        if not self.enters:
            raise UnsettledError("nobody enters dice here")
        return self.enters.pop(0)

    @property
    def table(self) -> HandsTable:
        pushed = PushedCamera(VirtualClock()) if self.photographs or self.silence else None
        return HandsTable(ExitStack(), LiveDice(self, self), pushed)


def lays(*values: int, at: int = 60) -> Step:
    def lay(kitchen: Kitchen) -> None:
        kitchen.dice = lay_row(*values, at=at)

    return lay


def empties(kitchen: Kitchen) -> None:
    kitchen.dice = []


def test_a_throw_counts_when_as_many_dice_as_are_due_lie_still() -> None:
    kitchen = Kitchen({10: lays(3), 14: lays(3, 6), 20: lays(3, 6, 1)})
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (3, 6, 1)
    assert kitchen.said == ["Anna: throw 3 dice."]
    assert kitchen.pictures >= 20 + 4, "two readings 0.3 seconds apart"
    assert [look.values for look in kitchen.seen] == [(3, 6, 1)]


UNTHROWN = "where they lay before the throw: throw them. If that is your throw, press HOLD (h)."


def moves(by: tuple[int, int], *places: int) -> Step:
    def move(kitchen: Kitchen) -> None:
        for place in places:
            die = kitchen.dice[place]
            kitchen.dice[place] = replace(die, x=die.x + by[0], y=die.y + by[1])

    return move


def lands_on_its_old_place(kitchen: Kitchen) -> None:
    kitchen.dice = [*lay_row(5), *lay_row(1, 1, 3, at=140)[1:]]


def thrown_beside_fives(kitchen: Kitchen) -> tuple[int, ...]:
    """Return what a second throw gives that keeps two fives of the first, in wells 2 and 3."""
    table = kitchen.table
    assert table.throw((1, 2, 3), {}, kitchen) == (1, 5, 5)
    return table.throw((1, 2, 3), {2: 5, 3: 5}, kitchen)


def puts(place: int, value: int) -> Step:
    """Return the step in which the die of this place is thrown to another one."""

    def put(kitchen: Kitchen) -> None:
        kitchen.dice[place] = DrawnDie(value, 165, 140, 22, 50)

    return put


def lays_read(*values: int, at: int, doubts: Sequence[int] = ()) -> Step:
    """Return the step in which dice are laid anew, of which these are in doubt."""

    def lay(kitchen: Kitchen) -> None:
        kitchen.doubts, kitchen.dice = {*doubts}, lay_row(*values, at=at)

    return lay


def reads_all(kitchen: Kitchen) -> None:
    kitchen.doubts = set()


ONE, TWO, THREE = "Anna: throw one die.", "Anna: throw 2 dice.", "Anna: throw 3 dice."
PROMPTS = (THREE, "Anna: throw one die, and leave 5 and 5 as they are.")
FIVES = lays(1, 5, 5)


@pytest.mark.parametrize(
    ("kitchen", "thrown", "said", "asked"),
    [
        pytest.param(kitchen, thrown, said, asked, id=name)
        for name, kitchen, thrown, said, asked in (
            ("dice that were picked up", Kitchen({16: empties, 20: lays(2, 2)}, lay_row(5, 4)), (2, 2), (TWO,), []),
            ("a hand over lying dice", Kitchen({10: empties, 18: lays(5, 4), 32: lays(4, 5, at=140)}, lay_row(5, 4)),
             (4, 5), (TWO, f"The dice 4 and 5 lie {UNTHROWN}"), []),
            ("a pushed camera", Kitchen({10: moves((35, 30), 0, 1, 2), 32: lays(2, 5, 4, at=150)}, lay_row(5, 4, 2)),
             (2, 5, 4), (THREE,), []),
            ("a pushed camera and one die",
             Kitchen({10: moves((35, 30), 0), 24: empties, 30: lays(2, at=150)}, lay_row(2)), (2,), (ONE,), []),
            ("one die that a rude push may have taken there",
             Kitchen({10: empties, 11: lays(2, at=80)}, lay_row(2), enters=[(2,)]), (2,), (ONE,), [(2,)]),
            ("a die with its old value at its old place, which is entered",
             Kitchen({10: empties, 18: lands_on_its_old_place}, lay_row(5, 4, 2), presses={32}, enters=[(5, 1, 3)]),
             (5, 1, 3), (THREE, "The die 5 lies where it lay before the throw: throw it. If that is your throw"),
             [(5, 1, 3)]),
            ("a die at the place of another", Kitchen({10: empties, 18: lays(4, 5, 2)}, lay_row(5, 4, 1)),
             (4, 5, 2), (THREE,), []),
            ("a robot's throw", Kitchen({5: lays(4)}, thrower="robot:optimal"), (4,), ("Throw one die for robot",), []),
            ("a die in doubt", Kitchen({5: lays(3, 6)}, doubts={1}, enters=[(3, 2)]), (3, 2), None, [(3, None)]),
            *((f"{len(there)} dice for 2", Kitchen({5: lays(*there), 32: lays(4, 4, at=140)}), (4, 4), (TWO, words), [])
              for there, words in (((1, 2, 3), "There is one die too many in the picture, 3 instead of 2"),
                                   ((1, 2, 3, 4), "There are 2 dice too many in the picture, 4 instead of 2"),
                                   ((6,), "Only 1 of 2 dice"))),
            ("a doubt that is laid flat", Kitchen({5: lays(3, 6), 16: reads_all}, doubts={1}, enters=[None] * 8),
             (3, 6), None, [(3, None)]),
            ("all lie there, people say", Kitchen({5: lays(6)}, presses={16}, enters=[(6, 2)]),
             (6, 2), None, [(6, None)]),
            ("too many lie there, people say", Kitchen({5: lays(1, 2, 3, 4, 5, 6)}, presses={20}, enters=[(6, 2)]),
             (6, 2), None, [(None, None)]),
            ("a thing like a die beside them", Kitchen({5: lays(1, 2, 3)}, doubts={1}, enters=[(1, 3)]), (1, 3),
             (TWO, "There is one die too many in the picture"), [(1, 3)]),
            ("what moves all the time", Kitchen({90: lays(6)}, restless=range(90), enters=[(6,)]), (6,),
             (ONE, "Something keeps moving in front of the camera"), [(6,)]),
            ("dice seen from the side", Kitchen({5: lays(3, 6)}, doubts={0, 1}, enters=[None, (3, 6)]), (3, 6),
             (TWO, "The camera sees the dice from the side"), [(None, None)]),
            ("a picture without dice", Kitchen({40: lays(6)}), (6,), (ONE, "There is no die in the picture"), []),
            ("a die that nobody throws", Kitchen({40: lays(6, at=140)}, lay_row(4)), (6,),
             (ONE, "The die 4 lies where it lay before the throw"), []),
            ("dice that fall while the question comes", Kitchen({4: lays(6)}, restless=range(7), enters=[None, (6,)]),
             (6,), (ONE,), [(6,)]),
            ("a die that falls after what moved while the question came",
             Kitchen({4: empties, 12: lays(6, at=140)}, restless=range(7)), (6,), (ONE,), []),
            ("the last photograph", Kitchen({15: lays(6)}, photographs=True, presses={30}, enters=[(6, 2)]),
             (6, 2), None, [(6, None)]),
            ("a value that is not quite sure", Kitchen({10: lays(2)}, confidence=0.94, enters=[(1,)]),
             (1,), None, [(2,)]),
            ("a die where another lay, which a hand may hide", Kitchen({16: lays(2)}, lay_row(4), enters=[(4,)]),
             (4,), None, [(2,)]),
        )
    ],
)  # fmt: skip
def test_a_throw_is_what_was_thrown_and_else_people_are_told_or_asked(
    kitchen: Kitchen, thrown: tuple[int, ...], said: Sequence[str] | None, asked: list[tuple[int | None, ...]]
) -> None:
    assert kitchen.table.throw(tuple(range(1, len(thrown) + 1)), {}, kitchen) == thrown
    check_told(kitchen, said, asked)
    assert all(
        (value is None) == bool(doubt)
        for look in kitchen.seen
        for value, doubt in zip(look.values, look.doubts, strict=True)
    )


def check_told(kitchen: Kitchen, said: Sequence[str] | None, asked: Sequence[tuple[int | None, ...]]) -> None:
    """Check how all that was said begins, and which different dice were asked for."""
    assert said is None or [text[: len(begin)] for text, begin in zip(kitchen.said, said, strict=True)] == [*said]
    assert [*dict.fromkeys(kitchen.asked_for)] == asked


@pytest.mark.parametrize(
    ("kitchen", "thrown", "said", "asked"),
    [
        pytest.param(kitchen, thrown, said, asked, id=name)
        for name, kitchen, thrown, said, asked in (
            ("they stay", Kitchen({5: FIVES, 20: puts(0, 4)}), 4, PROMPTS, []),
            ("they are put back one after the other: one five may be thrown or kept",
             Kitchen({5: FIVES, 20: empties, 24: lays(5, at=140), 32: lays(5, 5, at=140), 48: lays(5, 5, 3, at=140)},
                     enters=[None] * 99), 3, PROMPTS, [(5,)]),
            ("one of them is thrown for another", Kitchen({5: FIVES, 20: puts(1, 3), 48: lays(5, 5, 6, at=140)}),
             6, (*PROMPTS, "The die 1 lies where it lay before the throw: throw it.",), []),
            ("people tell one that cannot be read",
             Kitchen({5: FIVES, 32: puts(0, 4)}, doubts={2}, enters=[(1, 5, 5)]), 4, PROMPTS, [(1, 5, None)]),
            ("one was moved and leans",
             Kitchen({5: FIVES, 20: empties, 24: lays_read(5, 2, 5, at=140, doubts=[0]),
                      48: lays_read(5, 2, 5, at=100)}),
             2, (*PROMPTS, "The die on the left leans: lay it flat, or press HOLD (h) to enter what was thrown.",), []),
            ("they are taken out", Kitchen({5: FIVES, 20: empties, 24: lays(6, at=140)}), 6, PROMPTS, []),
            ("they are moved", Kitchen({5: FIVES, 20: empties, 24: lays(5, 2, 5, at=140)}), 2, PROMPTS, []),
            ("one changed", Kitchen({5: FIVES, 20: empties, 24: lays(5, 2, 3, at=140), 48: lays(5, 2, 5, at=100)}),
             2, (*PROMPTS, "The kept dice 5 have changed",), []),
            *((f"{last} suggested", Kitchen({5: FIVES, 20: laid}, presses={36}, enters=[(2,)]), 2, None, [(last,)])
              for laid, last in ((FIVES, 1), (lays(5, 5, at=140), None), (lays(5, 2, 5, 1, at=140), None))),
        )
    ],
)  # fmt: skip
def test_kept_dice_need_not_be_thrown(
    kitchen: Kitchen, thrown: int, said: Sequence[str] | None, asked: list[tuple[int | None, ...]]
) -> None:
    assert thrown_beside_fives(kitchen) == (thrown, 5, 5)
    check_told(kitchen, said, asked)


def test_dice_under_a_hand_when_they_are_asked_for_are_not_thrown_by_its_leaving() -> None:
    kitchen = Kitchen({5: lays(3, 6)})
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (3, 6)
    kitchen.dice, kitchen.steps = [], {kitchen.since_asked + 20: lays(3, 6), kitchen.since_asked + 36: lays(1, 1)}
    for _ in range(8):
        table.watch()
    assert table.throw((1, 2), {}, kitchen) == (1, 1)


@dataclass
class Thinker(PushedPanel):
    """Players who think for two seconds before each answer."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    desk: QuestionDesk = field(init=False)
    asked: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.desk = QuestionDesk(self, self.clock)

    def press(self, timeout: float | None = None) -> Button | None:
        self.clock.sleep(timeout or 0.0)
        assert self.desk.question
        since = self.asked.setdefault(self.desk.question.number, self.clock.now())
        return super().press() if self.clock.now() > since + 2 else None


@pytest.mark.parametrize("thrown", [True, False])
def test_the_table_watches_while_people_choose_and_counts_a_throw_at_once_and_what_it_knows_by_one_key(
    tmp_path: Path, *, thrown: bool
) -> None:
    kitchen, told = Kitchen(dice=lay_row(4)), list[tuple[Event, int]]()

    class Throwing:
        def hear(self, event: Event) -> None:
            told.append((event, kitchen.pictures))
            if thrown and isinstance(event, Announced) and event.saying.key == "hands-throw":
                kitchen.dice = lay_row(6, at=140)
            if isinstance(event, Booked):
                raise GameLeftError("enough is seen")

    panel = Thinker(deque([Button.ROLL, *[Button.HOLD] * (1 if thrown else 3)]))
    seating = Seating(make_game("pig", {"goal": 20}), ("you:Anna", "you:Ben"), 0)
    match = Match(seating, seating.make_players(panel.desk, "1"), panel.desk, [Throwing()])
    with Journal(tmp_path / "journal.sqlite") as journal, pytest.raises(GameLeftError):
        match.play(journal, kitchen.table)
    at = {type(event): pictures for event, pictures in reversed(told)}
    assert at[Begun] + 6 <= at[Thrown]
    assert at[Announced] <= at[Thrown] + 1
    assert (at[Read] <= at[Thrown] + 7, Confirming in at, Corrected in at) == (thrown, not thrown, False)


def test_a_hand_over_kept_dice_does_not_throw_them() -> None:
    def uncovers(kitchen: Kitchen) -> None:
        kitchen.dice = lay_row(1, 2, 5, 5)[2:]

    def throws_two(kitchen: Kitchen) -> None:
        kitchen.dice += [DrawnDie(4, 165, 140, 22, 50), DrawnDie(4, 215, 140, 22, 70)]

    kitchen = Kitchen({5: lays(1, 2, 5, 5), 22: empties, 32: uncovers, 48: throws_two})
    table = kitchen.table
    assert table.throw((1, 2, 3, 4), {}, kitchen) == (1, 2, 5, 5)
    assert table.throw((1, 2, 3, 4), {3: 5, 4: 5}, kitchen) == (4, 4, 5, 5)


def test_a_camera_that_sends_no_picture_is_lost_and_dice_that_lie_there_when_it_is_back_are_not_thrown() -> None:
    def falls_silent(kitchen: Kitchen) -> None:
        kitchen.silent = True

    kitchen = Kitchen({10: falls_silent})
    with pytest.raises(FrameTimeoutError):
        kitchen.table.throw((1, 2), {}, kitchen)
    back = Kitchen({16: lays(6, 1, at=140)}, lay_row(5, 4))
    assert back.table.throw((1, 2), {}, back) == (6, 1)


def test_people_who_enter_dice_before_any_picture_has_come_are_shown_none() -> None:
    kitchen = Kitchen(silent=True, photographs=True, presses={10}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(None, None)]
    assert not kitchen.seen, "a look shows a picture"


def test_each_picture_of_a_folder_is_a_throw_that_people_confirm(tmp_path: Path) -> None:
    throws = [(3, 4), (), (6, 2), (6, 2), (5, 1)]
    for number, values in enumerate(throws):
        write_picture(tmp_path / f"{number}.png", draw(lay_row(*values, at=50 + 25 * (number % 3)), SIZE))
    kitchen = Kitchen(enters=[(3, 4), None, (6, 2), (5, 1)])
    with FolderCamera(tmp_path, VirtualClock(), load_picture) as camera:
        table = HandsTable(ExitStack(), LiveDice(camera, make_own_dice_reader(), stills=True))
        table.watch()
        assert table.throw((1, 2), {}, kitchen) == (3, 4)
        assert table.throw((1, 2), {}, kitchen) == (6, 2)
        assert table.throw((1, 2), {}, kitchen) == (5, 1)
        with pytest.raises(NoMorePicturesError):
            table.throw((1, 2), {}, kitchen)
    assert kitchen.asked_for == [(3, 4), (6, 2), (6, 2), (5, 1)]
    assert "There is no die in the picture, but there should be 2." in kitchen.said


def test_pictures_of_a_folder_are_decoded_like_all_others(tmp_path: Path) -> None:
    grey = (np.arange(4096) % 256).astype(np.uint8).reshape(64, 64)
    (tmp_path / "a.png").write_bytes(png(grey, GREY))
    (tmp_path / "b.png").write_bytes(png(grey, GREY)[:-30])
    with open_named_camera(str(tmp_path), HANDS, VirtualClock()) as camera:
        frame = camera.frame()
        assert frame.image.max() == 255
        with pytest.raises(CameraError, match=r"b\.png"):
            camera.frame(frame.time)


def test_what_is_wrong_with_a_photograph_is_told_at_once() -> None:
    steps = {15: lays(), 30: lays(3, 4, 1), 45: lays(3), 60: lays(3, 4), 75: lays(6), 90: lays(6)}
    steps[105] = lays(6, 2, at=140)
    kitchen = Kitchen(steps, photographs=True, dice=lay_row(3, 4), enters=[(6, 2)])
    table = kitchen.table
    assert not table.awaits
    assert table.throw((1, 2), {}, kitchen) == (6, 2)
    assert not table.awaits
    assert [text.split(":")[0] for text in kitchen.said[1:]] == [
        "There is no die in the picture, but there should be 2.",
        "There is one die too many in the picture, 3 instead of 2",
        "Only 1 of 2 dice are in the picture",
        "The dice 3 and 4 lie where they lay before the throw",
        *["Only 1 of 2 dice are in the picture"] * 2,
    ]
    assert kitchen.asked_for == [(6, 2)], "people confirm what one photograph shows"


@pytest.mark.parametrize(("photographs", "glimpsed"), [(False, 0), (False, 1), (True, 0), (True, 1)])
def test_darkness_is_told(*, photographs: bool, glimpsed: int) -> None:
    def light(kitchen: Kitchen) -> None:
        kitchen.dark = False
        kitchen.dice = lay_row(2, 5)

    steps = {5: lays(2, 5), 40: light}
    kitchen = Kitchen(steps, dark=True, glimpsed=glimpsed, photographs=photographs, enters=[(2, 5)] * photographs)
    assert kitchen.table.throw((1, 2), {}, kitchen) == (2, 5)
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


def test_without_a_camera_people_enter_every_throw() -> None:
    kitchen = Kitchen(enters=[(3, 3, 4), (6,)])
    table = HandsTable(ExitStack())
    assert table.throw((1, 2, 3), {}, kitchen) == (3, 3, 4)
    assert table.throw((1, 2, 3), {1: 3, 3: 4}, kitchen) == (3, 6, 4)
    assert kitchen.asked_for == [(None,) * 3, (None,)]
