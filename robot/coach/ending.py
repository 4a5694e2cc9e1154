"""The end of a coached game: the worst choices of everybody, and the summary with luck and skill apart."""

from dataclasses import dataclass
from typing import Any

from robot.coach.advice import LEAST_COST, CoachAdvice
from robot.coach.session import CoachSession
from robot.review.past_games import review_past
from robot.review.summary import GameSummary, summarise
from solver.action import Action

WORST = 3
"""This many choices of each player are told."""


@dataclass(frozen=True, slots=True)
class CostlyChoice:
    """A choice that was not the best: of the player in this seat, in this turn of theirs, from 1."""

    seat: int
    turn: int
    action: Action
    cost: float
    advice: CoachAdvice

    def to_json(self) -> dict[str, Any]:
        numbers = {"cost": self.cost, "unit": self.advice.unit.value}
        return {"turn": self.turn, "action": self.action.to_json(), **numbers, "best": self.advice.action.to_json()}


def worst_choices(session: CoachSession) -> tuple[tuple[CostlyChoice, ...], ...]:
    """Return the worst choices of each player, costliest first. Raises SolverError."""
    turns = [0] * len(session.names)
    found: list[list[CostlyChoice]] = [[] for _ in session.names]
    for place, made in enumerate(session.steps):
        position, seat = made.before, made.before.player
        turns[seat] += position.begins or not place
        if not position.chooses:
            continue
        advice = session.advice(position)
        if not advice.by_rule and (cost := advice.cost(made.action)) > LEAST_COST:
            found[seat].append(CostlyChoice(seat, turns[seat], made.action, cost, advice))
    return tuple(tuple(sorted(costly, key=lambda one: -one.cost)[:WORST]) for costly in found)


def coach_summary(session: CoachSession) -> GameSummary:
    """Return the summary of the game as far as it went. Raises SolverError."""
    past = session.past()
    return summarise(past, review_past(past, wins=False))
