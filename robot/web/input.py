"""What taps do: of two phones that press at once, and of a finger that taps twice, the first one counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from hardware.panel import KEEPS, Button
from robot.games.game import Tally
from robot.match.events import Confirming
from robot.web.game.state import Shown, Stage
from robot.web.game.view import question_of
from solver.race.hog import MOST_DICE

BUTTONS = {"roll": Button.ROLL, "hold": Button.HOLD, "undo": Button.NEW, "hint": Button.HINT, "leave": Button.LEAVE}
FACES = range(1, 7)
STEPWISE = frozenset({"move", "confirm"})
"""Questions whose dialog tells after every press what people are about to choose or to say."""


class Boxed(Protocol):
    """A position of a game with a score sheet."""

    @property
    def boxes(self) -> Mapping[str, int]: ...
    @property
    def throws(self) -> bool: ...


@dataclass(slots=True)
class Desk:
    """Turns taps into presses. A tap says in which turn of the stage it was made; one that comes late is passed over.

    `press` is given a button, whether it is `near` the table, and what tells, when the button is taken, whether it
    still counts: if nothing else was done or told meanwhile, so that no press answers another question than it was made
    for. Of the buttons one a turn counts; only that thrown dice lie there may be said again. Dice that are kept, boxes
    that are chosen and dice that are set may be changed as often as people like: these taps say what they want, not
    which button, so that the same wish twice is the same as once.
    """

    stage: Stage
    press: Callable[[Button, bool, Callable[[], bool]], None]
    _asked: tuple[str | None, int, int] = (None, 0, 0)
    _batch: int = 0
    _done: bool = False
    _steps: int = 0
    _wish: Tally = field(default_factory=Tally)
    _said: Confirming | None = None

    def tap(self, tap: Mapping[str, Any], *, near: bool = False) -> bool:
        """Do what a page asks for, which may be `near` the table; return whether it still could be done."""
        with self.stage.held() as shown:
            asked = question_of(shown), shown.turn, shown.throw_number
            if asked[0] is None or tap.get("turn") != shown.turn:
                return False
            if asked != self._asked:
                self._begin(asked)
            if shown.steps >= self._steps:
                self._wish, self._said, self._steps = shown.tally, shown.confirming, shown.steps
            buttons = self._buttons(tap, shown, asked[0])
            for steps, button in enumerate(buttons, self._steps):
                self.press(button, near, partial(self._counts, self._batch, steps))
            if asked[0] in STEPWISE:
                self._steps += len(buttons)
            return bool(buttons)

    def _begin(self, asked: tuple[str | None, int, int]) -> None:
        """Go by what is shown, and let nothing count that was pressed before."""
        self._asked, self._done, self._steps = asked, False, 0
        self._batch += 1

    def _counts(self, batch: int, steps: int) -> bool:
        """Return whether what is asked now, as a button is taken, is what it was pressed for, after so many steps."""
        with self.stage.held() as shown:
            if batch != self._batch:
                return False
            if (question_of(shown), shown.turn, shown.throw_number, shown.steps) == (*self._asked, steps):
                return True
            self._begin(self._asked)
            return False

    def _buttons(self, tap: Mapping[str, Any], shown: Shown, question: str) -> Sequence[Button]:
        what = str(tap.get("what"))
        if question == "ready":
            # Where a hand still covers the dice it has to be said again.
            return (Button.HOLD,) if what == "hold" else ()
        if self._done:
            return ()
        if question in {"value", "lie"}:
            face = tap.get("face") if what == "face" else None
            return self._last(KEEPS[face - 1]) if isinstance(face, int) and face in FACES else ()
        if question == "confirm":
            return self._confirm(tap)
        if question == "move" and hasattr(shown.position, "boxes"):
            return self._on_sheet(tap, shown)
        if question == "move" and what == "count":
            return self._count(tap.get("count"))
        if what not in BUTTONS or not may_press(BUTTONS[what], shown, question):
            return ()
        return self._last(BUTTONS[what])

    def _last(self, *buttons: Button) -> Sequence[Button]:
        self._done = True
        return buttons

    def _confirm(self, tap: Mapping[str, Any]) -> Sequence[Button]:
        """Return the buttons that set dice thrown by hand: 1 to 6 choose one, each ROLL adds a pip to it.

        The button of a die that is chosen already would take a pip from it, and so is not pressed.
        """
        if self._said is None:
            return ()
        values, chosen = [*self._said.values], self._said.chosen
        match tap:
            case {"what": "hold"} if None not in values:
                return self._last(Button.HOLD)
            case {"what": "undo"}:
                return self._last(Button.NEW)
            case {"what": "set", "die": int(die), "face": int(face)} if face in FACES and 0 <= die < len(values):
                more = (face - (values[die] or 0)) % len(KEEPS)
                values[die] = face
                self._said = replace(self._said, values=tuple(values), chosen=die)
                return *(KEEPS[die : die + 1] if die != chosen else ()), *(Button.ROLL,) * more
            case {"what": "choose", "die": int(die)} if 0 <= die < len(values) and die != chosen:
                self._said = replace(self._said, chosen=die)
                return (KEEPS[die],)
        return ()

    def _count(self, dice: Any) -> Sequence[Button]:
        """Return the buttons of the dialog that asks for a number of dice: 1 to 6, and HOLD for six more each time."""
        if not isinstance(dice, int) or not 1 <= dice <= MOST_DICE:
            return ()
        sixes, last = divmod(dice - 1, len(KEEPS))
        return KEEPS[last], *(Button.HOLD,) * sixes

    def _on_sheet(self, tap: Mapping[str, Any], shown: Shown) -> Sequence[Button]:
        """Return the buttons of the sheet's dialog: dice first, boxes after HOLD, NEW leads back from there."""
        position: Any = shown.position
        back = (Button.NEW,) if self._wish.box is not None else ()
        match tap.get("what"):
            case "roll" if position.throws and len(self._wish.keep) < len(position.wells):
                return self._last(*back, Button.ROLL)
            case "hold" if back:
                return self._last(Button.HOLD)
            case "undo":
                return self._last(*(back if position.throws else ()), Button.NEW)
            case "hint" | "leave" as wish:
                return self._last(BUTTONS[wish])
            case "keep" if position.throws and tap.get("well") in position.wells:
                return self._keep(tap["well"], bool(tap.get("on")), back)
            case "box" if str(tap.get("box")) in position.boxes:
                return self._choose(str(tap["box"]), position)
        return ()

    def _keep(self, well: int, on: bool, back: Sequence[Button]) -> Sequence[Button]:
        if (well in self._wish.keep) == on:
            return ()
        self._wish = Tally(tuple(sorted({*self._wish.keep} ^ {well})))
        return *back, KEEPS[well - 1]

    def _choose(self, box: str, position: Boxed) -> Sequence[Button]:
        """Return the buttons that lead to a box: HOLD opens the dearest one, each ROLL goes to the next."""
        boxes = list(position.boxes)
        here = self._wish.box or max(boxes, key=position.boxes.__getitem__)
        opening = () if self._wish.box else (Button.HOLD,)
        self._wish = Tally(self._wish.keep, box)
        return *opening, *(Button.ROLL,) * ((boxes.index(box) - boxes.index(here)) % len(boxes))


def may_press(button: Button, shown: Shown, question: str) -> bool:
    """Return whether a button answers the question; of a move that has its own one, whether it is legal."""
    if question == "mend":
        return button is not Button.NEW
    if question != "move" or button in {Button.NEW, Button.HINT, Button.LEAVE}:
        return True
    return button in getattr(shown.position, "buttons", {Button.ROLL})
