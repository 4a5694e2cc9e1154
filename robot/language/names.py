"""The names of players as messages show them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from robot.errors import RefusedError
from robot.language import capitalize, english, name_thing
from robot.saying import Saying

LONGEST_NAME = 40
"""The most letters of a player's name. Longer names in old journals are cut to it."""
LONGEST_SHOWN = 28
"""The most letters of a name that the page and the picture show."""
YOU = "you"
ROBOT = "robot"
PERFECT = frozenset({f"{ROBOT}:optimal", f"{ROBOT}:perfect"})
UNSEEN = {"Cc", "Cf", "Cs"}
JOINERS = "\u200c\u200d"
"""Marks that join letters, or emoji of people to a family, are parts of names."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look empty."""

NUMBERED = re.compile(r"(hold|dice|safe|turns)(\d+)")
"""Strategies whose names end with a number."""
HOLDS = re.compile(r"hold-(\d+)-(\d)")
"""Strategies that hold at a number of points, or with a number of dice left."""
VERSION = re.compile(r":|-\d")
"""Where a share of errors or a version begins; messages leave it out."""

LOOK_ALIKES = str.maketrans("оοօᴏσгʀᴦяьвβʙтτᴛуγυᴜ", "ooooorrrrbbbbtttyyuu", JOINERS)
"""Small letters of other alphabets that look like those of `robot` and `you`."""
ARTICLES = "the|an?|el|los|un|der|die|das|ein"
NOBODY = re.compile(rf"(({ARTICLES}) )?r ?[o0] ?b ?[o0] ?t(er)?(s|es)?([ \d].*)?|you( \d)?")
"""The words for robots and for people without a name, and what looks like them."""

_SHOWN = re.compile(r"“?(.+?)”?(?: \d)?")
"""A name as shown: in quotes if a robot could have it, and with its seat if several players have it."""
_SEAT = re.compile(r"(you|robot(?::[^ ]*)?) (\d\d?)")


def clean_name(name: str) -> str:
    """Return a name in one line, without invisible letters that could change the text after it; "" if none is left."""
    words = "".join(
        letter for letter in name if letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in UNSEEN
    )
    seen = any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in words)
    return " ".join(words.split()) if seen else ""


def read_name(given: str) -> str:
    """Check and clean a person's name, by the same rule for terminal, page, coach and journal. Raises RefusedError."""
    name = clean_name(given)
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
    """A filter of people's names: those in `wanted`, in capitals or not, or all if None."""

    wanted: frozenset[str] | None = None

    @classmethod
    def of(cls, names: Iterable[str]) -> "NameFilter":
        return cls(frozenset(clean_name(name).casefold() for name in names))

    def has(self, name: str) -> bool:
        """Return whether the filter has a person's name; never ""."""
        return bool(name) and (self.wanted is None or clean_name(name).casefold() in self.wanted)

    def has_shown(self, name: str) -> bool:
        """Return whether the filter has a name as shown, in which robots and nameless people have names, too."""
        bare = _SHOWN.fullmatch(name)
        if not bare or is_robot(name) or name_player(name) != clean_name(name):
            return False
        return self.has(name) or self.has(bare[1])


def name_player(name: str) -> str | Saying:
    """Return the name of a player for messages: people's own names; for the nameless and for robots, a saying."""
    seat = _SEAT.fullmatch(name)
    if seat:
        values: dict[str, str | int | Saying] = {"name": name_player(seat[1]), "seat": int(seat[2])}
        return Saying("name-you-seat" if seat[1] == YOU else "name-seat", values)
    if name == YOU:
        return Saying("name-you")
    kind, _, strategy = name.partition(":")
    if kind != ROBOT:
        return clean_name(name)
    if not strategy:
        return Saying("name-robot")
    return Saying("name-robot-strategy", {"strategy": tell_manner(strategy)})


def show_name(name: str, say: Callable[[Saying], str]) -> str:
    """Return the name of a player in the language of `say`, short enough to be shown."""
    spoken = name_player(name)
    said = spoken if isinstance(spoken, str) else capitalize(say(spoken))
    return said if len(said) <= LONGEST_SHOWN else f"{said[: LONGEST_SHOWN - 1]}…"


def tell_win(names: Sequence[str], winners: Sequence[int], points: int, say: Callable[[Saying], str]) -> str:
    """Return a headline that says who won, or the `points` of a single player."""
    if len(names) == 1:
        return say(Saying("page-solo", {"points": points}))
    shown = tuple(show_name(names[seat], say) for seat in winners)
    if len(shown) != 1:
        return say(Saying("page-shared", {"names": shown}) if shown else Saying("page-over"))
    return capitalize(say(Saying("page-wins", {"name": names[winners[0]], "shown": shown[0]})))


def tell_manner(strategy: str) -> Saying:
    """Return in plain words how a robot with that strategy plays."""
    if numbered := NUMBERED.fullmatch(strategy):
        return Saying(f"strategy-{numbered[1]}", {"number": int(numbered[2])})
    if holds := HOLDS.fullmatch(strategy):
        return Saying("strategy-hold-dice", {"number": int(holds[1]), "dice": int(holds[2])})
    return name_thing("strategy", VERSION.split(strategy)[0])


def is_robot(name: str) -> bool:
    """Return whether the name of a player is a robot's."""
    seat = _SEAT.fullmatch(name)
    return (seat[1] if seat else name).partition(":")[0] == ROBOT


def name_record(name: str) -> str:
    """Return the name under which a player's games count: a robot's without its seat, or `robot` if it is perfect."""
    bare = _SEAT.sub(r"\1", name) if is_robot(name) else name
    return ROBOT if bare in PERFECT else bare


def call_bare(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players for sentences: robots without levels, with their seats if several play."""
    robots = sum(map(is_robot, names))
    called = (ROBOT if robots == 1 else f"{ROBOT} {seat}" for seat in range(1, len(names) + 1))
    return tuple(short if is_robot(name) else name for name, short in zip(names, called, strict=True))


def tell_level(name: str) -> str | Saying:
    """Return in plain words how a robot plays, "" for people and for names without a strategy."""
    seat = _SEAT.fullmatch(name)
    strategy = (seat[1] if seat else name).partition(":")[2] if is_robot(name) else ""
    return tell_manner(strategy) if strategy else ""


def name_actor(name: str) -> str | Saying:
    """Return the player of a sentence: `you` unchanged, which has its own verb forms; others by `name_player`."""
    return name if name == YOU else name_player(name)
