"""How players are spoken of."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from robot.errors import RefusedError
from robot.language import capitalize, english, name_thing
from robot.saying import Saying

LONGEST_NAME = 40
"""The most letters of a player's name; of older, longer ones as many are said and printed."""
LONGEST_SHOWN = 28
"""The most letters of a name that page and picture show."""
YOU = "you"
ROBOT = "robot"
UNSEEN = {"Cc", "Cf", "Cs"}
JOINERS = "\u200c\u200d"
"""Marks that join letters, and people to families, are part of names."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""

NUMBERED = re.compile(r"(hold|dice|safe|turns)(\d+)")
"""Strategies that are called by a number."""
HOLDS = re.compile(r"hold-(\d+)-(\d)")
"""Strategies that hold at a number of points, or with a number of dice left."""
VERSION = re.compile(r":|-\d")
"""Where a share of errors or a version begins, which people need not know."""

LOOK_ALIKES = str.maketrans("оοօᴏσгʀᴦяьвβʙтτᴛуγυᴜ", "ooooorrrrbbbbtttyyuu", JOINERS)
"""Small letters of other alphabets that look like those of `robot` and `you`."""
ARTICLES = "the|an?|el|los|un|der|die|das|ein"
NOBODY = re.compile(rf"(({ARTICLES}) )?r ?[o0] ?b ?[o0] ?t(er)?(s|es)?([ \d].*)?|you( \d)?")
"""What robots and people without a name are called, and what looks like it."""

_SHOWN = re.compile(r"“?(.+?)”?(?: \d)?")
"""A name as it is shown: in quotes where a robot could be called so, with its seat where several have it."""
_SEAT = re.compile(r"(you|robot(?::[^ ]*)?) (\d\d?)")


def plain(name: str) -> str:
    """Return a name in one line, without letters that nobody sees, which could turn what follows; "" without others."""
    words = "".join(
        letter for letter in name if letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in UNSEEN
    )
    seen = any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in words)
    return " ".join(words.split()) if seen else ""


def read_name(given: str) -> str:
    """Return a name that a person gives, by the one rule of terminal, page, coach and journal. Raises RefusedError."""
    name = plain(given)
    bare = "".join(filter(lambda letter: not unicodedata.combining(letter), unicodedata.normalize("NFKD", name)))
    words = " ".join(re.findall(r"[^\W_]+", bare.casefold().translate(LOOK_ALIKES)))
    if len(name) > LONGEST_NAME:
        why = Saying("page-name-long", {"most": LONGEST_NAME})
    elif NOBODY.fullmatch(words):
        why = Saying("page-seat-nobody", {"name": name})
    else:
        return name
    raise RefusedError(why, english().say(why))


@dataclass(frozen=True, slots=True)
class NameFilter:
    """Which names of people are meant: `wanted`, however their letters are written, or None for all."""

    wanted: frozenset[str] | None = None

    @classmethod
    def of(cls, names: Iterable[str]) -> "NameFilter":
        return cls(frozenset(plain(name).casefold() for name in names))

    def has(self, name: str) -> bool:
        """Return whether a person's name is meant; "" is none."""
        return bool(name) and (self.wanted is None or plain(name).casefold() in self.wanted)

    def has_shown(self, name: str) -> bool:
        """Return whether the same is meant by a name as it is shown among those of robots and nameless people."""
        bare = _SHOWN.fullmatch(name)
        if not bare or is_robot(name) or name_player(name) != plain(name):
            return False
        return self.has(name) or self.has(bare[1])


def name_player(name: str) -> str | Saying:
    """Return how a player of that name is spoken of: people by their names, the nameless and robots as languages do."""
    seat = _SEAT.fullmatch(name)
    if seat:
        values: dict[str, str | int | Saying] = {"name": name_player(seat[1]), "seat": int(seat[2])}
        return Saying("name-you-seat" if seat[1] == YOU else "name-seat", values)
    if name == YOU:
        return Saying("name-you")
    kind, _, strategy = name.partition(":")
    if kind != ROBOT:
        return plain(name)
    if not strategy:
        return Saying("name-robot")
    return Saying("name-robot-strategy", {"strategy": manner(strategy)})


def show_name(name: str, say: Callable[[Saying], str]) -> str:
    """Return the name of a player in the language of `say`, short enough to be shown."""
    spoken = name_player(name)
    said = spoken if isinstance(spoken, str) else capitalize(say(spoken))
    return said if len(said) <= LONGEST_SHOWN else f"{said[: LONGEST_SHOWN - 1]}…"


def tell_win(names: Sequence[str], winners: Sequence[int], points: int, say: Callable[[Saying], str]) -> str:
    """Return in few words who won, or the `points` of one player alone: the largest words of page and picture."""
    if len(names) == 1:
        return say(Saying("page-solo", {"points": points}))
    shown = tuple(show_name(names[seat], say) for seat in winners)
    if len(shown) != 1:
        return say(Saying("page-shared", {"names": shown}) if shown else Saying("page-over"))
    return capitalize(say(Saying("page-wins", {"name": names[winners[0]], "shown": shown[0]})))


def manner(strategy: str) -> Saying:
    """Return how a robot of that strategy plays: in plain words for people, where commands name the strategy."""
    if numbered := NUMBERED.fullmatch(strategy):
        return Saying(f"strategy-{numbered[1]}", {"number": int(numbered[2])})
    if holds := HOLDS.fullmatch(strategy):
        return Saying("strategy-hold-dice", {"number": int(holds[1]), "dice": int(holds[2])})
    return name_thing("strategy", VERSION.split(strategy)[0])


def is_robot(name: str) -> bool:
    """Return whether a player of that name is a robot, as commands name them."""
    seat = _SEAT.fullmatch(name)
    return (seat[1] if seat else name).partition(":")[0] == ROBOT


def call_bare(names: Sequence[str]) -> tuple[str, ...]:
    """Return players as sentences call them: robots without their levels, and with their seats where several play."""
    robots = sum(map(is_robot, names))
    called = (ROBOT if robots == 1 else f"{ROBOT} {seat}" for seat in range(1, len(names) + 1))
    return tuple(short if is_robot(name) else name for name, short in zip(names, called, strict=True))


def tell_level(name: str) -> str | Saying:
    """Return how a robot of that name plays, "" for people and where its name does not say."""
    seat = _SEAT.fullmatch(name)
    strategy = (seat[1] if seat else name).partition(":")[2] if is_robot(name) else ""
    return manner(strategy) if strategy else ""


def actor(name: str) -> str | Saying:
    """Return the player of a sentence: the word "you" as it is, which has its own verbs, others as called."""
    return name if name == YOU else name_player(name)
