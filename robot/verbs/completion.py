"""Print what completes this program's words in a shell, or its man page, from the options that all verbs declare."""

import argparse
from collections.abc import Iterator, Mapping
from importlib import import_module

from robot.installation import VERSION
from robot.verbs import VERBS

MAN = "man"
COLUMNS = 78
"""How wide the man page is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=("bash", "zsh", "fish", MAN), help="a shell, or man for the man page")


def run(args: argparse.Namespace) -> int:
    whole = argparse.ArgumentParser("pipsqueak")
    verbs = whole.add_subparsers()
    parsers = {verb: verbs.add_parser(verb, help=what, formatter_class=_formatter) for verb, what in VERBS.items()}
    for verb, parser in parsers.items():
        module = import_module(f"robot.verbs.{verb}")
        parser.description = module.__doc__
        module.add_arguments(parser)
    if args.kind == MAN:
        print("\n".join(_man_page(parsers)))
        return 0
    import shtab

    print(shtab.complete(whole, args.kind))
    return 0


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=COLUMNS)


def _man_page(parsers: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    """Yield the lines of a page for man, in which each verb has its help."""
    yield f'.TH PIPSQUEAK 1 "" "pipsqueak {VERSION}"'
    yield from (".SH NAME", "pipsqueak \\- a robot that plays dice games at a table")
    yield from (".SH SYNOPSIS", ".B pipsqueak", "VERB [OPTION ...]", ".SH VERBS")
    for verb, parser in parsers.items():
        yield from (f".SS {verb}", ".nf")
        for line in parser.format_help().replace("\\", "\\e").replace("-", "\\-").splitlines():
            yield rf"\&{line}"  # a line that begins with a dot is no request
        yield ".fi"
