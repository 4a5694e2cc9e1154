"""A coached game from its first line to its last: who plays, how it stands, and what each line changes."""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.lines import CountedLine, DiceLine, Manner, PositionLine, due, throw
from robot.coach.positions import position_of
from robot.errors import UsageError
from robot.games.actions import make_refusal
from robot.games.game import Position, Strategist, TableGame
from robot.games.registry import check_played, make_game
from robot.language.names import YOU, read_name
from robot.match.seats import check_seats
from robot.match.standing import Step
from robot.review.past_games import PastGame, ReviewableGame
from solver.action import Action
from solver.decision import check_turn
from solver.errors import OptionError


@dataclass(frozen=True, slots=True)
class CoachStanding:
    """How a coached game stands.

    `pending` is an action that was chosen and whose throw has not been told yet, else None. `dice` are those of the
    last throw of this turn, and of one that ended a turn. `moves` are those that count so far.
    """

    position: Position
    pending: Action | None = None
    dice: tuple[int, ...] = ()
    moves: tuple[Step, ...] = ()

    @property
    def due(self) -> tuple[int, ...]:
        """How many dice may be told now, () if something has to be chosen first or the game is over."""
        return due(self.position, self.pending)


@dataclass(frozen=True, slots=True)
class CoachStep:
    """What one line changed; `chosen` is the action that it chose where there was a choice, else None."""

    before: CoachStanding
    after: CoachStanding
    chosen: Action | None = None


@dataclass(frozen=True, slots=True)
class CoachSetting:
    """What is played and by whom: `names` in the order of their turns, `manner` is how the coach speaks."""

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    manner: Manner = Manner.OPEN


class CoachSession:
    """A coached game, from its beginning or another position. A line that is not legal raises and changes nothing.

    Tables that the game solves are kept in `cache`. Raises UnknownNameError, OptionError, UsageError.
    """

    def __init__(self, setting: CoachSetting, cache: Path | None = None, start: Position | None = None) -> None:
        self.setting = setting
        self.game = coached_game(setting.game, setting.rules, cache)
        check_seats(len(setting.names), self.game, usual_names(self.game.seats.start))
        self.steps: list[tuple[CountedLine, CoachStep]] = []
        self._start = CoachStanding(start or self.game.begin(len(setting.names)))

    @property
    def names(self) -> tuple[str, ...]:
        return self.setting.names

    @property
    def standing(self) -> CoachStanding:
        """How the game stands after all lines that count."""
        return self.steps[-1][1].after if self.steps else self._start

    @property
    def position(self) -> Position:
        return self.standing.position

    @property
    def lines(self) -> tuple[CountedLine, ...]:
        """All lines that count."""
        return tuple(line for line, _ in self.steps)

    @cached_property
    def robot(self) -> Strategist[Any]:
        """The best robot of this game. Raises SolverError."""
        return self.game.robot("", None)

    @property
    def set_up(self) -> bool:
        """Whether the position was set up last, so that what comes next is weighed from there."""
        return bool(self.steps) and isinstance(self.steps[-1][0], PositionLine)

    @property
    def whole(self) -> bool:
        """Whether the game was played from its beginning, so that it is known which turn of a player this is."""
        return not any(isinstance(line, PositionLine) for line in self.lines)

    @property
    def costs(self) -> bool:
        """Whether it is known what choices cost; else the coach has a rule of thumb."""
        return isinstance(self.game, ReviewableGame)

    def advice(self, position: Position) -> CoachAdvice:
        """Return what is best in a position that is not over. Raises SolverError."""
        return CoachAdvice.of(position, self.robot)

    def hear(self, line: CountedLine, *, kept: bool = False) -> CoachStep:
        """Let a line count; a position that was not `kept` is weighed. Raises IllegalAnswerError and SolverError."""
        if isinstance(line, PositionLine):
            position = position_of(self.game, len(self.names), line.given, None if kept else self._check)
            step = CoachStep(self.standing, CoachStanding(position, None, position.lies(())))
        else:
            step = _step(self.standing, line)
            if isinstance(line, Action):  # which is kept as the rules know it
                line = (step.after.pending or step.after.moves[-1].action).bare
        self.steps.append((line, step))
        return step

    def _check(self, position: Position) -> None:
        """Raise SolverError for a position that no game has, and where it cannot be weighed."""
        check_turn(self.advice(position).decision, position.scores[position.player], position.at_risk)

    def undo(self) -> CountedLine:
        """Take the last line back and return it. Raises IllegalAnswerError if there is none."""
        if not self.steps:
            raise make_refusal("coach-refused-undo")
        return self.steps.pop()[0]

    def turn_of(self, seat: int) -> int:
        """Return how many turns a player has begun, with the one that begins now; of rounds those of all players."""
        positions = [*(made.before for made in self.standing.moves), self.position]
        begun = [one for place, one in enumerate(positions) if one.begins or not place]  # who set it up may have thrown
        return sum(one.player == seat or not one.by_turns for one in begun)

    def past(self) -> PastGame:
        """Return the game so far, as reviews take it."""
        return PastGame(self.game, self.names, self.standing.moves, self.position)


def coached_game(name: str, rules: Mapping[str, Any], cache: Path | None) -> TableGame[Any]:
    """Return a game that can be coached. Raises UnknownNameError, OptionError for one that cannot."""
    if "toml" not in rules:
        check_played(name)
    game = make_game(name, rules, cache)
    if dice_differ(game):
        raise OptionError(
            "the coach gets only values and cannot tell unequal dice apart: give one law to all dice of a player"
        )
    return game


def dice_differ(game: TableGame[Any]) -> bool:
    """Return whether the dice of any player differ, so that their values alone do not say what was thrown."""
    return any(map(game.differ, range(max(game.seats))))


def names_from(text: str | None, game: TableGame[Any]) -> tuple[str, ...]:
    """Return the players that `--players A,B` names, without it as few as needed. Raises UsageError, RefusedError."""
    if text is None:
        return usual_names(1 if 1 in game.seats else 2)
    names = tuple(name if name == YOU else read_name(name) for name in text.split(","))
    for name in names:
        if not name:
            raise UsageError("a player has no name: write --players A,B", key="fault-player")
        if names.count(name) > 1:
            raise UsageError(f"two players are called {name}: give each a name of their own", key="fault-player")
    return names


def usual_names(players: int) -> tuple[str, ...]:
    """Return names for 1 to 26 `players` who have not said theirs."""
    return (YOU,) if players == 1 else tuple(string.ascii_uppercase[:players])


def _step(standing: CoachStanding, line: DiceLine | Action) -> CoachStep:
    position, pending = standing.position, standing.pending
    if pending and not isinstance(line, DiceLine):
        raise make_refusal("coach-refused-pending")
    if position.over:
        raise make_refusal("coach-refused-over")
    action = pending or (
        position.choose_throw(len(line.dice)) if isinstance(line, DiceLine) else position.find_move(line)
    )
    chosen = action if position.chooses and not pending else None
    if isinstance(line, DiceLine):
        after, moves = throw(position, action, line.dice)
        shown = after.lies(line.dice)
    elif action.throws:
        return CoachStep(standing, CoachStanding(position, action, standing.dice, standing.moves), chosen)
    else:
        after, moves = position.after(action), (Step(position, action),)
        shown = after.lies(())
    return CoachStep(standing, CoachStanding(after, None, shown, (*standing.moves, *moves)), chosen)
