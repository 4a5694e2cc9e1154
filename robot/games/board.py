"""The view of a game for the terminal, by its layout."""

from typing import Any

from robot.games.game import Board, TableGame
from robot.games.views import SheetView


def board_of(game: TableGame[Any]) -> Board:
    """Return the board of a game; only one of these is imported."""
    if isinstance(game.begin(game.seats.start).view(), SheetView):
        from robot.games.sheet.board import SheetBoard

        return SheetBoard(game.title)
    from robot.games.track_board import TrackBoard

    return TrackBoard(game.title, game.chances, dice=bool(game.wells))
