"""The moments that deserve notice, and how long a game waits after what people want to see."""

import pytest

from robot.config import Tempo
from robot.games.game import Move
from robot.games.named_moves import HOLD, ROLL
from robot.games.pig.simultaneous import SIT, STAND
from robot.games.registry import make_game
from robot.match.events import Announced, Begun, Decided, Ended, Event, Left
from robot.match.moments import WAITS, Moment, MomentKind, Pacing, moment_of
from robot.match.throw_off import ThrowOff
from robot.saying import Saying
from robot.table.about import About
from tests.support.robot.moves import Step, events


def moments(game: str, *steps: Step, players: int = 2, **rules: int) -> list[Moment | None]:
    return [moment_of(event) for event in events(game, steps, players, **rules)]


ASIDE = Move({"keep": [], "then": "throw"}, {})
SIXES = ((ROLL, (6, 5)), (HOLD, ()), (ROLL, (6, 4)), (HOLD, ()), (ROLL, (3, 2)), (ROLL, (1, 1)))


@pytest.mark.parametrize(
    ("game", "steps", "last"),
    [
        ("pig", ((ROLL, (6,)), (ROLL, (5,))), None),
        ("pig", ((ROLL, (6,)), (ROLL, (5,)), (ROLL, (1,))), Moment(MomentKind.BUST, 0, 11)),
        ("pig", ((ROLL, (1,)),), Moment(MomentKind.BUST, 0, 0)),
        ("farkle", ((ASIDE, (1, 2, 2, 3, 4, 6)),), None),
        (
            "farkle",
            ((ASIDE, (1, 2, 2, 3, 4, 6)), (Move({"keep": [1], "then": "throw"}, {1: 1}), (1, 2, 2, 3, 4, 6))),
            Moment(MomentKind.BUST, 0, 100),
        ),
        ("two-dice-pig", SIXES, Moment(MomentKind.BUST, 0, 16)),
        ("skunk", ((ROLL, (6, 5)), (STAND, ()), (STAND, ()), (ROLL, (1, 3))), Moment(MomentKind.BUST, None, 11)),
        ("skunk", ((ROLL, (6, 5)), (STAND, ()), (SIT, ()), (ROLL, (1, 3))), Moment(MomentKind.BUST, 0, 11)),
        ("progressive-pig", ((ROLL, (1,)),), None),
        ("progressive-pig", ((ROLL, (6,)), (ROLL, (1,))), Moment(MomentKind.BUST, 0, 5)),
        ("yahtzee", ((Move({"keep": []}, {}), (4, 4, 4, 4, 4)),), Moment(MomentKind.ALIKE, 0)),
        ("yahtzee", ((Move({"keep": []}, {}), (4, 4, 4, 4, 5)),), None),
    ],
)
def test_a_bust_costs_what_was_at_risk_and_dice_all_alike_are_a_moment(
    game: str, steps: tuple[Step, ...], last: Moment | None
) -> None:
    assert moments(game, *steps)[-1] == last


@pytest.mark.parametrize(
    ("game", "first"), [("farkle", (1, 2, 2, 3, 4, 6)), ("midnight", (1, 2, 3, 5, 5, 6)), ("threes", (1, 2, 4, 5, 6))]
)
def test_a_throw_from_which_dice_are_set_aside_is_no_bust(game: str, first: tuple[int, ...]) -> None:
    assert moments(game, (Move({"keep": [], "then": "throw"}, {}), first)) == [None]


def test_another_leader_is_a_moment_and_the_first_one_is_none() -> None:
    steps = [(ROLL, (4,)), (HOLD, ()), (ROLL, (3,)), (HOLD, ()), (ROLL, (2,)), (HOLD, ()), (ROLL, (6,)), (HOLD, ())]
    assert [moment and (moment.kind, moment.seat) for moment in moments("pig", *steps)] == [
        *(None,) * 7,
        (MomentKind.LEAD, 1),
    ]


def test_the_last_move_is_no_moment_but_the_end_is() -> None:
    held = events("pig", [(ROLL, (6,)), (ROLL, (6,)), (HOLD, ())], goal=12)
    assert [moment_of(event) for event in held] == [None, None, None]
    assert moment_of(Ended(("Ann", "Ben"), 2, held[-1].position)) == Moment(MomentKind.WIN, 0)


def begun(people: tuple[bool, ...]) -> Begun:
    game = make_game("pig", {})
    return Begun(game.name, game.title, game.rules, ("Ann", "Robot"), people, game.begin(2), 0, 1)


def waited(tempo: Tempo, *heard: Event, people: tuple[bool, ...] = (True, False)) -> list[float]:
    """Return the waits after each of these events."""
    waits: list[float] = []
    pacing = Pacing(tempo, waits.append)
    for event in (begun(people), *heard):
        pacing.hear(event)
    return waits


@pytest.mark.parametrize("tempo", [Tempo.CALM, Tempo.BRISK])
def test_a_person_who_goes_on_waits_for_nothing_and_a_robot_can_be_followed(tempo: Tempo) -> None:
    six, hold, robots = events("pig", [(ROLL, (6,)), (HOLD, ()), (ROLL, (5,))])
    assert waited(tempo, six, hold) == []
    assert waited(tempo, hold, robots) == [WAITS[tempo].reading]
    decision = make_game("pig", {}).robot("", None).decide(hold.position)
    assert waited(tempo, Decided(hold.position, *decision)) == [WAITS[tempo].decision]
    assert waited(tempo, Decided(six.position, *decision), people=(True, True)) == []


def test_a_brisk_game_waits_no_longer_than_the_brisk_tempo() -> None:
    *_, bust = events("pig", [(ROLL, (6,)), (ROLL, (1,))])
    waits: list[float] = []
    for tempo in Tempo:
        Pacing(tempo, waits.append, brisk=True).hear(bust)
    assert waits == [WAITS[Tempo.BRISK].moment] * 2


def test_a_bust_is_looked_at_by_everybody() -> None:
    *_, bust = events("pig", [(ROLL, (6,)), (ROLL, (1,))])
    assert waited(Tempo.CALM, bust) == [WAITS[Tempo.CALM].moment]


def test_a_robot_in_the_place_of_who_left_is_followed_too() -> None:
    (six,) = events("pig", [(ROLL, (6,))])
    assert waited(Tempo.CALM, Left(0, "Ann"), six) == [WAITS[Tempo.CALM].reading]


def test_throws_for_who_begins_can_be_read() -> None:
    told = Announced(Saying("first-wanted"), About.FIRST, ThrowOff(("Ann", "Ben"), ()))
    assert waited(Tempo.CALM, told) == [WAITS[Tempo.CALM].reading]
    assert waited(Tempo.CALM, Announced(Saying("first-throw", {"name": "Ann", "value": 4}), About.FIRST)) == []


def test_the_fast_tempo_waits_for_nothing() -> None:
    heard = events("pig", [(ROLL, (6,)), (ROLL, (1,)), (ROLL, (6,)), (HOLD, ())])
    assert waited(Tempo.FAST, *heard, people=(False, False)) == []


def test_the_calm_tempo_shows_a_reading_a_second_a_bust_longer_and_a_choice_a_second() -> None:
    calm = WAITS[Tempo.CALM]
    assert 1.0 <= calm.reading <= 1.5
    assert calm.moment >= 1.2
    assert 1.0 <= calm.decision <= 2.0
