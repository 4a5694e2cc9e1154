"""Solved games for OpenSpiel; importing this registers them: pyspiel.load_game("python_pipsqueak_pig(goal=20)")."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from solver.environments.model import CHANCE, OVER, AnyModel
from solver.environments.registry import PARAMETERS, make_model, title
from solver.errors import MissingPackageError
from solver.rounds.rules import MOST_PLAYERS

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as absent:
    raise MissingPackageError("environments need", "open_spiel", "learn") from absent

PREFIX = "python_pipsqueak_"
MOST_MOVES = 100_000
"""The most actions and throws together that a game without a limit reports."""

NOBODY = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


def spiel_name(name: str) -> str:
    """Return what OpenSpiel calls a game: python_pipsqueak_two_dice_pig for two-dice-pig."""
    return PREFIX + name.replace("-", "_")


def game_type(name: str, model: AnyModel | None = None) -> Any:
    """Return what OpenSpiel wants to know of a game; without a `model` the number of players is open."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=spiel_name(name),
        long_name=f"Pipsqueak's {title(name)}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if model is not None and model.players > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS if model is None else model.players,
        min_num_players=1 if model is None else model.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS[name]),
    )


def load_game(text: str) -> Any:
    """Return the game that OpenSpiel loads from a text, also in a process that has not imported this module."""
    return pyspiel.load_game(text)


class SpielGame(pyspiel.Game):
    """A solved game as OpenSpiel plays it. With n players the winner gets 1, and the others share -1.

    Each game is a class of its own, by its name.
    """

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, int | str] | None = None) -> None:
        self.model = model = make_model(self.name, **dict(PARAMETERS[self.name]) | dict(parameters or {}))
        alone = model.players == 1
        info = {
            "num_distinct_actions": model.shape.actions,
            "max_chance_outcomes": model.most_falls,
            "num_players": model.players,
            "min_utility": model.shape.least if alone else -1.0 / (model.players - 1),
            "max_utility": model.shape.most if alone else 1.0,
            "max_game_length": MOST_MOVES,
        }
        told = pyspiel.GameInfo(**info if alone else info | {"utility_sum": 0.0})
        super().__init__(game_type(self.name, model), told, dict(parameters or {}))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Return how to load the same game again."""
        return load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """Return the beginning of a game."""
        return SpielState(self, self.model)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return the observer of a game: all players see all."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.model)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A state of a solved game as OpenSpiel plays it; how dice fall is an action of chance."""

    def __init__(self, game: SpielGame, model: AnyModel) -> None:
        super().__init__(game)
        self.model, self.at = model, model.start()

    @property
    def mover(self) -> int:
        """Who acts, or CHANCE or OVER."""
        return self.model.mover(self.at)

    def current_player(self) -> Any:
        """Return who acts."""
        return NOBODY.get(self.mover, self.mover)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the ways in which the dice can fall, with their chances."""
        return list(enumerate(self.model.falls(self.at).chances))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.mover == OVER

    def returns(self) -> list[float]:
        """Return what each player gets, 0 while the game goes on."""
        over = self.is_terminal()
        return [float(over and one) for one in self.model.zero_sum(self.model.gains_of(self.at))]

    def __str__(self) -> str:
        return self.model.words(self.at)

    def _legal_actions(self, _player: int, /) -> list[int]:  # the player who acts
        return list(self.model.legal(self.at))

    def _apply_action(self, action: int) -> None:
        follow = self.model.follow if self.mover == CHANCE else self.model.apply
        self.at = follow(self.at, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(map(str, self.model.falls(self.at).dice[action]))
        return self.model.label(self.at, action)


class SpielObserver:
    """Observes a game: who acts, counted from the observer, then what that observer sees."""

    def __init__(self, model: AnyModel) -> None:
        self._model = model
        self.tensor = np.zeros(model.players + len(model.shape.fields), np.float32)
        self.dict = {"acts": self.tensor[: model.players], "seen": self.tensor[model.players :]}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor.fill(0.0)
        if state.mover >= 0:
            self.dict["acts"][(state.mover - player) % self._model.players] = 1.0
        self.dict["seen"][:] = self._model.observe(state.at, player)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - all players see all
        """Return what a player sees in one line."""
        return str(state)


# OpenSpiel frees registered objects after Python has ended. A class outlives that; any other object makes it crash.
for _name in PARAMETERS:
    pyspiel.register_game(game_type(_name), type(f"Spiel{title(_name)}", (SpielGame,), {"name": _name}))
