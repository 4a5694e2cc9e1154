"""The throw that decided a game, as the page shows it when the game is over."""

from typing import Any

import cv2
import numpy as np
import pytest

from robot.games.game import Position
from robot.games.registry import make_game
from robot.language import Language
from robot.match.events import Booked, Ended, Event, Looked, Read, Undone
from robot.web.game.picture import ThrowPicture, ThrowPictures
from robot.web.game.state import ViewState
from robot.web.game.words import Words
from solver.action import HOLD, ROLL
from tests.support.robot.stubs import look, make_begun

PIG = make_game("pig", {"goal": 12})
THROWS = ((ROLL, 6), (HOLD, 0), (ROLL, 1), (ROLL, 6), (HOLD, 0))
CHANCES = [(0.5, 0.5), (0.6, 0.4), (0.7, 0.3), (0.9, 0.1), (1.0, 0.0), (1.0, 0.0)]
"""Anna's third throw, at place 3, is Ben's bust: it raises her chance most."""


class Heard:
    """The page and its pictures, which hear the same events."""

    def __init__(self) -> None:
        self.pictures, self.stage = ThrowPictures(), ViewState()

    def hear(self, *events: Event) -> None:
        for event in events:
            self.pictures.hear(event)
            self.stage.hear(event)

    def end(self) -> None:
        position = self.stage.now.position
        assert position
        self.hear(Ended(("Anna", "robot"), 3, position))

    def view(self, chances: list[Any], language: str = "en") -> dict[str, Any]:
        return self.pictures.view(self.stage.now, chances, Words(Language(language)))


@pytest.fixture
def events() -> Heard:
    """Return what has heard a game that Anna won, up to its end."""
    heard, position = Heard(), PIG.begin(2)
    heard.hear(make_begun(PIG, "Anna", "robot", people=(True, False)))
    for number, (move, face) in enumerate(THROWS, 1):
        after: Position = position.after(move, (face,) if face else ())
        if face:
            heard.hear(Looked(number, number, look(face)), Read(number, position, move, (face,), after))
        else:
            heard.hear(Booked(position, move, after))
        position = after
    return heard


def test_the_throw_that_raised_the_winner_s_chance_most_is_shown_from_near(events: Heard) -> None:
    assert events.view(CHANCES) == {"decided": None}, "the game is not over"
    events.end()
    found = events.view(CHANCES)
    shown = found["picture"]
    told = "70\u00a0% → 90\u00a0%", "Robot’s throw decided it", "Anna’s chance to win"
    assert tuple(found["decided"].values()) == ([1], *told)
    assert shown["deciding"]
    assert [box["value"] for box in shown["boxes"]] == [1]
    data = events.pictures.jpeg(shown["name"])
    assert data
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (shown["height"], shown["width"])
    assert events.pictures.jpeg("another") is None


def test_nothing_is_shown_where_nobody_knows_the_chances(events: Heard) -> None:
    events.end()
    assert events.view([None] * len(CHANCES)) == {"decided": None}


def test_a_throw_that_no_camera_has_seen_is_shown_by_its_dice(events: Heard) -> None:
    events.end()
    events.pictures._kept = {place: ThrowPicture(one.dice) for place, one in events.pictures._kept.items()}
    assert events.view(CHANCES)["decided"]["dice"] == [1]
    assert "picture" not in events.view(CHANCES)
    assert events.pictures.jpeg("") is None


def test_a_picture_of_a_throw_that_was_taken_back_is_gone(events: Heard) -> None:
    kept = {*events.pictures._kept}
    assert kept == {1, 3, 4}
    position = events.stage.now.trail[0]
    for _ in range(3):
        events.hear(Undone(HOLD, (0,), position))
    assert {*events.pictures._kept} == {1}
