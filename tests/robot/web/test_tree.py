"""Whole games in the browser's accessibility tree alone, and all that stands there compared with the journal."""

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

import pytest

from robot.games.game import Position
from robot.games.pig.race import RacePosition
from robot.games.sheet.position import SheetPosition
from robot.games.views import card_saying
from robot.language import english
from robot.match.journal import Journal
from robot.review.past_games import from_journal
from solver.sheet.game.sheet import Sheet
from tests.support.robot.browser import GOES_ON, Browser, Page, Served, windows
from tests.support.robot.waiting import PATIENCE

SERVED = {"seed": 11, "files": ["drawn"]}
"""Throws cost nothing."""
REGIONS = frozenset({"region", "dialog"})
HOLD_AT = 20
ASIDE = frozenset({"Chance to win", "What the camera sees"})
"""Regions that change beside the game, when chances and pictures are ready."""
LOOKS_EVERY = 60
"""Milliseconds between two looks at the tree."""
UNDRAWN = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.opacity = 0; })"
"""Keeps a page from being drawn, which nobody looks at; its tree stays the same."""
ACT, DICE, SHEET, RACE, SAID = "What you can do", "Dice", "Score sheet", "The race", "What happened"


@dataclass(frozen=True, slots=True)
class SeenThing:
    """One thing in the tree: its role and name, and the region and the row of a table around it."""

    role: str
    name: str
    region: str
    row: str
    handle: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class TreeSight:
    """All that the tree holds below its main part."""

    things: tuple[SeenThing, ...]

    def names(self, role: str, region: str | None = None) -> list[str]:
        """Return the names of the things of a role, in their order."""
        return [one.name for one in self.things if one.role == role and region in {None, one.region}]

    @property
    def moment(self) -> tuple[object, ...]:
        """What tells moments of the game apart: each sentence of what happened is a thing anew."""
        newest = next((one.handle for one in self.things if (one.role, one.region) == ("listitem", SAID)), 0)
        return newest, *(one for one in self.things if one.region not in ASIDE)

    @property
    def whose(self) -> str:
        """The heading that says whose turn it is."""
        return next(iter(self.names("heading")), "")

    def cells(self) -> dict[str, list[str]]:
        """Return what stands in the rows of the sheet beside their headings."""
        rows: dict[str, list[str]] = {}
        for one in self.things:
            if one.region == SHEET and one.row and one.role in {"StaticText", "button"}:
                rows.setdefault(one.row, []).append(one.name)
        return {title: cells for title, *cells in rows.values()}


def sight_of(nodes: list[Mapping[str, Any]]) -> TreeSight:
    """Return what a tree of the browser's protocol shows."""
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[SeenThing] = []

    def walk(node: Mapping[str, Any], region: str, row: str, within: tuple[str, ...]) -> None:
        role = "" if node.get("ignored") else str(node["role"]["value"])
        name = " ".join(str(node.get("name", {}).get("value", "")).split())
        region = name if role in REGIONS else region
        row = node["nodeId"] if role == "row" else row
        twice = role == "StaticText" and within[-1:] == ("button",)  # it is the button's name
        if "main" in within and role not in {"", "InlineTextBox", "generic"} and not twice:
            found.append(SeenThing(role, name, region, row, node.get("backendDOMNodeId", 0)))
        for child in node.get("childIds", ()):
            if child in by_id:
                walk(by_id[child], region, row, (*within, role) if role else within)

    walk(nodes[0], "", "", ())
    return TreeSight(tuple(found))


