"""Throws by hand before a scripted camera: no wrong value counts, and what people have to say is tallied."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.dice import PAINTS
from hardware.sim.scene import SeenDie
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from tests.support.requirements import needs_opengl
from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.campaigns.drawn_hand_throws import LIGHTS, SITTING, DrawnTray, Sitting, play, sittings
from tools.campaigns.film import ThrownScene, moments
from tools.campaigns.live_throws import KINDS, FilmKind, PeopleInAHurry
from tools.campaigns.sitting import DOUBT, NUMBER, HandTally, ThrowingPeople, figures, one_reader, sit
from vision.pictures import Image
from vision.reading import Die, Reading

SIZE = (320, 240)
DICE = (DrawnDie(3, 80, 120, 40), DrawnDie(6, 230, 90, 40))
GROUND = draw((), SIZE)


@dataclass
class KnowingReader:
    """A reader that finds the dice that are there to be seen, and says of them what it was told."""

    says: tuple[int | None, ...]

    def read(self, *exposures: Image) -> Reading:
        dice = []
        for die, value in zip(DICE, self.says, strict=True):
            part = exposures[0][round(die.y) - 17 : round(die.y) + 17, round(die.x) - 17 : round(die.x) + 17]
            box = die.x - 24, die.y - 24, die.x + 24, die.y + 24
            if np.median(part.min(axis=2)) > 195:
                dice.append(Die(value, 0.99, box, 0.0, doubt=None if value else "pattern"))
        return Reading(tuple(dice))


def scene(**changes: object) -> ThrownScene:
    return replace(ThrownScene("drawn", GROUND, draw(DICE, SIZE), (3, 6), (), 20.0), **changes)  # type: ignore[arg-type]


def sat(*says: int | None, thrown: ThrownScene) -> HandTally:
    return sit([thrown], GROUND, KnowingReader(says), np.random.default_rng(1))


def test_what_is_read_as_it_lies_needs_no_tap() -> None:
    assert sat(3, 6, thrown=scene()) == HandTally(1, 2)


def test_a_wrong_value_that_counts_is_told() -> None:
    tally = sat(3, 5, thrown=scene())
    assert (tally.throws, tally.wrong, tally.asked) == (1, 1, 0)
    assert tally.lines == ["drawn: WRONG: (3, 5) counted; (3, 6) thrown, 3 5 read"]


def test_a_throw_that_counts_before_its_dice_lie_there_is_wrong() -> None:
    people = ThrowingPeople(GROUND, np.random.default_rng(1))
    people.begin(scene())
    tally = people.told((3, 6))
    assert tally.wrong == 1
    assert tally.lines == ["drawn: WRONG: (3, 6) counted, before they lay there; (3, 6) thrown, nothing read"]


def test_a_doubt_is_a_tap_and_a_wrong_value_beside_it_is_counted() -> None:
    tally = sat(5, None, thrown=scene())
    assert (tally.wrong, tally.offered, tally.taps) == (0, 1, Counter({DOUBT: 1}))


def test_dice_that_are_not_seen_are_entered() -> None:
    tally = sat(3, 6, thrown=scene(after=draw(DICE[:1], SIZE)))
    assert (tally.wrong, tally.offered, tally.taps) == (0, 0, Counter({NUMBER: 1}))
    assert tally.lines == ["drawn: number; (3, 6) thrown, 3 read, hands-too-few"]


def test_the_figures_tell_how_many_throws_needed_people() -> None:
    tally = HandTally(3, 7, taps=Counter({DOUBT: 1}))
    tally.add(HandTally(1, 2, 1, 1, Counter({NUMBER: 1})))
    assert figures("here", tally) == [
        "here: 4 throws of 9 dice",
        "  wrong 1, at most 75.14% in 95 of 100 cases",
        "  a tap 2 (50.0%): 1 doubt, 1 number",
        "  a question showed a wrong value 1 times",
    ]


def test_the_last_moment_of_a_throw_shows_all_its_dice_at_rest() -> None:
    shown = list(moments(scene(), GROUND, np.random.default_rng(1)))
    landed = [moment.landed for moment in shown]
    assert landed == sorted(landed)
    assert np.array_equal(shown[-1].image, scene().after)
    assert len({moment.image.shape for moment in shown}) == 1


def test_the_throws_are_spread_over_the_lights() -> None:
    shared = Counter[str]()
    for sitting in sittings("twin", 102):
        assert sitting.throws <= SITTING
        shared[sitting.place] += sitting.throws
    assert set(shared) == {f"twin-{light}" for light in LIGHTS}
    assert sorted(shared.values()) == [25, 25, 26, 26]


@pytest.mark.check
@pytest.mark.parametrize(("table", "light"), [("sim", "left"), ("twin", "room")])
def test_two_throws_at_a_simulated_table(table: str, light: str) -> None:
    if table == "twin":
        needs_opengl()
    tally = play(Sitting(f"{table}-{light}", 0, 2), seed=1)
    assert tally.throws == 2
    assert not tally.wrong, tally.lines


@pytest.mark.check
@pytest.mark.parametrize("kind", [KINDS[6], KINDS[-1]], ids=str)
def test_throws_soon_after_the_question_count_before_an_unsteady_camera(kind: FilmKind) -> None:
    people = PeopleInAHurry(kind, seed=1)
    table = HandsTable(ExitStack(), LiveDice(people, people))
    for number in (2, 3, 6):
        people.throw(table, number)
    assert people.told == {"right": 3}


@pytest.mark.check
@pytest.mark.parametrize("gain", [0.95, 1.0, 1.03])
def test_a_three_by_the_rim_in_weak_light_is_never_read_as_a_two(gain: float) -> None:
    """Two of its pips fit a two better than all three, which the net sees, fit a three."""
    seed = 1718381198
    tray = DrawnTray(Sitting("sim-left", 3, 1), seed, "blue")
    lying = Chance(seed, dimensions()).in_tray(3, 14, [])
    picture = tray.seen([SeenDie(die.pose, paint=PAINTS["blue"]) for die in lying])
    tray.close()
    assert sorted(die.pose.up for die in lying) == [1, 3, 6]
    read = one_reader().read(np.clip(gain * picture, 0, 255).astype(np.uint8))
    assert len(read.dice) == 3
    assert Counter(read.values) <= Counter((1, 3, 6))
    assert {1, 6} <= set(read.values)
