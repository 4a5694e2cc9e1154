"""Games that are coached, and looks at dice for them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from robot.coach.lines import Manner
from robot.coach.photographs import ReadPhoto
from robot.coach.session import CoachSession, CoachSetting
from robot.table.look import Look, look_at
from vision.errors import MissingPictureError
from vision.reading import Die, Reading, SceneNote

BLACK = np.zeros((400, 640, 3), np.uint8)


def start_coach(game: str, *names: str, manner: Manner = Manner.OPEN, **rules: Any) -> CoachSession:
    """Return a session of a game, of Ann and Ben if nobody is named."""
    return CoachSession(CoachSetting(game, rules, names or ("Ann", "Ben"), manner))


def look_of(*values: int | None, notes: tuple[SceneNote, ...] = ()) -> Look:
    """Return a look at dice in a row along the upper side of a picture; those without a value lean."""
    boxes = [(100.0 * place, 100.0, 100.0 * place + 60, 160.0) for place in range(len(values))]
    dice = (Die(one, 0.9, box, 0.0, doubt=None if one else "leans") for one, box in zip(values, boxes, strict=True))
    return look_at(BLACK, Reading(tuple(dice), notes))


def read_photos(photos: Mapping[str, Look]) -> ReadPhoto:
    """Return what reads pictures by their names; all others are missing."""

    def read(file: str) -> Look:
        if file not in photos:
            raise MissingPictureError(f"{file} does not exist: check the name")
        return photos[file]

    return read
