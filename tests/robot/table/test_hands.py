"""People throw their own dice before a camera: what counts as a throw, what is told, and what is asked."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.closing import Closing
from robot.errors import UnsettledError
from robot.language import english
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable, LiveDice
from robot.table.look import Image, Look
from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.reading import Die, Reading

SIZE = (640, 400)
LOOK = 0.1
"""Seconds from picture to picture."""
LIMIT = 400
"""Pictures after which a test fails: nothing happens any more."""
Step = Callable[["Kitchen"], None]


@dataclass
class Kitchen(Closing):
    """A table with dice before a camera, a reader that knows them, and people.

    `steps` happen at these pictures after the first asking.
    """

    steps: dict[int, Step] = field(default_factory=dict)
    dice: list[DrawnDie] = field(default_factory=list)
    doubts: set[int] = field(default_factory=set)
    dark: bool = False
    thrower: str = "Anna"
    enters: list[tuple[int, ...] | None] = field(default_factory=list)
    presses: set[int] = field(default_factory=set)
    pictures: int = 0
    since_asked: int = 0
    said: list[str] = field(default_factory=list)
    asked_for: list[tuple[int | None, ...]] = field(default_factory=list)
    seen: list[Look] = field(default_factory=list)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        assert self.pictures < LIMIT, self.said
        self.pictures += 1
        self.since_asked += bool(self.said)
        if step := self.steps.pop(self.since_asked, None):
            step(self)
        picture = draw(self.dice, SIZE, seed=self.pictures % 8)
        return Frame(picture // 16 if self.dark else picture, self.pictures * LOOK)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        return Reading(tuple(self._read(number, die) for number, die in enumerate(self.dice) if not self.dark))

    def _read(self, number: int, die: DrawnDie) -> Die:
        half = 0.6 * die.side
        box = die.x - half, die.y - half, die.x + half, die.y + half
        known = Die(die.value, 0.99, box, die.turn)
        return replace(known, value=None, doubt="cocked") if number in self.doubts else known

    def looked(self, look: Look) -> None:
        self.seen.append(look)

    def announced(self, saying: Saying, about: About = About.GAME) -> None:  # noqa: ARG002
        self.said.append(english().say(saying))

    def asked(self, die: int, look: Look) -> int | None:
        raise AssertionError(f"nobody is asked for die {die} of {look}")

    def mended(self, target: Saying) -> bool:
        raise AssertionError(f"nobody is asked to mend {target}")

    def confirmed(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        raise AssertionError(f"nobody is asked to confirm {values} of {look}")

    def ready(self, seconds: float | None) -> bool:  # noqa: ARG002
        return self.since_asked in self.presses

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        self.asked_for.append(values)
        if not self.enters:
            raise UnsettledError("nobody enters dice here")
        return self.enters.pop(0)

    @property
    def table(self) -> HandsTable:
        return HandsTable(ExitStack(), LiveDice(self, self))


def lying(*values: int, at: int = 120) -> list[DrawnDie]:
    return [DrawnDie(value, 70 + 90 * place, at, 44, 13 * place + 3 * value) for place, value in enumerate(values)]


def lays(*values: int, at: int = 120) -> Step:
    def laid(kitchen: Kitchen) -> None:
        kitchen.dice = lying(*values, at=at)

    return laid


def empties(kitchen: Kitchen) -> None:
    kitchen.dice = []


def test_a_throw_counts_when_as_many_dice_as_are_due_lie_still() -> None:
    kitchen = Kitchen({10: lays(3), 14: lays(3, 6), 20: lays(3, 6, 1)})
    assert kitchen.table.throw((1, 2, 3), {}, kitchen) == (3, 6, 1)
    assert kitchen.said == ["Anna: throw 3 dice."]
    assert kitchen.pictures >= 20 + 4, "two readings 0.3 seconds apart"
    assert [look.values for look in kitchen.seen] == [(3, 6, 1)]


def test_dice_that_lay_there_before_are_no_throw_until_they_were_picked_up() -> None:
    kitchen = Kitchen({30: empties, 40: lays(2, 2)}, lying(5, 4))
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (2, 2)
    assert kitchen.pictures > 40


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
        kitchen.dice[0] = DrawnDie(4, 330, 280, 44, 50)

    kitchen = Kitchen({5: lays(1, 5, 5), 40: throws_one})
    assert thrown_beside_fives(kitchen) == (4, 5, 5)
    assert kitchen.said[1] == "Anna: throw one die, and leave 5 and 5 as they are."


def test_kept_dice_may_be_taken_out_of_the_picture() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 40: empties, 44: lays(6)})
    assert thrown_beside_fives(kitchen) == (6, 5, 5)


def test_kept_dice_may_be_moved_and_are_told_by_their_values() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 40: empties, 44: lays(5, 2, 5, at=280)})
    assert thrown_beside_fives(kitchen) == (2, 5, 5)


def test_a_kept_die_that_changed_is_told() -> None:
    kitchen = Kitchen({5: lays(1, 5, 5), 40: empties, 44: lays(5, 2, 3, at=280), 90: lays(5, 2, 5, at=200)})
    assert thrown_beside_fives(kitchen) == (2, 5, 5)
    assert kitchen.said[2].startswith("The kept dice 5 have changed")


def test_what_may_be_a_kept_die_does_not_count_for_a_thrown_one_unless_people_say_so() -> None:
    # The five may be a kept one that was moved, while the other and the thrown one fell off the table.
    kitchen = Kitchen({5: lays(5, 5), 40: empties, 44: lays(5, at=280)}, enters=[(5,)])
    table = kitchen.table
    assert table.throw((1, 2), {}, kitchen) == (5, 5)
    assert table.throw((1, 2), {1: 5}, kitchen) == (5, 5)
    assert kitchen.asked_for == [(5,)]


def test_a_die_in_doubt_is_asked_for_and_nothing_else_is() -> None:
    kitchen = Kitchen({5: lays(3, 6)}, doubts={1}, enters=[(3, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (3, 2)
    assert kitchen.asked_for == [(3, None)]


def test_a_die_in_doubt_may_be_read_again_after_it_was_laid_flat() -> None:
    def flat(kitchen: Kitchen) -> None:
        kitchen.doubts = set()

    kitchen = Kitchen({5: lays(3, 6), 30: flat}, doubts={1}, enters=[None] * 8)
    assert kitchen.table.throw((1, 2), {}, kitchen) == (3, 6)
    assert kitchen.asked_for[0] == (3, None)


@pytest.mark.parametrize(
    ("there", "words"),
    [((1, 2, 3), "There are 3 dice in the picture, but there should be 2"), ((6,), "Only 1 of 2 dice")],
)
def test_too_many_dice_and_too_few_are_told_and_do_not_count(there: Sequence[int], words: str) -> None:
    kitchen = Kitchen({5: lays(*there), 60: lays(4, 4, at=280)})
    assert kitchen.table.throw((1, 2), {}, kitchen) == (4, 4)
    assert [text for text in kitchen.said if text.startswith(words)] == kitchen.said[1:]


def test_people_can_say_that_all_lie_there_and_what_they_show() -> None:
    kitchen = Kitchen({5: lays(6)}, presses={30}, enters=[(6, 2)])
    assert kitchen.table.throw((1, 2), {}, kitchen) == (6, 2)
    assert kitchen.asked_for == [(6, None)]


def test_a_dark_room_is_told() -> None:
    def light(kitchen: Kitchen) -> None:
        kitchen.dark = False
        kitchen.dice = lying(2)

    kitchen = Kitchen({40: light}, dark=True)
    assert kitchen.table.throw((2,), {}, kitchen) == (2,)
    assert kitchen.said[1:] == ["It is too dark to read dice: switch a light on."]


def test_without_a_camera_people_enter_every_throw() -> None:
    kitchen = Kitchen(enters=[(3, 3, 4), (6,)])
    table = HandsTable(ExitStack())
    assert table.throw((1, 2, 3), {}, kitchen) == (3, 3, 4)
    assert table.throw((1, 2, 3), {1: 3, 3: 4}, kitchen) == (3, 6, 4)
    assert kitchen.asked_for == [(None,) * 3, (None,)]


def test_many_throws_are_read_as_they_lie() -> None:
    rng = np.random.default_rng(4)
    throws = [tuple(int(v) for v in rng.integers(1, 7, int(rng.integers(1, 7)))) for _ in range(12)]
    steps: dict[int, Step] = {}
    for n, values in enumerate(throws):
        steps |= {5 + 30 * n: empties, 8 + 30 * n: lays(*values, at=60 + 60 * (n % 5))}
    kitchen = Kitchen(steps)
    table = kitchen.table
    for values in throws:
        assert table.throw(tuple(range(1, len(values) + 1)), {}, kitchen) == values
