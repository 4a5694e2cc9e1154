"""Races with a last round solved slowly, in fractions, by the rules of their states alone.

For a policy, what the beginnings of turns are worth to the first player is a system of linear equations, which is
solved by elimination; a last turn leads to nothing else.
The policy is improved until every choice is best by its own values (Howard, 1960).
"""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from solver.race.state import Action, RaceState

Line = dict[RaceState | None, Fraction]
"""A sum of multiples of the worth of states, and under None a constant."""


class ReferenceLastRound:
    """The chance of the first player to win at the beginning of every turn, where nobody rolls from `far` points on."""

    def __init__(self, start: RaceState, far: int) -> None:
        self._far = far
        self._holds: dict[RaceState, bool] = {}
        self._thrown: dict[RaceState, dict[RaceState, Fraction]] = {}
        self.worth = self._solved(start)
        while self._improves():
            self.worth = self._solved(start)

    def after(self, state: RaceState, action: Action) -> dict[RaceState, Fraction]:
        """Return the states after an action with their chances."""
        if action is Action.HOLD:
            return {state.apply(action): Fraction(1)}
        if state not in self._thrown:
            self._thrown[state] = self._throw(state)
        return self._thrown[state]

    @staticmethod
    def _throw(state: RaceState) -> dict[RaceState, Fraction]:
        found: dict[RaceState, Fraction] = {}
        throws = list(itertools.product(range(1, state.faces + 1), repeat=state.thrown.dice))
        for throw in throws:
            then = state.apply(Action.ROLL, throw)
            found[then] = found.get(then, Fraction(0)) + Fraction(1, len(throws))
        return found

    def _line(self, state: RaceState, known: dict[RaceState, Line]) -> Line:
        """Return what a state within a turn is worth by the policy."""
        if state.winner is not None:
            return {None: Fraction(int(state.winner == 0))}
        if state not in known:
            line: Line = {}
            for then, chance in self.after(state, self._action(state)).items():
                ended = then.winner is None and then.turn_total == 0 and then.to_beat is None
                for place, share in ({then: Fraction(1)} if ended else self._line(then, known)).items():
                    line[place] = line.get(place, Fraction(0)) + chance * share
            known[state] = line
        return known[state]

    def _action(self, state: RaceState) -> Action:
        if state.turn_total == 0:
            return Action.ROLL
        holds = self._holds.setdefault(state, state.me + state.turn_total >= (state.to_beat or state.goal - 1) + 1)
        return Action.HOLD if holds or self._ends(state) else Action.ROLL

    def _ends(self, state: RaceState) -> bool:
        return state.to_beat is None and state.turn_total >= self._far

    def _solved(self, start: RaceState) -> Mapping[RaceState, Fraction]:
        rows: dict[RaceState, Line] = {}
        known = dict[RaceState, Line]()
        for i, j, player in itertools.product(range(start.goal), range(start.goal), (0, 1)):
            state = replace(start, scores=(i, j), player=player)
            rows[state] = dict(self._line(state, known))
        order = list(rows)
        for state in order:  # each state is put into all other rows
            line = rows[state]
            own = line.pop(state, Fraction(0))
            rows[state] = line = {place: share / (1 - own) for place, share in line.items()}
            for other in order:
                if other is not state and (share := rows[other].pop(state, None)):
                    for place, part in line.items():
                        rows[other][place] = rows[other].get(place, Fraction(0)) + share * part
        return {state: line.get(None, Fraction(0)) for state, line in rows.items()}

    def _improves(self) -> bool:
        """Take the best action in every state that was met; return whether that changes any."""
        values: dict[RaceState, Fraction] = {}
        changed = False
        for state in list(self._holds):
            if self._ends(state):
                continue
            worth = {action: self._mean(state, action, values) for action in Action}
            mine = {action: value if state.player == 0 else 1 - value for action, value in worth.items()}
            holds = mine[Action.HOLD] >= mine[Action.ROLL]
            if holds is not self._holds[state] and mine[Action.HOLD] != mine[Action.ROLL]:
                self._holds[state], changed = holds, True
        return changed

    def _mean(self, state: RaceState, action: Action, values: dict[RaceState, Fraction]) -> Fraction:
        return sum(
            (chance * self._value(then, values) for then, chance in self.after(state, action).items()), Fraction(0)
        )

    def _value(self, state: RaceState, values: dict[RaceState, Fraction]) -> Fraction:
        if state.winner is not None:
            return Fraction(int(state.winner == 0))
        if state in self.worth:
            return self.worth[state]
        if state not in values:
            values[state] = self._mean(state, self._action(state), values)
        return values[state]
