"""A coached game from its first line to its last: its players, its state, the effect of each line, and its end."""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.lines import CountedLine, DiceLine, Manner, PositionLine, numbers_due
from robot.coach.positions import PositionForm
from robot.errors import UsageError
from robot.games.actions import make_refusal
from robot.games.game import Position, TableGame
from robot.games.reasons import Robot
from robot.games.registry import check_played, make_game, table_name
from robot.language.names import YOU, read_name
from robot.match.seats import check_seats
from robot.match.standing import Step, take_throw
from robot.review.past_games import PastGame, review_past
from robot.review.summary import GameSummary, summarise
from solver.action import Action
from solver.decision import NOTHING, check_turn
from solver.errors import OptionError
from solver.notation import Noted

WORST = 3
"""How many choices of each player the coach tells at the end."""


@dataclass(frozen=True, slots=True)
class CoachStanding:
    """The state of a coached game after a `line`, which is None at the beginning.

    `pending` is a chosen action whose throw nobody has entered yet, else None. `dice` are those of the last throw of
    this turn, or of the throw that ended a turn. `steps` are the line's own. `chosen` is its choice, None if there was
    none to make.
    """

    position: Position
    line: CountedLine | None = None
    pending: Action | None = None
    dice: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    chosen: Step | None = None

    @property
    def due(self) -> tuple[int, ...]:
        """The numbers of dice that may be entered now, () if a choice comes first or the game is over."""
        return () if self.position.over else self.position.find_due(self.pending)

    def follow(self, line: DiceLine | Action) -> "CoachStanding":
        """Return how the game stands after a line. Raises IllegalAnswerError."""
        position, pending = self.position, self.pending
        if pending and isinstance(line, Action):
            raise make_refusal("coach-refused-pending")
        if position.over:
            raise make_refusal("coach-refused-over")
        if isinstance(line, Action):
            action = position.find_move(line)
            line, chosen = action.bare, Step(position, action) if position.chooses else None
            if action.throws:
                return CoachStanding(position, line, action, self.dice, chosen=chosen)
            after = position.after(action)
            return CoachStanding(after, line, None, after.lies(()), (Step(position, action),), chosen)
        action = pending or position.choose_throw(len(line.dice))
        chosen = Step(position, action) if position.chooses and not pending else None
        if len(line.dice) not in (wanted := position.find_due(action)):
            raise make_refusal("coach-refused-number", given=len(line.dice), due=numbers_due(wanted))
        after, steps = take_throw(position, action, line.dice)
        return CoachStanding(after, line, None, after.lies(line.dice), steps, chosen)


@dataclass(frozen=True, slots=True)
class CoachSetting:
    """What is played and by whom: `names` in the order of their turns, `manner` is how the coach speaks."""

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    manner: Manner = Manner.OPEN


@dataclass(frozen=True, slots=True)
class CostlyChoice:
    """A choice that was not the best. `turn` counts the turns of its player, from 1."""

    turn: int
    action: Action
    advice: CoachAdvice

    def to_json(self) -> dict[str, Any]:
        return {"turn": self.turn} | self.advice.choice_json(self.action)


