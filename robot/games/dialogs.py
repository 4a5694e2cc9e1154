"""What the panel's buttons mean while somebody chooses a move."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hardware.panel import Button
from robot.games.choices import MoveChoice, TakeAction
from robot.games.game import Tally, Wish
from robot.games.named_moves import NamedMoves
from robot.language.names import called
from robot.saying import Saying, chained

WISHES = {Button.NEW: Wish.TAKE_BACK, Button.HINT: Wish.HINT, Button.LEAVE: Wish.LEAVE}
"""What buttons ask for while somebody has to move."""


def choose(name: str, options: Sequence[Saying], first: Saying | None = None) -> Saying:
    """Return the player `name` with `options`, a sentence each, in one saying; `first` is said before them."""
    return Saying("choose", {"name": called(name), "options": chained("sentences", [*filter(None, [first]), *options])})


@dataclass(frozen=True, slots=True)
class ButtonDialog:
    """One button a move: `actions` are the names of the moves. ENTER is ROLL."""

    actions: Mapping[Button, str]

    def lit(self, position: NamedMoves, _tally: Tally, /) -> Collection[Button]:
        return [button for button, action in self.actions.items() if action in position.actions]

    def pressed(self, position: NamedMoves, tally: Tally, button: Button) -> MoveChoice | Wish | None:
        if button in WISHES:
            return WISHES[button]
        meant = Button.ROLL if button is Button.ENTER else button
        return TakeAction(self.actions[meant]) if meant in self.lit(position, tally) else None
