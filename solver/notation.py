"""A position, and a whole game, as one line of text that reads back: docs/solver.md says what the words mean.

Each family of games converts its states to `Noted` and back.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from solver.action import Action, Verb
from solver.errors import PositionError, SolverError

RULES = ("goal", "turns", "opening", "penalty", "last-round", "rule", "commit")
"""The rules that a line names if they are not the default ones, in their order."""
WORD_RULES = frozenset({"last-round", "rule"})
"""The rules that are words; the others are numbers."""
NO_RULE = "none"
"""The word for a rule that a game has by default and that is switched off."""
OPEN = "-"
"""Stands for a missing score, and for an empty card."""
BEGINS_MOVES = " | "
MOST_LETTERS = 20_000
"""A longer line is not a game."""
ALONE = {"r": "", "roll": "", "throw": "", "hold": "h"}
"""Words for actions without dice, and how a line writes them."""
MOST_SHOWN = 40
MOST_LISTED = 8
_NUMBER = re.compile(r"[0-9]{1,9}")
_MARK = re.compile(r"([a-z])([0-9][0-9,:]*)")
_MOVE = re.compile(r"(?P<act>[^/]*>)?(?P<dice>[0-9][0-9,]*)")
_KEPT = re.compile(r"(?P<keep>[0-9]+)(?:@(?P<dice>[0-9,]+))?(?P<then>[>h])")


@dataclass(frozen=True, slots=True)
class Noted:
    """A position as the words of a line: the name of the `game` and its standing.

    `scores` are what each player has, in the order of the seats; `player` is the seat whose turn it is, from 0, `turn`
    the points of that turn, and `dice` those on the table. `rules` are those that are not the default ones. `marks` are
    further words by their letters, as "r" for the throws left; `box` is a box that was chosen early.
    """

    game: str
    scores: tuple[str, ...]
    rules: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    player: int = 0
    turn: int = 0
    dice: tuple[int, ...] = ()
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    box: str = ""

    def __str__(self) -> str:
        rules = [f"{name}={self.rules[name]}" for name in RULES if self.rules.get(name) is not None]
        words = [self.game, *rules, ":".join(self.scores)]
        words += [write_dice(self.dice)] if self.dice else []
        words += [f"p{self.player + 1}"] if self.player else []
        words += [f"+{self.turn}"] if self.turn else []
        words += [f"{letter}{text}" for letter, text in self.marks.items() if text]
        return " ".join([*words, f"!{self.box}"] if self.box else words)

    @classmethod
    def read(cls, line: str) -> "Noted":
        """Return the position of a line. Raises PositionError if the line is not a position."""
        if not (words := line.split()):
            raise PositionError("a position is the name of a game and what each player has, such as pig 30:45 +20")
        name, *others = words
        rules, marks = dict[str, Any](), dict[str, str]()
        turn = box = ""
        bare: list[str] = []
        for word in others:
            rule, equals, value = word.partition("=")
            if word[0] == "+" and not turn:
                turn = word[1:]
            elif word[0] == "!" and not box:
                box = word[1:]
            elif equals and rule in RULES and rule not in rules:
                rules[rule] = value if rule in WORD_RULES else read_number(value, rule)
            elif (mark := _MARK.fullmatch(word)) and mark[1] not in marks:
                marks[mark[1]] = mark[2]
            elif not bare or (len(bare) == 1 and word[0].isdigit()):  # what players have, then dice
                bare.append(word)
            else:
                raise PositionError(f"{quote(word)} is one word too many in a position of {quote(name)}: leave it out")
        if not bare:
            raise PositionError(f"a position of {quote(name)} lacks what each player has: give it, such as 30:45")
        scores, seat = tuple(bare[0].split(":")), read_number(marks.pop("p", "1"), "p")
        if not 1 <= seat <= len(scores):
            raise PositionError(f"p{seat} is not a player of this position: give p1 to p{len(scores)}")
        dice = read_dice(bare[1]) if len(bare) > 1 else ()
        return cls(name, scores, rules, seat - 1, read_number(turn or "0", "the turn"), dice, marks, box)

    @property
    def points(self) -> tuple[int, ...]:
        """The scores as numbers. Raises PositionError for other words."""
        return tuple(read_number(score, "a score, as in '30:45' or '30:45 +20'") for score in self.scores)

    @property
    def results(self) -> tuple[int | None, ...]:
        """The scores, None where a player has none yet. Raises PositionError."""
        return tuple(None if score == OPEN else read_number(score, "a score") for score in self.scores)

    def numbers(self, letter: str, between: str = ",") -> tuple[int, ...]:
        """Return the numbers of a mark, () if the line has no such mark. Raises PositionError."""
        text = self.marks.get(letter)
        return tuple(read_number(one, letter) for one in text.split(between)) if text else ()

    def number(self, letter: str, usual: int) -> int:
        """Return the number of a mark. Raises PositionError."""
        return read_number(self.marks[letter], letter) if letter in self.marks else usual

    def check(self, *marks: str, dice: bool = False, turn: bool = False, box: bool = False) -> None:
        """Raise PositionError for any other mark, and for dice, points of a turn and a box that do not fit."""
        odd = [f"{letter}{text}" for letter, text in self.marks.items() if letter not in marks]
        odd += [write_dice(self.dice)] if self.dice and not dice else []
        odd += [f"+{self.turn}"] if self.turn and not turn else []
        odd += [f"!{self.box}"] if self.box and not box else []
        if odd:
            plus = f", or write +{odd[0]} for points of the turn" if turn and odd[0].isdigit() else ""
            raise PositionError(f"a position of {self.game} has no {quote(odd[0])}: leave it out{plus}")

    def options(self) -> dict[str, Any]:
        """Return the rules as options of a game."""
        given = {name: value for name, value in self.rules.items() if value is not None}
        told = {name.replace("-", "_"): "" if value == NO_RULE else value for name, value in given.items()}
        return told | ({"commit": bool(told["commit"])} if "commit" in told else {})


def tell_unusual(**rules: tuple[Any, Any]) -> dict[str, Any]:
    """Return rules as a line says them, from a game's choice and the default: None for the default."""
    return {name: None if choice == usual else choice for name, (choice, usual) in rules.items()}


