"""What learners see of each family of games, how its actions are numbered, and how others can play it."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator

from solver.action import Action, Verb
from solver.decision import Unit
from solver.environments.model import OPTIMAL, RANDOM, GameModel, GameMoment, ModelShape, Policy, Seen
from solver.errors import OptionError
from solver.evaluator import Evaluator
from solver.game import Game
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import KeepEvaluator, KeepPlayer
from solver.keep_and_throw.rules import BLANKS
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import KNOWN, preferences
from solver.levels import LEVELS
from solver.race.hog import MOST_DICE, HogState
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import HogValues, dice_shares
from solver.race.strategies import KNOWN as RACE_KNOWN
from solver.race.strategies import Rule
from solver.recursion import Falls, RecursiveGame, TurnState, throws_of_dice
from solver.rounds.round_player import RoundEvaluator, TargetEvaluator, act_by_thumb, action_of
from solver.rounds.rules import RoundRules
from solver.rounds.state import RoundStanding, TargetState
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import GREEDY, KeepingTurn, TargetsTurn, TilesTurn
from solver.sheet.coach.evaluator import SheetPointsEvaluator
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.rules import SheetState
from solver.throw_distribution import FACES, Chance

OPEN = NOT_YET = -1
"""An observation shows this number for an open box, and as the score of a player who has not thrown."""
MASKS = 4096
SCORES = {2: ("me", "opponent"), 3: ("me", "second", "third")}
"""What the scores are called, in order of play, by the number of players."""
MOST_COUNTED = 1_000_000
"""The spaces of a game without a limit of turns are for at most this many turns."""
MOST_TURN = 100
"""The space of a turn total in which dice are set aside reaches this many goals; hold wins from one goal on."""


@lru_cache
def keep_masks(dice: int) -> tuple[int, ...]:
    """Return which dice can be kept while others are thrown, one bit each, more dice first, then higher ones.

    Dice are in rising order, so this is the order in which the solver breaks ties.
    """
    masks = range((1 << dice) - 1)
    return tuple(sorted(masks, key=lambda mask: (mask.bit_count(), mask), reverse=True))


@lru_cache(MASKS)
def mask_of(dice: tuple[int, ...], kept: tuple[int, ...], *, last: bool = True) -> int:
    """Return the bits of the dice that are kept, of rising `dice`; of equal dice the last ones, or the first ones."""
    left, mask = Counter(kept), 0
    for place in reversed(range(len(dice))) if last else range(len(dice)):
        if left[dice[place]]:
            left[dice[place]] -= 1
            mask |= 1 << place
    return mask


def in_order(ones: Sequence[Any], player: int) -> list[Any]:
    """Return what each player has, in order of play from this player on."""
    return [*ones[player:], *ones[:player]]


def see_scores(players: int, most: int) -> Seen:
    """Return how a player sees the scores, each of at most `most` points."""

    def see(state: Any, player: int) -> Sequence[int]:
        return [min(most, score) for score in in_order(state.scores, player)]

    return Seen(SCORES[players], 0, most, see)


def see_dice(dice: int, sides: int) -> Seen:
    """Return how a player sees the dice on the table, rising."""
    return Seen([f"die{place}" for place in range(1, dice + 1)], 0, sides, lambda state, _: state.dice)


def throw_first(state: Any) -> GameMoment[Any]:
    """Return the moment in which a state begins, after the first throw of a turn if it is no choice."""
    legal: Sequence[Action] = () if state.dice else state.legal_actions()
    return GameMoment(state, legal[0] if len(legal) == 1 else None)


class RollOrHoldModel(GameModel[Any]):
    """A game in which a player rolls or holds, who sees all scores, the own first, the turn total, and turns left.

    Points beyond `most` make no difference: the turn total stops there, so the number of states is finite. Other
    players use the policy that `rule` returns for a name, if there is one. A player alone gets 1 for the goal in time,
    points as they are banked, or -1 for each turn if turns are not limited.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator[Any],
        die: tuple[Chance, ...],
        most: int,
        rule: Callable[[str], Rule] | None = None,
    ) -> None:
        first = game.start()
        dice = game.dice if isinstance(game, RecursiveGame) else first.thrown.dice
        super().__init__(game, evaluator, die, dice, len(getattr(first, "scores", "1")))
        self._most, self._rule, self._turns = most, rule, getattr(self.first, "turns", None)
        self.policies = (*RACE_KNOWN, *LEVELS) if rule else self.policies
        turn = Seen(["turn"], 0, most, lambda state, _: (state.turn_total,))
        if self.players > 1:
            self.shape = ModelShape((see_scores(self.players, most), turn), 2)
            return
        seen, unit = (Seen(["me"], 0, most, lambda state, _: (state.score,)), turn), self.evaluator.unit
        if self._turns is None:
            self.shape = ModelShape(seen, 2, -float(MOST_COUNTED), 0.0)
        else:
            left = Seen(["left"], 0, self._turns, lambda state, _: (state.turns - state.taken,))
            self.shape = ModelShape((*seen, left), 2, most=1.0 if unit is Unit.WINS else float(most))

    def throws(self, dice: int) -> Falls:
        return throws_of_dice(self.die, dice, rising=False)

    def moment(self, state: Any) -> GameMoment[Any]:
        if isinstance(state, TurnState):
            return GameMoment(state)
        total = min(state.turn_total, max(1, self._most - state.banked))
        return GameMoment(state if total == state.turn_total else replace(state, turn_total=total))

    def count_gains(self, state: Any) -> tuple[float, ...]:
        return super().count_gains(state) if self.players > 1 else (self.sign * state.returns(),)

    def policy(self, name: str) -> Policy[Any]:
        if name == OPTIMAL or self._rule is None:
            return super().policy(name)
        rule = self._rule(name)

        def follow(state: Any, random: Generator) -> int:
            if state.turn_total == 0 or state.me + state.turn_total >= state.goal:
                return int(state.turn_total > 0)
            return int(random.random() >= float(rule.rolls(state.me, state.opponent, state.turn_total)))

        return follow


