"""Pig at the table: one die, and the hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from hardware.panel import Button, Panel
from robot.games.game import Board, Move, Reasons, Tally
from robot.games.reasons import Reasoned, race_reason
from robot.language import Saying
from robot.words import actor
from solver.errors import OptionError
from solver.race.pig import Action, PigState
from solver.race.strategies import Strategy, pig_strategy
from solver.review import Review

ROLL = Move(Action.ROLL.value, {})
HOLD = Move(Action.HOLD.value)
GAMBLERS = frozenset({"random", "careless"})
BUTTONS = {Action.ROLL: Button.ROLL, Action.HOLD: Button.HOLD}


@dataclass(frozen=True, slots=True)
class PigPosition:
    """The solver's state, as the table sees it."""

    state: PigState

    @property
    def player(self) -> int:
        return self.state.player

    @property
    def over(self) -> bool:
        return self.state.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.state.winner is None else (self.state.winner,)

    def after(self, move: Move, values: Sequence[int] = ()) -> "PigPosition":
        return PigPosition(self.state.apply(Action(move.action), tuple(values)))

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.state.scores), "turn_total": self.state.turn_total}

    def booking(self, move: Move) -> dict[str, Any]:
        return {"event": move.action, "player": self.player + 1, "banked": self.state.turn_total}

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        (seat,) = self.winners
        return {"winner": names[seat], "seat": seat + 1, "scores": list(self.state.scores)}

    def name_move(self, move: Move) -> Saying:
        return Saying(f"the-{move.action}")

    def tell_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        thrown = {"name": actor(name), "values": tuple(values)}
        total = self.after(move, values).state.turn_total
        return Saying("pig-throw", thrown | {"total": total}) if total else Saying("pig-throw-lost", thrown)

    def tell_booking(self, name: str, move: Move) -> Saying:
        banked, scores = self.state.turn_total, self.after(move)._scores
        return Saying("pig-hold", {"name": actor(name), "banked": banked, "scores": scores})

    def tell_end(self, names: Sequence[str], throws: int) -> Saying:
        (seat,) = self.winners
        return Saying("pig-end", {"name": actor(names[seat]), "scores": self._scores, "throws": throws})

    @property
    def _scores(self) -> str:
        return " : ".join(map(str, self.state.scores))


@dataclass(frozen=True, slots=True)
class PigRobot:
    """A named strategy."""

    strategy: Strategy

    def decide(self, position: PigPosition) -> tuple[Move, Reasons]:
        decision = self.strategy.decide(position.state)
        move = ROLL if decision.action == Action.ROLL else HOLD
        return move, Reasoned(decision, race_reason(self.strategy.name, position.state, decision))


class PigDialog:
    """One button an action."""

    def ask(self, position: PigPosition, panel: Panel, show: Callable[[Tally], None]) -> Move | None:  # noqa: ARG002
        """Wait for a button that is legal now; its lamps are lit meanwhile."""
        buttons = {BUTTONS[action]: action for action in position.state.legal_actions()}
        panel.forget()
        panel.lamps(buttons)
        try:
            while (button := panel.press()) not in buttons:
                if button is Button.NEW:
                    return None
            return ROLL if button is Button.ROLL else HOLD
        finally:
            panel.lamps(())


@dataclass(frozen=True, slots=True)
class PigGame:
    """Pig for two."""

    goal: int = 100
    name: str = "pig"
    seats: range = range(2, 3)
    wells: tuple[int, ...] = (2,)

    @property
    def title(self) -> Saying:
        return Saying("title-pig", {"goal": self.goal})

    @property
    def rules(self) -> Mapping[str, Any]:
        return {"goal": self.goal}

    def begin(self, players: int) -> PigPosition:  # noqa: ARG002  two, as the seats say
        return PigPosition(PigState(goal=self.goal))

    def position(self, standing: Mapping[str, Any], player: int) -> PigPosition:
        first, second = standing["scores"]
        return PigPosition(PigState(self.goal, (first, second), player, standing["turn_total"]))

    def robot(self, strategy: str, chance: Random | None) -> PigRobot:
        return PigRobot(pig_strategy(strategy or "optimal", self.goal, chance))

    def gambles(self, strategy: str) -> bool:
        return strategy.partition(":")[0] in GAMBLERS

    def dialog(self) -> PigDialog:
        return PigDialog()

    def review(self, start: PigPosition, moves: Sequence[tuple[Any, tuple[int, ...]]], *, wins: bool = True) -> Review:  # noqa: ARG002
        """Return the review of moves by their chances to win; Pig has no points to review instead."""
        from solver.race.review import review_race
        from solver.race.values import race_values

        actions = [(Action(action), values) for action, values in moves]
        return review_race(start.state, actions, race_values(self.name, self.goal))

    def board(self) -> Board:
        from robot.games.pig_board import PigBoard

        return PigBoard(self.goal, pig_strategy("optimal", self.goal))


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> PigGame:  # noqa: ARG001  its table ships
    """Return Pig by its rules: `goal`. Raises OptionError for others, GoalError for a goal that cannot be played."""
    for other in rules.keys() - {"goal"}:
        raise OptionError(f"{name} has no --{other}: leave it out")
    goal = rules.get("goal", 100)
    PigState(goal=goal)
    return PigGame(goal)
