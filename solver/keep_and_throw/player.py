"""Players of keep-and-throw games: what a named strategy does in a position, what that is worth, and why."""

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from solver.aside import HOLD, THROW, TIE, KeepDecision, SetAside, decision_of
from solver.decision import percents
from solver.errors import OptionError, UnknownNameError
from solver.explanation import WINS, sentence
from solver.keep_and_throw.decide import AfterThrow, decide
from solver.keep_and_throw.keep_table import KeepTable, turn_values
from solver.keep_and_throw.rules import FACES, KeepRules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import FORMS, HOLD_AT, KNOWN, OPTIMAL, RANDOM, Preferences, preferences
from solver.race.strategies import LEVELS, careless_rate


def decide_state(table: KeepTable, state: KeepState) -> KeepDecision:
    """Return the best action in a state that is not over; each seat has the dice of the table's seat."""
    me, opponent = state.player, 1 - state.player
    blanks = state.blanks[me], state.blanks[opponent]
    scores = state.scores[me], state.scores[opponent]
    if state.dice:
        at = AfterThrow(*scores, state.turn, state.dice, blanks)
        return decide(table, at, me, [number - 1 for number in state.thrown])
    step = table.rules.step
    value = turn_values(table, me, (scores[0] // step, scores[1] // step), blanks)
    first = SetAside((), (), THROW, 0, float(value[0, -1]), 0.0)
    return decision_of((first,), first, sentence(THROW, lambda: WINS.start(first.value)))


def win_chances(table: KeepTable, state: KeepState) -> tuple[float, float]:
    """Return both players' chances to win in any moment, under perfect play."""
    if state.winner is not None:
        return (1.0, 0.0) if state.winner == 0 else (0.0, 1.0)
    mine = decide_state(table, state).choices[0].value
    return (mine, 1.0 - mine) if state.player == 0 else (1.0 - mine, mine)


class KeepPlayer(Protocol):
    """A complete strategy of a player."""

    def decide(self, state: KeepState) -> KeepDecision:
        """Return what to do in a state that is not over, with every option valued for perfect play afterwards."""
        ...


@dataclass(frozen=True, slots=True)
class BestKeeper:
    """The strategy that wins most often; at equal values it holds."""

    table: KeepTable

    def decide(self, state: KeepState) -> KeepDecision:
        return decide_state(self.table, state)


@dataclass(frozen=True)
class RuledKeeper:
    """A strategy that follows its preferences wherever there is a choice; who can hold and win does."""

    name: str
    table: KeepTable

    @cached_property
    def _liked(self) -> tuple[Preferences, ...]:
        """What each seat prefers; seats with the same dice share it."""
        first, second = self.table.laws
        mine = preferences(self.name, self.table.hands(0), self.table.steps)
        return (mine, mine if first == second else preferences(self.name, self.table.hands(1), self.table.steps))

    def decide(self, state: KeepState) -> KeepDecision:
        best = decide_state(self.table, state)
        if _wins(best) or not state.dice:
            return best
        liked, hands, step = self._liked[state.player], self.table.hands(state.player), state.rules.step

        def at(choice: SetAside) -> tuple[int, int]:
            return (state.turn + choice.points) // step, hands.number(_left(state, choice))

        chosen = max(best.choices, key=lambda choice: liked.prefers[at(choice)])
        then = HOLD if liked.holds[at(chosen)] else THROW
        taken = [one for one in best.choices if one.places == chosen.places]
        return _ruled(best, next((one for one in taken if one.then == then), taken[0]), self.name)


@dataclass(frozen=True, slots=True)
class SlippingKeeper:
    """The best strategy, except that in a share `rate` of the choices it takes any other one, each as likely."""

    name: str
    table: KeepTable
    rate: float
    chance: random.Random | None

    def decide(self, state: KeepState) -> KeepDecision:
        best = decide_state(self.table, state)
        if len(best.choices) == 1 or not self.rate:
            return best
        chance = _given(self.chance, self.name)
        slips = chance.random() < self.rate
        return _ruled(best, chance.choice(best.choices[1:]), self.name) if slips else best


@dataclass(frozen=True, slots=True)
class RandomKeeper:
    """A strategy that draws how many dice it leaves, keeps the most points for that, and tosses a coin to hold."""

    table: KeepTable
    chance: random.Random | None

    def decide(self, state: KeepState) -> KeepDecision:
        best = decide_state(self.table, state)
        if _wins(best) or not state.dice:
            return best
        hands = self.table.hands(state.player)
        most: dict[int, SetAside] = {}
        for choice in best.choices:
            left = hands.number(_left(state, choice))
            if left not in most or most[left].points < choice.points:
                most[left] = choice
        chance = _given(self.chance, RANDOM)
        kept = chance.choice([most[left] for left in sorted(most)])
        thens = [one for one in best.choices if one.places == kept.places]
        return _ruled(best, thens[0] if len(thens) == 1 else chance.choice(thens), RANDOM)


def _left(state: KeepState, choice: SetAside) -> list[int]:
    """Return which of the player's dice are left after a choice, by their places from 0."""
    return [die for place, die in enumerate(state.places) if place not in choice.places]


def _wins(decision: KeepDecision) -> bool:
    """Return whether the best choice is to hold and win."""
    return decision.choices[0].then == HOLD and decision.choices[0].value == 1.0


def _given(chance: random.Random | None, name: str) -> random.Random:
    if chance is None:
        raise OptionError(f"{name} needs a source of chance: give it one")
    return chance


def _ruled(best: KeepDecision, taken: SetAside, name: str) -> KeepDecision:
    action = str(taken.action)

    def why() -> str:
        lead = f"{action.capitalize()}: {name} does so"
        if taken.cost <= TIE:
            return f"{lead}, and nothing is better"
        mine, theirs = percents(taken.value, best.choices[0].value)
        return f"{lead}, which wins {mine} of games; {best.choices[0].action} would win {theirs}"

    return decision_of(best.choices, taken, sentence(action, why))


def keep_player(name: str, table: KeepTable, chance: random.Random | None = None) -> KeepPlayer:
    """Return the strategy called `name`: one of the game's, or a level, or careless or careless:R as in races.

    Levels, careless and random draw from `chance`. Raises UnknownNameError.
    """
    if name == OPTIMAL:
        return BestKeeper(table)
    if name == RANDOM:
        return RandomKeeper(table, chance)
    rate = careless_rate(name)
    if rate is not None:
        return SlippingKeeper(name, table, rate, chance)
    if name not in KNOWN and not HOLD_AT.fullmatch(name):
        raise UnknownNameError.of("strategy", name, (*KNOWN, *LEVELS), f"{FORMS}, or a level, child to perfect")
    return RuledKeeper(name, table)


def keeper_gambles(name: str) -> bool:
    """Return whether the strategy called `name` decides at random."""
    return name == RANDOM or bool(careless_rate(name))


def play_out(rules: KeepRules, players: tuple[KeepPlayer, KeepPlayer], chance: random.Random) -> int:
    """Play one game with fair dice, and return the seat that wins."""
    state = KeepState(rules)
    while state.winner is None:
        action = players[state.player].decide(state).taken.action
        thrown = 0 if action.then == HOLD else state.left(action.keep)
        state = state.apply(action, tuple(chance.randint(1, FACES) for _ in range(thrown)))
    return state.winner
