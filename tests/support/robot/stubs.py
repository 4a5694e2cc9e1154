"""Tables, cameras and listeners that stand in for the real ones where those are not what is tested."""

import random
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.dimensions import dimensions
from hardware.errors import PanelLeftError
from hardware.keyboard import KEYS
from hardware.panel import Button, Panel
from hardware.sim.board import SimulatedBoard
from hardware.sim.camera import SimulatedCamera
from hardware.sim.hands import Hand, SimulatedHands
from hardware.sim.lens import Mounting
from hardware.sim.lines import WireFaults
from hardware.sim.table import SimulatedTable
from robot.app import BUILD, make_table_reader
from robot.games.dialog import begin_draft, press
from robot.games.game import Position, TableGame, Tally, Wish
from robot.games.pig.hog import HogPosition
from robot.games.reasons import Robot
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Begun, Event
from robot.match.players import Person, RobotPlayer
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from robot.table.table import MachineTable, Observer
from robot.table.tray import require_known
from solver.action import Action, Verb
from solver.decision import Decision
from tests.support.hardware.boards import controller_of
from vision.reading import Die, Reading
from vision.table.settle import Settle

BAD_LINE = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05, late_seconds=0.03)

BOX = (10.0, 10.0, 30.0, 30.0)


def look(*values: int | None) -> Look:
    """Return a look at dice in wells 1, 2, … with these values; None is a cocked die."""
    dice = tuple(
        Die(value, 0.999, BOX, 0.0, well) if value else Die(None, 0.4, BOX, 0.0, well, "cocked")
        for well, value in enumerate(values, 1)
    )
    return Look({"left": np.full((40, 40, 3), 90, np.uint8)}, Reading(dice), dice, tuple(range(1, len(values) + 1)))


@dataclass
class DrawnTable:
    """A table whose dice come from a random source."""

    random: random.Random
    thrown: list[int] = field(default_factory=list)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        values = tuple(keep.get(well) or self.random.randint(1, 6) for well in wells)
        self.thrown += values
        observer.see(look(*values))
        return values

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:  # noqa: ARG002
        return self.throw(tuple(range(1, count + 1)), {}, observer)

    def close(self) -> None:
        pass


def machine_of(
    stack: ExitStack, seed: int, wire: WireFaults | None = None, trace: Callable[[str, str], None] | None = None
) -> tuple[SimulatedTable, MachineTable]:
    """Return a simulated table that the test can reach into, and the robot's table over it; both end with `stack`.

    Its camera hangs as that of every simulated table of the program: an empty table takes a second to draw.
    """
    clock = VirtualClock()
    table = SimulatedTable(seed, clock, dimensions())
    board = SimulatedBoard(table, clock, wire, seed)
    controller = stack.enter_context(controller_of(board, clock, seed=seed, trace=trace))
    camera = stack.enter_context(SimulatedCamera(table, clock, mounting=Mounting.from_seed(BUILD)))
    reader = make_table_reader()
    hands = SimulatedHands(table, Hand(), dimensions(), board)
    parts = controller, camera, reader, partial(Settle, reader.plate), clock, ExitStack()
    return table, MachineTable(*parts, hands=hands)


def drawing_robot(name: str, seed: int) -> RobotPlayer:
    """Return a robot that does anything that is legal."""
    chance = random.Random(seed)

    def weigh(position: Any) -> Decision:
        few = (Action(Verb.ROLL, count=dice) for dice in (1, 2, 3, 5, 8, 14))
        action = chance.choice([*few] if isinstance(position, HogPosition) else position.actions)
        return Decision(action, 0.0, {action: 0.0})

    return RobotPlayer(name, Robot(weigh))


def first_draft(position: Position, *, big: bool = False) -> Tally:
    """Return what a choice begins with that is made step by step."""
    draft = begin_draft(position, big=big)
    assert draft is not None
    return draft


def mark_by(position: Position, tally: Tally, keys: str) -> list[Tally]:
    """Return the drafts that become of one when these keys of a keyboard are pressed, of which none chooses."""
    drafts = [tally]
    for key in keys:
        pressed = press(position, drafts[-1], KEYS[key])
        assert isinstance(pressed, Tally)
        drafts.append(pressed)
    return drafts


