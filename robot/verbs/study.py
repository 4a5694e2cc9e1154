"""The parts of `pipsqueak fairness`: plan a study, make its throws at any table, and report."""

import argparse
import signal
import sys
from contextlib import ExitStack, nullcontext
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from robot.app import open_table
from robot.config import ENTERED, HANDS, PHONE, load
from robot.errors import UsageError
from robot.fairness.findings import DieSummary, findings_of, summarise_counts
from robot.fairness.known_dice import KnownDie, keep_die
from robot.fairness.log import BEGUN, StudyLog
from robot.fairness.plan import keep_plan, make_plan, read_plan
from robot.fairness.report import FigureWords, plan_sayings
from robot.fairness.run import StudyRun
from robot.files import keep_file
from robot.saying import Saying
from robot.table.choice import NAMED, check_table
from robot.table.table import MachineTable
from robot.terminal.waiting import print_notice, show_progress
from robot.verbs.options import command, print_json, say, surroundings, table_choice
from vision.errors import printable_path

LEVEL = 0.05
"""The default chance that any interval of counts is wrong."""


def plan_study(args: argparse.Namespace) -> int:
    """Print the throws that a study needs, and keep its plan. Raises UsageError."""
    folders, language = surroundings(args)
    table = args.table or load(folders).table
    check_table(table, (*NAMED, ENTERED))
    dice = tuple(name.strip() for name in args.dice.split(","))
    plan = make_plan(args.points, args.alpha, args.power, table=table, dice=dice, an_hour=args.throws_an_hour)
    if args.folder:
        keep_plan(plan, args.folder)
    if args.json:
        print_json(plan.to_json())
        return 0
    for saying in plan_sayings(plan):
        say(language.say(saying))
    if args.folder:
        say(language.say(Saying("study-plan-kept", {"command": command("fairness", "run", args.folder)})))
    return 0


def run_study(args: argparse.Namespace) -> int:
    """Continue a study until all throws are made. Raises what `StudyRun.go_on` and `open_table` raise."""
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if end != signal.SIGHUP or signal.getsignal(end) != signal.SIG_IGN:  # nohup ignores it
            signal.signal(end, signal.default_int_handler)
    folders, language = surroundings(args)
    plan, _ = read_plan(args.folder)

    def ask(saying: Saying) -> str:
        print_notice(language.say(saying))
        return sys.stdin.readline()

    def tell(saying: Saying) -> None:
        print_notice(language.say(saying))

    with ExitStack() as stack:
        log = stack.enter_context(StudyLog(args.folder, plan.dice))
        if log.torn:
            tell(Saying("study-row-cut"))
        choice = table_choice(args)
        named = choice.table or plan.table
        if log.throws < plan.throws:
            if plan.pictures or plan.quiet:
                raise UsageError("pictures and quiet hours of studies went in 0.4.0: report this one, or plan another")
            if (named in {HANDS, ENTERED}) == bool(plan.turn_every):
                raise UsageError(f"this study was planned for the table {plan.table} and cannot go on with {named}")
            if named == HANDS and choice.camera in {None, PHONE}:
                raise UsageError("a study of your own dice needs a camera: add --camera, or --table entered")
            # Each continuation is another sitting. Otherwise simulated dice would fall as before.
            choice = replace(choice, table=named, sitting=len(log.rows))
            table = None if named == ENTERED else open_table(choice.resolve(load(folders)))
            if table is not None:
                stack.callback(table.close)
            with show_progress("throwing") if isinstance(table, MachineTable) else nullcontext():
                StudyRun(plan, log, table, tell, ask).go_on(named)
    tell(Saying("study-done", {"throws": plan.throws, "command": command("fairness", "report", args.folder)}))
    return 0


def report_counts(args: argparse.Namespace) -> int:
    """Print what counts show. Raises UsageError."""
    found = summarise_counts(args.counts, args.unread or 0, args.expected, args.alpha or LEVEL)
    if args.json:
        print_json(found.to_json())
    else:
        show_die(found, FigureWords(surroundings(args)[1]))
    return 0


def report_study(args: argparse.Namespace) -> int:
    """Print the results of a study, write them as a web page into its folder, and keep its dice by their names.

    Raises UsageError, FileError.
    """
    if args.unread is not None or args.expected or args.alpha is not None:
        raise UsageError("--unread, --expected and --alpha are for --counts: leave them out here")
    folders, language = surroundings(args)
    plan, seal = read_plan(args.folder)
    with StudyLog(args.folder, plan.dice, read=True) as log:
        found, throws, day = findings_of(plan, log), log.throws, log.rows[-1]["time"][:10]
        tables = tuple(dict.fromkeys(row["note"] for row in log.rows if row["event"] == BEGUN)) or (plan.table,)
    if args.json:
        told = {"seal": seal, "tables": tables, "throws": throws, "planned": plan.throws}
        print_json(told | {"dice": [{"die": name, **die.to_json()} for name, die in found.items()]})
        return 0
    for name, die in found.items():
        show_die(die, FigureWords(language), name)
    page = args.folder / f"report-{language.name}.html"
    keep_file(page, FigureWords(language.on_screens()).html(plan, found, throws, tables))
    say(printable_path(page))
    for name, die in found.items():
        kept = KnownDie(name, die.playable, throws, plan.throws, seal, day, tables)
        print_notice(language.say(keep_die(folders.dice, kept, replace=args.replace)))
    return 0


def show_die(found: DieSummary, words: FigureWords, name: str = "") -> None:
    """Print the figures of a die and the verdict, with its name if it has one."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    title = words.say("study-counted", throws=int(found.counts.sum()), dice=int(found.counts[-1]))
    for (head, rows), titled in ((words.faces(found), title), (words.checks(found), None)):
        table = Table(title=titled, title_justify="left")
        for place, column in enumerate(head):
            table.add_column(column, justify="right" if titled or place else "left")
        for row in rows:
            table.add_row(*row)
        if rows:
            console.print(table)
    answer = words.language.say(found.saying)
    say(words.say("report-answer-die", die=name, sentence=answer) if name else answer)
