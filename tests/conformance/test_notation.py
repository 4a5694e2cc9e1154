"""Positions and games of every game as one line: they read back, and what is no line gets one line that says why."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import solver
from robot.cli import BAD_USAGE
from robot.games.game import OWN
from robot.match.standing import Step, line_of
from robot.review.past_games import from_line
from solver.errors import RuleError, SolverError
from solver.games import GAMES, find_game, parse_game
from solver.notation import GameLine, read_move
from tests.support.conformance import CASES, GameCase, each, find_solved, random_game

PLAYERS = {"farkle": 3, "yahtzee": 3, "threes": 4, "shut-the-box": 2, "chicago": 2, "skunk": 4, "think": 3}
RULES: Sequence[tuple[str, dict[str, Any]]] = (
    *((name, {}) for name in GAMES),
    ("pig", {"goal": 30, "last_round": "all"}),
    ("farkle", {"goal": 2000, "penalty": 500, "opening": 300}),
    ("kingdom-come", {"last_round": "second"}),
    ("yahtzee", {"rule": "free"}),
    ("hooligan", {"commit": True}),
    ("skunk", {"turns": 3}),
    ("pig-reach", {"goal": 40, "turns": 4}),
)
HERDS = ("swine-herd", "skunk", "think")
UNREVIEWED = tuple(
    case for case in CASES if {OWN, "die", "dice_of"} & case.rules.keys() or (case.name in HERDS and case.players > 1)
)
"""A line does not say the rules of one's own game, nor the law of its dice."""
EDITS = "0123456789:,-+p rhkxä>|/!=@\n"


def play(name: str, options: dict[str, Any], seed: int) -> GameLine:
    """Return a game that chance plays, of several players where the game is for more than one."""
    game, chance = find_game(name, **options), random.Random(seed)
    players = PLAYERS.get(name, 0) if not options else 0
    state = start = game.start(players)
    moves: list[tuple[Any, tuple[int, ...]]] = []
    while not state.over and len(moves) < 120:
        action = chance.choice(state.legal_actions())
        for dice in (*range(8), getattr(action, "count", 0)):
            throw = tuple(chance.choices(range(1, game.faces + 1), k=dice))
            try:
                state = state.apply(action, throw)
            except RuleError:
                continue
            moves.append((action, throw))
            break
        else:
            pytest.fail(f"{action} takes no throw in {state}")
    return GameLine(start, tuple(moves))


@pytest.mark.parametrize(("name", "options"), RULES)
def test_each_position_and_each_game_reads_back(name: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        game = play(name, options, seed)
        assert solver.parse_game(str(game)) == game
        for state in game.states():
            assert solver.parse(str(state)) == state
            assert "\n" not in str(state)


@each()
def test_positions_at_the_table_read_back(case: GameCase) -> None:
    game = find_solved(case)
    for one in random_game(case):
        if (state := getattr(one.before, "state", None)) is not None:
            assert game.parse(str(state)) == state


def refusal(line: str) -> str:
    """Return why a line is no game, "" if it is one."""
    try:
        solver.parse_game(line)
    except SolverError as error:
        return str(error)
    return ""


@each(*UNREVIEWED)
def test_a_game_at_the_table_is_reviewed_from_its_line(case: GameCase, tmp_path: Path) -> None:
    moves = random_game(case)
    steps = [Step(one.before, one.action, one.values) for one in moves]
    line = line_of(steps, moves[-1].after)
    past = from_line(line, tmp_path)
    assert past.position.state == moves[-1].after.state
    assert len(past.steps) == len(steps)


@pytest.mark.parametrize("case", [case for case in CASES if case.name in HERDS[:2]], ids=lambda case: case.id)
def test_the_line_of_a_game_in_which_all_act_at_once_holds_each_throw(case: GameCase) -> None:
    moves = random_game(case)
    line = parse_game(line_of([Step(one.before, one.action, one.values) for one in moves], moves[-1].after))
    state = line.start
    for sitting, dice in line.moves:
        state = state.apply(sitting, dice)
    assert state == moves[-1].after.state
    assert [dice for _, dice in line.moves if dice] == [one.values for one in moves if one.values]


@pytest.mark.parametrize("name", GAMES)
def test_a_line_that_is_none_gets_one_line(name: str) -> None:
    line, chance = str(play(name, {}, 1))[:300], random.Random(name)
    for _ in range(150):
        place = chance.randrange(len(line) + 1)
        wrong = line[:place] + chance.choice(EDITS) + line[place + chance.randrange(3) :]
        said = refusal(wrong)
        assert "\n" not in said
        assert len(said) < 400


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "a position is the name of a game and what each player has"),
        ("pig", "lacks what each player has"),
        ("pigg 1:2", "did you mean pig"),
        ("pig 30:x", "'x' is not a number for a score, as in '30:45' or '30:45 [+]20': give"),
        ("pig 30:45 p3", "p3 is not a player of this position: give p1 to p2"),
        ("pig 30:45 33", "a position of pig has no '33': leave it out, or write [+]33 for points of the turn"),
        ("pig 30:45 ☃", "'☃' is one word too many"),
        ("pig 30:45 3 4", "'4' is one word too many"),
        ("pig goal=0 0:0", "a goal of 0 is impossible"),
        ("pig 1:2:3", "pig is for 2 players: give the points of 2 players, such as 30:45$"),
        ("yahtzee 3,,", "is not a card of yahtzee: give 13 scores"),
        ("yahtzee - 334561", "is not a throw of 5 dice"),
        ("pig 0:0 | 4 h 9", "move 3, '9': 9 is not a throw of one die"),
        ("pig hog 30:45", "'30:45' are not dice"),
        ("farkle 115234", "dice come behind it, as in 'farkle 0:0 115234'"),
        ("farkle 0:0 | 113456 1@,>25564", "'' is not a number for a die"),
        ("farkle 0:0 | 113456 1@2,5>25564", "do not show 1: set aside only what they show"),
        ("yahtzee - | 33456 44>336", "give 3456>, .* …"),
        ("pig 0:0 | h", "move 1, 'h', cannot be made here: give a throw"),
        ("pig 98:0 | 4 h 3", "because the game is over"),
        ("pig 0:0", "'pig 0:0' has no moves: give a stroke and its moves"),
        ("pig 0:0 | 1" + " 1" * 20_000, "longer than any game"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, words: str) -> None:
    with pytest.raises(BAD_USAGE, match=words):
        solver.parse_game(line)


@pytest.mark.parametrize(
    ("line", "instead"), [("threes 11356", "threes - 11356"), ("shut-the-box 36 o1,2,9", "shut-the-box - 36")]
)
def test_dice_that_stand_first_are_no_scores(line: str, instead: str) -> None:
    with pytest.raises(SolverError, match=f"as in '{instead}'"):
        find_game(line.partition(" ")[0]).advise(line)


@pytest.mark.parametrize(
    "line", ["pig 100:4", "farkle 10000:50", "threes 4", "chicago 1:1 t22", "yahtzee 1,2,3,4,5,6,18,18,25,30,40,50,18"]
)
def test_nothing_is_decided_once_a_game_is_over(line: str) -> None:
    game, state = find_game(line.partition(" ")[0]), solver.parse(line)
    with pytest.raises(SolverError, match="game is over"):
        game.decide(state)


def test_people_may_write_dice_in_any_order() -> None:
    state = solver.parse("farkle 0:0 641511")
    assert read_move(state, "51>2345") == read_move(state, "15>2345")
    assert solver.parse("yahtzee ones=3,yahtzee=50 65433") == solver.parse("yahtzee 3,,,,,,,,,,,50, 33456 r2")