class HogModel(GameModel[HogState]):
    """Hog for two. Action n throws n + 1 dice; chance brings the sum, 0 for a throw with a 1."""

    policies = (*HOG_KNOWN, *LEVELS)

    def __init__(self, game: Game, values: HogValues) -> None:
        super().__init__(game, values, values.die, MOST_DICE)
        self._values, self._falls = values, list[Falls]()
        for row in values.sums:
            sums = np.flatnonzero(row).tolist()
            self._falls.append(Falls(tuple(row[sums].tolist()), tuple((one,) for one in sums)))
        self.shape = ModelShape((see_scores(2, values.goal),), MOST_DICE)

    def throws(self, dice: int) -> Falls:
        return self._falls[dice - 1]

    def number(self, _state: HogState, action: Action, /) -> int:
        return action.count - 1

    def follow(self, moment: GameMoment[HogState], fall: int) -> GameMoment[HogState]:
        ((gain,), state) = self.falls(moment).dice[fall], moment.state
        scores = state.with_score(min(state.goal, state.me + gain))
        return GameMoment(replace(state, scores=scores, player=1 - state.player))

    def policy(self, name: str) -> Policy[HogState]:
        if name == OPTIMAL:
            return super().policy(name)
        shares = dice_shares(name, self._values)
        return lambda state, random: int(random.choice(MOST_DICE, p=shares[state.me, state.opponent]))


