"""Who begins, who leaves, who asks for a hint, and pigs that no camera reads."""

import random
import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from hardware.errors import PanelLeftError
from hardware.panel import Button
from robot.errors import GameLeftError, UsageError
from robot.games.pig.hog import HogPosition
from robot.games.registry import make_game
from robot.match.events import Announced, Asked, Begun, Decided, Ended, Event, Hinted, Left, Read, event_json
from robot.match.journal import Journal, JournalGame
from robot.match.seats import GameSetting, rematch, who_begins
from robot.match.throw_off import ThrowOff, in_order, next_or_first
from robot.review.past_games import from_journal
from robot.table.table import Observer
from solver.race.hog import HogState
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Listening, Pressing, desk_of

FEW = {"goal": 60}
"""A goal of Pig for which chances of three players are worked out in a moment."""


class Scripted(DrawnTable):
    """A table whose dice show what the test wants, one throw after the other."""

    def __init__(self, *throws: Sequence[int]) -> None:
        super().__init__(random.Random(1))
        self.throws = list(throws)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:  # noqa: ARG002
        if not self.throws:
            raise KeyboardInterrupt
        values = tuple(self.throws.pop(0))
        assert len(values) == len(wells)
        self.thrown += values
        return values

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:
        assert (count, kept) == (1, ())
        return self.throw((2,), {}, observer)


def play(
    journal: Journal, game: JournalGame, table: DrawnTable, keys: str = "", *, ends: bool = False
) -> tuple[list[Event], Pressing]:
    """Play until all is thrown, all keys are pressed, or the game `ends`; return what was heard, and the keys."""
    heard, keyboard = Listening(), Pressing.of(keys)
    with nullcontext() if ends else pytest.raises((KeyboardInterrupt, PanelLeftError, GameLeftError)):
        match_of(game, listeners=[heard], desk=desk_of(keyboard)).play(journal, table)
    return heard.events, keyboard


def begin(journal: Journal, *players: str, name: str = "pig", first: int | None = 0) -> JournalGame:
    return journal.begin(name, make_game(name, FEW if name == "pig" else {}).rules, players, 1, first)


def tell(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Announced)]


@pytest.mark.parametrize(
    ("players", "values", "answer"),
    [
        (2, (), (False, 0)),
        (2, (3,), (False, 1)),
        (2, (3, 5), (True, 1)),
        (2, (5, 5), (False, 0)),
        (2, (5, 5, 1, 2), (True, 1)),
        (3, (5, 2, 5), (False, 0)),
        (3, (5, 2, 5, 6), (False, 2)),
        (3, (5, 2, 5, 6, 6), (False, 0)),
        (3, (5, 2, 5, 6, 6, 1, 3), (True, 2)),
        (1, (), (True, 0)),
    ],
)
def test_the_highest_die_begins_alone(players: int, values: tuple[int, ...], answer: tuple[bool, int]) -> None:
    assert next_or_first(players, values) == answer


def test_who_threw_most_begins_and_the_others_follow_in_their_order(journal: Journal) -> None:
    game = begin(journal, "robot:optimal", "robot:hold20", "robot:random", first=None)
    heard, _ = play(journal, game, Scripted((2, 5, 5), (1, 6), (4,)))
    begun = next(event for event in heard if isinstance(event, Begun))
    assert begun.players == ("robot:random", "robot:optimal", "robot:hold20")
    assert tell(heard)[-1] == "robot (random) begins."
    assert journal.game(game.id).first == 2
    read = next(event for event in heard if isinstance(event, Read))
    assert (read.player, read.throw, read.values) == (0, 1, (4,))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_journal_names_the_winner_by_the_place_among_the_players(journal: Journal, first: int) -> None:
    players = ("robot:hold20", "robot:hold25", "robot:random")
    game = journal.begin("pig", {"goal": 20}, players, 1, first)
    heard, _ = play(journal, game, DrawnTable(random.Random(3)), ends=True)
    ended = heard[-1]
    assert isinstance(ended, Ended)
    (seat,) = ended.position.winners
    begun, (place,) = heard[0], journal.game(game.id).winners or ()
    assert isinstance(begun, Begun)
    assert players[place] == begun.players[seat]
    assert begun.players[0] == players[first]


