"""A game begins without much to type, and of several unfinished games people choose the one to go on with."""

import io
from pathlib import Path

import pytest

from hardware.errors import Failure, PanelLeftError
from hardware.keyboard import LeftByKeyError
from robot.language import english
from robot.match.journal import Entry, Journal
from robot.match.match import Match
from robot.verbs.play_menu import draw
from tests.support.robot.command import call

SEATS = ("you:Anna", "robot:hold20")


def add_unfinished(journal: Journal, game: str = "pig", goal: int = 30) -> int:
    """Enter a game that was interrupted after a throw, and return its number."""
    begun = journal.begin(game, {"goal": goal}, SEATS, 5)
    journal.write(begun, "sitting")
    journal.write(begun, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(begun, "reading", 1, values=[4])
    return begun.id


@pytest.mark.parametrize(("games", "players"), [("pig-reach pig-score", "you"), ("piglet skunk", "you robot")])
def test_a_game_begins_for_one_or_for_a_person_and_a_robot(home: Path, games: str, players: str) -> None:
    for game in games.split():
        assert call(home, "play", game, "--fast", "--json").lines[0]["players"] == players.split()


def test_of_several_the_newest_goes_on_or_the_one_of_a_number(home: Path, journal: Journal) -> None:
    first, last, ended = add_unfinished(journal), add_unfinished(journal, goal=40), add_unfinished(journal)
    journal.end(journal.game(ended), (0,))
    for which, goal in (((), 40), ((str(last),), 40), ((str(first),), 30)):
        resumed = call(home, "play", "--resume", *which, "--fast", "--json", typed="")
        assert resumed.lines[0]["goal"] == goal


def test_a_game_goes_on_at_the_table_where_it_was_played(home: Path, journal: Journal) -> None:
    call(home, "play", "pig", "--first", "1", "--table", "hands", typed="r\n3\nh\nr\n")
    resumed = call(home, "play", "--resume", typed="")
    assert resumed.stderr.startswith("pipsqueak: The game goes on at this table: ‘--table hands’.\n")
    (game,) = journal.list_unfinished()
    journal.write(game, "sitting")
    assert "‘--table sim’" in call(home, "play", "--resume", typed="").stderr, "an older program wrote no table"


def test_a_new_game_says_once_how_many_wait(home: Path, journal: Journal) -> None:
    words = ("play", "pig-score", "--fast", "--json")
    add_unfinished(journal)
    assert "unfinished" not in call(home, *words, "--table", "simm").stderr, "a refusal says nothing else"
    one = "pipsqueak: A game is unfinished: ‘pipsqueak data games’ shows it."
    assert call(home, *words).stderr.splitlines()[0] == one
    assert "unfinished" not in call(home, *words).stderr
    add_unfinished(journal)
    two = "pipsqueak: 2 games are unfinished: ‘pipsqueak data games’ lists them."
    assert call(home, *words).stderr.splitlines()[0] == two


def test_games_are_listed_and_one_is_given_up(home: Path, journal: Journal) -> None:
    first, won = add_unfinished(journal), add_unfinished(journal)
    journal.end(journal.game(won), (0,))
    journal.begin("pig", {}, SEATS, None)
    robots = journal.begin("pig", {}, ("robot", "robot"), None)
    journal.write(robots, "intention", 1, action="roll", keep={}, wells=[2])
    journal.write(robots, "reading", 1, values=[4])
    cut, ended, waits, how = call(home, "data", "games").stdout.splitlines()
    assert cut.startswith("4: Pig to 100, robot 1 against robot 2, 20")
    assert cut.endswith("ended without a winner")
    assert ended.endswith("won by Anna")
    assert waits.startswith(f"{first}: Pig to 30, Anna against robot (holds at 20), 20")
    assert waits.endswith("unfinished, 1 throw so far")
    assert "--discard NUMBER" in how
    given_up = call(home, "data", "games", "--discard", str(first), "--language", "de").stdout
    assert given_up.startswith("Spiel 1 ist aufgegeben.")
    assert call(home, "data", "games", "--json").lines[-1]["winners"] == []
    again = call(home, "data", "games", "--discard", str(first))
    assert (again.returncode, again.stdout) == (1, "")
    assert "game 1 has ended" in again.stderr
    counted = call(home, "stats").stdout
    assert counted.startswith("3 games, 1 finished, 2 abandoned; ")
    assert "unfinished" not in counted
    assert "This game is not finished.\n" in call(home, "review", str(first)).stdout


def test_several_games_are_given_up_at_once(home: Path, journal: Journal) -> None:
    first, second, third, fourth = (add_unfinished(journal) for _ in range(4))
    told = call(home, "data", "games", "--discard", str(third), "99", str(first), "--json")
    assert ([line["number"] for line in told.lines], told.returncode) == ([third], 1)
    with journal.seat(journal.game(second)):  # it is being played
        told = call(home, "data", "games", "--discard", "all", "--json")
        assert [line["number"] for line in told.lines] == [fourth, first]
        assert call(home, "data", "games", "--discard", "all").stdout == "No game is unfinished.\n"


def test_a_game_that_this_program_cannot_play_is_listed_by_its_name(home: Path, journal: Journal) -> None:
    add_unfinished(journal)
    add_unfinished(journal, "no-such-game")
    assert ": no-such-game, Anna" in call(home, "data", "games").stdout


def test_a_game_that_is_over_or_was_never_begun_does_not_go_on(home: Path, journal: Journal) -> None:
    over = add_unfinished(journal)
    journal.end(journal.game(over), (0,))
    for number, why in ((over, "game 1 has ended"), *((no, f"there is no game {no}") for no in (2, 10**17))):
        refused = call(home, "play", "--resume", str(number))
        assert refused.returncode == 1
        assert refused.stderr == f"pipsqueak: {why}: 'pipsqueak data games' lists those that can be resumed\n"


def test_one_that_is_being_played_does_not_wait(home: Path, journal: Journal) -> None:
    first, last = add_unfinished(journal), add_unfinished(journal)
    with journal.seat(journal.game(last)):
        assert [game.id for game in journal.list_unfinished()] == [first]
        assert f"game {last} is being played by another process" in call(home, "play", "--resume", str(last)).stderr
    assert [game.id for game in journal.list_unfinished()] == [last, first]


@pytest.mark.parametrize(
    "why",
    [
        (LeftByKeyError(), "you left with q: "),
        (KeyboardInterrupt(), "stopped: "),
        (PanelLeftError("the keyboard's input has ended"), "the keyboard's input has ended: "),
        (Failure.CAMERA_LOST.error("the camera was unplugged"), "the camera was unplugged; plug it in again"),
    ],
)
@pytest.mark.parametrize(
    ("players", "then"),
    [
        ("you,robot", "resume this game with 'pipsqueak play --resume 1'"),
        ("you,robot", "nothing was thrown"),
        ("robot,robot", "only robots play in this game, so it does not wait"),
    ],
)
def test_a_promise_to_go_on_with_a_game_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, why: tuple[BaseException, str], players: str, then: str
) -> None:
    def interrupt(match: Match) -> None:
        begun = Entry("intention", 1, {"action": "roll", "keep": {}, "wells": [2]})
        leaves = isinstance(why[0], LeftByKeyError | KeyboardInterrupt)
        entries = begun, Entry("reading", 1, {"values": [4]})
        match._journal.add(match._entry, *entries[: leaves if then == "nothing was thrown" else 2])
        raise why[0]

    monkeypatch.setattr("robot.match.match.Match._play", interrupt)
    played = call(home, "play", "pig", "--players", players, "--fast", "--json")
    assert played.returncode == 1
    assert played.stderr.startswith(f"pipsqueak: {why[1]}")
    assert played.stderr.endswith(f"{then}\n")
    assert played.stderr.count("\n") == 1
    german = call(home, "play", "pig", "--players", players, "--fast", "--json", "--language", "de").stderr
    assert ("mit q gegangen: " in german, "angehalten: " in german) == ("with q" in why[1], "stopped" in why[1])
    monkeypatch.undo()
    assert (call(home, "play", "--resume", "1", "--fast", "--json").lines != []) is ("--resume" in then)


