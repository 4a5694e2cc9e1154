"""The audience of a game: listeners that receive its events, and people who can be asked."""

from collections.abc import Sequence

from robot.errors import UnsettledError
from robot.match.events import Announced, Confirming, Corrected, Event, Listener, Looked
from robot.match.onlooker import Onlooker
from robot.match.players import Player
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from robot.table.tray import known


class Audience:
    """Turns what the table sees during a throw into events, and passes the table's questions on to people.

    `_throw` is the number of the throw, `_looks` that of its last look, `_thrower` the player who throws.
    """

    listeners: Sequence[Listener]
    onlooker: Onlooker | None
    players: Sequence[Player]
    _looks: int
    _throw: int
    _thrower: Player

    def looked(self, look: Look) -> None:
        """Pass on what the table saw."""
        self._looks += 1
        self._publish(Looked(self._throw, self._looks, look))

    def announced(self, saying: Saying, about: About = About.GAME) -> None:
        """Pass on an announcement of the table."""
        self._publish(Announced(saying, about))

    def asked(self, die: int, look: Look) -> int | None:
        """Ask the people at the table for the value of a die that cannot be read."""
        return self.onlooker.value(die, look) if self.onlooker else None

    def mended(self, target: Saying) -> bool:
        """Ask the people at the table to correct dice."""
        return self.onlooker is not None and self.onlooker.mended(target)

    def ready(self, seconds: float | None) -> bool:
        """Wait until people say that their dice lie there; return whether they did."""
        return self.onlooker is not None and self.onlooker.ready(seconds, self._asked)

    @property
    def thrower(self) -> str:
        """The name of the player who throws."""
        return self._thrower.name

    @property
    def _asked(self) -> tuple[str, ...]:
        """Who says what dice show that people throw: who has thrown them; of a robot's dice all."""
        return (self._thrower.name,) if self._thrower.person else ()

    def confirmed(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        """Ask the people at the table whether their dice show these values."""
        if self.onlooker is None:
            return known(values)
        return self._corrected(look, self.onlooker.confirmed(values, self._confirming, self._asked))

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        """Ask the people at the table what their dice show; None if the camera should look again."""
        if self.onlooker is None:
            return known(values)
        said = self.onlooker.dice_entered(values, self._confirming, self._asked, looks=look is not None)
        return self._corrected(look, said) if look else said

    def _confirming(self, values: tuple[int | None, ...], chosen: int) -> None:
        self._publish(Confirming(self.players.index(self._thrower), self._throw, values, chosen))

    def _corrected(self, look: Look, said: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if said is not None and said != look.values:
            self._publish(Corrected(self.players.index(self._thrower), self._throw, look, said))
        return said

    def entered(self, things: int) -> tuple[int, ...]:
        """Ask the people at the table for a throw that no camera can read."""
        if self.onlooker is None:
            raise UnsettledError("nobody is here to throw the pigs: stay with them to say how they lie")
        return self.onlooker.entered(things, self._asked)

    def _publish(self, event: Event) -> None:
        for listener in self.listeners:
            listener.hear(event)
