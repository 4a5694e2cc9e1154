"""Solved games as environments for learners; importing this registers them with Gymnasium, if that is installed."""

from solver.environments.registry import NAMES, VERSIONS, title

NAMESPACE = "pipsqueak"
ENVIRONMENT = "solver.environments.gymnasium_env:GameEnv"


def environment_id(name: str) -> str:
    """Return the id of a game's environment: pipsqueak/TwoDicePig-v0 for two-dice-pig."""
    return f"{NAMESPACE}/{title(name)}-v{VERSIONS.get(name, 0)}"


def _register() -> None:
    """Register all environments that are not yet registered; without Gymnasium there is nothing to register with."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    for name in NAMES:
        if environment_id(name) not in registry:
            register(environment_id(name), ENVIRONMENT, kwargs={"game": name})


_register()