class SheetModel(GameModel[SheetState]):
    """A score sheet. Action n scores in box n, or commits to one, or keeps dice; turns begin with a throw.

    An observation shows the dice, rising, the throws left, the committed box, from 1, if there is one, and the score of
    each box, -1 for an open one.
    """

    def __init__(self, game: Game, table: SheetTable) -> None:
        self.sheet = sheet = table.sheet
        super().__init__(game, SheetPointsEvaluator(table), table.die, sheet.dice, 1)
        plan, boxes = table.plan, len(sheet.boxes)
        begin = boxes * (2 if sheet.commit else 1)
        self._keeps = {mask: begin + place for place, mask in enumerate(keep_masks(sheet.dice))}
        most = [int(plan.points[begin:end].max()) for begin, end in zip(plan.first[:-1], plan.first[1:], strict=True)]
        left = Seen(["throws_left"], 0, sheet.throws, lambda state, _: () if state.over else (state.rolls_left,))
        chosen = Seen(["committed"], 0, boxes, self._see_committed)
        scores = Seen(
            sheet.names, OPEN, tuple(most), lambda state, _: [OPEN if one is None else one for one in state.card.scores]
        )
        seen = (see_dice(sheet.dice, sheet.sides), left, *((chosen,) if sheet.commit else ()), scores)
        whole = float(sum(most) + sheet.bonus + sheet.extra * boxes)
        self.shape = ModelShape(seen, begin + len(self._keeps), most=whole)

    def _see_committed(self, state: SheetState, _player: int) -> tuple[int, ...]:
        return (self.sheet.index(state.committed) + 1,) if state.committed else ()

    def moment(self, state: SheetState) -> GameMoment[SheetState]:
        return throw_first(state)

    def number(self, state: SheetState, action: Action, /) -> int:
        if action.keep is not None:
            return self._keeps[mask_of(state.dice, action.keep)]
        return self.sheet.index(action.box) + len(self.sheet.boxes) * (action.verb is Verb.COMMIT)

    def count_gains(self, state: SheetState) -> tuple[float, ...]:
        return (float(state.card.total),)

    def words(self, moment: GameMoment[SheetState]) -> str:
        """Return the moment in one line, with the further Yahtzees that were paid."""
        return f"{super().words(moment)} bonuses={moment.state.card.extras}"


class KeepModel(GameModel[KeepState]):
    """A keep-and-throw game. Action 0 throws all dice; 2 m sets the dice of bits m aside and throws, 2 m - 1 holds.

    Of equal dice the first are set aside. A turn begins with the action that throws all dice. If a player can hold and
    win, no other action is legal. A throw that scores nothing ends the turn.

    An observation shows the player's points, the other's, the turn total, and the dice, rising, 0 where there are
    fewer; with a last round scores may lie above the goal, and then are those to beat;
    with a penalty also how many of the last turns in succession scored nothing, the own and the other's. Others can
    play by any of the solver's strategies, `hold-500-2` standing for any numbers.
    """

    policies = KNOWN

    def __init__(self, game: Game, table: KeepTable) -> None:
        laws = {law for side in table.laws for law in side}
        if len(laws) > 1:
            raise OptionError("environments have no dice that differ: make all dice alike")
        self._table, rules = table, table.rules
        super().__init__(game, KeepEvaluator(table), laws.pop(), rules.dice)
        most = MOST_TURN * rules.goal
        scores = see_scores(2, most if rules.last_round else rules.goal)
        turn = Seen(["turn"], 0, most, lambda state, _: (state.turn,))
        blanks = Seen(
            ["blanks", "opponent_blanks"], 0, BLANKS - 1, lambda state, player: state.blanks[:: 1 - 2 * player]
        )
        seen = (scores, turn, see_dice(rules.dice, FACES))
        self.shape = ModelShape((*seen, blanks) if rules.penalty else seen, 2 * 2**rules.dice - 1)

    def number(self, state: KeepState, action: Action, /) -> int:
        return 2 * mask_of(state.dice, action.keep or (), last=False) - (action.verb is Verb.HOLD)

    def policy(self, name: str) -> Policy[KeepState]:
        if name in (OPTIMAL, RANDOM):
            return super().policy(name)
        preferences(name, self._table.hands(0), self._table.steps)  # which knows all names but levels
        keeper = KeepPlayer(name, self._table)
        return lambda state, _: self.number(state, keeper.decide(state).action)


def see_turn(turn: KeepingTurn | TilesTurn, most: int) -> Sequence[Seen]:
    """Return how a player sees the standing of a turn, without the dice. No score is above `most`; at the end all is 0.

    For kept dice that is the throws left, whether each needed die is kept, and points; for tiles, whether each is open.
    """

    def make_seen(names: Iterable[str], high: int, see: Callable[[Any], Sequence[int]]) -> Seen:
        return Seen([*names], 0, high, lambda state, _: () if state.over else see(state))

    if isinstance(turn, TilesTurn):
        return [make_seen(map("tile{}".format, turn.tiles), 1, lambda at: [tile in at.open for tile in turn.tiles])]
    needed = range(len(turn.needs))
    return [
        make_seen(["throws_left"], turn.most_throws, lambda at: (at.throws_left,)),
        make_seen(map("kept_{}".format, turn.needs), 1, lambda at: [at.place[2] >> place & 1 for place in needed]),
        make_seen(["points"], max(most, turn.dice * max(turn.points)), lambda at: (at.turn,)),
    ]


