"""The form of a new coached game: what it offers, and the setting that it sends."""

from typing import Any

from robot.coach.lines import Manner
from robot.coach.session import CoachSetting, usual_names
from robot.errors import RefusedError, UsageError
from robot.language.names import read_name
from robot.saying import Saying
from robot.web.game.choice import INCOMPLETE, game_of
from robot.web.game.words import Words


def manners(words: Words) -> list[dict[str, str]]:
    """Return the manners of the coach with their names and what each means."""
    return [
        {
            "name": manner.value,
            "title": words(f"coach-{manner.value}"),
            "means": words(f"coach-{manner.value}-means"),
        }
        for manner in Manner
    ]


def setting_of(form: Any) -> CoachSetting:
    """Return the game that a form asks for.

    Raises RefusedError for names and a blank goal, UsageError if our page did not send this form.
    """
    match form:
        case {"players": [*players], "manner": str(manner)} if manner in {one.value for one in Manner}:
            game, rules = game_of(form)
            usual = usual_names(min(len(players), 26))
            names = tuple(read_name(str(name)) or nameless for name, nameless in zip(players, usual, strict=False))
            for name in names:
                if names.count(name) > 1:
                    raise RefusedError(Saying("page-coach-name-twice", {"name": name}))
            return CoachSetting(game, rules, names, Manner(manner))
    raise UsageError(INCOMPLETE, key="fault-player")
