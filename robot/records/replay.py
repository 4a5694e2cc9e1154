"""Replay an old recording with today's reader and strategies, and compare."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.errors import RecordingError
from robot.games.game import TableGame
from robot.games.reasons import event_decision
from robot.games.registry import RULES, make_game
from robot.match.players import strategy_of
from robot.records.recording import exposures, lines
from vision.reading import PictureReader

VALUE_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Compared:
    """A reading or decision, then and now. `what` is `reading` or `decision`; `where` identifies it."""

    what: str
    where: str
    then: Any
    now: Any
    same: bool

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "where": self.where, "then": self.then, "now": self.now, "same": self.same}


def replay(
    folder: Path, table_reader: PictureReader, reader: PictureReader, cache: Path | None = None
) -> Iterator[Compared]:
    """Compare each look and each robot's decision of a recording with today's reading and decision.

    `table_reader` reads the pictures of a table's own camera, `reader` other pictures. `cache` keeps the tables of
    strategies.

    Raises:
        RecordingError: the recording cannot be used.
        PictureError: a picture is missing or damaged.

    """
    players: list[str] = []
    game: TableGame[Any] | None = None
    for line in lines(folder):
        try:
            if line["event"] == "begin":
                players = line["players"]
                game = make_game(line["game"], {rule: line[rule] for rule in RULES if rule in line}, cache)
            elif line["event"] == "look":
                yield _reading(folder, line, table_reader if "left" in line["pictures"] else reader)
            elif line["event"] == "decision" and "options" in line and game:
                yield _decision(line, players[line["player"] - 1], game)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise RecordingError(f"{folder}: a line is incomplete ({error!r}): record it again") from error


def _reading(folder: Path, line: dict[str, Any], reader: PictureReader) -> Compared:
    then = _faces(line["reading"])
    now = _faces(reader.read(*exposures(folder, line).values()).to_json())
    return Compared("reading", f"throw {line['throw']}, look {line['look']}", then, now, then == now)


def _faces(reading: dict[str, Any]) -> list[str]:
    """Return `well:value` or `well:doubt` for every die, in order of the wells; free dice have the well 0."""
    dice = [(die["well"] or 0, str(die["value"] or die["doubt"])) for die in reading["dice"]]
    return [f"{well}:{face}" for well, face in sorted(dice)]


def _decision(line: dict[str, Any], player: str, game: TableGame[Any]) -> Compared:
    """Compare a decision; for a player who gambles, only the values of the options."""
    position = game.position(line, line["player"] - 1)
    strategy = strategy_of(player)
    gambles = game.gambles(strategy)
    _, decided = game.robot("" if gambles else strategy, None).decide(position)
    decision = event_decision(decided, position.tell)
    worth_then, worth_now = _worth(line["options"]), _worth(decision["options"])
    same = worth_then.keys() == worth_now.keys() and all(
        math.isclose(value, worth_then[option], rel_tol=0, abs_tol=VALUE_TOLERANCE)
        for option, value in worth_now.items()
    )
    then, now = [line["action"], line["value"]], [decision["action"], decision["value"]]
    where = f"player {line['player']} at {json.dumps(position.to_json())}"
    return Compared("decision", where, then, now, same and (gambles or then[0] == now[0]))


def _worth(options: Any) -> dict[str, float]:
    """Return the value of each option by its action in JSON, from both forms of such lists."""
    pairs = options.items() if isinstance(options, dict) else [(one["action"], one["value"]) for one in options]
    return {json.dumps(action): value for action, value in pairs}
