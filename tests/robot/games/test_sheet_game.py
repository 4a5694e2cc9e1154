"""Score-sheet games at the table: which dice stay in which wells, what is announced, and what rules there are."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from robot.games.box_names import box_saying, card_saying, scores_text
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.language import Language, english, languages
from robot.match.events import Decided, Ended, Thrown
from robot.match.journal import Journal
from robot.match.match import Match
from robot.table.table import Observer
from solver.errors import OptionError, PositionError, RuleError
from solver.games import find_game
from solver.options import GameOptions
from solver.sheet.game.rules import Keep, Score, SheetState
from solver.sheet.game.sheet import find_sheet
from tests.support.repository import DOCS
from tests.support.robot.stubs import DrawnTable, Listening, drawing_robot

OWN = DOCS / "own-game.toml"


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


def position_of(faces: tuple[int, ...], kept: tuple[int, ...] = (), rolls_left: int = 1) -> SheetPosition:
    state = SheetState.start(find_sheet("yahtzee"))
    state = SheetState(state.cards, 0, tuple(sorted(faces)), rolls_left)
    return SheetPosition(state, faces, kept)


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

    class SheetObserver(DrawnTable):
        def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
            decided, thrown = listener.events[-2:]
            assert isinstance(decided, Decided)
            assert isinstance(thrown, Thrown)
            assert wells == (1, 2, 3, 4, 5)
            assert dict(keep) == decided.move.keep
            assert thrown.kept == tuple(sorted(keep))
            last = journal.log(game)[-1]
            assert (last.kind, last.throw, last.data["action"]) == ("intention", thrown.throw, decided.move.action)
            return super().throw(wells, keep, observer)

    rules = make_game("yahtzee", {})
    game = journal.begin("yahtzee", rules.rules, ("robot 1", "robot 2"), 1)
    seats = [drawing_robot(name, 9 + seat) for seat, name in enumerate(game.players)]
    Match(game, rules, seats, SheetObserver(random.Random(2)), journal, [listener]).play()
    assert isinstance(listener.events[-1], Ended)


def test_rules_that_a_game_has_not_are_refused() -> None:
    many = OWN.read_text(encoding="utf-8").replace("dice = 4", "dice = 4\nsides = 8")
    with pytest.raises(OptionError, match="4d8"):
        make_game("quick-four", {"toml": many})
    with pytest.raises(OptionError, match="own file"):
        make_game("quick-four", {"toml": OWN.read_text(encoding="utf-8"), "rule": "free"})
    with pytest.raises(PositionError):
        make_game("yahtzee", {}).begin(9)


def test_titles_say_what_is_played() -> None:
    games: dict[str, tuple[str, dict[str, Any]]] = {
        "Yahtzee": ("yahtzee", {}),
        "Yahtzee by the free rule": ("yahtzee", {"rule": "free"}),
        "Kniffel": ("kniffel", {}),
        "Hooligan, the box chosen first": ("hooligan", {"commit": True}),
    }
    for title, (name, rules) in games.items():
        assert english().say(make_game(name, rules).title) == title


@pytest.mark.parametrize("language", languages())
def test_five_alike_is_a_kniffel_in_kniffel(language: str) -> None:
    for game in ("kniffel", "yahtzee"):
        sheet = find_sheet(game)
        said = [Language(language).say(name(sheet, "yahtzee")) for name in (card_saying, box_saying)]
        assert all(game == "yahtzee" or "kniffel" in words.lower() for words in said)
        assert all(language != "en" or game in words.lower() for words in said)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["yahtzee", "kniffel", "yatzy", "hooligan"])
def test_scores_are_read_with_the_boxes_names_in_every_language(game: str, language: str) -> None:
    sheet = find_sheet(game)
    for words in (card_saying, box_saying):
        for box in sheet.names:
            name = Language(language).say(words(sheet, box))
            assert scores_text(find_game(game), GameOptions(), f"{name} = 5,fuors=4") == f"{box}= 5,fuors=4"
