"""Runs every game, at a terminal and on a host, from its entry in the journal to its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Listener
from robot.match.journal import Journal, JournalGame, Occasion, Unwritten
from robot.match.match import Match
from robot.match.people import PATIENCE, PeopleAtTheDesk
from robot.match.players import Player
from robot.match.seats import Seating, check_dice
from robot.table.hands import HandsTable
from robot.table.table import Table


@dataclass(slots=True)
class GameRunner:
    """A game that is played in one sitting, or in several if something interrupts it.

    `game` is its entry in the journal, None before the first sitting. The entry holds the `seed` of the dice. `players`
    are those of `seating`. People are asked at `desk`, and have `patience` seconds to take a choice back. What the
    journal has refused is `unwritten`; the next sitting writes it before any die is thrown.
    """

    seating: Seating
    players: Sequence[Player]
    desk: QuestionDesk | None
    listeners: Sequence[Listener]
    game: JournalGame | None = None
    seed: int | None = None
    patience: float = PATIENCE
    occasion: Occasion | None = None
    unwritten: Unwritten = field(default_factory=Unwritten, init=False)

    def enter(self, journal: Journal) -> JournalGame:
        """Return the game's entry in the journal. The first sitting makes the entry. Raises JournalError."""
        seating, rules = self.seating, self.seating.game
        begun = self.game or journal.begin_seated(rules.name, rules.rules, seating.players, self.seed, seating.first)
        self.game = journal.game(begun.id)  # the throw-off may have settled since who begins
        return self.game

    def play(self, journal: Journal, table: Table) -> JournalGame:
        """Play to the end; return the game's entry. Raises what interrupts it. Another sitting then goes on."""
        check_dice(self.players, self.seating.game, by_hand=isinstance(table, HandsTable))
        parts = self.seating.game, self.players, table, journal, self.listeners
        match = Match(self.enter(journal), *parts, occasion=self.occasion, unwritten=self.unwritten)
        if self.desk and self.seating.asks:
            match.onlooker = PeopleAtTheDesk(self.desk, match.announced, self.patience)
        match.play()
        return match.game
