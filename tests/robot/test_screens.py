"""What screens print of a game."""

import io
import json
import random
import re

import pytest
from rich.console import Console

from robot.events import Decided, Ended, Event, Looked, Read
from robot.games.pig import PigGame
from robot.journal import Journal
from robot.live import LiveView
from robot.match import Match
from robot.players import make_player
from robot.screens import JsonLines, Sentences
from tests.robot.stubs import DrawnTable, Listening, look

PLAYERS = ("robot:optimal", "robot:hold20")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    listener = Listening()
    with Journal(tmp_path_factory.mktemp("journal") / "journal") as journal:
        players = [make_player(name, PigGame(), None) for name in PLAYERS]
        begun = journal.begin("pig", {"goal": 100}, PLAYERS, 11)
        Match(begun, PigGame(), players, DrawnTable(random.Random(11)), journal, [listener]).play()
    return listener.events


def test_json_lines_are_one_object_an_event_and_the_last_names_the_winner(game: list[Event]) -> None:
    out = io.StringIO()
    screen = JsonLines(out)
    for event in game:
        screen.hear(event)
    printed = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(printed) == len(game)
    assert printed[0]["players"] == list(PLAYERS)
    ended = game[-1]
    assert isinstance(ended, Ended)
    assert printed[-1]["winner"] == PLAYERS[ended.position.winners[0]]
    assert max(printed[-1]["scores"]) >= 100
    told = [line["values"] for line in printed if line["event"] == "reading"]
    assert told == [list(event.values) for event in game if isinstance(event, Read)]


def test_sentences_tell_every_decision_and_reading(game: list[Event]) -> None:
    out = io.StringIO()
    screen = Sentences(out)
    for event in game:
        screen.hear(event)
    text = out.getvalue()
    for event in game:
        if isinstance(event, Decided):
            assert event.decision is not None
            assert event.decision.why in text
    assert len(re.findall(r" throws \d", text)) == len([event for event in game if isinstance(event, Read)])
    ended = game[-1]
    assert isinstance(ended, Ended)
    assert f"{PLAYERS[ended.position.winners[0]]} wins" in text


def test_the_live_view_shows_score_turn_chances_and_what_the_camera_saw(game: list[Event]) -> None:
    out = io.StringIO()
    console = Console(file=out, width=110, height=40, force_terminal=True, color_system="truecolor")
    with LiveView(console, PigGame().board()) as view:
        for event in game:
            view.hear(event)
        view.hear(Looked(1, 1, look(None)))
    shown = out.getvalue()
    assert "robot:hold20" in shown
    assert "Chance to win" in shown
    assert "the die is cocked" in shown
    assert "▀" in shown
    assert " wins " in shown
