"""Today's reader and strategies over an old recording, and each difference."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.errors import RecordingError
from robot.recording import exposures, lines
from solver.race.pig import PigState
from solver.race.strategies import pig_strategy
from vision.evaluate import PictureReader

VALUE_TOLERANCE = 1e-9
GAMBLERS = frozenset({"random", "careless"})
"""Strategies that draw what they do."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One reading or decision, then and now; `what` is `reading` or `decision`, `where` says which."""

    what: str
    where: str
    then: Any
    now: Any
    same: bool

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "where": self.where, "then": self.then, "now": self.now, "same": self.same}


def replay(folder: Path, table_reader: PictureReader, reader: PictureReader) -> Iterator[Compared]:
    """Compare every look and every robot's decision of a recording with what would be read and decided today.

    `table_reader` reads what a table's own camera took, `reader` pictures from anywhere.

    Raises:
        RecordingError: the recording cannot be used.
        PictureError: a picture is missing or damaged.

    """
    players: list[str] = []
    goal = 0
    for line in lines(folder):
        try:
            if line["event"] == "begin":
                players, goal = line["players"], line["goal"]
            elif line["event"] == "look":
                yield _reading(folder, line, table_reader if "left" in line["pictures"] else reader)
            elif line["event"] == "decision" and "options" in line:
                yield _decision(line, players[line["player"] - 1], goal)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise RecordingError(f"{folder}: a line lacks what it should hold ({error!r}): record it again") from error


def _reading(folder: Path, line: dict[str, Any], reader: PictureReader) -> Compared:
    then = _faces(line["reading"])
    now = _faces(reader.read(*exposures(folder, line).values()).to_json())
    return Compared("reading", f"throw {line['throw']}, look {line['look']}", then, now, then == now)


def _faces(reading: dict[str, Any]) -> list[str]:
    """Return `well:value` or `well:doubt` for every die, in order of the wells; free dice have the well 0."""
    dice = [(die["well"] or 0, str(die["value"] or die["doubt"])) for die in reading["dice"]]
    return [f"{well}:{face}" for well, face in sorted(dice)]


def _decision(line: dict[str, Any], player: str, goal: int) -> Compared:
    """Compare a decision; of a player who gambles, what its options were worth."""
    scores = (line["scores"][0], line["scores"][1])
    state = PigState(goal=goal, scores=scores, player=line["player"] - 1, turn_total=line["turn_total"])
    name = player.partition(" ")[0].partition(":")[2] or "optimal"
    gambles = name.partition(":")[0] in GAMBLERS
    decision = pig_strategy("optimal" if gambles else name, goal).decide(state)
    same = all(
        math.isclose(value, line["options"][option], rel_tol=0, abs_tol=VALUE_TOLERANCE)
        for option, value in decision.options.items()
    )
    then, now = [line["action"], line["value"]], [decision.action, decision.value]
    where = f"player {line['player']} at {scores[0]}:{scores[1]}, turn total {line['turn_total']}"
    return Compared("decision", where, then, now, same and (gambles or then[0] == now[0]))
