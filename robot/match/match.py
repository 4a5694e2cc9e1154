"""One game from its first entry in the journal to its end: the order of moves, and what the journal records when."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, TypeAlias

from robot.config import Config
from robot.errors import GameLeftError, UnsettledError, VoidThrowError
from robot.games.game import Position, TableGame, Tally, Wish
from robot.language import english
from robot.language.names import call_bare, name_actor, name_player
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import (
    Announced,
    Begun,
    Booked,
    Confirming,
    Corrected,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Listener,
    Looked,
    Read,
    Tallied,
    Thrown,
    Undone,
)
from robot.match.journal import Entry, Journal, JournalGame, Occasion, Unwritten
from robot.match.people import PATIENCE, PeopleAtTheDesk
from robot.match.players import Choice, Player, RobotPlayer
from robot.match.seats import Seating, check_dice
from robot.match.standing import Standing, Step, write_action
from robot.match.throw_off import DIE, TOGETHER, ThrowOff, in_order, next_or_first, throwers
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.look import Look
from robot.table.table import MachineTable, Table, in_wells
from robot.table.tray import require_known
from solver.action import Action

_log = logging.getLogger(__name__)
VOID_LIMIT = 3
STAND_IN = "casual"
"""The strategy of a robot that replaces a player who has left."""

Warn: TypeAlias = Callable[[Position, Action], Saying | None]
"""Returns a warning of what a person's action costs, None if it needs none."""


