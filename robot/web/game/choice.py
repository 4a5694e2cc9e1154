"""The forms of a new game and of a coached game: their options, and the settings that they send."""

from collections.abc import Mapping, Sequence
from typing import Any

from robot.coach.lines import Manner
from robot.coach.session import CoachSetting, usual_names
from robot.errors import RefusedError, UsageError
from robot.games.game import TableGame
from robot.games.registry import FRONT, PLAYED, make_game
from robot.language import english
from robot.language.names import clean_name, read_name, tell_manner
from robot.match.seats import THROWN, GameSetting
from robot.saying import Saying
from robot.web.game.words import Words
from solver.card import Card
from solver.levels import LEVELS

FAMILIES = ("race", "sheet", "aside", "round", "together", "alone")
"""The families of games in the order of the form; others follow."""
KNOWN_BEST = (
    *FRONT,
    *("two-dice-pig", "big-pig", "progressive-pig", "threes", "midnight", "ship-captain-crew", "chicago"),
)
"""The best known games, which come first in their families; the others follow in the registry's order."""
THROW_SECONDS, CHOICE_SECONDS = 5.0, 6.0
"""The average seconds of a throw (2.6 of them for the table's motion), and of a choice without a throw."""
USUAL_LEVEL, PERFECT = "casual", "perfect"
"""The default level of a robot on the page, and on the command line."""
INCOMPLETE = "a game and its players are missing: choose them again"


def name_game(game: str, words: Words) -> str:
    """Return the name of a game without its goal; that of a game of people's own is made of its file's words."""
    if english().knows(f"page-name-{game}"):
        return words(f"name-{game}")
    return words.say(make_game(game, {}).title) if game in PLAYED else game.replace("-", " ").title()


def games(words: Words) -> list[dict[str, Any]]:
    """Return every game, family by family: its card, number of players, usual goal and levels of robots."""
    offered = []
    for game in sorted((make_game(name, {}) for name in PLAYED), key=_place):
        least, most = game.seats.start, game.seats.stop - 1
        card = _card(game)
        seats = words("seats-just" if least == most > 1 else "seats", least=least, most=most)
        offered.append(
            {
                "name": game.name,
                "title": name_game(game.name, words),
                "what": words(f"game-{game.name}"),
                "large": game.name in FRONT,
                "picture": list(card.picture),
                "tint": card.family,
                "seats": f"{seats}\u00a0· {words('game-minutes', minutes=minutes_of(card))}",
                "family": words(f"family-{card.family}"),
                "least": least,
                "most": most,
                "goal": game.rules.get("goal"),
                "goal_step": game.goal_step,
                "most_goal": game.most_goal,
                "hand": bool(game.wells),
                "note": words("level-note") if set(game.levels) > set(LEVELS) else "",
                "levels": [{"name": name, "title": words.say(tell_manner(name))} for name in game.levels],
            }
        )
    return offered


def _card(game: TableGame[Any]) -> Card:
    card = game.card
    assert card is not None, f"{game.name} is shipped, so it has a card"
    return card


def minutes_of(card: Card) -> int:
    """Return the usual length of a game in whole minutes, at least 1."""
    return max(1, round((THROW_SECONDS * card.throws + CHOICE_SECONDS * card.choices) / 60))


def _place(game: TableGame[Any]) -> tuple[int, int]:
    """Return the sort key of a game in the form: the place of its family, and its place in the family."""
    return _rank(FAMILIES, _card(game).family), _rank(KNOWN_BEST, game.name)


def _rank(known: Sequence[str], name: str) -> int:
    return known.index(name) if name in known else len(known)


def setting_of(form: Any) -> GameSetting:
    """Return the game that a form asks for.

    Raises:
        RefusedError: a name is refused, or the goal is blank.
        UsageError: the form is not from our page.

    """
    match form:
        case {"players": [*players]}:
            game, rules = game_of(form)
            first = form.get("first")
            begins = first if first in ("1", THROWN) else None
            return GameSetting(game, rules, tuple(_player(player) for player in players), first=begins)
    raise UsageError(INCOMPLETE, key="fault-player")


def seats_of(players: Sequence[str]) -> list[dict[str, str]]:
    """Return the seats of a form for players in the notation of the command line."""
    seats = []
    for kind, _, rest in (player.partition(":") for player in players):
        name, level = ("", rest or PERFECT) if kind == "robot" else (rest, "")
        seats.append({"kind": kind, "name": name, "level": level, "listed": rest})
    return seats


def find_listed(form: Any) -> frozenset[str]:
    """Return the names in a form that are still as the list of seats gave them, because nobody typed others."""
    match form:
        case {"players": [*players]}:
            people = [player for player in players if isinstance(player, Mapping) and player.get("kind") != "robot"]
            return frozenset(clean_name(str(one.get("name"))) for one in people if one.get("listed") == one.get("name"))
    return frozenset()


def game_of(form: Any) -> tuple[str, dict[str, Any]]:
    """Return the name and the rules of the game in a form; the form of a game without a goal has no goal.

    Raises RefusedError if the goal is left blank, UsageError if the form is not from our page.
    """
    match form:
        case {"game": str(game)}:
            goal = form.get("goal")
            if goal == "":
                raise RefusedError(Saying("page-goal-blank"))
            return game, {} if goal is None else {"goal": goal}
    raise UsageError(INCOMPLETE, key="fault-player")


def manners(words: Words) -> list[dict[str, str]]:
    """Return the manners of the coach with their names and explanations."""
    return [
        {"name": manner.value, "title": words(f"coach-{manner.value}"), "means": words(f"coach-{manner.value}-means")}
        for manner in Manner
    ]


def coach_setting_of(form: Any) -> CoachSetting:
    """Return the game that a form asks for.

    Raises RefusedError for a refused name or a blank goal, UsageError if the form is not from our page.
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


def _player(player: Any) -> str:
    if not isinstance(player, Mapping):
        raise UsageError("a player is missing: choose the players again", key="fault-player")
    level = str(player.get("level", ""))
    if player.get("kind") == "robot":
        return f"robot:{level}" if level else "robot"
    name = read_name(str(player.get("name", "")))
    kind = "hand" if player.get("kind") == "hand" else "you"
    return f"{kind}:{name}" if name else kind
