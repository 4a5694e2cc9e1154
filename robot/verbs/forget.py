"""Take names of people out of the journal, coached games and recordings; the games stay."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robot.errors import UsageError
from robot.terminal.waiting import print_notice
from solver.decision import count_in_words

if TYPE_CHECKING:
    from robot.forgetting import Forgotten


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="a player's name, whole; capitals do not matter")
    parser.add_argument("--all", action="store_true", help="the names of all people")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.forgetting import forget
    from robot.language.names import NameFilter, plain

    if bool(args.names) == args.all or not all(map(plain, args.names)):
        raise UsageError("whose name is it: give names, or --all for everybody's", key="fault-player")
    folders = Folders.of_user()
    names: list[str] = args.names
    wanted = {NameFilter.of([name]): f"'{plain(name)[:80]}'" for name in names} or {NameFilter(): "names"}
    notices = dict[str, None]()
    changed = False
    for meant, said in wanted.items():
        done = forget(folders, meant)
        changed |= done.changed
        if done.changed or args.all:
            print(f"{said} taken out of {_changed(done)}")
        elif not done.left:
            notices[f"nothing holds the name {said}: write it whole, as 'pipsqueak stats --json' does"] = None
        notices |= dict.fromkeys(_left(done))
    for notice in notices:
        print_notice(notice)
    if changed:
        print("backups, exports and recordings elsewhere, and your own copies, keep their names")
    return 1 if notices else 0


def _changed(done: "Forgotten") -> str:
    """Return what names were taken out of, in words."""
    parts = [
        count_in_words(done.games, "game", "games"),
        count_in_words(done.sessions, "coached game", "coached games"),
        count_in_words(done.recordings, "recording", "recordings"),
        *([count_in_words(done.seats, "seat of a phone", "seats of phones")] if done.seats else []),
        *(f"games in {folder}" for folder in done.asides),
    ]
    return ", ".join(parts)


def _left(done: "Forgotten") -> Iterator[str]:
    """Yield what still has names, and what to do about it, each in a line."""
    for what, left in (("game", done.games_left), ("coached game", done.sessions_left)):
        for number in left:
            yield f"{what} {number} is in use or damaged and keeps its names: end it, then run this again"
    for folder in done.recordings_left:
        yield f"{folder} was written to within the hour and keeps its names: run this again later"
    for folder in done.asides_left:
        yield f"{folder} is in use or damaged and keeps its names: delete what 'restore' put aside there"