@pytest.mark.parametrize(
    ("players", "throws", "first"),
    [
        (("robot", "hand:Ann", "robot:hold20", "robot:random"), ((2,), (5,), (5, 1), (4,), (6,)), 2),
        (("hand:Ann", "hand:Ben"), ((3,), (2,)), 0),
        (("robot",) * 8, ((1, 2, 6, 4, 5, 6), (6, 3), (1, 2, 2), (6, 5)), 5),
    ],
)
def test_the_table_throws_once_for_all_and_people_one_after_the_other(
    journal: Journal, players: tuple[str, ...], throws: tuple[tuple[int, ...], ...], first: int
) -> None:
    game = begin(journal, *players, first=None)
    heard, _ = play(journal, game, Scripted(*throws))
    assert journal.game(game.id).first == first
    thrown = [entry.data["value"] for entry in journal.log(game) if entry.kind == "first"]
    assert thrown == [value for throw in throws for value in throw]
    assert len([text for text in tell(heard) if re.search(r" throws? [1-6]\.$", text)]) == len(thrown)


def test_interrupted_throws_for_who_begins_are_not_made_again(journal: Journal, tmp_path: Path) -> None:
    game = begin(journal, "robot:optimal", "robot:hold20", first=None)
    journal.write(game, "first", player=0, value=2)
    heard, _ = play(journal, game, Scripted((6,), (1,), (6,), (3,)))
    assert "robot (perfect) throws 2." not in tell(heard)
    resumed = journal.game(game.id)
    assert resumed.first == 1
    heard, _ = play(journal, resumed, DrawnTable(random.Random(3)), ends=True)
    begun = heard[0]
    assert isinstance(begun, Begun)
    assert begun.players == ("robot:hold20", "robot:optimal")
    winner = journal.game(game.id).winners
    assert winner is not None
    ended = heard[-1]
    assert isinstance(ended, Ended)
    assert game.players[winner[0]] == begun.players[ended.position.winners[0]] == event_json(ended)["winner"]
    assert from_journal(journal, game.id, tmp_path).names == begun.players


@pytest.mark.parametrize(
    ("wanted", "players", "name", "first"),
    [
        (None, ("you:Ann", "robot", "you:Ben"), "pig", None),
        (None, ("you", "robot"), "pig", 0),
        (None, ("robot", "hand"), "pig", 1),
        (None, ("robot", "robot"), "pig", 0),
        (None, ("you",), "think", 0),
        (None, ("robot", "you"), "pass-the-pigs", 1),
        (None, ("you:Ann", "you:Ben"), "pass-the-pigs", 0),
        ("thrown", ("you", "robot"), "pig", None),
        ("2", ("you", "robot"), "pig", 1),
    ],
)
def test_who_begins_is_thrown_for(wanted: str | None, players: tuple[str, ...], name: str, first: int | None) -> None:
    assert who_begins(wanted, players, make_game(name, {})) == first


@pytest.mark.parametrize(
    ("scores", "winners", "fewest", "ranked"),
    [
        ((100, 40, 40, 7), (0,), False, (1, 2, 2, 4)),
        ((50, 50, 20), (0, 1), False, (1, 1, 3)),
        ((90, 95), (0,), False, (1, 2)),
        ((5, 3, 9), (1,), True, (2, 1, 3)),
    ],
)
def test_winners_come_first_then_points(
    scores: tuple[int, ...], winners: tuple[int, ...], fewest: bool, ranked: tuple[int, ...]
) -> None:
    end = type("End", (HogPosition,), {"scores": scores, "winners": winners, "fewest": fewest})(HogState())
    assert tuple(row.place for row in sorted(end.ranking, key=lambda row: row.seat)) == ranked


def test_who_has_lost_begins_the_game_that_is_played_again() -> None:
    setting = GameSetting("pig", {"goal": 50}, ("you:Ann", "you:Ben", "robot"), by="phone")
    assert rematch(setting, "Ben") == replace(setting, first="2", by="")