@dataclass
class TreePlayer:
    """Plays whole games as Anna, those of Pig to a `goal`.

    `sights` keeps what was seen at each choice of a move, in their order.
    On a sheet it keeps dice with the chance `keeps`, and else writes a box at once.
    """

    page: Page
    chance: Random
    goal: int = 100
    keeps: float = 0.25
    sights: list[TreeSight] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._protocol = self.page.context.new_cdp_session(self.page)
        self.page.add_init_script(UNDRAWN)

    def look(self) -> TreeSight:
        """Return what the tree shows now."""
        return sight_of(self._protocol.send("Accessibility.getFullAXTree")["nodes"])

    def press(self, role: str, name: str, key: str = "Enter") -> None:
        """Go to the thing of this role whose name matches, as a screen reader does, and press a key there."""
        from playwright.sync_api import Error

        for sight in self._sights():
            found = [one for one in sight.things if one.role == role and re.fullmatch(name, one.name)]
            with suppress(Error):  # a page that is being drawn anew may not have it any more
                for one in found[:1]:
                    self._protocol.send("DOM.focus", {"backendNodeId": one.handle})
                    self.page.keyboard.press(key)
                    return

    def begin(self, title: str, *, alone: bool) -> None:
        """Choose a game and begin it: Anna against a robot, or `alone`."""
        self.page.goto("/new")
        self.press("radio", f"{title}.*", "Space")
        if alone:
            self.press("button", "Remove player 2")
        self.press("textbox", "Name", "ControlOrMeta+A")  # the form has the names of the last game
        self.page.keyboard.type("Anna")
        if not alone:
            self.press("spinbutton", "Points that win", "ControlOrMeta+A")
            self.page.keyboard.type(str(self.goal))
        self.press("button", "Begin a game")
        self.page.wait_for_url("**/")
        self.page.locator(GOES_ON).wait_for()

    def play(self) -> TreeSight:
        """Play to the end, which is returned."""
        self.sights.clear()
        before: tuple[object, ...] = ()
        for sight in self._sights():
            buttons, last = sight.names("button", ACT), sight
            if sight.moment == before:
                continue
            if "Look back" in sight.names("link"):  # whoever wins is named before the game is over
                return sight
            if "Go on" in buttons:
                self._act("Go on")
            elif sight.whose.startswith("Anna") and buttons:
                self.sights.append(sight)
                last = self._turn_of_sheet(sight) if sight.names("table") else self._turn_of_pig(sight)
            else:
                continue
            before = last.moment
        raise AssertionError

    def _sights(self) -> Iterator[TreeSight]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            yield self.look()
            self.page.wait_for_timeout(LOOKS_EVERY)
        raise AssertionError(f"nothing comes of it: {self.look()}")

    def _act(self, name: str) -> None:
        self.press("button", re.escape(name))

    def _changed(self, sight: TreeSight) -> TreeSight:
        """Return what the tree shows once it differs."""
        return next(now for now in self._sights() if now != sight)

    def _turn_of_pig(self, sight: TreeSight) -> TreeSight:
        held = named(sight, "Hold")
        risk = int(held[0].split()[1]) if held else 0
        self._act(held[0] if held and (risk >= HOLD_AT or lanes(sight)[0] + risk >= self.goal) else "Throw")
        return sight

    def _turn_of_sheet(self, sight: TreeSight) -> TreeSight:
        """Throw, or keep the dice of which there are most, or write the box that scores most.

        Returns what was seen when the last button was pressed.
        """
        throws, offers = named(sight, "Throw"), sight.names("button", SHEET)
        keeps = offers and throws and self.chance.random() < self.keeps
        if keeps:
            sight = self._keep(sight)
            throws = named(sight, "Throw")
        if throws and (keeps or not offers):
            self._act(throws[0])
            return sight
        best = max(offers, key=lambda name: int(name.rpartition(": ")[2]))
        write = "Write {} ({})".format(*best.rsplit(": ", 1))
        if write not in sight.names("button", ACT):
            self._act(best)
        while write not in sight.names("button", ACT):
            sight = self._changed(sight)
        self._act(write)
        return sight

    def _keep(self, sight: TreeSight) -> TreeSight:
        """Keep all dice of the face that there is most of; return what is seen then."""
        dice = sight.names("button", DICE)
        often = Counter(map(face, dice)).most_common(1)[0][0]
        for place, name in enumerate(dice):
            if (face(name) == often) != name.endswith(", kept"):
                self._act(name)
                while sight.names("button", DICE)[place] == name:
                    sight = self._changed(sight)
        return sight


