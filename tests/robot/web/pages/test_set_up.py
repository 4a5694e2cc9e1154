"""A position that is set up on the page is weighed as `pipsqueak advise` weighs it, to the last digit."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from robot.coach.lines import Manner
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.errors import IllegalAnswerError
from robot.games.registry import PLAYED
from robot.language import Language, english, languages
from robot.web.coach.desk import CoachDesk
from robot.web.game.words import Words
from tests.support.conformance import NAMES

ENGLISH = Words(Language("en"))
WEIGHED: Mapping[str, tuple[str, int, Mapping[str, Any], str]] = {
    "a race": ("pig", 2, {"scores": [60, 40], "turn_total": 12, "player": 2}, "--me 40 --opponent 60 --turn 12"),
    "a number of dice": ("hog", 2, {"scores": [40, 55]}, "--me 40 --opponent 55"),
    "alone": ("pig-score", 1, {"scores": [30], "turn_total": 18, "turns_taken": 2}, "--me 30 --turn 18 --left 3"),
    "a sheet": (
        "yahtzee",
        2,
        {"cards": [{"ones": 3, "sixes": 18}, {"ones": 2}], "dice": [3, 4, 6, 5, 3], "rolls_left": 1, "player": 2},
        "--dice 33456 --rolls-left 1 --sheet ones=2",
    ),
    "dice set aside": (
        "farkle",
        2,
        {"scores": [2000, 3000], "turn_total": 300, "dice": [1, 1, 1, 5, 2, 3], "aside": [1, 2, 3], "player": 1},
        "--me 2000 --opponent 3000 --turn 300 --dice 523",
    ),
    "dice kept": (
        "ship-captain-crew",
        2,
        {"scores": [7, None], "dice": [6, 5, 4, 3, 1], "aside": [1, 2], "throws_left": 1},
        "--kept 65 --dice 431 --rolls-left 1 --rival 7",
    ),
    "tiles": ("shut-the-box", 1, {"tiles": [1, 2, 4, 7, 9], "dice": [4, 3]}, "--tiles 12479 --dice 43"),
    "all at once": (
        "swine-herd",
        2,
        {"scores": [35, 50], "round_total": 21, "round": 1},
        "--me 35 --rival 50 --turn 21",
    ),
}
"""Positions by what there is to choose: the game, its players, what is set, and the words for `advise`."""


@pytest.fixture
def desk(home: Path) -> Iterator[CoachDesk]:
    assert not home.exists()
    one = CoachDesk(Folders.of_user())
    yield one
    one.close()


def begun(desk: CoachDesk, game: str, players: int, manner: Manner = Manner.OPEN) -> int:
    number = desk.begin(CoachSetting(game, {}, NAMES[:players], manner))
    desk.enter(number)
    return number


def set_up(desk: CoachDesk, number: int, given: Mapping[str, Any], words: Words = ENGLISH) -> dict[str, Any]:
    desk.hear(number, desk.view(number, words)["moment"], {"position": {**given}})
    return desk.view(number, words)


@pytest.mark.parametrize("what", WEIGHED)
def test_all_choices_are_worth_what_advise_says(desk: CoachDesk, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, players, given, words = WEIGHED[what]
    view = set_up(desk, begun(desk, game, players), given)
    assert main(["advise", game, *words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    options = told["options"]
    values = options.values() if isinstance(options, dict) else [one["value"] for one in options]
    assert sorted(one["value"] for one in view["choices"]) == sorted(values)
    assert view["choices"][0]["value"] == told["value"]
    assert view["set_up"]
    assert view["choices"][0]["cost"] == ""


@pytest.mark.parametrize(
    ("game", "given", "words"),
    [
        ("pig", {"scores": [120, 20]}, "--me 120 --opponent 20"),
        ("pig", {"scores": [90, 0], "turn_total": 40}, "--me 90 --opponent 0 --turn 40"),
        ("yahtzee", {"cards": [{"sixes": 17}, {}]}, "--sheet sixes=17"),
        ("farkle", {"dice": [2, 3, 4, 6, 2, 3]}, "--me 0 --opponent 0 --dice 234623"),
        ("farkle", {"scores": [20, 0], "dice": [1] * 6}, "--me 20 --opponent 0 --dice 111111"),
    ],
)
def test_what_advise_refuses_the_page_refuses_in_the_same_words(
    desk: CoachDesk, game: str, given: Mapping[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number = begun(desk, game, 2)
    before = desk.view(number, ENGLISH)
    with pytest.raises(IllegalAnswerError) as refused:
        set_up(desk, number, given)
    assert main(["advise", game, *words.split()]) == 2
    said = capsys.readouterr().err.strip().removeprefix("pipsqueak: ")
    assert english().say(refused.value.saying).casefold() == f"{said}.".casefold()
    assert desk.view(number, ENGLISH) == before


def test_the_position_is_kept_and_taken_back(desk: CoachDesk) -> None:
    number, file = begun(desk, "pig", 2), Folders.of_user().coach / "1.json"
    assert json.loads(file.read_bytes())["version"] == 1
    view = set_up(desk, number, {"scores": [60, 40], "turn_total": 12, "player": 2})
    assert (view["whose"], view["pending"], view["form"]["turn"]) == ("Ben’s turn", 12, 1)
    assert json.loads(file.read_bytes())["version"] == 2, "programs before 2 say that another one wrote it"
    desk.leave(number)
    desk.enter(number)
    again = desk.view(number, ENGLISH)
    assert again == {**view, "moment": 0, "told": []}
    desk.hear(number, 0, {"undo": True})
    assert (desk.view(number, ENGLISH)["whose"], desk.view(number, ENGLISH)["set_up"]) == ("Ann, turn 1", False)


def test_a_silent_coach_says_nothing_of_a_position(desk: CoachDesk) -> None:
    view = set_up(desk, begun(desk, "pig", 2, Manner.SILENT), {"turn_total": 12})
    assert (view["best"], view["choices"]) == ("", [])


@pytest.mark.parametrize("game", PLAYED)
def test_the_form_of_every_game_has_words_in_every_language(desk: CoachDesk, game: str) -> None:
    number = begun(desk, game, 1 if game in {"pig-reach", "pig-score", "pig-turns"} else 2, Manner.SILENT)
    for words in (Words(Language(name)) for name in languages()):
        form = desk.view(number, words)["form"]
        titles = [one["title"] for one in (*form["fields"], *form["rows"])]
        assert titles
        assert not any("osition-" in title or not title for title in (*titles, form["whose"]))
