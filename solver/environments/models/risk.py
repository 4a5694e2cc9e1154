"""What a learner sees of Risk: a defender spreads armies over a chain of territories, and then dice decide."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.decision import count_in_words
from solver.errors import OptionError
from solver.options import GameOptions
from solver.process.dice import Falls
from solver.process.model import GameModel, GameMoment, ModelShape
from solver.process.scene import PointsStanding
from solver.risk.conquest import RiskAction, RiskState, campaign, losses, throw_losses
from solver.throw_distribution import FACES

ARMIES, TERRITORIES = 10, 3
"""What is defended where nothing else is asked for."""
MOST_SPLITS = 5_000


@dataclass(frozen=True, slots=True)
class RiskDefence:
    """A defence against that many `attackers`: the armies `placed` so far, nearest territory first, and those `left`.

    All are placed over that many `territories`; then the `battle` is on. An action is a number of armies, or an attack.
    """

    attackers: int
    left: int
    territories: int
    placed: tuple[int, ...] = ()
    battle: RiskState | None = None

    @property
    def player(self) -> int:
        return 0

    @property
    def winner(self) -> int | None:
        """0 once the defender has held out, -1 once all territories have fallen."""
        winner = None if self.battle is None else self.battle.winner
        return None if winner is None else winner - 1

    @property
    def over(self) -> bool:
        return self.winner is not None

    def legal_actions(self) -> Sequence[int]:
        """Return how many armies can be placed in the next territory."""
        after = self.territories - len(self.placed) - 1
        return range(1, self.left - after + 1) if after else (self.left,)

    def apply(self, action: int | RiskAction, throw: Sequence[int] = ()) -> "RiskDefence":
        """Return the state after armies are placed, or after a throw of the attack."""
        if self.battle is not None:
            battle = self.battle.apply(RiskAction.ATTACK, tuple(throw))
            return RiskDefence(self.attackers, 0, self.territories, self.placed, battle)
        placed, left = (*self.placed, int(action)), self.left - int(action)
        begun = RiskState(self.attackers, placed) if len(placed) == self.territories else None
        return RiskDefence(self.attackers, left, self.territories, placed, begun)


@lru_cache
def falls_of_battle(attack: int, defence: int) -> Falls:
    """Return the losses that a throw of that many dice can bring, with a throw that does so for each."""
    example: dict[tuple[int, int], tuple[int, ...]] = {}
    for throw in itertools.product(range(1, FACES + 1), repeat=attack + defence):
        example.setdefault(losses(throw[:attack], throw[attack:]), throw)
    chances = throw_losses(attack, defence)
    return Falls(tuple(float(chance) for chance in chances.values()), tuple(example[lost] for lost in chances))


class RiskModel(GameModel[RiskDefence, int | RiskAction]):
    """The defence of a chain of territories. Action n places n + 1 armies in the next territory; to hold one wins.

    `attackers` are all armies of the attacker; one of them stays behind. What can be seen are the attacker's armies,
    those that are left to place, and those in each territory.
    """

    name = "risk"
    players = 1
    most_falls = 3

    def __init__(self, options: GameOptions) -> None:
        if options.defenders is not None or options.chain is not None:
            raise OptionError("in this environment armies are placed: give only attackers, best-split and territories")
        armies = ARMIES if options.best_split is None else options.best_split
        territories = TERRITORIES if options.territories is None else options.territories
        attackers = armies if options.attackers is None else options.attackers
        if not 1 <= territories <= armies or attackers < 2:
            raise OptionError("give each territory one army or more, and the attacker two or more")
        if armies**territories > MOST_SPLITS:
            raise OptionError("these armies can be placed in too many ways here: take fewer armies or territories")
        super().__init__(RiskDefence(attackers, armies, territories))
        places = tuple(f"territory{place}" for place in range(1, territories + 1))
        names = tuple(f"place {count_in_words(number, 'army', 'armies')}" for number in range(1, armies + 1))
        high = (attackers, armies, *(armies,) * territories)
        self.shape = ModelShape(("attackers", "left", *places), (0,) * len(high), high, names)
        self._held = lru_cache(None)(self._best)

    def moment(self, state: RiskDefence) -> GameMoment[RiskDefence, int | RiskAction]:
        return GameMoment(state, None if state.battle is None or state.over else RiskAction.ATTACK)

    def number(self, _state: RiskDefence, action: int | RiskAction, /) -> int:
        return int(action) - 1

    def falls_of(self, state: RiskDefence, _action: int | RiskAction, /) -> Falls | None:
        return None if state.battle is None else falls_of_battle(*state.battle.dice())

    def options(self, state: RiskDefence) -> Sequence[tuple[int, float]]:
        found = [(armies, self._held(state.apply(armies))) for armies in state.legal_actions()]
        return sorted(found, key=lambda option: -option[1])

    def _best(self, state: RiskDefence) -> float:
        """Return the chance to hold out with what is placed, the others being placed best."""
        if state.battle is not None:
            return 1.0 - campaign(state.attackers, state.placed).value
        return self.options(state)[0][1]

    def describe(self, state: RiskDefence, action: int | RiskAction) -> str:
        return str(action) if isinstance(action, RiskAction) else super().describe(state, action)

    def observe(self, moment: GameMoment[RiskDefence, int | RiskAction], _player: int, /) -> tuple[int, ...]:
        state = moment.state
        if state.battle is None:
            return (state.attackers, state.left, *state.placed, *(0,) * (state.territories - len(state.placed)))
        # Territories that have fallen stand in front.
        now = state.battle.territories
        return (state.battle.armies, 0, *(0,) * (state.territories - len(now)), *now)

    def standings(self, moment: GameMoment[RiskDefence, int | RiskAction]) -> tuple[PointsStanding, ...]:
        return (PointsStanding("attackers", self.observe(moment, 0)[0]),)

    def rows(self, moment: GameMoment[RiskDefence, int | RiskAction]) -> tuple[tuple[str, str], ...]:
        _, _, *armies = self.observe(moment, 0)
        return tuple((f"territory {place}", str(one)) for place, one in enumerate(armies, start=1))

    def note(self, state: RiskDefence) -> str:
        if state.battle is None:
            return f"{count_in_words(state.left, 'army', 'armies')} left to place"
        return {None: "the attack is on", -1: "all territories have fallen", 0: "the defender holds out"}[state.winner]