class Written:
    """A state whose text is one line that can be read."""

    __slots__ = ()

    @property
    @abstractmethod
    def noted(self) -> Noted:
        """The state as the words of a line."""

    def __str__(self) -> str:
        return str(self.noted)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game: where it begins, and each move with the dice that it threw; `str` is one line that can be read.

    If all players act at once, a move is the set of players who sit down, else an Action.
    """

    start: Any
    moves: tuple[tuple[Any, tuple[int, ...]], ...] = ()

    def __str__(self) -> str:
        return f"{self.start}{BEGINS_MOVES}{' '.join(write_move(*move) for move in self.moves)}".rstrip()

    @classmethod
    def read(cls, line: str, parse: Callable[[str], Any]) -> "GameLine":
        """Return the game of a line, whose first state `parse` reads. Raises SolverError."""
        if len(line) > MOST_LETTERS:
            raise PositionError(f"a line of {len(line):,} letters is longer than any game: give up to {MOST_LETTERS:,}")
        position, stroke, words = line.partition(BEGINS_MOVES.strip())
        state = start = parse(position.strip())
        if not stroke:
            raise PositionError(f"{quote(line)} has no moves: give a stroke and its moves, such as pig 0:0 | 4 6 h")
        moves = []
        for number, word in enumerate(words.split(), 1):
            action, dice = read_move(state, word, number)
            try:
                state = state.apply(action, dice)
            except SolverError as wrong:
                raise PositionError(f"move {number}, {quote(word)}: {wrong}") from None
            moves.append((action, dice))
        return cls(start, tuple(moves))

    def states(self) -> Iterator[Any]:
        """Yield the state before each move, and the last state. Raises PositionError for an illegal move."""
        state = self.start
        yield state
        for action, dice in self.moves:
            state = state.apply(action, dice)
            yield state


def write_move(action: Any, dice: Sequence[int]) -> str:
    """Return a move as a word: the action, then the dice that it throws."""
    return _spell(action, dice) + write_dice(dice)


def read_move(state: Any, word: str, number: int = 0) -> tuple[Any, tuple[int, ...]]:
    """Return the move of a word, and its dice. Without a `number`, it can be in `ALONE` too. Raises PositionError."""
    thrown = _MOVE.fullmatch(word)
    act, dice = (thrown["act"] or "", read_dice(thrown["dice"])) if thrown else (word, ())
    act = act if number else ALONE.get(word, act)
    ordered, numbers = act, tuple[int, ...]()
    if kept := _KEPT.fullmatch(act):
        ordered = f"{''.join(sorted(kept['keep']))}{kept['then']}"
        numbers = tuple(read_number(one, "a die") for one in kept["dice"].split(",")) if kept["dice"] else ()
    legal = {_spell(action, dice): action for action in state.legal_actions()}
    if (action := legal.get(act, legal.get(ordered))) is not None:
        return (replace(action, dice=numbers) if numbers else action), dice
    alike = sorted(legal, key=lambda one: one[-1:] != act[-1:])  # first those of this kind
    throw, move = ("a throw", f"move {number}, {quote(word)},") if number else ("r", quote(word))
    known = ", ".join(one or throw for one in alike[:MOST_LISTED]) or "nothing, because the game is over"
    more = " …" if len(alike) > MOST_LISTED else ""
    raise PositionError(f"{move} cannot be made here: give {known}{more}")


def _spell(action: Any, dice: Sequence[int]) -> str:
    """Return an action without the dice that it throws."""
    if not isinstance(action, Action):
        return f"s{','.join(str(seat + 1) for seat in sorted(action))}{'>' if dice else ''}" if action else ""
    match action.verb:
        case Verb.SCORE:
            return action.box
        case Verb.COMMIT:
            return f"!{action.box}"
    if action.tiles is not None:
        return f"/{','.join(map(str, action.tiles))}"
    after = "h" if action.verb is Verb.HOLD else ">"
    if action.keep:
        numbers = f"@{','.join(map(str, action.dice))}" if action.dice else ""
        return f"{write_dice(action.keep)}{numbers}{after}"
    return f"{action.count}>" if action.count else "h" if action.verb is Verb.HOLD else ""


def write_dice(dice: Sequence[int]) -> str:
    """Return dice as their digits, with commas between them where one shows more than 9."""
    return "".join(map(str, dice)) if all(die < 10 for die in dice) else ",".join(map(str, dice))


def read_dice(text: str) -> tuple[int, ...]:
    """Return the dice of a word. Raises PositionError."""
    faces = text.split(",") if "," in text else [*text]
    if len(faces) > MOST_SHOWN:
        raise PositionError(f"{quote(text)} … are more dice than any game throws: give fewer")
    if not all(map(_NUMBER.fullmatch, faces)):
        raise PositionError(f"{quote(text)} are not dice: give what each shows, such as 33456")
    return tuple(map(int, faces))


def read_number(text: str, what: str) -> int:
    """Return a whole number of up to nine digits. Raises PositionError, which says what the number is for."""
    if not _NUMBER.fullmatch(text):
        raise PositionError(
            f"{quote(text)} is not a number for {what}: give a whole number from 0 up, of nine digits at most"
        )
    return int(text)


def quote(word: str) -> str:
    """Return a word from a person in a form that a message can show."""
    return repr(word[:MOST_SHOWN])