@dataclass(slots=True)
class Match:
    """A game between players at a table, in one sitting or, if something interrupts it, in several.

    `players` are those of `seating`, by seat. `desk` asks people, who have `patience` seconds to take a choice back.
    `game` is the game's row in the journal, None before the first sitting; `seed` is the seed of its dice. The journal
    holds every reading that counts. `unwritten` holds entries that could not be written; the next sitting writes them
    before it throws dice. The journal keeps `devices`, which are `kept` of the choice of the table.

    The match observes its throws: it turns looks into events, and passes the table's questions on to people. Before a
    person's choice counts, `warn` may say what it costs; the person can then choose again, once. `_throw` is the number
    of the throw, `_looks` the number of its last look, `_thrower` the player who throws.
    """

    seating: Seating
    players: Sequence[Player]
    desk: QuestionDesk | None
    listeners: Sequence[Listener]
    game: JournalGame | None = None
    seed: int | None = None
    patience: float = PATIENCE
    occasion: Occasion | None = None
    warn: Warn | None = None
    devices: Mapping[str, str] = field(default_factory=dict)
    unwritten: Unwritten = field(default_factory=Unwritten, init=False)
    onlooker: PeopleAtTheDesk | None = field(default=None, init=False)
    _journal: Journal = field(init=False)
    _table: Table = field(init=False)
    _entry: JournalGame = field(init=False)
    _seated: Sequence[Player] = field(init=False)
    _standing: Standing = field(init=False)
    _warned: Position | None = field(default=None, init=False)
    _looks: int = field(default=0, init=False)
    _throw: int = field(default=0, init=False)
    _thrower: Player = field(init=False)
    _dice_of: str = field(default="", init=False)

    @property
    def rules(self) -> TableGame[Any]:
        """The game with all its rules."""
        return self.seating.game

    def enter(self, journal: Journal) -> JournalGame:
        """Return the game's row in the journal. The first sitting makes it. Raises JournalError."""
        seating, rules = self.seating, self.rules
        begun = self.game or journal.begin(
            rules.name, rules.rules, seating.players, self.seed, seating.first, seated=True
        )
        self.game = journal.game(begun.id)  # the throw-off may have found who begins
        return self.game

    def play(self, journal: Journal, table: Table) -> JournalGame:
        """Play to the end; return the game's row in the journal. Raises what interrupts it; call this again to go on.

        Raises:
            GameLeftError: everybody has left.

        """
        check_dice(self.players, self.rules, by_hand=isinstance(table, HandsTable))
        self._journal, self._table, self._entry = journal, table, self.enter(journal)
        self._seated, self._warned, self._looks, self._throw, self._dice_of = self.players, None, 0, 0, ""
        desk = self.desk
        if desk and self.seating.asks:
            self.onlooker = PeopleAtTheDesk(desk, self.announce, self.patience)
        if desk and isinstance(table, MachineTable) and self.occasion is not Occasion.ATTRACT:
            desk.meanwhile = table.controller.keep_session
        elif desk and isinstance(table, HandsTable):
            desk.meanwhile = table.watch
        try:
            with journal.seat(self._entry):
                self._play()
        finally:
            if desk:
                desk.meanwhile = lambda: None
        return self._entry

    def _play(self) -> None:
        self.unwritten.catch_up(self._journal, self._entry)
        occasion = {"occasion": self.occasion} if self.occasion else {}
        self.unwritten.write(self._journal, self._entry, Entry("sitting", None, {**occasion, **self.devices}))
        self._sit_down()
        start: Position = self.rules.begin(len(self._seated))
        self._standing = Standing.of(start, self._journal.log(self._entry))
        people = sum(player.person for player in self._seated)
        counts = self._entry.id, self.rules.name, people, len(self._seated) - people, self._standing.throws
        _log.info("game %d of %s: people %d, robots %d, throws so far %d", *counts)
        begun = self._make_begun()
        if isinstance(self._table, MachineTable):
            self._table.restore(begun.faces)
        self._publish(begun)
        self._make_again()
        while not self._position.over:
            self._turn()
        if self._entry.winners is None:
            first = self._entry.first or 0
            winners = [(seat + first) % len(self._seated) for seat in self._position.winners]
            self._journal.end(self._entry, winners)
        self._publish(Ended(self._names, self._standing.throws, self._position))
        _log.info("game %d is over after %d throws", self._entry.id, self._standing.throws)

    def see(self, look: Look) -> None:
        """Publish a look of the table."""
        self._looks += 1
        self._publish(Looked(self._throw, self._looks, look))

    def announce(self, saying: Saying, about: About = About.GAME) -> None:
        """Publish an announcement."""
        self._publish(Announced(saying, about))

    def ask_value(self, die: int, look: Look) -> int | None:
        """Ask people for the value (1 to 6) of a die that cannot be read; None if nobody is there."""
        return self.onlooker.value(die, look) if self.onlooker else None

    def ask_to_correct(self, target: Saying) -> bool:
        """Ask people to correct dice; return whether they did."""
        return self.onlooker is not None and self.onlooker.ask_to_correct(target)

    def wait_ready(self, seconds: float | None) -> bool:
        """Wait up to `seconds` until people say that their dice lie there; return whether they did."""
        return self.onlooker is not None and self.onlooker.wait_ready(seconds, self._asked)

    @property
    def thrower(self) -> str:
        """The name of the player who throws, as sentences call it."""
        return call_bare(self._names)[self._seated.index(self._thrower)]

    @property
    def _asked(self) -> tuple[str, ...]:
        """The names of those who say what dice show that people threw: a person for their own, () (all) for a robot."""
        return (self._thrower.name,) if self._thrower.person else ()

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        """Ask people whether their dice show these values; None if the camera should look again."""
        if self.onlooker is None:
            return require_known(values)
        return self._note_correction(look, self.onlooker.confirm(values, self._show_confirming, self._asked))

    def ask_dice(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        """Ask people what their dice show; None if the camera should look again."""
        if self.onlooker is None:
            return require_known(values)
        said = self.onlooker.ask_dice(values, self._show_confirming, self._asked, look)
        return self._note_correction(look, said) if look else said

    def _show_confirming(self, values: tuple[int | None, ...], chosen: int) -> None:
        self._publish(Confirming(self._seated.index(self._thrower), self._throw, values, chosen))

    def _note_correction(self, look: Look, said: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if said is not None and look.values and said != look.values:
            self._publish(Corrected(self._seated.index(self._thrower), self._throw, look, said))
        return said

    def ask_throw(self, things: int) -> tuple[int, ...]:
        """Ask people for a throw that no camera can read."""
        if self.onlooker is None:
            raise UnsettledError("nobody is here to say how the pigs lie: stay at the table")
        return self.onlooker.ask_throw(things, self._asked)

    def _sit_down(self) -> None:
        """Put the players in order of play, with robots in the seats of those who have left."""
        if self._entry.first is None:
            self._entry = self._journal.settle_first(self._entry, self._throw_off())
        self._seated = in_order(self._seated, self._entry.first or 0)
        for entry in self._journal.log(self._entry):
            if entry.kind == "leave":
                self._replace(entry.data["seat"])

    def _throw_off(self) -> int:
        """Make the throws of the throw-off that the journal lacks, and return the index of the player who begins."""
        values = [entry.data["value"] for entry in self._journal.log(self._entry) if entry.kind == "first"]
        self._tell_throw_off(Saying("first-wanted"), values)
        while due := throwers(len(self._seated), values):
            together, thrower = self._find_together(due), self._seated[due[0]]
            wells = DIE if len(together) == 1 else TOGETHER[: len(together)]
            shown = self._try_until_known(0, partial(self._throw_dice, thrower, wells, {}))
            thrown = list(zip(together, shown, strict=True))
            entries = (Entry("first", None, {"player": place, "value": value}) for place, value in thrown)
            self.unwritten.write(self._journal, self._entry, *entries)
            for place, value in thrown:
                values.append(value)
                said = Saying("first-throw", {"name": name_actor(self._seated[place].name), "value": value})
                if place == together[-1]:
                    self._tell_throw_off(said, values)
                else:
                    self.announce(said, About.FIRST)
        _, place = next_or_first(len(self._seated), values)
        self._tell_throw_off(Saying("first-found", {"name": name_actor(self._seated[place].name)}), values)
        return place

    def _tell_throw_off(self, saying: Saying, values: Sequence[int]) -> None:
        due = throwers(len(self._seated), values)
        rolling = tuple(self._find_together(due)) if due and not self._throws_by_hand(due[0]) else ()
        self._publish(Announced(saying, About.FIRST, ThrowOff(self._names, tuple(values), rolling)))

    def _find_together(self, due: Sequence[int]) -> list[int]:
        """Return the players, a first part of `due`, whose dice are thrown at once.

        People throw one die after the other, so that each die belongs to a player.
        """
        if self._throws_by_hand(due[0]):
            return [due[0]]
        return list(takewhile(lambda place: not self._seated[place].by_hand, due))[: len(TOGETHER)]

    def _throws_by_hand(self, seat: int) -> bool:
        return self._seated[seat].by_hand or isinstance(self._table, HandsTable)

    @property
    def _position(self) -> Position:
        return self._standing.position

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self._seated)

    def _make_begun(self) -> Begun:
        people = tuple(player.person for player in self._seated)
        rules, standing = self.rules, self._standing
        last = next((step for step in reversed(standing.steps) if step.values), None)
        machine = last and not self._throws_by_hand(last.before.player)
        return Begun(
            rules.name,
            rules.title,
            rules.rules,
            self._names,
            people,
            standing.position,
            standing.throws,
            self._entry.seed,
            tuple(step.before for step in standing.steps),
            tuple(entry.data["seat"] for entry in self._journal.log(self._entry) if entry.kind == "leave"),
            dict(zip(last.before.wells_for(last.action), last.values, strict=False)) if last and machine else {},
        )

    def _make_again(self) -> None:
        """Repeat an interrupted throw. A new choice after a look at the dice would be cheating."""
        action, throw = self._standing.open_action, self._standing.open_throw
        if throw is not None:
            self._void(throw, Saying("void-interrupted"))
        if action is not None:
            self._publish(Decided(self._position, action, None))
            self._roll(action)

    def _turn(self) -> None:
        position = self._position
        if position.forced is not None:
            self._publish(Decided(position, position.forced, None))
            self._roll(position.forced)
            return
        choice = self._seated[position.player].choose(position, self._show_tally, self._objection())
        match choice:
            case Wish.TAKE_BACK:
                self._take_back()
            case Wish.HINT:
                self._publish(Hinted(position, *self.rules.robot("", None).decide(position)))
            case Wish.LEAVE:
                self._leave(position.player)
            case Choice() if self.warn is None or not self._reconsiders(self.warn, choice.action):
                self._make(choice)

    def _reconsiders(self, warn: Warn, action: Action) -> bool:
        """Warn a person of an action; return whether they choose again. Warn once in each position."""
        position = self._position
        player = self._seated[position.player]
        if self.onlooker is None or not player.person or position is self._warned:
            return False
        warning = warn(position, action)
        if warning is None:
            return False
        self._warned = position
        return self.onlooker.reconsiders(warning, (player.name,), throws=action.throws)

    def _make(self, choice: Choice) -> None:
        position, action = self._standing.position, choice.action
        decided = Decided(position, action, choice.decision)
        if not action.throws and self._seated[position.player].person:  # write it before anybody hears of it
            self._book(action, decided)
            return
        self._publish(decided)
        if self._regrets():
            self._take_back()
        elif action.throws:
            self._roll(action)
        else:
            self._book(action)

    def _roll(self, action: Action) -> None:
        before, throw = self._position, self._standing.throws + 1
        values = self._throw_until_known(action, throw)
        after = before.after(action, values)
        self._write("reading", throw, values=values)
        self._standing.step(action, after, values)
        self._publish(Read(throw, before, action, values, after))

    def _throw_until_known(self, action: Action, throw: int) -> tuple[int, ...]:
        keep, wells = self._position.find_kept(action), self._position.wells_for(action)
        seat, lies_open = self._position.player, self._throws_by_hand(self._position.player)
        faces = tuple(sorted(keep.values())) if lies_open else ()

        def throw_dice() -> tuple[int, ...]:
            self._commit("intention", throw, wells=wells, **write_action(self._position, action))
            self._publish(Thrown(seat, throw, tuple(sorted(keep)), faces, by_hand=lies_open))
            return self._throw_dice(self._seated[seat], wells, keep)

        return self._try_until_known(throw, throw_dice)

    def _try_until_known(self, throw: int, thrown: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        for attempt in range(1, VOID_LIMIT + 1):
            if throw != self._throw:
                self._throw, self._looks = throw, 0
            self._journal.check_room()
            try:
                return thrown()
            except VoidThrowError as error:
                if attempt == VOID_LIMIT:
                    raise
                self._void(throw, error.saying)
        raise AssertionError("the loop above returns or raises")

    def _throw_dice(self, player: Player, wells: tuple[int, ...], keep: Mapping[int, int]) -> tuple[int, ...]:
        self._thrower = player
        if not self.rules.wells:
            return self.ask_throw(len(wells))
        if not player.by_hand:
            self._exchange_dice(player)
            return self._table.throw(wells, keep, self)
        try:
            thrown = self._table.by_hand(len(wells) - len(keep), tuple(keep.values()), self)
        finally:
            if self.onlooker:
                self.onlooker.close()
        return in_wells(wells, keep, thrown)

    def _exchange_dice(self, player: Player) -> None:
        """Tell people to put another player's dice into the wells. If anybody is there, wait until that is done."""
        rules = self.rules
        wells = not isinstance(self._table, HandsTable)
        if wells and rules.exchanges and self._dice_of != player.name:
            needed = Saying("wells-need-dice-of", {"name": name_actor(player.name)})
            if self.onlooker:
                self.onlooker.ask_exchange(needed)
            else:
                self.announce(needed)
            self._dice_of = player.name

    def _book(self, action: Action, *told: Event) -> None:
        """Let an action without a throw count, then publish the events `told` and Booked."""
        before = self._standing.position
        after = before.after(action)
        self._write("booking", **write_action(before, action))
        self._standing.step(action, after)
        for event in (*told, Booked(before, action, after)):
            self._publish(event)

    def _void(self, throw: int, reason: Saying) -> None:
        if throw:
            self._commit("void", throw, reason=english().say(reason))
        self.announce(Saying("void", {"throw": throw, "reason": reason}))

    def _regrets(self) -> bool:
        """Ask whether a person takes a choice back before a robot moves, unless a warning has asked this already."""
        if self.onlooker is None or self._seated[self._position.player].person:
            return False
        if self._objection() is not None or self._standing.steps[-1].before is self._warned:
            return False
        mover = self._seated[self._standing.steps[-1].before.player].name
        return self.onlooker.regrets((mover,))

    def _objection(self) -> Saying | None:
        """Return why the last move cannot be taken back, None if the others may decide."""
        steps = self._standing.steps
        return objection(steps[-1], self._seated) if steps else Saying("back-nothing")

    def _take_back(self) -> None:
        """Take back the last move, if all other people agree."""
        step = self._standing.steps[-1]
        asked = others(step, self._seated)
        people = [self._seated[seat].name for seat in asked if self._seated[seat].person]
        if people:
            name = name_actor(self._seated[step.before.player].name)
            self.announce(Saying("asks-back", {"name": name, "move": step.before.name_move(step.action)}))
            if not (self.onlooker and all(self.onlooker.agrees([other]) for other in people)):
                self.announce(Saying("stands"))
                return
        self._commit("undo", player=step.before.player, agreed=asked)
        self._publish(Undone(step.action, asked, self._position))

    def _leave(self, seat: int) -> None:
        """Let a robot replace a player who leaves. If no other person plays, raise GameLeftError."""
        name = self._seated[seat].name
        stay = any(player.person for place, player in enumerate(self._seated) if place != seat)
        if self.onlooker and not self.onlooker.leaves(name, alone=not stay):
            self.announce(Saying("stays", {"name": name_actor(name)}))
            return
        if not stay:
            raise GameLeftError("everybody has left")
        _log.info("game %d: player %d has left", self._entry.id, seat + 1)
        self._commit("leave", seat=seat)
        self._replace(seat)
        self._publish(Left(seat, name))

    def _replace(self, seat: int) -> None:
        strategy = self.rules.robot(STAND_IN, Random(f"{seat} {self._entry.id}"))
        self._seated = [
            RobotPlayer(player.name, strategy) if place == seat else player for place, player in enumerate(self._seated)
        ]

    def _commit(self, kind: str, throw: int | None = None, **data: Any) -> None:
        self._standing.apply(self._write(kind, throw, **data))

    def _write(self, kind: str, throw: int | None = None, **data: Any) -> Entry:
        entry = Entry(kind, throw, data)
        self.unwritten.write(self._journal, self._entry, entry)
        return entry

    def _show_tally(self, tally: Tally) -> None:
        self._publish(Tallied(self._position.player, tally, self._position))

    def _publish(self, event: Event) -> None:
        for listener in self.listeners:
            listener.hear(event)


def objection(step: Step, players: Sequence[Player]) -> Saying | None:
    """Return why the last move cannot be taken back; None if the other people may decide."""
    mover = players[step.before.player]
    if not mover.person:
        return Saying("back-robot", {"name": name_player(mover.name)})
    if not step.action.throws:
        return None
    robot = next((player.name for player in players if not player.person), None)
    if robot:
        return Saying("back-thrown", {"name": name_player(robot)})
    return None if others(step, players) else Saying("back-alone")


def others(step: Step, players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats of all players except the one who made the move."""
    return tuple(seat for seat in range(len(players)) if seat != step.before.player)


KEYS: Mapping[Wish, str] = {Wish.HINT: "hints", Wish.TAKE_BACK: "take_back", Wish.LEAVE: "leaving"}
"""The key of config.toml for each wish."""


def list_permitted(config: Config) -> frozenset[Wish]:
    """Return the wishes that the configuration permits."""
    return frozenset(wish for wish, key in KEYS.items() if getattr(config, key))
