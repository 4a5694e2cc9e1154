"""What people may ask for instead of a move. Each of it can be switched off, in config.toml and by the operator."""

from collections.abc import Mapping

from robot.config import Config
from robot.games.game import Wish

KEYS: Mapping[Wish, str] = {Wish.HINT: "hints", Wish.TAKE_BACK: "take_back", Wish.LEAVE: "leaving"}
"""The key of config.toml for each wish."""


def permitted(config: Config) -> frozenset[Wish]:
    """Return the wishes that are not switched off."""
    return frozenset(wish for wish, key in KEYS.items() if getattr(config, key))
