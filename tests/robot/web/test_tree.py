"""Whole games in the browser's accessibility tree alone, and all that stands there compared with the journal."""

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from robot.games.box_names import card_saying
from robot.games.game import Position
from robot.games.pig.race import RacePosition
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.language import english
from robot.match.journal import Journal
from robot.match.standing import Standing
from solver.sheet.game.sheet import Sheet
from tests.support.robot.browser import GOES_ON, Browser, Page, Served, serving, windows
from tests.support.robot.waiting import PATIENCE

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
    """One thing in the tree: its role and name, the region around it, and whether it is pressed."""

    role: str
    name: str
    region: str
    handle: int = field(compare=False)
    pressed: bool = False
    row: int = 0
    cell: int = 0


@dataclass(frozen=True, slots=True)
class TreeSight:
    """All that the tree holds below its main part."""

    things: tuple[SeenThing, ...]

    def names(self, role: str, region: str | None = None) -> list[str]:
        """Return the names of the things of a role, in their order."""
        return [one.name for one in self.things if one.role == role and region in {None, one.region}]

    def asks_as(self, other: "TreeSight | None") -> bool:
        """Return whether this shows the same moment of the game: each sentence of what happened is a thing anew."""
        return other is not None and self._moment() == other._moment()

    def _moment(self) -> tuple[object, ...]:
        newest = next((one.handle for one in self.things if (one.role, one.region) == ("listitem", SAID)), 0)
        return newest, *(one for one in self.things if one.region not in ASIDE)

    @property
    def whose(self) -> str:
        """The heading that says whose turn it is."""
        return next(iter(self.names("heading")), "")

    def cells(self) -> dict[str, list[str]]:
        """Return the cells of the sheet by the heading of their row."""
        rows: dict[int, list[list[str]]] = {}
        for one in self.things:
            if one.region == SHEET and one.row:
                cells = rows.setdefault(one.row, [])
                while len(cells) < one.cell:
                    cells.append([])
                if one.role in {"StaticText", "button"} and one.cell:
                    cells[one.cell - 1].append(one.name)
        texts = [[next(iter(cell), "") for cell in cells] for cells in rows.values()]
        return {title: cells for title, *cells in texts if title}


@dataclass(frozen=True, slots=True)
class TreePlace:
    """Where in the tree a thing stands."""

    region: str = ""
    main: bool = False
    row: int = 0
    cell: int = 0
    owner: str = ""


