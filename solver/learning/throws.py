"""Throws that people wrote down, from which a game is learned without knowing its dice."""

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from solver.decision import count_in_words
from solver.errors import DistributionError, OptionError
from solver.learning.model import TurnLaw, law_of
from solver.race.rules import TwoPlayerName, rules_of
from solver.race.state import RaceState
from solver.throw_distribution import Chance, Outcome, ThrowDistribution, weighed_die

DOUBT = "?"


@dataclass(frozen=True, slots=True)
class RecordedThrows:
    """Throws of a game's dice, each as its faces, from 1 to `faces` (None: as usual); `doubts` were left out."""

    game: TwoPlayerName
    throws: tuple[tuple[int, ...], ...]
    doubts: int = 0
    faces: int | None = None

    def die(self) -> tuple[Chance, ...]:
        """Return how often each face fell, as chances."""
        fell = Counter(itertools.chain.from_iterable(self.throws))
        faces = rules_of(self.game).faces if self.faces is None else self.faces
        return weighed_die([fell[face] for face in range(1, faces + 1)])

    def faces_law(self) -> TurnLaw:
        """Return the law of dice whose faces fall as often as in these. Raises DistributionError."""
        try:
            return law_of(self.game, self.die())
        except DistributionError as wrong:
            raise self._too_few(wrong) from wrong

    def law(self) -> TurnLaw:
        """Return the law of a throw that is drawn from these. Raises DistributionError, where one kind is missing."""
        rules = rules_of(self.game)
        if not issubclass(rules, RaceState):
            return self.faces_law()
        try:
            counts = Counter(rules.judge(throw) for throw in self.throws)
            outcomes = [
                Outcome(Fraction(count, len(self.throws)), gain, effect)
                for (effect, gain), count in sorted(counts.items())
            ]
            return TurnLaw(ThrowDistribution(tuple(outcomes)))
        except DistributionError as wrong:
            raise self._too_few(wrong) from wrong

    def _too_few(self, wrong: DistributionError) -> DistributionError:
        return DistributionError(
            f"{count_in_words(len(self.throws), 'throw is', 'throws are')} too few to learn from: {wrong}"
        )


def read_throws(game: TwoPlayerName, text: str, faces: int | None = None) -> RecordedThrows:
    """Return the throws in a text: a line for each, faces from 1 to `faces` with blanks or commas between them.

    A line with ? is a throw in doubt. Empty lines, and what follows #, are left out. Raises OptionError for anything
    else, UnknownNameError.
    """
    rules = rules_of(game)
    dice = rules.dice if issubclass(rules, RaceState) else 1
    most = rules.faces if faces is None else faces
    throws: list[tuple[int, ...]] = []
    doubts = 0
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(",", " ").split()
        if DOUBT in words:
            doubts += 1
        elif words:
            if len(words) != dice or not all(word.isdecimal() and 1 <= int(word) <= most for word in words):
                said = f"{dice} {'number' if dice == 1 else 'numbers'} from 1 to {most}"
                raise OptionError(
                    f"line {number} is not a throw of {rules.game}, {line.strip()[:40]!r}: give {said}, or ?"
                )
            throws.append(tuple(map(int, words)))
    if not throws:
        raise OptionError(f"no throws of {rules.game} are given: give a line for each")
    return RecordedThrows(game, tuple(throws), doubts, most)
