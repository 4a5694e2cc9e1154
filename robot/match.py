"""One game: who moves, what is journaled when, and what counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot.errors import VoidThrowError
from robot.events import (
    Announced,
    Begun,
    Booked,
    Confirming,
    Corrected,
    Decided,
    Ended,
    Event,
    Listener,
    Looked,
    Read,
    Tallied,
    Thrown,
    Undone,
)
from robot.games.game import Move, Position, TableGame, Tally
from robot.journal import Entry, Game, Journal
from robot.language import Saying, english
from robot.look import Look
from robot.onlooker import Onlooker
from robot.players import Choice, Player
from robot.standing import Standing
from robot.table import Table
from robot.tray import known
from robot.undo import objection, others
from robot.words import actor

VOID_LIMIT = 3


@dataclass(slots=True)
class Match:
    """A game between players at a table.

    Whatever interrupts `play`, the journal holds every reading that counted, and another match over the same journal
    and game goes on from there.
    """

    game: Game
    rules: TableGame[Any]
    players: Sequence[Player]
    table: Table
    journal: Journal
    listeners: Sequence[Listener]
    onlooker: Onlooker | None = None
    _standing: Standing = field(init=False)
    _looks: int = field(default=0, init=False)
    _throw: int = field(default=0, init=False)

    def play(self) -> tuple[int, ...]:
        """Play to the end and return the winners' seats."""
        with self.journal.seat(self.game):
            start: Position = self.rules.begin(len(self.players))
            self._standing = Standing.of(start, self.journal.log(self.game))
            self._commit("sitting")
            self._tell(self._begun())
            self._make_again()
            while not self._position.over:
                self._turn()
            winners = self._position.winners
            if self.game.winners is None:
                self.journal.end(self.game, winners)
            self._tell(Ended(self._names, self._standing.throws, self._position))
            return winners

    @property
    def _position(self) -> Position:
        return self._standing.position

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def _begun(self) -> Begun:
        people = tuple(player.person for player in self.players)
        rules, standing = self.rules, self._standing
        return Begun(
            rules.name,
            rules.title,
            rules.rules,
            self._names,
            people,
            standing.position,
            standing.throws,
            self.game.seed,
        )

    def _make_again(self) -> None:
        """Make the throw again that was interrupted: to choose anew after a look at the dice would be cheating."""
        move, throw = self._standing.open_move, self._standing.open_throw
        if throw is not None:
            self._void(throw, Saying("void-interrupted"))
        if move is not None:
            self._tell(Decided(self._position, move, None))
            self._roll(move)

    def _turn(self) -> None:
        position = self._position
        if position.forced is not None:
            self._tell(Decided(position, position.forced, None))
            self._roll(position.forced)
            return
        choice = self.players[position.player].choose(position, self._tallied)
        if not isinstance(choice, Choice):
            self._take_back()
            return
        self._tell(Decided(position, choice.move, choice.decision))
        if self._regrets():
            self._take_back()
        elif choice.move.keep is not None:
            self._roll(choice.move)
        else:
            self._book(choice.move)

    def _roll(self, move: Move) -> None:
        before, throw = self._position, self._standing.throws + 1
        values = self._throw_until_known(move, throw)
        before.after(move, values)
        self._commit("reading", throw, values=values)
        self._tell(Read(throw, before, move, values, self._position))

    def _throw_until_known(self, move: Move, throw: int) -> tuple[int, ...]:
        keep, wells = move.keep or {}, self._position.wells_for(move)
        for attempt in range(1, VOID_LIMIT + 1):
            self._commit("intention", throw, wells=wells, **move.to_json())
            self._throw, self._looks = throw, 0
            self._tell(Thrown(self._position.player, throw, tuple(sorted(keep))))
            try:
                return self._thrown(wells, keep)
            except VoidThrowError as error:
                if attempt == VOID_LIMIT:
                    raise
                self._void(throw, error.saying)
        raise AssertionError("the loop above returns or raises")

    def _thrown(self, wells: tuple[int, ...], keep: Mapping[int, int]) -> tuple[int, ...]:
        if not self.players[self._position.player].by_hand:
            return self.table.throw(wells, keep, self)
        fresh = iter(self.table.by_hand(len(wells) - len(keep), tuple(keep.values()), self))
        return tuple(keep[well] if well in keep else next(fresh) for well in wells)

    def _book(self, move: Move) -> None:
        before = self._position
        before.after(move)
        self._commit("booking", **move.to_json())
        self._tell(Booked(before, move, self._position))

    def _void(self, throw: int, reason: Saying) -> None:
        self._commit("void", throw, reason=english().say(reason))
        self.announced(Saying("void", {"throw": throw, "reason": reason}))

    def _regrets(self) -> bool:
        """Return whether a person's choice is regretted before a robot goes on from it."""
        steps = self._standing.steps
        if self.onlooker is None or not steps or self.players[self._position.player].person:
            return False
        return objection(steps[-1], self.players) is None and self.onlooker.regrets()

    def _take_back(self) -> None:
        """Take back the last move, if it was a person's choice and all the others agree."""
        steps = self._standing.steps
        refused = objection(steps[-1], self.players) if steps else Saying("back-nothing")
        if refused is not None:
            self.announced(Saying("nothing-back", {"why": refused}))
            return
        step = steps[-1]
        asked = others(step, self.players)
        people = [self.players[seat].name for seat in asked if self.players[seat].person]
        if people:
            name = actor(self.players[step.before.player].name)
            self.announced(Saying("asks-back", {"name": name, "move": step.before.name_move(step.move)}))
            if not (self.onlooker and self.onlooker.agrees(people)):
                self.announced(Saying("stands"))
                return
        self._commit("undo", player=step.before.player, agreed=asked)
        self._tell(Undone(step.move, asked, self._position))

    def _commit(self, kind: str, throw: int | None = None, **data: Any) -> None:
        self.journal.write(self.game, kind, throw, **data)
        self._standing.apply(Entry(kind, throw, data))

    def looked(self, look: Look) -> None:
        """Pass on what the table saw."""
        self._looks += 1
        self._tell(Looked(self._throw, self._looks, look))

    def announced(self, saying: Saying) -> None:
        """Pass on what the table has to say."""
        self._tell(Announced(saying))

    def asked(self, die: int, look: Look) -> int | None:
        """Ask the people at the table what a die shows that cannot be read."""
        return self.onlooker.value(die, look) if self.onlooker else None

    def mended(self, target: Saying) -> bool:
        """Ask the people at the table to set dice right."""
        return self.onlooker is not None and self.onlooker.mended(target)

    def ready(self, seconds: float | None) -> bool:
        """Wait for the people at the table, and return whether they say that their dice lie there."""
        return self.onlooker is not None and self.onlooker.ready(seconds)

    def confirmed(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        """Ask the people at the table whether their dice show these values."""
        if self.onlooker is None:
            return known(values)
        player, throw = self._position.player, self._throw
        said = self.onlooker.confirmed(values, lambda now, chosen: self._tell(Confirming(player, throw, now, chosen)))
        if said is not None and said != look.values:
            self._tell(Corrected(player, throw, look, said))
        return said

    def _tallied(self, tally: Tally) -> None:
        self._tell(Tallied(self._position.player, tally))

    def _tell(self, event: Event) -> None:
        for listener in self.listeners:
            listener.hear(event)