class CoachSession:
    """A coached game from its beginning or another position. An illegal line raises an error and changes nothing.

    `standings` holds the first standing, and one more for each line that counts. Tables that the game solves are kept
    in `cache`. Raises UnknownNameError, OptionError, UsageError.
    """

    def __init__(self, setting: CoachSetting, cache: Path | None = None, start: Position | None = None) -> None:
        self.setting = setting
        self.game = make_coached(setting.game, setting.rules, cache)
        check_seats(len(setting.names), self.game, usual_names(self.game.seats.start))
        self.standings = [CoachStanding(start or self.game.begin(len(setting.names)))]

    @property
    def names(self) -> tuple[str, ...]:
        return self.setting.names

    @property
    def standing(self) -> CoachStanding:
        """How the game stands after all lines that count."""
        return self.standings[-1]

    @property
    def position(self) -> Position:
        return self.standing.position

    @property
    def lines(self) -> tuple[CountedLine, ...]:
        """All lines that count."""
        return tuple(one.line for one in self.standings if one.line)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves that count, from the beginning or from the position that was set up last."""
        set_up = (place for place, one in enumerate(self.standings) if isinstance(one.line, PositionLine))
        return tuple(step for one in self.standings[max(set_up, default=0) :] for step in one.steps)

    @cached_property
    def robot(self) -> Robot:
        """The best robot of this game. Raises SolverError."""
        return self.game.robot("", None)

    @property
    def set_up(self) -> bool:
        """Whether the last line set the position up, so that moves are weighed from there."""
        return isinstance(self.standing.line, PositionLine)

    @property
    def whole(self) -> bool:
        """Whether the game was played from its beginning, so that it is known which turn of a player this is."""
        return not any(isinstance(line, PositionLine) for line in self.lines)

    def advice(self, position: Position) -> CoachAdvice:
        """Return what is best in a position that is not over. Raises SolverError."""
        return CoachAdvice.of(position, self.robot)

    def open_advice(self) -> CoachAdvice | None:
        """Return the advice of an open coach, None while a chosen throw is due. Raises SolverError."""
        open_now = self.setting.manner is Manner.OPEN and not (self.position.over or self.standing.pending)
        return self.advice(self.position) if open_now else None

    def hear(self, line: CountedLine, *, kept: bool = False) -> CoachStanding:
        """Follow a line. A position that was not `kept` is checked. Raises IllegalAnswerError and SolverError."""
        if isinstance(line, PositionLine):
            position = PositionForm(self.game, len(self.names)).position(line.given, None if kept else self._check)
            heard = CoachStanding(position, line, dice=position.lies(()))
        else:
            heard = self.standing.follow(line)
        self.standings.append(heard)
        return heard

    def _check(self, position: Position) -> None:
        """Raise SolverError for a position that no game has or that cannot be weighed."""
        check_turn(self.advice(position).decision, position.scores[position.player], position.at_risk)

    def undo(self) -> None:
        """Take the last line back. Raises IllegalAnswerError if there is none."""
        if not self.lines:
            raise make_refusal("coach-refused-undo")
        self.standings.pop()

    def turn_of(self, seat: int) -> int:
        """Return how many turns a player has begun, with the current one; in rounds, those of all players."""
        positions = [*(step.before for step in self.steps), self.position]
        begun = [one for place, one in enumerate(positions) if one.begins or not place]  # maybe set up after a throw
        return sum(one.player == seat or not one.by_turns for one in begun)

    def worst_choices(self) -> tuple[tuple[CostlyChoice, ...], ...]:
        """Return the worst choices of each player, costliest first. Raises SolverError."""
        turns = [0] * len(self.names)
        found: list[list[CostlyChoice]] = [[] for _ in self.names]
        for place, made in enumerate(self.steps):
            position, seat = made.before, made.before.player
            turns[seat] += position.begins or not place
            if not position.chooses:
                continue
            advice = self.advice(position)
            if not advice.by_rule and advice.cost(made.action) > NOTHING:
                found[seat].append(CostlyChoice(turns[seat], made.action, advice))
        return tuple(tuple(sorted(costly, key=lambda one: -one.advice.cost(one.action))[:WORST]) for costly in found)

    def summary(self) -> GameSummary:
        """Return the summary of the game as far as it went, with luck and skill apart. Raises SolverError."""
        past = PastGame(self.game, self.names, self.steps, self.position)
        return summarise(past, review_past(past, wins=False))


def make_coached(name: str, rules: Mapping[str, Any], cache: Path | None) -> TableGame[Any]:
    """Return a game that can be coached. Raises UnknownNameError, OptionError for one that cannot."""
    if "toml" not in rules:
        check_played(name)
    game = make_game(name, rules, cache)
    if game.apart:
        raise OptionError("the coach cannot tell different dice apart: give all dice of a player the same chances")
    return game


def names_from(text: str | None, game: TableGame[Any]) -> tuple[str, ...]:
    """Return the players that `--players A,B` names, without it as few as needed. Raises UsageError, RefusedError."""
    if text is None:
        return usual_names(1 if 1 in game.seats else 2)
    names = tuple(name if name == YOU else read_name(name) for name in text.split(","))
    for name in names:
        if not name:
            raise UsageError("a player has no name: write --players A,B", key="fault-player")
        if names.count(name) > 1:
            raise UsageError(f"two players are called {name}: give each a different name", key="fault-player")
    return names


def setting_of_line(line: str) -> CoachSetting:
    """Return the game of a position, with default names of players. Raises PositionError for another text."""
    noted = Noted.read(line)
    return CoachSetting(table_name(noted.game), noted.options(), usual_names(len(noted.scores)))


def usual_names(players: int) -> tuple[str, ...]:
    """Return default names for 1 to 26 `players`."""
    return (YOU,) if players == 1 else tuple(string.ascii_uppercase[:players])
