"""Score-sheet games are played by their rules, and go on wherever they were interrupted."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from robot.games.box_names import box_saying, card_saying
from robot.games.registry import make_game
from robot.games.sheet.game import SheetTableGame
from robot.games.sheet.position import SheetPosition
from robot.language import Language, english, languages
from robot.match.events import Begun, Booked, Decided, Ended, Event, Read, Thrown
from robot.match.journal import Journal, JournalGame
from robot.match.match import Match
from robot.match.players import Player
from robot.match.standing import Standing
from robot.table.table import Witness
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.sheet.game.rules import Keep, Score, SheetState
from solver.sheet.game.sheet import find_sheet
from tests.support.repository import DOCS
from tests.support.robot.stubs import DrawnTable, Listening, drawing_robot

OWN = DOCS / "own-game.toml"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("yahtzee", {}),
    ("yahtzee", {"rule": "free"}),
    ("kniffel", {}),
    ("yatzy", {}),
    ("hooligan", {}),
    ("hooligan", {"commit": True}),
    ("quick-four", {"toml": OWN.read_text(encoding="utf-8")}),
]


def match_of(journal: Journal, game: JournalGame, listener: Listening, seed: int) -> tuple[Match, DrawnTable]:
    """Return a match between players who do anything that is legal, and its table."""
    rules = make_game(game.game, game.rules)
    players: list[Player] = [drawing_robot(name, seed + seat) for seat, name in enumerate(game.players)]
    table = DrawnTable(random.Random(seed))
    return Match(game, rules, players, table, journal, [listener]), table


def begin(journal: Journal, name: str, rules: Mapping[str, Any], players: int) -> JournalGame:
    names = tuple(f"robot {seat}" for seat in range(1, players + 1))
    return journal.begin(name, make_game(name, rules).rules, names, 1)


class SheetBookkeeper:
    """Follows a game from what is said of it: who may move, what is kept, and what the sheets come to."""

    def __init__(self, players: int) -> None:
        self.totals = [0] * players
        self.turn = 0
        self.throws = 0
        self.shown: dict[int, int] = {}

    def hear(self, event: Event) -> None:
        match event:
            case Decided():
                assert event.player == self.turn % len(self.totals)
                assert self.throws < 3 or event.move.keep is None
                assert all(self.shown[well] == face for well, face in (event.move.keep or {}).items())
            case Read():
                self.throws += 1
                now = dict(enumerate(event.values, 1))
                kept = event.move.keep or {}
                assert all(now[well] == face for well, face in kept.items())
                assert event.to_json()["dice"] == list(event.values)
                assert event.to_json()["rolls_left"] == 3 - self.throws
                self.shown = now
            case Booked():
                line = event.to_json()
                if line["event"] == "score":
                    self.totals[event.player] += line["points"] + line.get("extra", 0)
                    self.turn, self.throws, self.shown = self.turn + 1, 0, {}


@pytest.mark.parametrize(("name", "rules"), [game for game in GAMES if "toml" not in game[1]])
@pytest.mark.parametrize("players", [1, 2])
def test_every_game_is_played_to_its_end_by_its_rules(
    journal: Journal, name: str, rules: dict[str, Any], players: int
) -> None:
    listener, keeper = Listening(), SheetBookkeeper(players)
    game = begin(journal, name, rules, players)
    match, _ = match_of(journal, game, listener, seed=players)
    winners = match.play()
    for event in listener.events:
        keeper.hear(event)
    ended = listener.events[-1]
    assert isinstance(ended, Ended)
    line = ended.to_json()
    bonus = [total - counted for total, counted in zip(line["scores"], keeper.totals, strict=True)]
    assert set(bonus) <= {0, {"yatzy": 50, "hooligan": 0}.get(name, 35)}
    assert winners == tuple(seat for seat, total in enumerate(line["scores"]) if total == max(line["scores"]))
    assert journal.game(game.id).winners == winners
    assert line["winners"] == [game.players[seat] for seat in winners]
    assert line["winner"] == (line["winners"][0] if len(winners) == 1 else None)


def test_a_tie_is_shared() -> None:
    sheet = find_sheet("hooligan")
    game = make_game("hooligan", {})
    written = dict.fromkeys(sheet.names, 0)
    standing = {"cards": [written | {"ones": 3}, written | {"ones": 3}, written | {"ones": 1}]}
    position = game.position(standing | {"dice": [], "rolls_left": 3}, 0)
    assert position.winners == (0, 1)
    names = ("Anna", "Ben", "robot")
    assert position.result(names) | {"cards": None} == {
        "winner": None,
        "seat": None,
        "winners": ["Anna", "Ben"],
        "scores": [3, 3, 1],
        "cards": None,
    }
    assert english().say(position.describe_end(names, 9)) == "Anna and Ben share the win 3 : 3 : 1 after 9 throws."


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_json_of_a_standing_gives_the_position_back(journal: Journal, name: str, rules: dict[str, Any]) -> None:
    listener = Listening()
    game = begin(journal, name, rules, 2)
    match, _ = match_of(journal, game, listener, seed=6)
    match.play()
    table_game = make_game(name, rules)
    begun = listener.events[0]
    assert isinstance(begun, Begun)
    assert make_game(name, begun.rules) == table_game
    decided = [event.position for event in listener.events if isinstance(event, Decided)]
    assert len(decided) > 20
    for position in decided:
        again = table_game.position(position.to_json(), position.player)
        assert (again.state, again.faces) == (position.state, position.faces)  # type: ignore[attr-defined]


def test_a_power_cut_after_any_entry_loses_nothing(journal: Journal, tmp_path: Path) -> None:
    whole, listener = begin(journal, "hooligan", {}, 2), Listening()
    match_of(journal, whole, listener, seed=3)[0].play()
    log = journal.log(whole)
    start = make_game("hooligan", {}).begin(2)
    after = [event.position for event in listener.events if isinstance(event, Read | Booked)]
    open_throws: set[bool] = set()
    for entries in range(len(log)):
        cut = log[:entries]
        standing = Standing.of(start, cut)
        counted = sum(entry.kind in {"reading", "booking"} for entry in cut)
        assert standing.position == (after[counted - 1] if counted else start)
        if entries % 19 == 0:
            with Journal(tmp_path / f"{entries}.sqlite") as other:
                game = other.begin(whole.game, whole.rules, whole.players, 1)
                for entry in cut:
                    other.write(game, entry.kind, entry.throw, **entry.data)
                again = Listening()
                match_of(other, game, again, seed=entries)[0].play()
                assert_goes_on(cut, standing, again, other.log(game))
            open_throws.add(standing.open_throw is not None)
    assert open_throws == {False, True}


def assert_goes_on(cut: list[Any], standing: Standing, again: Listening, log: list[Any]) -> None:
    begun = again.events[0]
    assert isinstance(begun, Begun)
    assert begun.position == standing.position
    assert log[: len(cut)] == cut
    throws = [entry.throw for entry in log if entry.kind == "reading"]
    assert throws == list(range(1, len(throws) + 1))
    if standing.open_throw is not None:
        kinds = [entry.kind for entry in log[len(cut) :]][:4]
        assert kinds == ["sitting", "void", "intention", "reading"]
        made, intended = log[len(cut) + 2], cut[-1]
        assert (made.throw, made.data) == (intended.throw, intended.data), "the very same throw is made again"
        assert isinstance(again.events[2], Decided)
        assert isinstance(again.events[3], Thrown)


def position_of(faces: tuple[int, ...], kept: tuple[int, ...] = (), rolls_left: int = 1) -> SheetPosition:
    state = SheetState.start(find_sheet("yahtzee"))
    state = SheetState(state.cards, 0, tuple(sorted(faces)), rolls_left)
    return SheetPosition(state, (1, 2, 3, 4, 5), faces, kept)


def test_dice_that_stayed_stay_where_they_are_alike_and_else_the_first_wells_are_taken() -> None:
    assert position_of((3, 4, 3, 3, 6)).move(Keep((3, 3))).keep == {1: 3, 3: 3}
    assert position_of((3, 4, 3, 3, 6), kept=(4, 5)).move(Keep((3, 3))).keep == {1: 3, 4: 3}
    assert position_of((3, 4, 3, 3, 6), kept=(3, 4)).move(Keep((3, 3, 6))).keep == {3: 3, 4: 3, 5: 6}
    with pytest.raises(RuleError):
        position_of((3, 4, 3, 3, 6)).move(Keep((5,)))


def test_every_keep_becomes_wells_that_show_it() -> None:
    chance = random.Random(1)
    for _ in range(100):
        faces = tuple(chance.choices(range(1, 7), k=5))
        kept = tuple(well for well in range(1, 6) if chance.random() < 0.4)
        position = position_of(faces, kept)
        for action in position.state.legal_actions():
            if isinstance(action, Keep):
                move = position.move(action)
                assert move.keep is not None
                assert Counter(move.keep.values()) == Counter(action.dice)
                assert all(faces[well - 1] == face for well, face in move.keep.items())
                changed = len(set(move.keep) ^ set(kept))
                assert changed <= fewest_changes(faces, kept, action.dice)


def fewest_changes(faces: tuple[int, ...], kept: tuple[int, ...], wanted: tuple[int, ...]) -> int:
    """Return by how many levers the best choice of wells differs from those that are down, all choices tried."""
    choices = ({well for well in range(1, 6) if mask >> well & 1} for mask in range(0, 64, 2))
    right = (wells for wells in choices if sorted(faces[well - 1] for well in wells) == sorted(wanted))
    return min(len(wells ^ set(kept)) for wells in right)


def test_a_further_yahtzee_is_announced_with_what_it_pays() -> None:
    game = make_game("yahtzee", {})
    written = {"yahtzee": 50, "fours": 4}
    position = game.position({"cards": [written], "dice": [4, 4, 4, 4, 4], "rolls_left": 0}, 0)
    move = position.move(Score("full-house"))
    line = position.booking(move)
    assert (line["points"], line["extra"]) == (25, 100)
    assert english().say(position.describe_booking("Anna", move)) == (
        "Anna scores 25 in the full house and 100 for a further Yahtzee, and has 179."
    )
    assert position.after(move).to_json()["cards"][0]["bonuses"] == 1


def test_the_kept_dice_that_the_table_is_asked_for_are_those_of_the_decision(journal: Journal) -> None:
    listener = Listening()

    class SheetWitness(DrawnTable):
        def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
            decided, thrown = listener.events[-2:]
            assert isinstance(decided, Decided)
            assert isinstance(thrown, Thrown)
            assert wells == (1, 2, 3, 4, 5)
            assert dict(keep) == decided.move.keep
            assert thrown.kept == tuple(sorted(keep))
            last = journal.log(game)[-1]
            assert (last.kind, last.throw, last.data["action"]) == ("intention", thrown.throw, decided.move.action)
            return super().throw(wells, keep, witness)

    game = begin(journal, "yahtzee", {}, 2)
    match, _ = match_of(journal, game, listener, seed=9)
    match.table = SheetWitness(random.Random(2))
    match.play()
    assert isinstance(listener.events[-1], Ended)


def test_rules_that_a_game_has_not_are_refused() -> None:
    with pytest.raises(OptionError, match="goal"):
        make_game("yahtzee", {"goal": 100})
    with pytest.raises(OptionError, match="--rule"):
        make_game("pig", {"rule": "free"})
    with pytest.raises(UnknownNameError, match="forced"):
        make_game("yahtzee", {"rule": "forcd"})
    with pytest.raises(UnknownNameError, match="yahtzee"):
        make_game("yahtze", {})
    many = OWN.read_text(encoding="utf-8").replace("dice = 4", "dice = 4\nsides = 8")
    with pytest.raises(OptionError, match="4d8"):
        make_game("quick-four", {"toml": many})
    with pytest.raises(OptionError, match="own file"):
        make_game("quick-four", {"toml": OWN.read_text(encoding="utf-8"), "rule": "free"})
    with pytest.raises(PositionError):
        make_game("yahtzee", {}).begin(9)


def test_titles_say_what_is_played() -> None:
    titles = {
        english().say(SheetTableGame(find_sheet(name, **rules), {}).title)
        for name, rules in GAMES
        if "toml" not in rules
    }
    assert titles == {
        "Yahtzee",
        "Yahtzee by the free rule",
        "Kniffel",
        "Yatzy",
        "Hooligan",
        "Hooligan, the box chosen first",
    }


@pytest.mark.parametrize("language", languages())
def test_five_alike_is_a_kniffel_in_kniffel(language: str) -> None:
    for game in ("kniffel", "yahtzee"):
        sheet = find_sheet(game)
        said = [Language(language).say(name(sheet, "yahtzee")) for name in (card_saying, box_saying)]
        assert all(game == "yahtzee" or "kniffel" in words.lower() for words in said)
        assert all(language != "en" or game in words.lower() for words in said)
