"""Solved games as environments for learners; importing this registers them with Gymnasium, if that is installed."""

from solver.environments.models.registry import NAMES, title
from solver.race.rules import RACES
from solver.sheet.game.sheet import SHEETS

NAMESPACE = "pipsqueak"
ENVIRONMENT = "solver.environments.gymnasium_env:GameEnv"
RACE_VECTOR = "solver.environments.race_vector_env:RaceVectorEnv"
SHEET_VECTOR = "solver.environments.sheet_vector_env:SheetVectorEnv"
"""Many games at once by compiled code; other games are vectorised by Gymnasium itself."""


def environment_id(name: str) -> str:
    """Return the id of a game's environment: pipsqueak/TwoDicePig-v0 for two-dice-pig."""
    return f"{NAMESPACE}/{title(name)}-v0"


def _register() -> None:
    """Register all environments that are not yet registered; without Gymnasium there is nothing to register with."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    for name in NAMES:
        if environment_id(name) not in registry:
            vector = RACE_VECTOR if name in RACES else SHEET_VECTOR if name in SHEETS else None
            register(environment_id(name), ENVIRONMENT, vector_entry_point=vector, kwargs={"game": name})


_register()
