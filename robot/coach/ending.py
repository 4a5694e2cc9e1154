"""The end of a coached game: the worst choices of everybody, and the summary with luck and skill apart."""

from dataclasses import dataclass
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.session import CoachSession
from robot.review.past_games import review_past
from robot.review.summary import GameSummary, summarise
from solver.action import Action
from solver.decision import NOTHING

WORST = 3
"""This many choices of each player are told."""


@dataclass(frozen=True, slots=True)
class CostlyChoice:
    """A choice that was not the best, in this turn of its player, from 1."""

    turn: int
    action: Action
    advice: CoachAdvice

    def to_json(self) -> dict[str, Any]:
        return {"turn": self.turn} | self.advice.choice_json(self.action)


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
        if not advice.by_rule and advice.cost(made.action) > NOTHING:
            found[seat].append(CostlyChoice(turns[seat], made.action, advice))
    return tuple(tuple(sorted(costly, key=lambda one: -one.advice.cost(one.action))[:WORST]) for costly in found)


def coach_summary(session: CoachSession) -> GameSummary:
    """Return the summary of the game as far as it went. Raises SolverError."""
    past = session.past()
    return summarise(past, review_past(past, wins=False))
