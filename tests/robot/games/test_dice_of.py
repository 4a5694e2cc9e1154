"""Dice whose law is known, each its own: robots, reviews and chances play for those that lie on the table."""

import itertools
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from robot.coach.session import make_coached
from robot.errors import UsageError
from robot.games.keep_and_throw.game import KeepPosition, KeepTableGame
from robot.games.reasons import tell_decision
from robot.games.registry import make_game
from robot.games.thrown import dice_text, die_text, read_dice, read_die
from robot.language import english
from robot.match.events import Announced
from robot.match.journal import Journal
from robot.match.players import make_players
from robot.match.seats import Seating, check_dice, who_begins
from robot.records.recording import Recorder
from robot.review.past_games import from_journal, from_recording, review
from solver.action import Action, Verb
from solver.errors import DistributionError, OptionError
from solver.games import find_game
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Listening, Pressing, desk_of, drawing_robot
from tests.support.solver.reference_keep import SMALL, UNLIKE

LAWS = tuple(tuple(Fraction(weight, sum(law)) for weight in law) for law in UNLIKE)
FIRST_SEAT = dice_text({1: LAWS})
BOTH = dice_text({1: LAWS, 2: LAWS})


@pytest.fixture
def game(tmp_path: Path) -> KeepTableGame:
    """Return a game of three dice, in which those of the first seat differ and the others are fair."""
    return small(tmp_path, FIRST_SEAT)


def small(folder: Path, dice: str) -> KeepTableGame:
    made = make_game("small", {"toml": SMALL, "dice_of": dice}, folder)
    assert isinstance(made, KeepTableGame)
    return made


def lay(game: KeepTableGame, *faces: int, aside: tuple[int, ...] = (), turn: int = 0) -> KeepPosition:
    """Return where these faces lie in the wells of the first player, some of whose dice were set aside before."""
    return game.position({"scores": [0, 100], "turn_total": turn, "dice": faces, "aside": aside}, 0)


def options(game: KeepTableGame, position: KeepPosition) -> dict[tuple[tuple[int, ...], str], float]:
    """Return what each choice is worth, by the dice that it sets aside."""
    _, decision = game.robot("", None).decide(position)
    return {(action.dice, action.verb): value for action, value in decision.options.items()}


def test_it_matters_which_of_two_dice_alike_is_set_aside_and_the_better_is_left(game: KeepTableGame) -> None:
    position = lay(game, 1, 1, 4)
    worth = options(game, position)
    assert worth[(2,), "throw"] != worth[(1,), "throw"]
    better = max(((1,), (2,)), key=lambda dice: worth[dice, "throw"])
    poor = next(dice for dice in ((1,), (2,)) if dice != better)
    move, decision = game.robot("greedy", None).decide(position)
    assert move.dice == (1, 2)
    assert "1 1 (wells 1 2)" in english().say(tell_decision(decision, position.tell))
    best = position.with_wells(Action(Verb.THROW, (1,), better))
    assert best.bare == Action(Verb.THROW, (1,), better)
    told = english().say(position.tell("do", best))
    assert told.startswith(f"Set 1 (well {better[0]}) aside and throw 2 dice")
    assert position.find_move(Action(Verb.THROW, wells=poor)).wells == poor
    assert position.find_move(Action(Verb.THROW, wells=better)).bare == Action(Verb.THROW, (1,), better)


def test_journal_recording_and_review_know_which_dice_were_set_aside(tmp_path: Path, journal: Journal) -> None:
    game = small(tmp_path, BOTH)
    seats = [drawing_robot(f"robot:{seat}", seat) for seat in range(2)]
    with Recorder(tmp_path / "recording") as recorder:
        entry = journal.begin("small", game.rules, ("robot:a", "robot:b"), 3)
        match_of(entry, seats, [recorder], rules=game).play(journal, DrawnTable(random.Random(3)))
    past = from_journal(journal, entry.id, tmp_path)
    assert past.game == game
    assert from_recording(tmp_path / "recording", tmp_path).steps == past.steps
    weighed = 0
    for made, play in zip(past.steps, review(past).plays, strict=True):
        position, action = made.before, made.action
        assert isinstance(position, KeepPosition)
        worth = options(game, position)
        assert game.position(position.to_json(), position.player) == position
        assert play.wins is not None
        if position.free:
            assert position.find_move(Action(action.verb, wells=action.dice)) == action
            equal = [value for (dice, then), value in worth.items() if (dice, then) == (action.dice, action.verb)]
            weighed += bool(equal)
            assert not equal or play.wins.loss == pytest.approx(max(worth.values()) - equal[0], abs=1e-12)
    assert weighed > 3
    assert past.position.over


