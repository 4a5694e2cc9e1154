"""When a choice may be taken back: the other people must agree. Robots agree if nothing was thrown since."""

from collections.abc import Sequence

from robot.language.names import called
from robot.match.players import Player
from robot.match.standing import Step
from robot.saying import Saying


def objection(step: Step, players: Sequence[Player]) -> Saying | None:
    """Return why the last move cannot be taken back; None if the other people may decide."""
    mover = players[step.before.player]
    if not mover.person:
        return Saying("back-robot", {"name": called(mover.name)})
    if step.move.keep is None:
        return None
    robot = next((player.name for player in players if not player.person), None)
    if robot:
        return Saying("back-thrown", {"name": called(robot)})
    return None if others(step, players) else Saying("back-alone")


def others(step: Step, players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats of all players except the one who made the move."""
    return tuple(seat for seat in range(len(players)) if seat != step.before.player)
