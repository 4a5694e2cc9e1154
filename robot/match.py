"""One game: who moves, what is journaled when, and what counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from robot.errors import VoidThrowError
from robot.events import Announced, Begun, Decided, Ended, Event, Held, Listener, Looked, Read, Thrown
from robot.journal import Entry, Game, Journal
from robot.look import Look
from robot.players import Person, Player
from robot.table import Table
from solver.race.pig import Action, PigState

VOID_LIMIT = 3


class Onlooker(Protocol):
    """People at the table who can say what a doubtful die shows."""

    def value(self, die: int, look: Look) -> int | None:
        """Return what that die of `look.dice` shows, 1 to 6, or None where nobody can say."""


@dataclass(slots=True)
class Standing:
    """Where a game stands according to its journal."""

    state: PigState
    throws: int = 0
    open_throw: int | None = None

    @classmethod
    def of(cls, goal: int, log: Iterable[Entry]) -> "Standing":
        """Apply a game's log; an intention without a reading is left open."""
        standing = cls(PigState(goal=goal))
        for entry in log:
            if entry.kind == "intention":
                standing.open_throw = entry.throw
            elif entry.kind == "void":
                standing.open_throw = None
            elif entry.kind == "reading":
                standing.state = standing.state.apply(Action.ROLL, tuple(entry.data["values"]))
                standing.throws += 1
                standing.open_throw = None
            elif entry.kind == "hold":
                standing.state = standing.state.apply(Action.HOLD)
        return standing


@dataclass(slots=True)
class Match:
    """A game of Pig between players at a table.

    Whatever interrupts `play`, the journal holds every reading that counted, and another match over the same journal
    and game goes on from there.
    """

    game: Game
    players: Sequence[Player]
    table: Table
    journal: Journal
    listeners: Sequence[Listener]
    onlooker: Onlooker | None = None
    wells: tuple[int, ...] = (2,)
    _looks: int = field(default=0, init=False)
    _throw: int = field(default=0, init=False)

    def play(self) -> int:
        """Play to the end and return the winner's seat."""
        with self.journal.seat(self.game):
            standing = Standing.of(self.game.goal, self.journal.log(self.game))
            self.journal.write(self.game, "sitting")
            state, throws = standing.state, standing.throws
            names = tuple(player.name for player in self.players)
            people = tuple(isinstance(player, Person) for player in self.players)
            self._tell(Begun(self.game.game, names, people, state, throws, self.game.seed))
            if standing.open_throw is not None:
                self._void(standing.open_throw, "the program was interrupted before the dice were read")
            while state.winner is None:
                choice = self.players[state.player].choose(state)
                self._tell(Decided(state.player, state, choice.action, choice.decision))
                if choice.action is Action.ROLL:
                    state = self._roll(state, throws + 1)
                    throws += 1
                else:
                    state = self._hold(state)
            if self.game.winner is None:
                self.journal.end(self.game, state.winner)
            self._tell(Ended(state.winner, names, throws, state))
            return state.winner

    def _roll(self, state: PigState, throw: int) -> PigState:
        values = self._throw_until_known(state.player, throw)
        after = state.apply(Action.ROLL, values)
        self.journal.write(self.game, "reading", throw, values=values)
        self._tell(Read(state.player, throw, values, after))
        return after

    def _throw_until_known(self, player: int, throw: int) -> tuple[int, ...]:
        for attempt in range(1, VOID_LIMIT + 1):
            self.journal.write(self.game, "intention", throw, wells=self.wells)
            self._throw, self._looks = throw, 0
            self._tell(Thrown(player, throw))
            try:
                return self.table.throw(self.wells, {}, self)
            except VoidThrowError as error:
                if attempt == VOID_LIMIT:
                    raise
                self._void(throw, str(error))
        raise AssertionError("the loop above returns or raises")

    def _hold(self, state: PigState) -> PigState:
        after = state.apply(Action.HOLD)
        self.journal.write(self.game, "hold")
        self._tell(Held(state.player, state.turn_total, after))
        return after

    def _void(self, throw: int, reason: str) -> None:
        self.journal.write(self.game, "void", throw, reason=reason)
        self.announced(f"Throw {throw} does not count ({reason}): it is made again, whatever lies there.")

    def looked(self, look: Look) -> None:
        """Pass on what the table saw."""
        self._looks += 1
        self._tell(Looked(self._throw, self._looks, look))

    def announced(self, text: str) -> None:
        """Pass on what the table has to say."""
        self._tell(Announced(text))

    def asked(self, die: int, look: Look) -> int | None:
        """Ask the people at the table what a die shows that cannot be read."""
        return self.onlooker.value(die, look) if self.onlooker else None

    def _tell(self, event: Event) -> None:
        for listener in self.listeners:
            listener.hear(event)
