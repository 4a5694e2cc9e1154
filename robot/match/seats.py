"""A game and its players: what is played, how many can play, and who begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot.errors import UsageError
from robot.games.game import TableGame
from robot.games.registry import make_game
from robot.match.desk.question_desk import QuestionDesk
from robot.match.journal import JournalGame
from robot.match.players import PEOPLE, ROBOT, Player, is_person, make_players, names_of, specs_of

THROWN = "thrown"
USUAL = ("you", "robot")
"""The players if none are named; a game for one takes the first of them."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A game with all its rules, its players as the command line writes them, and the seat that begins.

    `first` is None if a throw-off decides.
    """

    game: TableGame[Any]
    players: tuple[str, ...]
    first: int | None

    @property
    def asks(self) -> bool:
        """Whether the game asks people, because they play or because no camera can read the throws."""
        return any(map(is_person, self.players)) or not self.game.wells

    def make_players(self, desk: QuestionDesk | None, seed: str) -> list[Player]:
        """Make the players. `desk` asks people; `seed` seeds random strategies.

        Raises:
            UnknownNameError, SolverError: a player cannot be made.

        """
        return make_players(self.players, self.game, desk, seed)


@dataclass(frozen=True, slots=True)
class GameSetting:
    """A game to play: `rules`, `players` and who begins as the command line writes them.

    `first` is a place from 1, `thrown`, or None for the default. `resume` is a game in the journal. `attract` says that
    the robot plays by itself, and that anybody may end the game. `by` is the page's identifier of the phone that
    requests the game, "" for the table. A `brisk` game pauses no longer than the brisk tempo does.
    """

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = USUAL
    resume: JournalGame | None = None
    attract: bool = False
    first: str | None = None
    by: str = ""
    brisk: bool = False

    @classmethod
    def of(cls, game: JournalGame) -> "GameSetting":
        """Return the setting that resumes an unfinished game."""
        return cls(game.game, game.rules, game.players, resume=game, attract=not game.has_people)

    def seating(self, cache: Path | None) -> Seating:
        """Make the game, and return it with its players. `cache` keeps its solved tables.

        Raises:
            UnknownNameError, OptionError: there is no such game, or its rules are impossible.
            UsageError: a player is of no known kind, the game is not for that many, or `first` names nobody.

        """
        game = make_game(self.game, self.rules, cache)
        for kind, _, name in (player.partition(":") for player in self.players):
            if kind not in {*PEOPLE, ROBOT}:
                raise UsageError(
                    f"unknown player '{kind}': write you:{name or kind} for a person, or robot, robot:LEVEL, hand:NAME",
                    key="fault-player",
                )
        check_seats(len(self.players), game)
        return Seating(game, self.players, who_begins(self.first, self.players, game))


QUICK = GameSetting("pig", {"goal": 30}, first="1", brisk=True)
"""A game of about a minute: half of all such games are over after 15 throws and a hold or two."""


def check_dice(players: Sequence[Player], rules: TableGame[Any], *, by_hand: bool) -> None:
    """Raise UsageError if people throw dice that differ: no camera can tell which of them shows what.

    `by_hand` says that people throw for everybody.
    """
    if any(rules.differ(seat) and (by_hand or player.by_hand) for seat, player in enumerate(players)):
        raise UsageError(
            "different dice cannot be told apart when people throw them: let the machine throw them in its "
            "wells, or give all dice of this player the same chances",
            key="fault-player",
        )


def rematch(setting: GameSetting, loser: str) -> GameSetting:
    """Return the same game for the same players; the loser begins, unless each player has dice of their own."""
    first = str(names_of(setting.players).index(loser) + 1)
    exchanges = make_game(setting.game, setting.rules).exchanges
    return GameSetting(setting.game, setting.rules, setting.players, first=None if exchanges else first)


def usual_players(game: TableGame[Any]) -> tuple[str, ...]:
    """Return the default players of a game: a person, and as many robots as it needs, one if possible."""
    few, most = game.seats[0], game.seats[-1]
    return ("you", *("robot",) * (max(few, min(most, 2)) - 1))


def read_players(text: str | None, game: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players that a text names, the default players of the game for no text.

    Raises RefusedError for a name that is not allowed, UnknownNameError and OptionError as `make_game`.
    """
    return specs_of(text) if text else usual_players(make_game(game, rules))


def check_seats(players: int, rules: TableGame[Any], usual: Sequence[str] = ()) -> None:
    """Raise UsageError, which suggests the `usual` players, unless this number of players can play the game."""
    seats = rules.seats
    if players not in seats:
        few, most = seats.start, seats.stop - 1
        number = f"{most}" if few == most else f"{few} to {most}"
        named = "1 player is" if players == 1 else f"{players} players are"
        limit = rules.fewer_by if players > most else ""
        but, without = (f"with {limit} ", f", or play without {limit}") if limit else ("", "")
        raise UsageError(
            f"{named} named, but {but}this game is for {number}: "
            f"write --players {','.join(usual or usual_players(rules))}{without}",
            key="fault-player",
        )


def who_begins(wanted: str | None, players: Sequence[str], rules: TableGame[Any]) -> int | None:
    """Return the place of the player who begins, None if a throw-off decides.

    `wanted` is a place from 1, or `thrown`. None means a throw-off if several people play; else the only person begins,
    or the first robot. If each player has dice of their own, the first player begins. Raises UsageError.
    """
    if rules.exchanges:
        if wanted not in {None, "1"}:
            raise UsageError("seat 1 of --die begins: name its player first, and leave --first out", key="fault-player")
        return 0
    if wanted is None:
        people = [place for place, player in enumerate(players) if is_person(player)]
        if len(people) > 1 and rules.wells:
            return None
        return people[0] if len(people) == 1 else 0
    if wanted == THROWN and rules.wells:
        return None if len(players) > 1 else 0
    if wanted.isdecimal() and 1 <= int(wanted) <= len(players):
        return int(wanted) - 1
    thrown = f"{THROWN}, or " if rules.wells else ""
    raise UsageError(
        f"--first {wanted!r} names no player: write {thrown}a number from 1 to {len(players)}", key="fault-player"
    )
