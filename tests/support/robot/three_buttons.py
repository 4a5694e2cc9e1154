"""A visitor at a panel of three big buttons, who knows nothing but what is said, and does what they want by it."""

import random
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from gpiozero.pins.mock import MockFactory

from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.panel import Button, GpioPanel, PanelPins
from robot.language import english
from robot.match.events import Booked, Event, Thrown
from robot.match.narration import Narration, Weight
from tests.support.robot.waiting import PATIENCE

DIE = re.compile(r"Die (\d) shows (\d): HOLD \(h\) keeps it, ROLL \(r\) throws it again\.")
THROW = re.compile(r"ROLL \(r\) throws (\d+) dice?\.")
BOXES = re.compile(r"(HOLD \(h\)|ROLL \(r\)) goes to the boxes\.")
BOX = re.compile(r"HOLD \(h\) (?:writes|chooses) ([^.]+)\.")
NEXT = re.compile(r"ROLL \(r\) goes on to ([^.]+)\.")
BIG_BUTTONS = (Button.ROLL, Button.HOLD, Button.NEW)
PINS = PanelPins(keeps=(), lamps=())


@dataclass
class ThreeButtons(Closing):
    """Three buttons on simulated pins, and who presses them: a listener of the game and a panel for its desk.

    They keep the dice that `chance` says, go back now and then, and write the box that it says. `wanted` is what they
    meant to keep, well by well, `box` what they meant to write. What then happens is compared.
    """

    chance: random.Random
    clock: VirtualClock = field(default_factory=VirtualClock)
    narration: Narration = field(default_factory=Narration)
    said: str = ""
    pressed: list[Button] = field(default_factory=list)
    wanted: dict[int, bool] = field(default_factory=dict)
    kept: tuple[int, ...] = ()
    box: str | None = None
    throws: int = 0
    boxes: int = 0

    def __post_init__(self) -> None:
        self.factory = MockFactory()
        self.panel = GpioPanel(self.clock, PINS, factory=self.factory, debounce=0, long=PATIENCE)

    def hear(self, event: Event) -> None:
        if isinstance(event, Thrown):
            kept = {well for well in self.kept if self.wanted.get(well, True)}
            kept |= {well for well, keeps in self.wanted.items() if keeps}
            assert {*event.kept} == kept, "the dice are kept that the visitor wanted to keep"
            self.kept, self.wanted = event.kept, {}
            self.throws += 1
        if isinstance(event, Booked):
            assert self.box is not None, "a box is written that the visitor meant to write"
            self.kept, self.wanted, self.box = (), {}, None
            self.boxes += 1
        for told in self.narration.tell(event):
            if told.weight is Weight.PROMPT:
                self.said = english().say(told.saying)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        button = self._wants()
        self.pressed.append(button)
        self.clock.sleep(1.0)
        pin = self.factory.pin(PINS.buttons()[button])
        pin.drive_low()
        pin.drive_high()
        return self.panel.press(PATIENCE)

    def _wants(self) -> Button:
        """Return the button that does what the visitor wants, by what was said last."""
        if die := DIE.search(self.said):
            well = int(die[1])
            if "goes back to die" in self.said and self.chance.random() < 0.1:
                return Button.NEW
            self.wanted[well] = self.chance.random() < 0.5
            return Button.HOLD if self.wanted[well] else Button.ROLL
        boxes, throw = BOXES.search(self.said), THROW.search(self.said)
        if throw and (not boxes or self.chance.random() < 0.7):
            return Button.ROLL
        if boxes:
            return Button.HOLD if boxes[1].startswith("HOLD") else Button.ROLL
        written = BOX.search(self.said)
        assert written, f"something is said that can be pressed: {self.said}"
        if NEXT.search(self.said) and self.chance.random() < 0.6:
            return Button.ROLL
        self.box = written[1]
        return Button.HOLD

    def forget(self, but: Collection[Button] = ()) -> None:
        self.panel.forget(but)

    def lamps(self, lit: Collection[Button]) -> None:
        self.panel.lamps(lit)

    def close(self) -> None:
        self.panel.close()
        self.factory.reset()