def choose(position: Position, keys: str, *, big: bool = False) -> tuple[Action | Wish, list[Tally], "Pressing"]:
    """Return what a person chooses or wants who presses these keys, all that was shown meanwhile, and the panel.

    It may have only three `big` buttons.
    """
    shown, panel = list[Tally](), Pressing.of(keys)
    choice = Person("Anna", desk_of(panel, small_buttons=not big)).choose(position, shown.append)
    return choice if isinstance(choice, Wish) else choice.action, shown, panel


def make_begun(game: TableGame[Any], *names: str, people: tuple[bool, ...] = (), position: Any = None) -> Begun:
    """Return the beginning of a game of these `people`, all where none are named, at its start or another position."""
    start = position or game.begin(len(names))
    return Begun(game.name, game.title, game.rules, names, people or (True,) * len(names), start, 0, 1)


ARROWS = {"<": Button.LEFT, ">": Button.RIGHT, "^": Button.UP, "v": Button.DOWN, ".": Button.ENTER}


@dataclass
class Pressing(Closing):
    """A panel on which somebody presses buttons in order; `lit` are the lamps at each press."""

    buttons: list[Button]
    lit: list[tuple[Button, ...]] = field(default_factory=list)
    _lamps: tuple[Button, ...] = ()

    @classmethod
    def of(cls, keys: str) -> "Pressing":
        """Return a panel for the keys of a keyboard, with < > ^ v for arrows and . for Enter."""
        return cls([(KEYS | ARROWS)[key] for key in keys if key != " "])

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        self.lit.append(self._lamps)
        if not self.buttons:
            raise PanelLeftError("the test has pressed everything")
        return self.buttons.pop(0)

    def forget(self, but: Collection[Button] = ()) -> None:
        pass

    def lamps(self, lit: Collection[Button]) -> None:
        self._lamps = tuple(lit)

    def close(self) -> None:
        pass


@dataclass
class PushedPanel(Closing):
    """A panel whose buttons tests push from any thread; what was pushed is not forgotten."""

    pushed: deque[Button] = field(default_factory=deque)

    def push(self, button: Button) -> None:
        self.pushed.append(button)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        return self.pushed.popleft() if self.pushed else None

    def forget(self, but: Collection[Button] = ()) -> None:
        pass

    def lamps(self, lit: Collection[Button]) -> None:
        pass

    def close(self) -> None:
        pass


def desk_of(panel: Panel, *, small_buttons: bool = True) -> QuestionDesk:
    """Return a desk that is asked at this panel alone, which may have only three big buttons."""
    return QuestionDesk(panel, VirtualClock(), small_buttons=small_buttons)


@dataclass
class Listening:
    """A listener that keeps what it heard."""

    events: list[Event] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        self.events.append(event)


@dataclass
class Hearing:
    """A listener that does one thing with every event."""

    hear: Callable[[Event], None]


@dataclass
class Watching:
    """An observer who keeps what happens and answers with `says`."""

    says: int | None = None
    looks: list[Look] = field(default_factory=list)
    announcements: list[str] = field(default_factory=list)
    questions: list[int] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    mends: Callable[[], bool] = bool

    def see(self, look: Look) -> None:
        self.looks.append(look)

    def announce(self, saying: Saying, about: About = About.GAME) -> None:  # noqa: ARG002
        self.announcements.append(english().say(saying))

    def ask_value(self, die: int, look: Look) -> int | None:
        assert look.values[die] is None
        self.questions.append(die)
        return self.says

    def wait_ready(self, seconds: float | None) -> bool:  # noqa: ARG002
        return False

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:  # noqa: ARG002
        return require_known(values)

    @property
    def thrower(self) -> str:
        return "Anna"

    def ask_dice(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        return require_known(values)

    def ask_to_correct(self, target: Saying) -> bool:
        self.targets.append(english().say(target))
        return self.mends()