class Terminal(io.StringIO):
    """An input or output that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_what_is_about_to_be_played_is_said_first(home: Path, journal: Journal) -> None:
    add_unfinished(journal)
    for words, said in (
        (("--resume",), "Pig to 30: Anna against robot (holds at 20) …"),
        (("think", "--language", "de"), "THINK, möglichst viele Punkte in 5 Zügen: du gegen Roboter …"),
    ):
        out = Terminal()
        call(home, "play", *words, "--fast", typed="", out=out)
        assert out.getvalue().startswith(said)
    refused = call(home, "play", "pig", "--players", "Jürgen,robot", out=(out := Terminal()))
    assert ("write you:Jürgen for a person" in refused.stderr, out.getvalue()) == (True, "")


def test_players_without_a_finished_game_are_counted_in_one_line(home: Path, journal: Journal) -> None:
    for goal in (30, 40):
        add_unfinished(journal, goal=goal)
    *_, last = call(home, "stats").stdout.splitlines()
    assert last == "2 records of players without a finished game: --json lists them"
    assert "Anna" not in call(home, "stats").stdout


def test_bare_play_asks_game_level_and_name_on_a_terminal(
    home: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    add_unfinished(journal)
    out = Terminal()
    typed = Terminal("x\n\n2\n2\nRobot\nBen\nr\n")
    call(home, "play", "--fast", "--first", "1", typed=typed, out=out)
    assert "Robot looks like the name of a robot" in out.getvalue()
    assert (journal.games()[-1].game, journal.games()[-1].players) == ("pig", ("you:Ben", "robot:beginner"))
    out = Terminal()
    call(home, "play", "--fast", typed=Terminal("12\nEva\nr\n"), out=out)
    assert "  2  Yahtzee\n" in out.getvalue()
    assert (journal.games()[-1].game, journal.games()[-1].players) == ("pig-reach", ("you:Eva",))
    assert "  1  Ben\n  2  Anna\n" in out.getvalue()


def test_the_line_that_is_chosen_stays_in_sight() -> None:
    lines = [f"game {number}" for number in range(26)]
    for at, above, below in ((0, "", "  ↓ 20 more"), (12, "  ↑ 9 more", "  ↓ 11 more"), (25, "  ↑ 20 more", "")):
        drawn = [text.plain for text in draw(english(), "menu-game", lines, 40, 10, at=at)]
        assert (len(drawn), drawn[1], drawn[-2]) == (10, above, below)
        assert f"> game {at}" in drawn
