"""A player that sees nothing but the tree that a browser gives to screen readers, and acts by role and name alone."""

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from tests.support.robot.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

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

    page: "Page"
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
        self.press("textbox", "Name", "End")
        self.page.keyboard.type("Anna")
        if not alone:
            self.press("spinbutton", "Points that win", "ControlOrMeta+A")
            self.page.keyboard.type(str(self.goal))
            self.press("combobox", "Who begins[?]", "ArrowDown")
        self.press("button", "Begin a game")
        self.page.wait_for_url("**/")

    def play(self) -> TreeSight:
        """Play to the end, which is returned."""
        self.sights.clear()
        before: TreeSight | None = None
        for sight in self._sights():
            buttons, last = sight.names("button", ACT), sight
            if sight.asks_as(before):
                continue
            if re.search(r" wins!$|^You win!|game is over|share the win", sight.whose):
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