def named(sight: TreeSight, word: str) -> list[str]:
    """Return the names of what can be done that begin with a word."""
    return [name for name in sight.names("button", ACT) if name.startswith(word)]


def face(die: str) -> int:
    """Return what a die shows, from its name."""
    return int(die.partition(": ")[2][0])


def lanes(sight: TreeSight) -> list[int]:
    """Return everybody's points in a race."""
    texts = sight.names("StaticText", RACE)
    return [int(text) for text in texts if text.isdecimal()]


def result(sight: TreeSight) -> list[str]:
    """Return the places, names and points of the result."""
    texts = sight.names("StaticText")
    begin = texts.index("1.")
    return texts[begin : begin + 3 * len(NAMES)]


def ranking(position: RacePosition) -> list[str]:
    """Return what the result should be of a race of two that one has won."""
    order = sorted(range(len(NAMES)), key=lambda seat: seat not in position.winners)
    rows = [(f"{place}.", NAMES[seat], str(position.scores[seat])) for place, seat in enumerate(order, 1)]
    return [*chain.from_iterable(rows)]


WISHES = ["Hint", "Leave"]
"""What Anna may ask for at every choice. What was thrown is never taken back: a robot plays too, or nobody does."""
NAMES = ("Anna", "Robot")
GOAL, SHORT = 100, 30
"""Points that win in Pig, and in its short games, in which the same is shown and asked as in long ones."""
TITLES = {"pig": "Pig to 100", "yahtzee": "Yahtzee"}


@dataclass(frozen=True, slots=True)
class AnnasChoice:
    """A position in which Anna chose, what was thrown last, None if nothing was, and what was said last."""

    position: Any
    values: tuple[int, ...] | None
    said: str


def choices_of(served: Served) -> tuple[list[AnnasChoice], Position]:
    """Return all choices of Anna in the last game of the journal, and the last position."""
    with Journal(served.folder / "home" / "data" / "journal.sqlite") as journal:
        past = from_journal(journal, journal.games()[-1].id, served.folder)
    found: list[AnnasChoice] = []
    values: tuple[int, ...] | None = None
    said = ""
    for step in past.steps:
        before, name = step.before, NAMES[step.before.player]
        if before.player == 0:
            found.append(AnnasChoice(before, values, said))
        values = step.values or values
        told = before.describe_throw(name, step.action, step.values) if step.values else None
        said = english().say(told or before.describe_booking(name, step.action))
    return found, past.position


def compare(sights: list[TreeSight], choices: list[AnnasChoice]) -> None:
    """Compare what was seen at each choice with what was so."""
    assert len(sights) == len(choices)
    for sight, choice in zip(sights, choices, strict=True):
        assert sight.whose == "Anna’s turn"
        said = sight.names("StaticText", SAID)[1:]
        assert not choice.said or choice.said[:1].upper() + choice.said[1:] == said[0]
        if isinstance(choice.position, SheetPosition):
            compare_sheet(sight, choice.position)
        else:
            compare_race(sight, choice)


def compare_race(sight: TreeSight, choice: AnnasChoice) -> None:
    position = choice.position
    assert isinstance(position, RacePosition)
    total = position.state.turn_total
    track: list[str] = []
    for seat, score in enumerate(position.scores):
        track += [NAMES[seat], str(score), *([f"+{total}"] if total and seat == 0 else [])]
    assert sight.names("StaticText", RACE) == track
    assert sight.names("button", ACT) == ["Throw", *([f"Hold {total}"] if total else []), *WISHES]
    todo = f"Throw again, or hold the {total} you have." if total else "Throw the dice."
    if total and position.scores[0] + total >= position.state.goal:
        todo = f"Hold your {total} now, and you win."
    assert todo in sight.names("StaticText")
    if choice.values:
        assert sight.names("image", DICE) == [f"Die 1: {choice.values[0]}"]
        assert (["This turn", str(total)] if total else []) == sight.names("StaticText", DICE)


