"""Report on a study, and compute it again."""

import argparse
import shlex

from robot.app import make_table_reader
from robot.config import Folders, load
from robot.fairness.findings import findings_of
from robot.fairness.known_dice import keep_die, studied_dice
from robot.fairness.report import StudyReport, keep_reports, plays_of
from robot.fairness.verify import StudyCheck
from robot.language import Language, languages
from robot.saying import Saying, Value
from robot.terminal.waiting import print_notice
from robot.verbs.options import command, print_json, say
from vision.paths import printable_path


def report_study(args: argparse.Namespace) -> int:
    """Write the report of a study into its folder, in one language or in all, and keep its dice by their names.

    Raises CountsError, StudyLogError, StudyPlanError, FolderError.
    """
    folders = Folders.of_user()
    language = Language(args.language or load(folders).language, folders.languages)
    check = StudyCheck.of(args.folder)
    found = findings_of(check.plan, check.seal, check.record)
    for saying in check.ending():
        print_notice(language.say(saying))
    if args.json:
        print_json(found.to_json())
        return 0
    plays = plays_of(found)
    for name in [args.language] if args.language else languages():
        report = StudyReport(found, plays, Language(name, folders.languages).on_screens())
        for path in keep_reports(report, args.folder):
            say(printable_path(path))
    for die in studied_dice(found):
        other = keep_die(folders.dice, die, replace=args.replace)
        kept = Saying("study-kept", {"die": die.name, "option": shlex.quote(f"@{die.name}")})
        print_notice(language.say(other.differs_saying if other else kept))
    for one in found.dice:
        say(language.say(Saying("report-answer-die", {"die": one.name, "sentence": one.summary.saying})))
    return 0


def verify_study(args: argparse.Namespace) -> int:
    """Compute a study again: its log, its reports, and its readings where pictures were kept; 1 if anything differs.

    Raises StudyPlanError, StudyLogError, FolderError.
    """
    folders = Folders.of_user()
    language = Language(args.language or load(folders).language, folders.languages)
    folder = args.path if args.path.is_dir() else args.path.parent
    check = StudyCheck.of(folder)
    reports = sorted(folder.glob("report-*.html")) if args.path.is_dir() else [args.path]
    reader = make_table_reader(check.plan.table) if check.plan.pictures and check.plan.turn_every else None
    differs = [*check.ending()]
    for report in reports:
        differs += check.report(report, folders.languages)
    differs += check.pictures(reader.read if reader else None)
    for saying in differs:
        say(language.say(saying))
    if not differs and not check.begun:
        begin = {"seal": check.seal, "command": command("fairness", "run", folder)}
        say(language.say(Saying("study-unbegun", begin)))
    elif not differs:
        pictures = sum(len(row.pictures or {}) for row in check.record.rows)
        counted: dict[str, Value] = {"throws": check.record.throws, "dice": len(check.plan.dice), "seal": check.seal}
        say(language.say(Saying("study-verified", counted | {"reports": len(reports), "pictures": pictures})))
        unread = pictures and reader is None
        print_notice(language.say(Saying("study-not-reread" if unread else "study-not-compared")))
    return 1 if differs else 0
