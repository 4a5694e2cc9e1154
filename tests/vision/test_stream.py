"""A live picture: still dice are read twice, read dice are followed, and whatever changes is read anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw, erase_pip, read_die
from vision.errors import VisionError
from vision.pictures import Image
from vision.reading import Die, Doubt, Reading
from vision.stream import AGREEING, CONFIRM_SECONDS, READINGS, DiceStream, LiveReading

FIVE, TWO = DrawnDie(5, 150, 110, 44, 25), DrawnDie(2, 340, 250, 44, 70)
SIZE = (480, 360)
LOOK = 0.1
"""Seconds from look to look."""


@dataclass
class LiveScene:
    """A table with dice before a camera, and a reader that knows them; `says` may spoil what it says of them."""

    dice: list[DrawnDie]
    says: Callable[[int, Die], Die] = lambda _, die: die
    readings: int = 0
    looks: int = 0
    hand: tuple[int, int] | None = None
    blur: float = 0.0
    film: Callable[[Image, int], Image] = lambda picture, _: picture
    stream: DiceStream = field(init=False)

    def __post_init__(self) -> None:
        self.stream = DiceStream(self)

    def read(self, *exposures: Image) -> Reading:
        assert len(exposures) == 1
        self.readings += 1
        return Reading(tuple(self.says(self.readings, read_die(die)) for die in self.dice))

    def picture(self) -> Image:
        picture = draw(self.dice, SIZE, seed=self.looks % 8)
        if self.hand:
            cv2.ellipse(picture, self.hand, (50, 75), 30, 0, 360, (120, 150, 205), cv2.FILLED)
        picture = self.film(picture, self.looks)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), self.blur), np.uint8) if self.blur else picture

    def look(self, times: int = 1) -> LiveReading:
        for _ in range(times):
            self.looks += 1
            live = self.stream.look(self.picture(), self.looks * LOOK)
        return live

    def until_settled(self) -> LiveReading:
        for _ in range(20):
            if (live := self.look()).settled:
                return live
        raise AssertionError("never settled")


def blank(die: Die) -> Die:
    return replace(die, value=None, doubt="glare")


def values(live: LiveReading) -> list[int | None]:
    return [followed.die.value for followed in live.dice]


def test_a_still_scene_is_read_twice_and_then_followed() -> None:
    scene = LiveScene([FIVE, TWO])
    first = scene.look()
    assert (first.dice, first.still, first.settled, scene.readings) == ((), False, False, 0)
    second = scene.look()
    assert (values(second), second.settled, scene.readings) == ([5, 2], False, 1)
    settled = scene.until_settled()
    assert scene.looks * LOOK >= 2 * LOOK + CONFIRM_SECONDS
    later = scene.look(20)
    assert scene.readings == 2
    assert settled.dice == later.dice
    assert [followed.said for followed in later.dice] == [{5: 2}, {2: 2}]
    assert later.reading.values == (2, 5)


def test_nothing_is_read_while_something_moves() -> None:
    scene = LiveScene([FIVE])
    for step in range(8):
        scene.dice = [replace(FIVE, x=60 + 40 * step, turn=50 * step)]
        assert not scene.look().still
    assert scene.readings == 0
    assert values(scene.until_settled()) == [5]


def test_nothing_is_read_while_the_lens_looks_for_its_focus() -> None:
    scene = LiveScene([FIVE])
    scene.look()
    for blur in (1.6, 3.2, 4.0, 2.4, 0.8, 0.0):
        scene.blur = blur
        assert not scene.look().still
    assert scene.readings == 0
    assert values(scene.until_settled()) == [5]


def test_dice_that_are_pushed_keep_their_number_and_value() -> None:
    scene = LiveScene([FIVE, TWO])
    before = scene.until_settled()
    for step in range(1, 6):
        scene.dice[0] = replace(FIVE, x=FIVE.x + 9 * step)
        live = scene.look()
        assert [followed.number for followed in live.dice] == [followed.number for followed in before.dice]
        assert live.dice[0].die.box[0] == pytest.approx(before.dice[0].die.box[0] + 9 * step, abs=2)


def test_a_die_that_is_turned_over_loses_its_value_at_once_and_is_read_anew() -> None:
    scene = LiveScene([FIVE, TWO])
    before = scene.until_settled()
    scene.dice = [FIVE, replace(TWO, value=3)]
    assert 2 not in values(scene.look())
    after = scene.until_settled()
    assert values(after) == [5, 3]
    assert after.dice[0].number == before.dice[0].number
    assert after.dice[1].number not in {followed.number for followed in before.dice}


def test_a_die_that_comes_is_read_and_one_that_leaves_is_forgotten() -> None:
    scene = LiveScene([FIVE])
    scene.until_settled()
    scene.dice = [FIVE, TWO]
    assert values(scene.until_settled()) == [5, 2]
    scene.dice = [TWO]
    assert values(scene.look()) == [2]
    assert values(scene.until_settled()) == [2]


def test_a_doubt_is_read_again_a_few_times_and_stays_one() -> None:
    scene = LiveScene([FIVE, TWO], says=lambda _, die: blank(die) if die.value == 2 else die)
    live = scene.until_settled()
    assert values(live) == [5, None]
    assert live.dice[1].die.doubt == "glare"
    scene.look(20)
    assert scene.readings == READINGS


@pytest.mark.parametrize(
    ("heard", "told", "doubt"),
    [
        ("55", 5, None),
        ("5?5", 5, None),
        ("5????", None, "glare"),
        ("5L5", 5, None),
        ("L55", 5, None),
        ("LL5", None, "leans"),
        ("5LL", None, "leans"),
        ("5L?", None, "leans"),
        ("L?5", None, "leans"),
        ("?L?", None, "leans"),
        ("??5?5", 5, None),
        ("??5??", None, "glare"),
        ("5L4", None, "pattern"),
    ],
)
def test_more_readings_must_give_a_value_than_say_it_leans(heard: str, told: int | None, doubt: str | None) -> None:
    def says(reading: int, die: Die) -> Die:
        said = heard[reading - 1] if reading <= len(heard) else "5"
        if said in "?L":
            return replace(blank(die), doubt="glare" if said == "?" else "leans", confidence=0.2)
        return replace(die, value=int(said))

    scene = LiveScene([FIVE], says=says)
    live = scene.until_settled()
    assert [(followed.die.value, followed.die.doubt) for followed in live.dice] == [(told, doubt)]
    assert scene.readings == len(heard)
    assert told or live.dice[0].die.confidence == 0.2
    scene.dice = [replace(FIVE, turn=80)]
    assert values(scene.until_settled()) == [5]


def test_two_readings_that_differ_leave_a_doubt_until_the_die_moves() -> None:
    scene = LiveScene([FIVE, TWO], says=lambda reading, die: replace(die, value=4) if reading == 2 else die)
    scene.dice = [FIVE]
    live = scene.until_settled()
    assert values(live) == [None]
    assert (live.dice[0].die.doubt, live.dice[0].said) == ("pattern", {5: 2, 4: 1})
    scene.dice = [replace(FIVE, turn=80)]
    assert values(scene.until_settled()) == [5]


def test_a_hand_over_a_die_takes_its_value_and_gives_it_back_after_a_new_reading() -> None:
    scene = LiveScene([FIVE, TWO])
    scene.until_settled()
    scene.hand = (340, 260)
    scene.says = lambda _, die: die
    assert values(scene.look()) == [5]
    scene.dice, scene.hand = [FIVE], (350, 265)
    scene.look(3)
    scene.dice, scene.hand = [FIVE, TWO], None
    readings = scene.readings
    assert values(scene.until_settled()) == [5, 2]
    assert scene.readings > readings


def test_a_die_that_is_too_small_to_be_followed_has_no_value() -> None:
    live = LiveScene([replace(FIVE, side=8.0)]).until_settled()
    assert [followed.die.doubt for followed in live.dice] == ["small"]


def test_of_two_dice_in_one_place_none_is_known() -> None:
    scene = LiveScene([FIVE, replace(FIVE, x=FIVE.x + 40)])
    assert values(scene.until_settled()) == [5, 5]
    for step in range(1, 5):  # one is taken away, the other pushed to where it was
        scene.dice = [replace(FIVE, x=FIVE.x + 40 - 10 * step)]
        assert len(scene.look().dice) <= 1
    assert values(scene.until_settled()) == [5]


@pytest.mark.parametrize("push", [2, 60])
def test_a_camera_that_is_pushed_reads_nothing_anew(push: int) -> None:
    scene = LiveScene([FIVE, TWO])
    scene.until_settled()
    for step in range(6):
        shaken = np.roll(scene.picture(), (step % 3 * 3, step % 2 * push), (0, 1))
        live = scene.stream.look(shaken, 10 + step * LOOK)
        assert values(live) == [5, 2]
    assert scene.readings == 2


def dim(picture: Image, _: int) -> Image:
    return np.asarray(picture // 8, np.uint8)


def compress(picture: Image, _: int) -> Image:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 40])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def tremble(picture: Image, look: int) -> Image:
    return np.roll(picture, (look % 3 - 1, look % 2), (0, 1))


def held_by_hand(picture: Image, look: int) -> Image:
    swing = np.sin([0.2 * look, 0.3 * look])
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), swing[0], 1 + 0.01 * swing[1])
    matrix[:, 2] += 5 * swing
    return np.asarray(cv2.warpAffine(picture, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(
    "spoils", [[dim], [compress], [held_by_hand], [tremble, dim, compress], [held_by_hand, dim, compress]]
)
def test_dice_that_come_settle_by_two_readings_in_a_poor_picture(spoils: list[Callable[[Image, int], Image]]) -> None:
    scene = LiveScene([], film=lambda picture, look: reduce(lambda seen, spoil: spoil(seen, look), spoils, picture))
    scene.until_settled()
    scene.dice, readings = [FIVE, TWO], scene.readings
    scene.look()
    settled = scene.until_settled()
    assert [followed.said for followed in settled.dice] == [{5: 2}, {2: 2}]
    assert {followed.number for followed in scene.look(20).dice} == {1, 2}
    assert scene.readings - readings <= 3


def flicker(picture: Image, look: int) -> Image:
    if look % 3 == 0:
        erase_pip(picture, FIVE, (1, 1))
    return picture


def test_a_die_that_looks_another_for_a_moment_is_the_same_and_not_read_for_ever() -> None:
    scene = LiveScene([FIVE, TWO], film=flicker)
    for live in [scene.look() for _ in range(60)][1:]:
        assert {followed.number for followed in live.dice} in ({1, 2}, {2})
    assert all(followed.said.total() >= AGREEING for followed in scene.until_settled().dice)
    assert scene.readings <= READINGS


@pytest.mark.parametrize(
    ("film", "doubts", "unrest"),
    [
        (None, {}, None),
        (lambda picture, look: np.roll(picture, 45 * look, 1), {}, "shaken"),
        (lambda picture, look: cv2.circle(picture, (90 * look, 180), 60, (90, 120, 200), cv2.FILLED), {}, "moving"),
        (lambda picture, look: cv2.GaussianBlur(picture, (0, 0), 1 + look % 2), {}, "focus"),
        (None, {5: "leans", 2: "pattern"}, "slanted"),
        (None, {5: "leans"}, None),
    ],
)
def test_what_keeps_dice_from_being_read_is_told(
    film: Callable[[Image, int], Image] | None, doubts: dict[int, Doubt], unrest: str | None
) -> None:
    scene = LiveScene(
        [FIVE, TWO],
        says=lambda _, die: replace(die, value=None, doubt=doubts[die.value]) if die.value in doubts else die,
        film=film or (lambda picture, _: picture),
    )
    scene.look()
    assert [scene.look().unrest for _ in range(3)] == [unrest] * 3


@pytest.mark.parametrize("shape", [(), (0, 10, 3), (10, 10)])
def test_what_is_no_picture_is_refused(shape: Sequence[int]) -> None:
    picture: Any = np.zeros(shape, np.uint8)
    with pytest.raises(VisionError):
        LiveScene([]).stream.look(picture, 0.0)
