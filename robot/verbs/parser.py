"""The parser of the command line."""

import argparse
import importlib
import sys
from types import ModuleType
from typing import Any, NoReturn

from robot.terminal.letters import print_lines
from robot.verbs import module_of
from robot.verbs.options import integer


class StoreOnce(argparse._StoreAction):
    """Store the value of an option. Refuse an option that is given twice, because its value would be unclear."""

    given = False

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if self.given:
            raise argparse.ArgumentError(self, "it is given twice: give it once")
        self.given = option is not None
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """The parser of one command. It refuses a bad command line in one line, with exit status 2."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=description)
        self.register("type", int, integer)
        self.register("action", None, StoreOnce)  # for options that name no action
        self.add_argument("--language", help=argparse.SUPPRESS)  # the help of the program itself lists it

    def error(self, message: str) -> NoReturn:
        print_lines([f"{self.prog}: {' '.join(message.split())}; see '{self.prog} --help'"], sys.stderr)
        self.exit(2)


def parser_of(command: str) -> tuple[Parser, ModuleType]:
    """Return the parser of a command, and the module that runs the command."""
    module = importlib.import_module(module_of(command))
    parser = Parser(prog=f"pipsqueak {command}", description=module.__doc__)
    module.add_arguments(parser)
    return parser, module
