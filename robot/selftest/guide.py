"""Guide people through the steps: tell what happens, and ask; in the terminal, people type a key and Enter."""

import sys
from typing import IO

from robot.errors import PeopleLeftError
from robot.language import Language
from robot.saying import Saying
from robot.terminal.letters import print_lines

NEXT, REPEAT, QUIT = "next", "repeat", "quit"
DONE, SKIP = "done", "skip"
UP, DOWN, KEEP = "up", "down", "keep"


class Guide:
    """A guide that tells nothing, and answers every question with the usual answer."""

    def tell(self, line: Saying, /) -> None:
        """Tell people something that needs no answer."""

    def ask(self, _what: Saying, answers: tuple[str, ...], /) -> str:
        """Ask people for one of `answers`; the first is the usual one.

        Raises PeopleLeftError if they have left.
        """
        return answers[0]

    def beat(self) -> None:
        """Show that the test goes on. Raises PeopleLeftError if it is to end."""


KEYS = {NEXT: "n", REPEAT: "r", QUIT: "q", DONE: "d", SKIP: "s", UP: "+", DOWN: "-", KEEP: "k", "calibrate": "c"}


class TypedGuide(Guide):
    """Asks on the terminal."""

    def __init__(self, language: Language, *, typed: IO[str] | None = None, told: IO[str] | None = None) -> None:
        self._language, self._typed, self._told = language, typed or sys.stdin, told or sys.stdout

    def tell(self, line: Saying, /) -> None:
        self._print(self._language.say(line))

    def ask(self, what: Saying, answers: tuple[str, ...], /) -> str:
        say = self._language.say
        self._print(say(what))
        keys = {KEYS[answer]: answer for answer in answers}
        choices = [f"{key} {say(Saying(f'selftest-answer-{answer}'))}" for key, answer in keys.items()]
        usual = say(Saying("selftest-enter", {"usual": say(Saying(f"selftest-answer-{answers[0]}"))}))
        while True:
            print(f"  {usual} · {' · '.join(choices)} ", end="", file=self._told, flush=True)
            line = self._typed.readline()
            if not line:
                raise PeopleLeftError("nobody answers any more: run 'pipsqueak machine selftest' again, or add --yes")
            if not (key := line.strip().lower()):
                return answers[0]
            if key in keys:
                return keys[key]

    def _print(self, text: str) -> None:
        print_lines([text], self._told)
