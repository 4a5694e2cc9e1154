"""Every game in windows of three sizes, for one to ten players: nothing is cut, nothing overflows."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from robot.games.board import Board
from robot.games.board_parts import BoardScene, full_name
from robot.games.dialog import options
from robot.games.game import TableGame, Tally
from robot.games.registry import PLAYED, make_game
from robot.games.views import card_saying
from robot.language import Language, languages
from robot.match.events import Ended, Event, Hinted
from robot.saying import Saying
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.live_view import LiveView
from tests.support.robot.short_games import SHORT
from tests.support.robot.stubs import look
from tests.support.robot.talk import Talk

SIZES = ((80, 24), (120, 40), (200, 60))
NAMES = ("Ann", "Maximiliana", "Ben", "Christopher", "Jo", "Fritz", "Hanna", "Alexandra", "Ida", "Bartholomew")
COUNTS = (1, 2, 5, 8, 10)
BETWEEN = {5, 8}
LIKE_THREES = {"midnight", "ship-captain-crew", "chicago-high"}
"""So many players, and games whose board is that of threes, are drawn in `make check` alone."""
FOR_MANY = {"pig", "skunk", "chicago", "yahtzee"}
"""A game of each kind of board for many players; the other races are drawn for two, and the other sheets for one."""
SHEETS = {"kniffel", "yatzy", "hooligan"}
ENDS_CUT = re.compile(r"(\.\.\.|\w…)$")
ALWAYS = (Saying("key-quit"),)
WORD = re.compile(r"[^\W\d_]+")


def counts(game: str) -> tuple[int, ...]:
    """Return with how many players a game is drawn."""
    possible = tuple(count for count in COUNTS if count in make_game(game, {}).seats)
    if game in FOR_MANY:
        return possible
    return possible[:1] if game in SHEETS else possible[:2][-1:]


def words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORD.findall(text)}


@dataclass
class BoardDrawing:
    """A listener that draws some moments, most of them early, in one size after the other, and the end in all.

    It checks each drawing.
    """

    rules: TableGame[Any]
    language: Language
    heard: int = 0
    due: int = 3
    checked: int = 0
    view: LiveView = field(init=False)

    def __post_init__(self) -> None:
        nobody = AlternateScreen(Console(file=io.StringIO(), width=80, height=24))
        self.view = LiveView(nobody, Board.of(self.rules), self.language, self.rules.rulebook, ALWAYS)

    def hear(self, event: Event) -> None:
        self.view.hear(event)
        assert not isinstance(event, Hinted) or self.view._scene.reason
        self.heard += 1
        if self.heard == self.due or isinstance(event, Ended):
            self.due = 3 + int(2.2 * self.due)
            size = self.checked % len(SIZES)
            for width, height in SIZES if isinstance(event, Ended) else SIZES[size : size + 1]:
                self.check(width, height)

    def check(self, width: int, height: int) -> None:
        lines = self.view.draw(width, height)
        plain = [line.plain.rstrip().replace("\N{NO-BREAK SPACE}", " ") for line in lines]
        assert len(lines) == height
        assert max(line.cell_len for line in lines) <= width
        scene = self.view._scene
        for line in plain:
            assert line in scene.said or not ENDS_CUT.search(line), line
        assert words_of(plain) <= words_of(self.texts()), words_of(plain) - words_of(self.texts())
        text = " ".join(" ".join(plain).split())
        for key in scene.keys:
            assert self.language.say(key) in text
        assert " ".join(scene.reason.split()) in text
        reach, every = (Saying(key) in scene.keys for key in ("key-reach", "typed-all"))
        assert every == (reach and bool(scene.position.offer.scoring))
        if scene.position is not None:
            self.check_totals(plain)
        self.checked += 1

    def check_totals(self, plain: list[str]) -> None:
        scene = self.view._scene
        if sheet := scene.view.sheet:
            total = self.language.say(Saying("card-total"))
            (row,) = [line for line in plain if line.startswith(f"{total} ")]
            found = re.findall(r"\d+", row)[: len(scene.names)]
            assert list(map(int, found)) == [card.total for card in sheet.cards]
            return
        for name, score in zip(scene.names, scene.position.points, strict=True):
            called = full_name(name, self.language)
            assert any(called in line and re.search(rf"(?<!\d){score}(?!\d)", line) for line in plain), (name, score)

    def texts(self) -> Iterator[str]:
        """Yield all that may stand on the screen."""
        scene, say = self.view._scene, self.language.say
        yield from scene.said
        yield scene.reason
        yield from map(say, scene.keys)
        yield from (full_name(name, self.language) for name in scene.names)
        for key in ("card-extra", "card-total", "kept", "aside", "game-over", "not-looked", "camera-says"):
            yield say(Saying(key))
        yield say(Saying("chance-to-win"))
        yield say(Saying("card-bonus", {"bonus": 35}))
        yield say(Saying("plays", {"title": self.view.board.title}))
        yield say(Saying("sure-to", {"percent": 1.0}))
        yield from (say(Saying("menu-more", {"count": count})) for count in range(2, 13))
        if scene.position is None:
            return
        shown = scene.position.view()
        turn = Saying("turn-of", {"name": scene.names[scene.position.player]})
        robot = Saying("turn-of", {"name": full_name(scene.names[scene.position.player], self.language)})
        for who in (turn, robot):
            yield from (say(Saying("turn-left", {"turn": who, "left": left})) for left in range(4))
        if sheet := shown.sheet:
            yield from (say(card_saying(sheet.sheet, box)) for box in sheet.sheet.names)
        elif shown.remark:
            yield self.language.sentence(shown.remark)


def seats(count: int) -> tuple[str, ...]:
    """Return so many people."""
    return tuple(f"you:{name}" for name in NAMES[:count])


CASES = [(game, count) for game in PLAYED for count in counts(game)]


@pytest.mark.parametrize(
    ("game", "count", "language"),
    [
        pytest.param(
            game,
            count,
            languages()[number % len(languages())],
            marks=pytest.mark.check if count in BETWEEN or game in LIKE_THREES else (),
        )
        for number, (game, count) in enumerate(CASES)
    ],
)
def test_every_game_is_whole_in_every_window(tmp_path: Path, game: str, count: int, language: str) -> None:
    short = {rule: value for rule, value in SHORT.get(game, {}).items() if rule != "penalty" or count == 2}
    drawing = BoardDrawing(make_game(game, short), Language(language))
    Talk(game, short, seats(count), 7 + count, press(game, count), asked=True).play(tmp_path, drawing)
    assert drawing.checked >= 2 * len(SIZES)
    if drawing.view._scene.view.sheet:
        assert drawing.heard > 20


def press(game: str, count: int) -> str:
    """Return keys that play a game, with a box or a hint looked at now and then; many fill a part of their sheets."""
    if game == "pass-the-pigs":
        return "r34hr12hrh56h" * 60
    if game == "hog":
        return "3rh2rr?rn" * 80
    if game in SHEETS | {"yahtzee"}:
        return "r13r2rhrrh" * (60 if count <= 2 else 10)
    if game in {"threes", "midnight", "ship-captain-crew", "chicago-high"}:
        return "r1r2r3r4r5r6rh" * 60
    return "rrhrh" * 200


WINDOWS = [(width, height) for width in (8, 38, 60, 133) for height in (3, 8, 24, 50)]


@pytest.mark.parametrize(("game", "count"), [("yahtzee", 8), ("yahtzee", 3), ("pig", 5), ("hog", 2), ("skunk", 8)])
def test_windows_of_any_size_are_filled_and_never_overflow(game: str, count: int) -> None:
    rules = make_game(game, {})
    position = rules.begin(count)
    if game == "yahtzee":
        position = position.after(position.keep(()), (6, 6, 5, 6, 5))
    seen = look(6, 6, 5, 6, 5)
    scene = BoardScene(NAMES[:count], (True,) * count, position, seen, values=seen.values, reason="Is that so?")
    board, tallies = Board.of(rules), (Tally(), Tally((1, 2), well=2), Tally((), "full-house", 25))
    for width, height in WINDOWS:
        for tally in tallies if game == "yahtzee" else (Tally(dice=3),):
            scene.tally = tally
            scene.keys = tuple(options(position, tally))
            lines = board.draw(scene, width, height)
            assert len(lines) == height
            assert max(line.cell_len for line in lines) <= width
            assert min(width, height) < 24 or "Is that so?" in "\n".join(line.plain for line in lines)


@pytest.mark.parametrize(("width", "height"), [(44, 30), (38, 40), (60, 24)])
def test_a_narrow_window_shows_the_card_of_whose_turn_it_is_and_all_totals(width: int, height: int) -> None:
    rules = make_game("yahtzee", {})
    cards: list[dict[str, int]] = [{"ones": 3}, {"twos": 8}, {"chance": 17}, {"sixes": 24}, {"fives": 15}]
    position = rules.position({"cards": cards, "dice": [6, 6, 5, 6, 5], "rolls_left": 1}, 0)
    scene = BoardScene(NAMES[:5], (True,) * 5, position)
    plain = [line.plain.rstrip() for line in Board.of(rules).draw(scene, width, height)]
    for name, total in zip(NAMES, (3, 8, 17, 24, 15), strict=False):
        assert any(re.search(rf"\b{name} +{total}\b", line) for line in plain)
    assert any(re.match(r"ones +3\b", line) for line in plain)
    assert any(re.match(r"full house +\(25\)", line) for line in plain)
    assert not any(re.match(r"sixes +24\b", line) for line in plain)
    choosing = replace(scene, tally=Tally((), "full-house", 25))
    listed = [line.plain for line in Board.of(rules).draw(choosing, 80, 40)]
    points = [int(found[1]) for line in listed if (found := re.search(r"[▶ ] [a-z ]+ +(\d+)$", line[30:].rstrip()))]
    by_points = [position.boxes[box] for box in (*position.offer.boxes,)]
    assert points[-len(by_points) :] == by_points == sorted(by_points, reverse=True)


LONG = ("Maximilian von Hohenstein", "robot:casual", "Bartholomew the Younger", "you", "robot:most-points", "Ann", "Jo")


@pytest.mark.parametrize(("count", "width"), [(4, 80), (7, 80), (7, 120)])
def test_names_that_are_wider_than_their_columns_stand_in_a_legend(count: int, width: int) -> None:
    rules = make_game("yahtzee", {})
    scene = BoardScene(LONG[:count], (True,) * count, rules.begin(count))
    plain = [line.plain.rstrip() for line in Board.of(rules).draw(scene, width, 24)]
    (heads,) = [line for line in plain if re.fullmatch(" +" + " +".join(map(str, range(1, count + 1))), line)]
    above = " ".join(plain[: plain.index(heads)]).replace("\N{NO-BREAK SPACE}", " ")
    for seat, name in enumerate(LONG[:count], 1):
        assert f"{seat} {full_name(name, scene.language)}" in above
    assert plain.index(heads) <= 4
