"""What drives every game, at a terminal and on a host: from its entry in the journal to its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Listener
from robot.match.journal import Journal, JournalGame
from robot.match.match import Match
from robot.match.people import PATIENCE, PeopleAtTheDesk
from robot.match.players import Player
from robot.match.seats import Seating
from robot.table.table import Table


@dataclass(slots=True)
class GameRunner:
    """A game that is played in one sitting, or in several where something interrupts it.

    `game` is its entry in the journal, None before the first sitting; `seed` of the dice is entered with it. `players`
    are those of `seating`, `desk` is where people are asked, and `patience` is how many seconds they have to regret a
    choice.
    """

    seating: Seating
    players: Sequence[Player]
    desk: QuestionDesk | None
    listeners: Sequence[Listener]
    game: JournalGame | None = None
    seed: int | None = None
    patience: float = PATIENCE

    def enter(self, journal: Journal) -> JournalGame:
        """Return the game's entry in the journal, which is made for its first sitting; raises JournalError."""
        seating, rules = self.seating, self.seating.game
        begun = self.game or journal.begin(rules.name, rules.rules, seating.players, self.seed, seating.first)
        self.game = journal.game(begun.id)  # who begins may have been thrown for since
        return self.game

    def play(self, journal: Journal, table: Table) -> JournalGame:
        """Play to the end; return the game's entry. Raises what interrupts it: another sitting goes on from there."""
        match = Match(self.enter(journal), self.seating.game, self.players, table, journal, self.listeners)
        if self.desk and self.seating.asks:
            match.onlooker = PeopleAtTheDesk(self.desk, match.announced, self.patience)
        match.play()
        return match.game
