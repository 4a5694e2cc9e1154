"""How people choose with the panel's buttons: at once where each move has its own, or button by button."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from hardware.panel import Button, Panel
from robot.games.game import Move, Tally, Wish

P = TypeVar("P")

WISHES = {Button.NEW: Wish.TAKE_BACK, Button.HINT: Wish.HINT, Button.LEAVE: Wish.LEAVE}
"""What buttons ask for while somebody has to move."""


class Buttoned(Protocol):
    """A position in which every move has its button."""

    @property
    def buttons(self) -> Mapping[Button, Move]:
        """The moves that are legal now."""


class ButtonDialog:
    """One button a move."""

    def ask(self, position: Buttoned, panel: Panel, show: Callable[[Tally], None]) -> Move | Wish:  # noqa: ARG002
        """Wait for a button that is legal now; its lamps are lit meanwhile."""
        buttons = position.buttons
        panel.forget()
        panel.lamps(buttons)
        try:
            while True:
                button = panel.press()
                if button in WISHES:
                    return WISHES[button]
                if button and button in buttons:
                    return buttons[button]
        finally:
            panel.lamps(())


@dataclass(slots=True, eq=False)
class TallyDialog(ABC, Generic[P]):
    """A choice that is made button by button.

    Asked again at the same position, as after a hint, it goes on from where it was.
    """

    _position: P | None = field(default=None, init=False)
    _tally: Tally = field(default_factory=Tally, init=False)

    @abstractmethod
    def begin(self, position: P) -> Tally:
        """Return with what the choice begins."""

    @abstractmethod
    def lit(self, position: P, tally: Tally) -> Collection[Button]:
        """Return the buttons whose lamps tell of it."""

    @abstractmethod
    def after(self, position: P, tally: Tally, button: Button) -> Tally | Move | Wish:
        """Return what a button makes of it."""

    def ask(self, position: P, panel: Panel, show: Callable[[Tally], None]) -> Move | Wish:
        """Wait until a legal move is confirmed, or something else is wanted; `show` takes every tally on the way."""
        if position is not self._position:
            self._position, self._tally = position, self.begin(position)
        show(self._tally)
        panel.forget()
        try:
            while True:
                panel.lamps(self.lit(position, self._tally))
                button = panel.press()
                made = self.after(position, self._tally, button) if button else self._tally
                if isinstance(made, Wish):
                    return made
                if isinstance(made, Move):
                    self._position = None
                    return made
                self._tally = made
                show(made)
        finally:
            panel.lamps(())