@pytest.mark.parametrize("asks", [False, True])
def test_whose_dice_belong_in_the_wells_is_told_when_the_turn_changes(
    game: KeepTableGame, journal: Journal, monkeypatch: pytest.MonkeyPatch, *, asks: bool
) -> None:
    heard, desk = Listening(), desk_of(Pressing.of("h" * 40))
    entry = journal.begin("small", game.rules, ("robot:a", "robot:b"), 3)
    seats = [drawing_robot(f"robot:{seat}", seat) for seat in range(2)]
    monkeypatch.setattr(Seating, "asks", asks)  # somebody stands beside these robots
    match_of(entry, seats, [heard], desk, game).play(journal, DrawnTable(random.Random(3)))
    told = [event.text for event in heard.events if isinstance(event, Announced)]
    told = [text for text in told if "dice into the wells, the first one into well 1." in text]
    assert len(told) > 1
    assert all(one != other for one, other in itertools.pairwise(told))
    assert (" Then press HOLD (h)." in told[0]) is asks


def test_rules_keep_every_digit_of_the_dice_and_make_the_same_game_again(game: KeepTableGame, tmp_path: Path) -> None:
    assert make_game("small", game.rules, tmp_path) == game
    law = (0.1, 0.2, 0.3, 0.15, 0.05, 0.2)
    assert read_die(die_text(law)) == law
    assert read_dice(FIRST_SEAT) == {1: LAWS}
    fair = make_game("ten-thousand", {"die": "1/6,1/6,1/6,1/6,1/6,1/6"})
    assert isinstance(fair, KeepTableGame)
    assert not fair.takes_long(2, ["optimal"])
    assert (fair.apart, fair.exchanges, game.apart, game.exchanges) == (False, False, True, True)


@pytest.mark.parametrize("text", ["3=1/6", "1:2", "1=1,2", "1=1/0,0,0,0,0,0"])
def test_dice_of_a_seat_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(DistributionError):
        make_game("farkle", {"dice_of": text})


def test_who_begins_has_the_dice_of_seat_1_and_hands_take_none_that_differ(game: KeepTableGame, tmp_path: Path) -> None:
    assert who_begins(None, ("you", "robot"), game) == 0
    with pytest.raises(UsageError, match="seat 1 of --die begins"):
        who_begins("2", ("you", "robot"), game)
    players = make_players(("robot", "robot:greedy"), game, None, "")
    check_dice(players, game, by_hand=False)
    with pytest.raises(UsageError, match="cannot be told apart"):
        check_dice(players, game, by_hand=True)
    with pytest.raises(OptionError, match="the coach cannot tell different dice apart"):
        make_coached("small", game.rules, tmp_path)
    with pytest.raises(OptionError, match=re.escape("pig has no dice_of: leave it out")):
        make_game("pig", {"dice_of": FIRST_SEAT})


SELDOM_ONE = (0.02, 0.196, 0.196, 0.196, 0.196, 0.196)
TEXT = ",".join(map(str, SELDOM_ONE))


@pytest.mark.parametrize("die", ["1,2", "x", "0.5,0.5", "", "0.2,0.2,0.2,0.2,0.2,0.2", "nan,0,0,0,0,1"])
def test_what_is_no_die_is_refused(die: str) -> None:
    with pytest.raises(DistributionError):
        make_game("pig", {"die": die})


@pytest.mark.parametrize(
    ("name", "options", "line"),
    [
        ("pig", {"die": SELDOM_ONE}, "0:0"),
        ("piglet", {"die": (0.412, 0.588)}, "0:0"),  # tails where a die is odd
        ("pass-the-pigs", {"weights": SELDOM_ONE}, "0:0"),
        ("think", {"die": SELDOM_ONE}, "0"),
        ("pig-reach", {"die": SELDOM_ONE}, "0"),
        ("threes", {"die": SELDOM_ONE}, "-"),
        ("shut-the-box", {"die": SELDOM_ONE}, "-"),
        ("chicago", {"die": SELDOM_ONE}, "0"),
    ],
)
def test_other_games_are_played_by_solved_values(name: str, options: dict[str, Any], line: str) -> None:
    known, usual, solver = make_game(name, {"die": TEXT}), make_game(name, {}), find_game(name, **options)
    assert make_game(name, known.rules) == known
    value, other = (
        game.robot("", None).decide(game.begin(game.seats.start))[1].to_json()["value"] for game in (known, usual)
    )
    solved = solver.advise(line).value
    assert value == pytest.approx(solved, abs=1e-9)
    assert value != pytest.approx(other, abs=1e-3)


@pytest.mark.parametrize("name", ["piglet", "pass-the-pigs", "skunk", "swine-herd", "think"])
def test_dice_with_which_nothing_can_be_scored_are_refused(name: str) -> None:
    with pytest.raises(DistributionError):
        make_game(name, {"die": "1,0,0,0,0,0"})
