"""The moments that deserve notice, how long a game waits after them, and what is told by sentences alone."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from robot.config import Tempo
from robot.games.actions import Mark
from robot.games.dialog import mark_thing
from robot.games.game import Position, Tally
from robot.games.registry import make_game
from robot.language import Language
from robot.match.events import Announced, Asked, Begun, Confirming, Decided, Ended, Event, Left, Looked, Tallied, Thrown
from robot.match.moments import WAITS, Moment, MomentKind, Pacing, moment_of
from robot.match.narration import Narration, Weight
from robot.match.questions import DICE_LIE, ChooseMove, Question
from robot.match.throw_off import ThrowOff
from robot.saying import Saying
from robot.table.about import About
from solver.action import HOLD, ROLL, SIT, STAND, Action, Verb
from tests.support.robot.moves import Step, events
from tests.support.robot.stubs import look, make_begun
from tests.support.solver.acts import keep, score
from vision.reading import Die, Reading


def moments(game: str, *steps: Step, players: int = 2, **rules: int) -> list[Moment | None]:
    return [moment_of(event) for event in events(game, steps, players, **rules)]


ASIDE = Action(Verb.THROW, (), wells=())

SIXES = ((ROLL, (6, 5)), (HOLD, ()), (ROLL, (6, 4)), (HOLD, ()), (ROLL, (3, 2)), (ROLL, (1, 1)))


def waits(tempo: Tempo, *heard: Event, people: tuple[bool, ...] = (True, False)) -> list[float]:
    """Return the waits after each of these events."""
    waits: list[float] = []
    pacing = Pacing(tempo, waits.append)
    for event in (make_begun(make_game("pig", {}), "Ann", "Robot", people=people), *heard):
        pacing.hear(event)
    return waits


ENGLISH = Language()


def tell(narration: Narration, *events: Event) -> list[str]:
    """Return what is told of events."""
    return [ENGLISH.say(told.saying) for event in events for told in narration.tell(event)]


def game_begun(game: str, position: Position, throws: int) -> Begun:
    return replace(make_begun(make_game(game, {}), "Ann", "Ben", position=position), throws=throws)


def after(game: str, moves: Sequence[tuple[Action, tuple[int, ...]]]) -> Position:
    position: Position = make_game(game, {}).begin(2)
    for move, values in moves:
        position = position.after(move, values)
    return position


@pytest.mark.parametrize(
    ("game", "steps", "last"),
    [
        ("pig", ((ROLL, (6,)), (ROLL, (5,))), None),
        ("pig", ((ROLL, (6,)), (ROLL, (5,)), (ROLL, (1,))), Moment(MomentKind.BUST, 0, 11)),
        ("pig", ((ROLL, (1,)),), Moment(MomentKind.BUST, 0, 0)),
        ("farkle", ((ASIDE, (1, 2, 2, 3, 4, 6)),), None),
        (
            "farkle",
            ((ASIDE, (1, 2, 2, 3, 4, 6)), (Action(Verb.THROW, (1,), wells=(1,)), (1, 2, 2, 3, 4, 6))),
            Moment(MomentKind.BUST, 0, 100),
        ),
        ("two-dice-pig", SIXES, Moment(MomentKind.BUST, 0, 16)),
        ("skunk", ((ROLL, (6, 5)), (STAND, ()), (STAND, ()), (ROLL, (1, 3))), Moment(MomentKind.BUST, None, 11)),
        ("skunk", ((ROLL, (6, 5)), (STAND, ()), (SIT, ()), (ROLL, (1, 3))), Moment(MomentKind.BUST, 0, 11)),
        ("progressive-pig", ((ROLL, (1,)),), None),
        ("progressive-pig", ((ROLL, (6,)), (ROLL, (1,))), Moment(MomentKind.BUST, 0, 5)),
        ("yahtzee", ((keep(wells=()), (4, 4, 4, 4, 4)),), Moment(MomentKind.ALIKE, 0)),
        ("yahtzee", ((keep(wells=()), (4, 4, 4, 4, 5)),), None),
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
    assert moments(game, (Action(Verb.THROW, (), wells=()), first)) == [None]


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


@pytest.mark.parametrize("tempo", [Tempo.CALM, Tempo.BRISK])
def test_a_person_who_goes_on_waits_for_nothing_and_a_robot_can_be_followed(tempo: Tempo) -> None:
    six, hold, robots = events("pig", [(ROLL, (6,)), (HOLD, ()), (ROLL, (5,))])
    assert waits(tempo, six, hold) == []
    assert waits(tempo, hold, robots) == [WAITS[tempo].reading]
    decision = make_game("pig", {}).robot("", None).decide(hold.position)
    assert waits(tempo, Decided(hold.position, *decision)) == [WAITS[tempo].decision]
    assert waits(tempo, Decided(six.position, *decision), people=(True, True)) == []


def test_a_brisk_game_waits_no_longer_than_the_brisk_tempo() -> None:
    *_, bust = events("pig", [(ROLL, (6,)), (ROLL, (1,))])
    waits: list[float] = []
    for tempo in Tempo:
        Pacing(tempo, waits.append, brisk=True).hear(bust)
    assert waits == [WAITS[Tempo.BRISK].moment] * 2


def test_a_bust_is_looked_at_by_everybody() -> None:
    *_, bust = events("pig", [(ROLL, (6,)), (ROLL, (1,))])
    assert waits(Tempo.CALM, bust) == [WAITS[Tempo.CALM].moment]


def test_a_robot_in_the_place_of_who_left_is_followed_too() -> None:
    (six,) = events("pig", [(ROLL, (6,))])
    assert waits(Tempo.CALM, Left(0, "Ann"), six) == [WAITS[Tempo.CALM].reading]


def test_throws_for_who_begins_can_be_read() -> None:
    told = Announced(Saying("first-wanted"), About.FIRST, ThrowOff(("Ann", "Ben"), ()))
    assert waits(Tempo.CALM, told) == [WAITS[Tempo.CALM].reading]
    assert waits(Tempo.CALM, Announced(Saying("first-throw", {"name": "Ann", "value": 4}), About.FIRST)) == []


def test_the_fast_tempo_waits_for_nothing() -> None:
    heard = events("pig", [(ROLL, (6,)), (ROLL, (1,)), (ROLL, (6,)), (HOLD, ())])
    assert waits(Tempo.FAST, *heard, people=(False, False)) == []


def test_the_calm_tempo_shows_a_reading_a_second_a_bust_longer_and_a_choice_a_second() -> None:
    calm = WAITS[Tempo.CALM]
    assert 1.0 <= calm.reading <= 1.5
    assert calm.moment >= 1.2
    assert 1.0 <= calm.decision <= 2.0


def test_a_game_that_goes_on_tells_how_it_stands() -> None:
    pig = after("pig", [(ROLL, (6,)), (HOLD, ()), (ROLL, (4,))])
    assert tell(Narration(), game_begun("pig", pig, 2))[1:] == ["The score is 6 : 0, and the turn total is 4."]
    yahtzee = after("yahtzee", [(keep(wells=()), (1, 2, 3, 4, 6)), (score("chance"), ())])
    assert tell(Narration(), game_begun("yahtzee", yahtzee, 1))[1:] == ["The score is 16 : 0."]


def test_a_look_at_kept_dice_alone_is_no_reading() -> None:
    narration = Narration()
    assert tell(narration, Thrown(0, 2, (1, 2)), Looked(2, 1, look(3, 3))) == []
    assert tell(narration, Looked(2, 2, look(3, 3, 5, 1, 6))) == ["The camera reads 3 3 5 1 6."]
    people_s_own = replace(look(4), wells=())
    assert tell(narration, Thrown(0, 1, ()), Looked(1, 1, people_s_own)) == ["The camera reads 4."]
    assert tell(narration, Looked(2, 3, look(3, None)))[0].startswith("The camera cannot read a value")


def test_dice_without_wells_that_have_no_value_are_told_by_their_places() -> None:
    boxes = (4.0, 4.0, 10.0, 10.0), (28.0, 4.0, 34.0, 10.0), (15.0, 15.0, 21.0, 21.0)
    dice = (
        Die(None, 0.4, boxes[0], 0.0, doubt="leans"),
        Die(None, 0.4, boxes[1], 0.0, doubt="blur"),
        Die(5, 0.99, boxes[2], 0.0),
    )
    seen = replace(look(), reading=Reading(dice), dice=dice)
    assert tell(Narration(), Looked(1, 1, seen)) == [
        (
            "The die near the top left leans: lay it flat; "
            "the die near the top right is blurred: focus and clean the camera."
        )
    ]


def test_dice_that_were_not_read_are_unknown_and_no_silence() -> None:
    (told,) = Narration().tell(Confirming(0, 1, (3, None, 5), 1))
    assert ENGLISH.say(told.saying) == "read 3, unknown and 5; die 2 is selected."
    assert told.weight is Weight.READING


def test_a_question_without_an_announcement_names_its_button() -> None:
    assert tell(Narration(), Asked(Question(1, DICE_LIE))) == ["HOLD (h) says that the dice lie there."]


def test_the_number_of_dice_in_hog_and_the_early_box_of_hooligan_are_told() -> None:
    hog = make_game("hog", {}).begin(2)
    narration = Narration()
    said = tell(narration, game_begun("hog", hog, 0), Asked(Question(1, ChooseMove(hog), ("Anna",))))
    choices = "Ann: ROLL (r) throws 1 die. 1 to 6 choose how many dice. HOLD (h) adds 6 dice."
    assert said[1] == choices
    made = make_game("hooligan", {"commit": True})
    position = made.begin(2).after(keep(wells=()), (1, 2, 3, 4, 6))
    narration = Narration()
    tell(narration, game_begun("hooligan", position, 0), Asked(Question(1, ChooseMove(position), ("Anna",))))
    box = next(iter(position.boxes))
    (line,) = tell(narration, Tallied(0, mark_thing(position, Tally(), Mark("box", box)), position))
    assert "HOLD (h) chooses" in line
    assert "NEW" not in line, "no throw is left without a box"