def see_results(state: RoundStanding, player: int) -> Sequence[int]:
    """Return the scores, NOT_YET before a turn."""
    return in_order([NOT_YET if score is None else score for score in state.results], player)


class RoundModel(GameModel[Any]):
    """A game of one round: alone for points, which count as negative where the least win; else for the win.

    Players with the same best score share the win. Of equivalent choices only the first is allowed: dice are numbered
    by their bits, more dice first, then higher ones; fewer tiles come first, then larger ones. Others can play
    greedily: they look one throw ahead.

    An observation shows the dice, rising, 0 where there are fewer, the standing of the turn, and for several players
    the player's score and those of the others in order of play, -1 before their turn.
    """

    policies = OPTIMAL, GREEDY, RANDOM

    def __init__(self, game: Game, rules: RoundRules, turn: KeepingTurn | TilesTurn, players: int) -> None:
        super().__init__(game, RoundEvaluator(rules, players), rules.die, turn.dice, players)
        self.rules, graph = rules, turn_graph(rules, rules.die)
        choices: list[Any]
        if isinstance(turn, TilesTurn):
            sizes = range(1, len(turn.tiles) + 1)
            every = (shut[::-1] for size in sizes for shut in itertools.combinations(turn.tiles[::-1], size))
            choices = [shut for shut in every if sum(shut) <= FACES * turn.dice]
        else:
            choices = [mask for mask in ((1 << turn.dice) - 1, *keep_masks(turn.dice)) if mask or not turn.keep]
        thrown = max({turn.throws(position) for position in graph.positions}, key=len)
        self._numbers = {one: number for number, one in enumerate(choices + [*thrown] * (len(thrown) > 1))}
        most, names = max(graph.scores), ["me", *(f"rival{place}" for place in range(1, players))]
        results = Seen(names, NOT_YET, most, see_results)
        seen = (see_dice(turn.dice, FACES), *see_turn(turn, most), *((results,) if players > 1 else ()))
        worths = (float(rules.worth(graph.scores[0])), float(rules.worth(graph.scores[-1])))
        self.shape = ModelShape(seen, len(self._numbers), *(worths if players == 1 else (0.0, 1.0)))

    def moment(self, state: Any) -> GameMoment[Any]:
        return throw_first(state)

    def number(self, state: Any, action: Action, /) -> int:
        if action.count:
            return self._numbers[action.count]
        return self._numbers[action.tiles if action.keep is None else mask_of(state.dice, action.keep)]

    def policy(self, name: str) -> Policy[Any]:
        return self._greedy if name == GREEDY else super().policy(name)

    def _greedy(self, state: Any, _random: Any, /) -> int:
        return self.number(state, act_by_thumb(GREEDY, state))

    def words(self, moment: GameMoment[Any]) -> str:
        """Return the moment in one line; alone a score is no field."""
        scores = [score for score in moment.state.results if score is not None] if self.players == 1 else []
        return " ".join([super().words(moment), *(f"score={score}" for score in scores)])

    def _actions(self, state: Any) -> Mapping[int, Action]:
        legal = state.legal_actions()
        if state.dice:
            options = self.rules.turn.options(state.place, self.rules.turn.see(state.dice))
            legal = [action_of(self.rules, option) for option in options]
        return dict(sorted((self.number(state, action), action) for action in legal))


class TargetModel(GameModel[TargetState]):
    """Players throw for targets in turn: action 0 throws. One player plays for points, several play for the win.

    An observation shows the present target, 0 at the end, then all scores, the player's first.
    """

    def __init__(self, game: Game, rules: RoundRules, turn: TargetsTurn, players: int) -> None:
        super().__init__(game, TargetEvaluator(players), rules.die, turn.dice, players)
        most, names = sum(turn.targets), ["me", *(f"rival{place}" for place in range(1, players))]
        target = Seen(["target"], 0, max(turn.targets), lambda state, _: () if state.over else (state.target,))
        scores = Seen(names, 0, most, lambda state, player: in_order(state.scores, player))
        self.shape = ModelShape((target, scores), 1, most=float(most) if players == 1 else 1.0)
