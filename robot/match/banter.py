"""What the robot says to people beside the game: it greets, teases, admits its luck, congratulates, says goodbye."""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from robot.games.views import KeepView, PointsView, PositionView, SheetView
from robot.match.events import Announced, Begun, Booked, Ended, Event, Left, Read
from robot.match.moments import MomentKind, moment_of
from robot.saying import Saying
from robot.table.about import About

LINES = 4
"""There are this many lines for each situation: the messages `talk-SITUATION-1` and so on."""
APART = 4
"""The fewest throws between two lines within a game."""
LATE = 2 / 3
"""The share of the goal that the second has where a race may be close."""
NEAR = 1 / 10
"""The share of the goal, or of the best total, by which the best two differ at most where it is close."""
FEW_BOXES = 3
"""The open boxes of a sheet at which a game may be close."""


class Situation(enum.StrEnum):
    """What the robot has something to say about."""

    HELLO = "hello"
    BAD_LUCK = "bad-luck"
    GOOD_LUCK = "good-luck"
    CLOSE = "close"
    LOST = "lost"
    WON = "won"
    SHARED = "shared"
    GOODBYE = "goodbye"


@dataclass(slots=True)
class Banter:
    """Hears a game between people and robots, and lets `tell` have what the robot says of it, unless it is `quiet`.

    A line never follows itself: `chance` draws among the others of its situation.
    """

    tell: Callable[[Announced], None]
    chance: Random
    quiet: bool = False
    _people: tuple[bool, ...] = field(default=(), init=False)
    _last: dict[Situation, int] = field(default_factory=dict, init=False)
    _throws: int = field(default=0, init=False)
    _close: bool = field(default=False, init=False)

    def hear(self, event: Event) -> None:
        """Say what there is to say about an event."""
        match event:
            case Begun(people=people):
                if not any(people):
                    self.part()
                both = len(set(people)) > 1
                self._people, self._throws, self._close = people if both else (), 0, event.throws > 0
                if both and not event.throws:
                    self._say(Situation.HELLO)
            case Left(player=seat) if self._people:
                self._people = (*self._people[:seat], False, *self._people[seat + 1 :])
                self._say(Situation.GOODBYE)
            case Ended(position=position) if any(self._people) and position.winners:
                kinds = {self._people[seat] for seat in position.winners}
                alone = Situation.LOST if True in kinds else Situation.WON
                self._say(Situation.SHARED if len(kinds) > 1 else alone)
            case Read() | Booked() if any(self._people) and not event.position.over:
                if situation := self._find_situation(event):
                    self._say(situation)

    def part(self) -> None:
        """Say goodbye to those who were greeted, or have played, and were not told so yet."""
        if any(self._people):
            self._say(Situation.GOODBYE)
        self._people = ()

    def _find_situation(self, event: Read | Booked) -> Situation | None:
        self._throws += isinstance(event, Read)
        moment, found = moment_of(event), None
        if moment and moment.seat is not None and self._throws >= APART:
            person = self._people[moment.seat]
            if moment.kind is MomentKind.BUST and person and moment.lost:
                found = Situation.BAD_LUCK
            elif moment.kind in {MomentKind.LEAD, MomentKind.ALIKE} and not person:
                found = Situation.GOOD_LUCK
        if not self._close and not found and event.position.player != event.player and is_close(event.position.view()):
            self._close, found = True, Situation.CLOSE
        if found:
            self._throws = 0
        return found

    def _say(self, situation: Situation) -> None:
        if self.quiet:
            return
        lines = [line for line in range(LINES) if line != self._last.get(situation)]
        self._last[situation] = line = self.chance.choice(lines)
        self.tell(Announced(line_of(situation, line), About.TALK))


def line_of(situation: Situation, line: int) -> Saying:
    """Return the line of a number from 0 of a situation."""
    return Saying(f"talk-{situation}-{line + 1}")


def is_close(view: PositionView) -> bool:
    """Return whether the best two are near each other, and near the end of a race or of their sheets."""
    if isinstance(view, SheetView):
        if any(sum(score is None for score in card.scores) > FEW_BOXES for card in view.cards):
            return False
        points, end = [card.total for card in view.cards], None
    elif isinstance(view, PointsView) and view.goal and not (isinstance(view, KeepView) and view.least):
        points, end = [*view.scores], view.goal
    else:
        return False
    best, second = sorted(points, reverse=True)[:2]
    return best - second <= NEAR * (end or best) and second >= LATE * (end or second)
