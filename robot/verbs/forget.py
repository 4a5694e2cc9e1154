"""Take names of people out of the journal, coached games and recordings; the games stay."""

import argparse

from robot.errors import UsageError
from robot.terminal.waiting import print_notice


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
            print(f"{said} taken out of {', '.join(done.taken)}")
        elif not done.left:
            notices[f"nothing holds the name {said}: write it whole, as 'pipsqueak stats --json' does"] = None
        notices |= dict.fromkeys(done.left)
    for notice in notices:
        print_notice(notice)
    if changed:
        print("backups, exports and recordings elsewhere, and your own copies, keep their names")
    return 1 if notices else 0
