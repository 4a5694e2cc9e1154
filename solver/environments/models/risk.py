"""Risk as a decision process: a defender spreads armies over a chain of territories, and then dice decide."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.decision import counted
from solver.environments.models.model import CHANCE, OVER, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.scene import GameScene, PointsStanding, spoken
from solver.errors import OptionError
from solver.risk.battle import FACES, RiskAction, RiskState, losses, throw_losses
from solver.risk.conquest import campaign
from solver.risk.games import RiskOptions

ARMIES, TERRITORIES = 10, 3
"""What is defended where nothing else is asked for."""
MOST_SPLITS = 5_000


@dataclass(frozen=True, slots=True)
class RiskMoment(Unchanging):
    """A moment: the armies `placed` so far, nearest territory first, and the `battle` once all are placed."""

    placed: tuple[int, ...] = ()
    battle: RiskState | None = None


@lru_cache
def falls_of_battle(attack: int, defence: int) -> Falls:
    """Return the losses that a throw of so many dice can bring, with a throw that does so for each."""
    example: dict[tuple[int, int], tuple[int, ...]] = {}
    for throw in itertools.product(range(1, FACES + 1), repeat=attack + defence):
        example.setdefault(losses(throw[:attack], throw[attack:]), throw)
    chances = throw_losses(attack, defence)
    return Falls(tuple(float(chance) for chance in chances.values()), tuple(example[lost] for lost in chances))


class RiskModel(GameModel[RiskMoment]):
    """The defence of a chain of territories. Action n places n + 1 armies in the next territory; to hold one wins.

    `attackers` are all armies of the attacker, of which one stays behind. What can be seen are the attacker's armies,
    those that are left to place, and those in each territory.
    """

    name = "risk"
    players = 1

    def __init__(self, options: RiskOptions) -> None:
        if options.defenders is not None or options.chain is not None:
            raise OptionError("in this environment armies are placed: give attackers, best-split and territories alone")
        self.armies = ARMIES if options.best_split is None else options.best_split
        self.territories = TERRITORIES if options.territories is None else options.territories
        self.attackers = self.armies if options.attackers is None else options.attackers
        if not 1 <= self.territories <= self.armies or self.attackers < 2:
            raise OptionError("give each territory one army or more, and the attacker two or more")
        if self.armies**self.territories > MOST_SPLITS:
            raise OptionError("so many armies can be placed in too many ways here: take fewer armies or territories")
        places = tuple(f"territory{place}" for place in range(1, self.territories + 1))
        names = tuple(f"place {counted(armies, 'army', 'armies')}" for armies in range(1, self.armies + 1))
        high = (self.attackers, self.armies, *(self.armies,) * self.territories)
        self.shape = ModelShape(("attackers", "left", *places), (0,) * len(high), high, names, 0.0, 1.0)
        self._best = lru_cache(None)(self._best_after)

    @property
    def most_falls(self) -> int:
        return 3

    def start(self) -> RiskMoment:
        return RiskMoment()

    def mover(self, state: RiskMoment) -> int:
        if state.battle is None:
            return 0
        return CHANCE if state.battle.winner is None else OVER

    def legal(self, state: RiskMoment) -> Sequence[int]:
        left, after = self.armies - sum(state.placed), self.territories - len(state.placed) - 1
        return range(left - after) if after else (left - 1,)

    def apply(self, state: RiskMoment, action: int) -> RiskMoment:
        placed = (*state.placed, action + 1)
        return RiskMoment(placed, RiskState(self.attackers, placed) if len(placed) == self.territories else None)

    def falls(self, state: RiskMoment) -> Falls:
        assert state.battle is not None
        return falls_of_battle(*state.battle.dice())

    def follow(self, state: RiskMoment, fall: int) -> RiskMoment:
        assert state.battle is not None
        return RiskMoment(state.placed, state.battle.apply(RiskAction.ATTACK, self.falls(state).dice[fall]))

    def gained(self, state: RiskMoment) -> tuple[float, ...]:
        return (float(state.battle is not None and state.battle.winner == 1),)

    def worth(self, state: RiskMoment) -> dict[int, float]:
        return {action: self._best((*state.placed, action + 1)) for action in self.legal(state)}

    def observe(self, state: RiskMoment, _player: int, /) -> tuple[int, ...]:
        now = state.placed if state.battle is None else state.battle.territories
        # Territories that have fallen stand in front.
        fallen = 0 if state.battle is None else self.territories - len(now)
        armies = self.attackers if state.battle is None else state.battle.armies
        shown = (*(0,) * fallen, *now, *(0,) * (self.territories - len(now) - fallen))
        return (armies, self.armies - sum(state.placed), *shown)

    def scene(self, state: RiskMoment, dice: tuple[int, ...] = ()) -> GameScene:
        attackers, left, *territories = self.observe(state, 0)
        note = f"{counted(left, 'army', 'armies')} left to place"
        if state.battle is not None:
            note = {None: "the attack is on", 0: "all territories have fallen", 1: "the defender holds out"}[
                state.battle.winner
            ]
        rows = tuple((f"territory {place}", str(one)) for place, one in enumerate(territories, start=1))
        return GameScene(spoken(self.name), (PointsStanding("attackers", attackers),), dice, rows, note)

    def _best_after(self, placed: tuple[int, ...]) -> float:
        if len(placed) == self.territories:
            return 1.0 - campaign(self.attackers, placed).value
        return max(self._best((*placed, action + 1)) for action in self.legal(RiskMoment(placed)))
