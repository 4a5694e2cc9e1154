"""What reads the words that follow a command."""

import argparse
import importlib
import sys
from types import ModuleType
from typing import Any, NoReturn

from robot.terminal.letters import print_lines
from robot.verbs import module_of
from robot.verbs.options import whole


class StoreOnce(argparse._StoreAction):
    """Store a value. An option that is given again is refused: which of its values is meant is not known."""

    given = False

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if self.given:
            raise argparse.ArgumentError(self, "it is given twice: give it once")
        self.given = option is not None
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """A parser of one command line, whose refusal is one line and exit status 2."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=description)
        self.register("type", int, whole)
        self.register("action", None, StoreOnce)  # that of options which name no action
        self.add_argument("--language", help=argparse.SUPPRESS)  # each verb takes it, and the bare command says so

    def error(self, message: str) -> NoReturn:
        print_lines([f"{self.prog}: {' '.join(message.split())}; see '{self.prog} --help'"], sys.stderr)
        self.exit(2)


def parser_of(command: str) -> tuple[Parser, ModuleType]:
    """Return what reads the words that follow a command, and the module that runs it."""
    module = importlib.import_module(module_of(command))
    parser = Parser(prog=f"pipsqueak {command}", description=module.__doc__)
    module.add_arguments(parser)
    return parser, module
