"""Throws by hand before a scripted camera: no wrong value counts, and what people have to say is tallied."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.dice import PAINTS
from hardware.sim.scene import SeenDie
from tests.support.requirements import needs_opengl
from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.campaigns import drawn_hand_throws, hand_throws
from tools.campaigns.drawn_hand_throws import DrawnTray, places
from tools.campaigns.film import ThrownScene, moments
from tools.campaigns.hand_throws import SITTING, SOURCES, DicePhotograph, throw_photographed
from tools.campaigns.sitting import (
    DOUBT,
    NUMBER,
    HandTally,
    Sitting,
    ThrowingPeople,
    figures,
    one_reader,
    sit,
    sittings,
)
from tools.train.labels import PLACES, LabelledFace
from vision.evaluation.labels import LABELS
from vision.pictures import Image
from vision.reading import Die, Reading

SIZE = (320, 240)
DICE = (DrawnDie(3, 80, 120, 40), DrawnDie(6, 230, 90, 40))
GROUND = draw((), SIZE)
THROWN = 2004
"""Throws of the long campaigns, of photographs in all and at each simulated table."""


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
    tally = HandTally.of([HandTally(3, 7, taps=Counter({DOUBT: 1})), HandTally(1, 2, 1, 1, Counter({NUMBER: 1}))])
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


def faces(*places: tuple[float, float]) -> tuple[LabelledFace, ...]:
    return tuple(LabelledFace(x, y, 20.0, value) for value, (x, y) in enumerate(places, 1))


def test_dice_that_touch_are_taken_out_together() -> None:
    photograph = DicePhotograph("a.png", GROUND, (1, 2, 3), faces((50, 50), (80, 50), (250, 200)), known=True)
    assert set(photograph.groups) == {frozenset({0, 1}), frozenset({2})}
    for seed in range(8):
        throws = list(throw_photographed(photograph, frozenset(), 3, np.random.default_rng(seed)))
        assert sorted(throws[0].values) in ([1, 2], [3], [1, 2, 3])
        assert all(sorted((*throw.values, *throw.kept)) in ([1, 2], [3], [1, 2, 3]) for throw in throws)


def test_dice_are_thrown_to_where_none_lies() -> None:
    photograph = DicePhotograph("a.png", GROUND, (1, 2, 3), faces((50, 50), (150, 50), (250, 200)), known=True)
    for seed in range(8):
        lying: set[int] = set()
        for throw in throw_photographed(photograph, frozenset(), 5, np.random.default_rng(seed)):
            assert not lying & set(throw.values)
            lying = {*throw.values, *(() if "aside" in throw.what else throw.kept)}
    guessed = DicePhotograph("a.png", GROUND, (1, 2, 3), faces((50, 50), (150, 50), (250, 200)), known=False)
    (throw,) = throw_photographed(guessed, frozenset(), 5, np.random.default_rng(1))
    assert throw.values == (1, 2, 3)


def test_dice_that_are_painted_over_are_gone_and_the_others_stay() -> None:
    picture = draw(DICE, SIZE)
    two = tuple(LabelledFace(die.x, die.y, die.side, die.value) for die in DICE)
    photograph = DicePhotograph("a.png", picture, (3, 6), two, known=True)
    assert KnowingReader((3, 6)).read(photograph.showing([0, 1])).values == (3, 6)
    assert KnowingReader((3, 6)).read(photograph.showing([1])).values == (6,)
    assert np.abs(photograph.showing(()).astype(int) - GROUND).mean() < 6


def test_the_throws_are_spread_over_sources_and_lights() -> None:
    for where, throws, most in ((SOURCES, THROWN, SITTING), (places("twin"), 102, drawn_hand_throws.SITTING)):
        shared = Counter[str]()
        for sitting in sittings(where, throws, most):
            assert sitting.throws <= most
            shared[sitting.place] += sitting.throws
        assert set(shared) == set(where)
        assert sorted(shared.values()) == ([167] * 12 if throws == THROWN else [25, 25, 26, 26])


def needs_places(photos: Path) -> None:
    if not (photos / PLACES / LABELS).is_file():
        pytest.skip(f"no labelled photographs of further places at {photos / PLACES}")


@pytest.mark.check
@pytest.mark.parametrize("source", ["burak", "wood", "matteo"])
def test_two_throws_with_a_photograph(photos: Path, source: str) -> None:
    needs_places(photos)
    tally = hand_throws.play(Sitting(source, 1, 2), photos=photos, seed=1)
    assert tally.throws == 2
    assert not tally.wrong, tally.lines


@pytest.mark.check
@pytest.mark.parametrize(("table", "light"), [("sim", "left"), ("twin", "room")])
def test_two_throws_at_a_simulated_table(table: str, light: str) -> None:
    if table == "twin":
        needs_opengl()
    tally = drawn_hand_throws.play(Sitting(f"{table}-{light}", 0, 2), seed=1)
    assert tally.throws == 2
    assert not tally.wrong, tally.lines


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