def test_everybody_s_last_die_is_shown_until_they_must_throw_again() -> None:
    three = partial(ThrowOff, ("Ann", "Ben", "Cleo"))
    assert (three(()).faces, three(()).left, three(()).tied) == ((None, None, None), (0, 1, 2), False)
    assert (three((5, 2)).faces, three((5, 2)).tied) == ((5, 2, None), False)
    assert (three((5, 2, 5)).faces, three((5, 2, 5)).left, three((5, 2, 5)).tied) == ((None, 2, None), (0, 2), True)
    assert (three((5, 2, 5, 1, 4)).faces, three((5, 2, 5, 1, 4)).left) == ((1, 2, 4), (2,))


@pytest.mark.parametrize("wanted", ["0", "3", "-1", "ann", ""])
def test_nobody_begins_who_does_not_play(wanted: str) -> None:
    with pytest.raises(UsageError, match="thrown, or a number from 1 to 2"):
        who_begins(wanted, ("you", "robot"), make_game("pig", {}))
    assert in_order("abc", 1) == ["b", "c", "a"]


def test_a_hint_says_what_the_best_robot_would_do_and_changes_nothing(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "robot")
    heard, _ = play(journal, game, Scripted((6,)), "r?h")
    (hint,) = [event for event in heard if isinstance(event, Hinted)]
    line = event_json(hint)
    assert (line["event"], line["player"], line["action"]) == ("hint", 1, "roll")
    assert line["value"] == max(line["options"].values())
    assert {entry.kind for entry in journal.log(game)} == {"sitting", "intention", "reading", "booking"}


def test_a_robot_plays_on_for_somebody_who_leaves_also_after_an_interruption(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "you:Ben")
    heard, _ = play(journal, game, Scripted((6,), (5,), (4,), (1,)), "r l n l h r")
    (left,) = [event for event in heard if isinstance(event, Left)]
    assert event_json(left) == {"event": "leave", "player": 1, "name": "Ann"}
    assert any(isinstance(event, Decided) and event.player == 0 and event.decision for event in heard)
    heard, _ = play(journal, game, Scripted(*([(6,)] * 9)), "l h")
    begun = heard[0]
    assert isinstance(begun, Begun)
    assert begun.people == (False, True)
    assert begun.players == ("Ann", "Ben")


def test_a_player_who_would_rather_stay_plays_on(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "robot")
    heard, _ = play(journal, game, Scripted((6,), (5,)), "r l u r")
    assert tell(heard)[-1] == "Ann stays."
    assert [event.values for event in heard if isinstance(event, Read)] == [(6,), (5,)]
    assert not any(isinstance(event, Left) for event in heard)


def test_the_last_who_leaves_ends_the_sitting_but_not_the_game(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "robot")
    with pytest.raises(GameLeftError, match="everybody has left"):
        match_of(game, desk=desk_of(Pressing.of("r l h"))).play(journal, Scripted((6,)))
    assert journal.list_unfinished() == [game]


def test_pigs_are_entered_by_hand_for_people_and_robots(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "robot", name="pass-the-pigs")
    table = Scripted()
    heard, _ = play(journal, game, table, "r 3 3 u 3 4 h  r 1 2 h  5 5 h")
    reads = [event for event in heard if isinstance(event, Read)]
    assert [event.values for event in reads] == [(3, 4), (1, 2), (5, 5)]
    assert [event_json(event)["turn_total"] for event in reads] == [10, 0, 40]
    assert table.thrown == []
    assert "razorback and trotter: press HOLD" in " ".join(tell(heard))


def test_the_lamps_of_a_person_who_asks_for_a_hint_are_put_out(journal: Journal) -> None:
    game = begin(journal, "you:Ann", "robot")
    _, panel = play(journal, game, Scripted(), "?")
    assert panel.lit == [(Button.ROLL,), (Button.ROLL,)]


def test_each_question_of_a_game_names_those_who_are_asked(tmp_path: Path) -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = begin(journal, "you:Ann", "you:Ben", "you:Cleo")
        desk = desk_of(Pressing.of("r n h h l h"))
        desk.notify = lambda event: (
            asked.append((event.question.topic.kind, event.question.asked)) if isinstance(event, Asked) else None
        )
        with pytest.raises(KeyboardInterrupt):
            match_of(game, desk=desk).play(journal, Scripted((4,)))
    ann, ben, cleo = ("Ann",), ("Ben",), ("Cleo",)
    assert asked == [("move", ann), ("move", ann), ("agree", ben), ("agree", cleo), ("move", ann), ("leave", ann)], (
        "who asks to take back does not agree to it"
    )