def compare_sheet(sight: TreeSight, position: SheetPosition) -> None:
    card, titles = (
        position.state.cards[0],
        {box: title(position.state.sheet, box) for box in position.state.sheet.names},
    )
    dice = [f"Die {well}: {face}" for well, face in zip(position.wells, position.faces, strict=False)]
    kept = [
        name + (", kept" if well in position.aside else "") for well, name in zip(position.wells, dice, strict=False)
    ]
    open_boxes = {titles[box]: points for box, points in position.boxes.items()} if position.faces else {}
    write, throw = named(sight, "Write"), named(sight, "Throw")
    written = not position.faces and any(score is not None for score in card.scores)
    assert sight.names("button", ACT) == [*throw, *write, *(["Undo"] if written else []), *WISHES]
    assert sight.names("button", SHEET) == [f"{box}: {points}" for box, points in open_boxes.items()]
    cells = sight.cells()
    for box, score in zip(position.state.sheet.names, card.scores, strict=True):
        offer = f"{titles[box]}: {open_boxes[titles[box]]}" if titles[box] in open_boxes else ""
        assert cells[titles[box]] == [text for text in [offer if score is None else str(score)] if text]
    assert cells["Total"] == [str(card.total)]
    left = position.state.rolls_left
    if not position.faces:
        assert sight.names("image", DICE) == [f"Die {well}: unknown" for well in position.wells]
        assert (throw, write) == (["Throw 5 dice"], [])
    elif left:
        assert sight.names("button", DICE) == kept
        others = len(position.wells) - len(position.aside)
        assert throw == ([f"Throw {others} {'die' if others == 1 else 'dice'}"] if others else [])
        assert write == []
        todo = f"Tap the dice to keep, or choose a box. {'One throw' if left == 1 else f'{left} throws'} left."
        assert todo in sight.names("StaticText")
    else:
        assert sight.names("image", DICE) == dice, "dice cannot be kept when no throw is left"
        best = titles[next(iter(position.offer.boxes))]
        assert (throw, write) == ([], [f"Write {best} ({open_boxes[best]})"])


def title(sheet: Sheet, box: str) -> str:
    said = english().say(card_saying(sheet, box))
    return said[:1].upper() + said[1:]


def play(browser: Browser, served: Served, game: str, games: int, goal: int, *, keeps: float = 0.25) -> int:
    """Play so many whole games and compare all that was seen; return how many choices there were.

    On a sheet there are choices with every number of throws left, and with dice that were kept.
    """
    choices = 0
    left: set[int] = set()
    kept = 0
    for page in windows(browser, served.address, 1280, 800):
        player = TreePlayer(page, Random(games), goal, keeps)
        for _ in range(games):
            player.begin(TITLES[game], alone=game == "yahtzee")
            end = player.play()
            asked, position = choices_of(served)
            assert position.over
            compare(player.sights, asked)
            choices += len(asked)
            sheets = [choice.position for choice in asked if isinstance(choice.position, SheetPosition)]
            left |= {sheet.state.rolls_left for sheet in sheets}
            kept += sum(bool(sheet.aside) for sheet in sheets)
            if isinstance(position, SheetPosition):
                assert end.cells()["Total"] == [str(position.state.cards[0].total)]
            else:
                assert isinstance(position, RacePosition)
                assert result(end) == ranking(position)
                assert end.whose == f"{NAMES[position.winners[0]]} wins!"
    assert game != "yahtzee" or (left == {0, 1, 2, 3} and kept)
    return choices


@pytest.mark.check
@pytest.mark.parametrize(("game", "goal"), [("pig", SHORT), ("yahtzee", GOAL)])
def test_a_game_is_played_in_the_tree_and_all_is_so(browser: Browser, served: Served, game: str, goal: int) -> None:
    assert play(browser, served, game, 1, goal, keeps=0.4) > 15 * goal // GOAL


@pytest.mark.soak
@pytest.mark.parametrize("games", [20, 1000])
@pytest.mark.parametrize("game", TITLES)
def test_many_games_are_played_in_the_tree_and_are_so(browser: Browser, served: Served, game: str, games: int) -> None:
    choices = play(browser, served, game, games, GOAL)
    print(f"\n{games} games of {game} in the accessibility tree: {choices} choices, all there and right")
    assert choices > 15 * games
