"""Games of one's own, by rules that no game which ships has: the files of the folder `games`, by their names."""

from pathlib import Path


def own_game(name: str) -> str:
    """Return the text of a file."""
    return (Path(__file__).parent / "games" / f"{name}.toml").read_text(encoding="utf-8")


SHORT = own_game("short")
"""A game of two turns."""
FIRST, SAVES, COLUMNS, CONVERTED, JOKERS = map(own_game, ("first", "saves", "columns", "converted", "jokers"))
"""Small sheets with rules that no table holds, each with another."""