def sight_of(nodes: list[Mapping[str, Any]]) -> TreeSight:
    """Return what a tree of the browser's protocol shows."""
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[SeenThing] = []
    count = {"row": 0, "cell": 0}

    def walk(node: Mapping[str, Any], at: TreePlace) -> None:
        role = "" if node.get("ignored") else str(node["role"]["value"])
        name = " ".join(str(node.get("name", {}).get("value", "")).split())
        if role in REGIONS:
            at = replace(at, region=name)
        if role == "row":
            count["row"], count["cell"] = count["row"] + 1, 0
            at = replace(at, row=count["row"], cell=0)
        if role in {"rowheader", "columnheader", "cell", "gridcell"}:
            count["cell"] += 1
            at = replace(at, cell=count["cell"])
        twice = role == "StaticText" and at.owner == "button"  # it is the button's name
        if at.main and role not in {"", "InlineTextBox", "generic"} and not twice:
            states = {one["name"]: one["value"].get("value") for one in node["properties"]}
            handle = node.get("backendDOMNodeId", 0)
            found.append(SeenThing(role, name, at.region, handle, states.get("pressed") == "true", at.row, at.cell))
        at = replace(at, main=at.main or role == "main", owner=role or at.owner)
        for child in node.get("childIds", ()):
            if child in by_id:
                walk(by_id[child], at)

    walk(nodes[0], TreePlace())
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

    def press(self, role: str, name: str, key: str = "Enter", seen: TreeSight | None = None) -> None:
        """Go to the thing of this role whose name matches, as a screen reader does, and press a key there.

        It is looked for in what was `seen` before.
        """
        for sight in chain([seen] if seen else [], self._sights()):
            found = [one for one in sight.things if one.role == role and re.fullmatch(name, one.name)]
            if found and self._goes_to(found[0]):
                self.page.keyboard.press(key)
                return

    def _goes_to(self, thing: SeenThing) -> bool:
        """Return whether the focus can go there: a page that is being drawn anew may not have it any more."""
        from playwright.sync_api import Error

        try:
            self._protocol.send("DOM.focus", {"backendNodeId": thing.handle})
        except Error:
            return False
        return True

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
        before: TreeSight | None = None
        for sight in self._sights():
            buttons, last = sight.names("button", ACT), sight
            if sight.asks_as(before):
                continue
            if "Look back" in sight.names("link"):  # whoever wins is named before the game is over
                return sight
            if "Go on" in buttons:
                self._act("Go on", sight)
            elif sight.whose.startswith("Anna") and buttons:
                if sight.names("table"):
                    last = self._turn_of_sheet(sight)
                else:
                    self.sights.append(sight)
                    self._act(self._pig(sight, buttons), sight)
            else:
                continue
            before = last
        raise AssertionError

    def _sights(self) -> Iterator[TreeSight]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            yield self.look()
            self.page.wait_for_timeout(LOOKS_EVERY)
        raise AssertionError(f"nothing comes of it: {self.look()}")

    def _act(self, name: str, seen: TreeSight) -> None:
        self.press("button", re.escape(name), seen=seen)

    def _changed(self, sight: TreeSight) -> TreeSight:
        """Return what the tree shows once it differs."""
        return next(now for now in self._sights() if now != sight)

    def _pig(self, sight: TreeSight, buttons: list[str]) -> str:
        held = [name for name in buttons if name.startswith("Hold")]
        risk = int(held[0].split()[1]) if held else 0
        return held[0] if held and (risk >= HOLD_AT or lanes(sight)[0] + risk >= self.goal) else "Throw"

    def _turn_of_sheet(self, sight: TreeSight) -> TreeSight:
        """Throw, or keep the dice of which there are most, or write the box that scores most.

        Returns what was seen when the last button was pressed.
        """
        self.sights.append(sight)
        buttons, offers = sight.names("button", ACT), sight.names("button", SHEET)
        if not offers:
            self._act("Throw 5 dice", sight)
            return sight
        if any(name.startswith("Throw") for name in buttons) and self.chance.random() < self.keeps:
            sight = self._keep(sight)
            if throws := [name for name in sight.names("button", ACT) if name.startswith("Throw")]:
                self._act(throws[0], sight)
                return sight
        best = max(offers, key=lambda name: int(name.rpartition(": ")[2]))
        write = "Write {} ({})".format(*best.rsplit(": ", 1))
        if write not in sight.names("button", ACT):
            self._act(best, sight)
        while write not in sight.names("button", ACT):
            sight = self._changed(sight)
        self._act(write, sight)
        return sight

    def _keep(self, sight: TreeSight) -> TreeSight:
        """Keep all dice of the face that there is most of; return what is seen then."""
        dice = sight.names("button", DICE)
        often = Counter(map(face, dice)).most_common(1)[0][0]
        for place, name in enumerate(dice):
            if (face(name) == often) != name.endswith(", kept"):
                self._act(name, sight)
                while sight.names("button", DICE)[place] == name:
                    sight = self._changed(sight)
        return sight


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
    """A position in which Anna chose, and what was thrown last, None if nothing was."""

    position: Any
    values: tuple[int, ...] | None
    said: str


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return the page of a table whose dice are drawn, so that throws cost nothing."""
    with serving(tmp_path_factory.mktemp("drawn"), seed=11, files=["drawn"]) as one:
        yield one


def choices_of(served: Served, game: str, goal: int) -> tuple[list[AnnasChoice], Position]:
    """Return all choices of Anna in the last game of the journal, and the last position."""
    made = make_game(game, {"goal": goal} if game == "pig" else {})
    with Journal(served.folder / "home" / "data" / "journal.sqlite") as journal:
        played = journal.games()[-1]
        log = journal.log(played)
    standing = Standing.of(made.begin(len(played.players)), ())
    found: list[AnnasChoice] = []
    values: tuple[int, ...] | None = None
    said = ""
    for entry in log:
        before, steps = standing.position, len(standing.steps)
        standing.apply(entry)
        if len(standing.steps) == steps:
            continue
        move = standing.steps[-1].move
        if before.player == 0:
            found.append(AnnasChoice(before, values, said))
        values = tuple(entry.data["values"]) if entry.kind == "reading" else values
        name = played.players[before.player].removeprefix("you:")
        told = before.describe_throw(name, move, values or ()) if entry.kind == "reading" else None
        said = english().say(told or before.describe_booking(name, move))
    return found, standing.position


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
    write = [name for name in sight.names("button", ACT) if name.startswith("Write")]
    throw = [name for name in sight.names("button", ACT) if name.startswith("Throw")]
    written = not position.faces and any(score is not None for score in card.scores)
    assert sight.names("button", ACT) == [*throw, *write, *(["Undo"] if written else []), *WISHES]
    assert sight.names("button", SHEET) == [f"{box}: {points}" for box, points in open_boxes.items()]
    cells = sight.cells()
    for box, score in zip(position.state.sheet.names, card.scores, strict=True):
        offer = f"{titles[box]}: {open_boxes[titles[box]]}" if titles[box] in open_boxes else ""
        assert cells[titles[box]] == [offer if score is None else str(score)]
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
            asked, position = choices_of(served, game, goal)
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
def test_a_game_is_played_in_the_tree_and_all_is_so(browser: Browser, drawn: Served, game: str, goal: int) -> None:
    assert play(browser, drawn, game, 1, goal, keeps=0.4) > 15 * goal // GOAL


@pytest.mark.soak
@pytest.mark.parametrize("games", [20, 1000])
@pytest.mark.parametrize("game", TITLES)
def test_many_games_are_played_in_the_tree_and_are_so(browser: Browser, drawn: Served, game: str, games: int) -> None:
    choices = play(browser, drawn, game, games, GOAL)
    print(f"\n{games} games of {game} in the accessibility tree: {choices} choices, all there and right")
    assert choices > 15 * games
