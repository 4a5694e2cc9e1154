"""Options and checks that several verbs share."""

import argparse
import re
import select
import shlex
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from robot.config import Config, Folders, Tempo, load
from robot.errors import FileError, UsageError
from robot.terminal.letters import json_line, print_lines
from solver.last_round import ALL
from solver.last_round import FORMS as LAST_ROUNDS
from vision.errors import printable_path

if TYPE_CHECKING:
    from robot.games.game import TableGame
    from robot.language import Language
    from robot.table.choice import TableChoice
    from solver.game import Game
    from solver.throw_distribution import Chance, Laws


AddsArguments: TypeAlias = "argparse.ArgumentParser | argparse._ArgumentGroup"
Takes: TypeAlias = Callable[[str], dict[str, str]]
Number = TypeVar("Number", int, float)
Offered = TypeVar("Offered")
RULES = "rules"
"""The help group of options that only some games take."""
PLAY, SOLVE = "play", "solve"
"""The act of playing a game at the table, and of computing its value."""
LAST_PLAYED = 0
"""The number that stands for the game or the session that was played last."""
# No count here needs more; Python refuses to write numbers of thousands of digits.
MOST_DIGITS = 18


def output(text: str) -> Path:
    """Read the path of a file to write; - means stdout."""
    return Path("/dev/stdout" if text == "-" else text)


def svg(text: str) -> Path:
    """Read the path of a game's picture; raise ArgumentTypeError, which argparse reports."""
    path = Path(text)
    if path.suffix != ".svg":
        raise argparse.ArgumentTypeError(f"give a name that ends with .svg, not {text[:80]!r}")
    return path


def print_json(value: Any) -> None:
    """Print one line of JSON at once."""
    sys.stdout.write(json_line(value, sys.stdout))
    sys.stdout.flush()


def format_number(number: float) -> str:
    """Return a number with four digits and no exponent, as people read it."""
    if 0 < abs(number) < 1e-4:
        return "<0.0001"
    return f"{number:.4g}" if abs(number) < 1e4 else f"{number:,.0f}"


def say(words: str) -> None:
    """Print a line at once."""
    print_lines([words], sys.stdout)


def say_all(lines: Iterable[str]) -> None:
    """Print each of the lines at once."""
    print_lines(lines, sys.stdout)


def read_typed(before: str) -> str:
    """Return the line that people type after a prompt; at the end of the input, the word that leaves."""
    from robot.coach.lines import CoachWish

    sys.stdout.write(before)
    sys.stdout.flush()
    ahead = False
    with suppress(OSError):  # a stream in memory has no file descriptor
        ahead = sys.stdin.isatty() and select.select([sys.stdin], [], [], 0)[0] != []
    line = sys.stdin.readline()
    sys.stdout.write(line if ahead else "")  # the terminal showed it before the prompt
    return line.rstrip("\n") if line else CoachWish.LEAVE.value


def command(verb: str, *words: str | Path) -> str:
    """Return a command of this program, quoted for a shell."""
    return " ".join(["pipsqueak", verb, *(shlex.quote(printable_path(word)) for word in words)])


def words_of(parser: argparse.ArgumentParser, args: argparse.Namespace, *, without: str) -> list[str]:
    """Return the words after the verb that `parser` reads as `args`, but leave out the option `without`.

    Every option takes one value or none, or can be repeated.
    """
    words: dict[str, list[str]] = {without: []}
    for action in parser._actions:
        value = getattr(args, action.dest, None)
        if action.dest in words or value is None or value is False or value == "":
            continue
        option = [*action.option_strings[-1:]]
        texts = [*map(str, value)] if isinstance(value, list) else [] if action.nargs == 0 else [str(value)]
        words[action.dest] = [word for text in texts for word in (*option, text)] if texts else option
    return list(chain.from_iterable(words.values()))


def table_choice(args: argparse.Namespace) -> "TableChoice":
    """Return the devices that the options of `add_simulated` name."""
    from robot.table.choice import AS_USUAL, TableChoice

    pace = None if getattr(args, "fast", False) else args.speed or AS_USUAL
    return TableChoice.read(args.table, args.camera, args.seed, pace)


def make_config(args: argparse.Namespace, folders: Folders) -> Config:
    """Return the configuration with the language, machine and tempo of the options. Raises UsageError."""
    from robot.table.choice import TableChoice

    config = load(folders)
    return replace(
        config,
        language=args.language or config.language,
        machine=TableChoice.read(args.table).machine or config.machine,
        tempo=args.tempo or config.tempo,
    )


def surroundings(args: argparse.Namespace) -> "tuple[Folders, Language]":
    """Return the user's folders, and the language of the options or of the configuration."""
    from robot.language import Language

    folders = Folders.of_user()
    return folders, Language(args.language or load(folders).language, folders.languages)


def list_fixed(args: argparse.Namespace) -> frozenset[str]:
    """Return the settings that options fix, so that the operator's page cannot change them."""
    return frozenset(key for key in ("language", "tempo") if getattr(args, key))


def collect_rules(args: argparse.Namespace) -> dict[str, Any]:
    """Return the rules that people gave by the options of `add_table_rules`. Raises OptionError, DistributionError."""
    from robot.games.thrown import dice_text, die_text
    from solver.throw_distribution import fair_die

    rules = rules_given(args)
    if sides := rules.pop("sides", None):
        rules["die"] = fair_die(sides)
    rules |= {"die": die_text(rules["die"])} if "die" in rules else {}
    rules |= {"dice_of": dice_text(rules["dice_of"])} if "dice_of" in rules else {}
    return {rule: value for rule, value in rules.items() if rule != "players"}


def game_of(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return the name of the game at the table that `args.game` names, which may be a TOML file, and its rules.

    Raises UnknownNameError for a game that is not played at the table, OptionError for a file that is no game,
    UsageError for the port of a second board.
    """
    from robot.games.game import OWN
    from robot.games.registry import check_played, read_own

    if args.game.endswith(".toml"):
        name, text = read_own(Path(args.game))
        return name, collect_rules(args) | {OWN: text}
    if args.game.startswith("/dev/"):  # the shell found several boards
        raise UsageError(f"--table takes one port: leave out {args.game[:80]}")
    check_played(args.game)
    return args.game, collect_rules(args)


def load_game(args: argparse.Namespace, name: str, act: str) -> "Game":
    """Return a game by name or file, with the options of a verb. The cache keeps slow solutions.

    Raises UnknownNameError, DistributionError, and OptionError for an option that the game does not take for this act.
    """
    from solver.game import CACHE
    from solver.games import find_game

    game = find_game(name)
    given = rules_given(args)
    if "die" in given and "weights" in game.takes:
        given["weights"] = given.pop("die")
    if act == SOLVE and given.get("players") == 1 and "solo" in game.takes:
        given |= {"players": None, "solo": True}
    game = game.with_options(**given, cache=Folders.of_user().cache if CACHE in game.takes else None)
    game.check_act(act)
    return game


def table_game(args: argparse.Namespace, game: "Game") -> "tuple[TableGame[Any], int]":
    """Return a solver's game as the table plays it, and its number of players. `pig-three` is Pig for three there.

    Raises UnknownNameError for a game that is not played at the table, OptionError, DistributionError.
    """
    from robot.games.game import OWN
    from robot.games.registry import make_game, read_own, table_name

    name, rules = table_name(game.name), collect_rules(args)
    if args.game.endswith(".toml"):
        name, rules[OWN] = read_own(Path(args.game))
    table = make_game(name, rules, game.options.cache or Folders.of_user().cache, at_table=False)
    return table, game.options.players or len(game.start().noted.scores)


def offer(found: "Offered | None", refusal: str) -> "Offered":
    """Return what a game offers; raise OptionError with the text `refusal` if that is None."""
    from solver.errors import OptionError

    if found is None:
        raise OptionError(refusal)
    return found


STRATEGIES = {"strategies": "strategies", "turn": "turns"}
"""The attribute of a game that describes the values of an option."""
LEVEL = "or a level, child to perfect"
LEVELS_ALONE = f"optimal, {LEVEL}"


class HelpOfGame(argparse.Action):
    """Print the help of a verb. Of the options that only some games take, show those of the game that is named.

    `takes` returns the options that a game takes, each with a note for the help, and raises OptionError for a game that
    the verb refuses; `apart` holds all that only some games take. Without a game, the help says how to see them.
    """

    def __init__(self, takes: Takes, apart: Iterable[str], **declared: Any) -> None:
        super().__init__(**declared, nargs=0, help="show this help message and exit")
        self.takes, self.apart = takes, frozenset(apart)

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any) -> None:
        which, *others = parser._positionals._group_actions
        named = getattr(namespace, which.dest)
        names = [] if named == which.default else [named] if isinstance(named, str) else named
        taken = {option: note for name in names for option, note in self.takes(name).items()}
        if names:
            from solver.games import find_game

            del parser._positionals._group_actions[:1]
        else:
            more = f"'{parser.prog} GAME --help' also shows the options of that game."
            parser.epilog = f"{more}\n\n{parser.epilog}" if parser.epilog else more
        for action in parser._actions:
            forms = [words + taken[name] for name, words in FORMS.get(action.dest, {}).items() if name in taken]
            if names and action.dest in STRATEGIES:
                forms = [getattr(find_game(name), STRATEGIES[action.dest]) or LEVELS_ALONE for name in names]
            if names and forms:
                action.help = "; ".join(forms)
            elif action.dest in self.apart:
                action.help = f"{action.help}{taken[action.dest]}" if action.dest in taken else argparse.SUPPRESS
            elif names and LEVELS_ALONE in (action.help or "") and (own := find_game(names[0]).strategies):
                action.help = (action.help or "").replace(LEVELS_ALONE, f"{own.removesuffix(f', {LEVEL}')}, {LEVEL}")
        game = " ".join(names) or ("[GAME]" if which.nargs == "?" else "GAME")
        parser.usage = " ".join(["%(prog)s", game, *(f"[{other.metavar}]" for other in others), "[OPTION …]"])
        parser.print_help()
        parser.exit()


def add_help(parser: argparse.ArgumentParser, takes: Takes, apart: Iterable[str] = ()) -> None:
    """Add the help of a verb. Of the rules and the options in `apart`, it shows only those that a game `takes`."""
    parser._optionals.conflict_handler = "resolve"  # this help takes the place of the usual one
    rules = [action.dest for group in parser._action_groups if group.title == RULES for action in group._group_actions]
    parser.add_argument("-h", "--help", action=HelpOfGame, takes=takes, apart=[*rules, *apart])


def rule_finder(*acts: str) -> Takes:
    """Return a function that returns the rules that a game takes for any of the acts of a verb.

    A note says which of them a rule is for, if not all.
    """

    def takes(name: str) -> dict[str, str]:
        from solver.games import find_game

        game = find_game(name)
        game.check_act(acts[0])
        takers = {rule: [act for act in acts if rule in game.find_taken(act)] for rule in game.takes}
        notes = {rule: "" if some == [*acts] else f"; only for {' and '.join(some)}" for rule, some in takers.items()}
        taken = {rule: note for rule, note in notes.items() if takers[rule]}
        more = {"players"} if "solo" in taken else {"die"} if PLAY in acts and "weights" in taken else set()
        return taken | dict.fromkeys(more, "")

    return takes


def find_offered(takes: Takes, names: Iterable[str]) -> list[str]:
    """Return the games that a verb does not refuse."""
    from solver.errors import OptionError

    offered = list[str]()
    for name in names:
        with suppress(OptionError):
            takes(name)
            offered.append(name)
    return offered


def numbers(text: str) -> "tuple[Chance, ...]":
    """Read numbers or fractions with commas between them; raise ArgumentTypeError, which argparse reports."""
    try:
        return tuple(Fraction(word) if "/" in word else float(word) for word in text.split(","))
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"give numbers separated by commas, not {text[:80]!r}") from None


def die_chances(text: str) -> "tuple[Chance, ...]":
    """Read chances separated by commas, or @ and the name of a studied die, and print a notice about that die.

    Whole numbers are counts of the faces. Raises ArgumentTypeError, which argparse reports.
    """
    from solver.errors import DistributionError
    from solver.throw_distribution import weigh_die

    if not text.startswith("@"):
        given = numbers(text)
        try:
            return weigh_die(given) if all(number % 1 == 0 for number in given) else given
        except DistributionError as wrong:
            raise argparse.ArgumentTypeError(str(wrong)) from None
    from robot.fairness.known_dice import known_die
    from robot.language import Language
    from robot.terminal.waiting import print_notice
    from solver.errors import UnknownNameError

    folders = Folders.of_user()
    try:
        die = known_die(folders.dice, text[1:])
    except (UnknownNameError, FileError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    print_notice(Language(load(folders).language, folders.languages).say(die.saying))
    return die.chances


def rules_given(args: argparse.Namespace) -> dict[str, Any]:
    """Return the solver's options that the rules and dice on the command line set. Raises OptionError."""
    from solver.errors import OptionError
    from solver.game import OPTIONS

    given = {name: getattr(args, name) for name in OPTIONS if name not in {"rule", "die"} and hasattr(args, name)}
    house: list[HouseRule] = getattr(args, "rule", None) or []
    given |= {one.name: one.value for one in house}
    if len({one.name for one in house}) < len(house):
        raise OptionError("--rule is given twice for the same: give it once")
    dice: list[Dice] = getattr(args, "die", None) or []
    seats = dict(one.seat for one in dice if one.seat)
    if len(dice) > 1 and len(seats) < len(dice):
        raise OptionError("--die is given twice: give it once, or once for each of two seats")
    found: dict[str, Any] = {"dice_of": seats or None}
    if dice and not seats:
        found |= {"die": dice[0].every, "sides": dice[0].sides}
    return {name: value for name, value in (given | found).items() if value is not None}


def check_address(text: str) -> str:
    """Refuse "", which means every address to the system; raise ArgumentTypeError, which argparse reports."""
    if not text.strip():
        raise argparse.ArgumentTypeError("give an address of this machine, or 0.0.0.0 for all of them")
    return text


def limit(least: float, most: float, kind: type[Number], of: str = "a number") -> Callable[[str], Number]:
    """Return a function that reads a number from `least` to `most`. Its ArgumentTypeError calls the number `of`."""

    def read(text: str) -> Number:
        with suppress(ValueError):
            if least <= (number := kind(text)) <= most:
                return number
        raise argparse.ArgumentTypeError(f"give {of} from {least} to {most}, not {text[:80]!r}")

    return read


seed = limit(0, 2**63 - 1, int)


def scores(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them; raise ArgumentTypeError, which argparse reports."""
    try:
        return tuple(integer(word) for word in text.split(","))
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"give whole numbers separated by commas, not {text[:80]!r}") from None


def integer(text: str) -> int:
    """Read a whole number of at most 18 digits; raise ArgumentTypeError, which argparse reports."""
    if len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"give a number of {MOST_DIGITS} digits at most, not {text[:MOST_DIGITS]}…")
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"give a whole number, not {text!r}") from None


def count(text: str) -> int:
    """Read a number from 1 up; raise ArgumentTypeError, which argparse reports."""
    number = integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"give a number from 1 up, not {number}")
    return number


def make_folder(folder: Path) -> None:
    """Create a folder for output; raise FileError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"the folder {folder} cannot be created ({error.strerror}): name another one", key="fault-folder"
        ) from error


FORMS = {
    "rule": {
        "rule": "forced (the printed rule), free or plain: how further Yahtzees count",
        "commit": "commit: the box is chosen after the first throw of a turn",
        "opening": "opening=N: the fewest points that a player's first hold needs",
        "penalty": "penalty=N: the points that a third turn in a row without points costs",
    },
    "die": {
        "die": "P,P,…: the chances of the faces, or whole numbers, how often each face came (a coin: tails, heads); "
        "@NAME: a die that 'pipsqueak fairness' has studied",
        "sides": "dN: a fair die with N sides",
        "weights": "N,N,…: how often a pig landed on each of its six sides",
        "dice_of": "SEAT=DIE;DIE;… or SEAT=@FILE, a line for each die: the dice of seat 1 or 2",
    },
}
"""The forms of values that `--rule` and `--die` take, by the solver's options that they set."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: the solver's `name` of its option, and the `value`. `text` is what people typed."""

    text: str
    name: str
    value: str | int

    def __str__(self) -> str:
        return self.text

    @classmethod
    def read(cls, text: str) -> "HouseRule":
        """Read opening=N, penalty=N, commit, or the name of a rule; raise ArgumentTypeError, which argparse reports."""
        name, mark, value = text.partition("=")
        if mark and name in {"opening", "penalty"}:
            return cls(text, name, integer(value))
        return cls(text, text, True) if text == "commit" else cls(text, "rule", text)


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of --die: chances of `every` die, `sides` of a fair die, or the dice of a `seat`; `text` as typed."""

    text: str
    every: "tuple[Chance, ...] | None" = None
    sides: int | None = None
    seat: "tuple[int, Laws] | None" = None

    def __str__(self) -> str:
        return self.text

    @classmethod
    def read(cls, text: str) -> "Dice":
        """Read @NAME, P,P,…, dN, or SEAT=@FILE and SEAT=P,P,…;…, where `die_chances` reads each die.

        Raises ArgumentTypeError, which argparse reports.
        """
        from robot.games.thrown import dice_text, die_text
        from solver.errors import DistributionError
        from solver.throw_distribution import check_die

        if fair := re.fullmatch("d([1-9][0-9]{0,3})", text):
            return cls(text, sides=int(fair[1]))
        seat, mark, dice = text.partition("=")
        if not mark:
            law = die_chances(text)
            return cls(die_text(law), law)
        if seat not in {"1", "2"}:
            raise argparse.ArgumentTypeError(f"give a seat, 1 or 2, and its dice, as 1=@FILE, not {text[:80]!r}")
        try:
            kept = dice.startswith("@") and ";" not in dice
            written = Path(dice[1:]).read_text(encoding="utf-8") if kept else dice
        except (OSError, UnicodeDecodeError):
            raise argparse.ArgumentTypeError(
                f"{dice[1:81]!r} cannot be read: give a file with a line for each die"
            ) from None
        laws = [die_chances(law.strip()) for law in written.replace(";", "\n").splitlines() if law.strip()]
        try:
            own = int(seat), tuple(map(check_die, laws))
        except DistributionError as wrong:
            raise argparse.ArgumentTypeError(str(wrong)) from None
        return cls(dice_text(dict([own])), seat=own)


def option(
    what: str, metavar: str | None = None, read: Callable[[str], Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Return argparse's arguments for an option: its help `what`, the name of its value, and its reader."""
    return {"help": what} | ({"metavar": metavar} if metavar else {}) | ({"type": read} if read else {}) | more


def flag(what: str, **more: Any) -> dict[str, Any]:
    """Return argparse's arguments for an option without a value."""
    return option(what, action="store_true", **more)


OPTIONS = {
    "json": flag("print JSON, one object a line"),
    "picture": option("draw the game as an .svg file", "FILE", svg),
    "table": option(
        "sim (simulated), twin (the digital twin), hands (dice of your own), or the board's serial port, as 'pipsqueak "
        "doctor' lists it (default: as configured). sim and twin can be followed by the kind of machine, crank or "
        "boxes, and by faults, as in sim:boxes,drop=0.05",
        "TABLE",
    ),
    "camera": option(
        "picamera, a camera's number, a film, or a folder of pictures; with --table hands also phone",
        "CAMERA",
    ),
    "seed": option("seed of the dice of sim and twin", "N", seed),
    "fast": flag("run sim and twin as fast as possible; the twin still takes 1 to 2 s a throw"),
    # At a higher speed the work of drawing and reading would take longer than the board waits.
    "speed": option("speed of sim and twin (1: real time; default: sim throws in 1 s)", "X", limit(0.1, 20, float)),
    "port": option("port of the page (default 8080; 0: any free one)", "N", limit(0, 65535, int), default=8080),
    "host": option(
        "serve the network too, at this address of the machine (0.0.0.0: at all its addresses); "
        "phones then need the code that the table shows (default: this machine only)",
        "ADDRESS",
        check_address,
        default="127.0.0.1",
    ),
    "tempo": option(
        "how long the game shows a reading, a choice and a bust before it goes on (default: as configured)",
        choices=[tempo.value for tempo in Tempo],
    ),
    "goal": option("points that win (default: the game's)", "N", int),
    "throws-an-hour": option("throw at most N times an hour (default: 600; 0: no limit)", "N", integer, default=600),
    "turns": option("turns or rounds, in games that count them (default: the game's)", "N", int),
    "rule": option("; ".join(FORMS["rule"].values()), "RULE", HouseRule.read, action="append"),
    "last-round": option(
        "once a player has reached the goal, all others get one more turn (default), or only the second player",
        nargs="?",
        const=ALL,
        choices=LAST_ROUNDS,
    ),
    "players": option("the number of players", "N", int),
    "die": option("; ".join(FORMS["die"].values()), "DIE", Dice.read, action="append"),
}
"""Every option that several verbs share."""


def add(form: AddsArguments, *names: str, **changes: Any) -> None:
    """Add these options as `OPTIONS` declares them, with `changes`."""
    for name in names:
        form.add_argument(f"--{name}", **OPTIONS[name] | changes)


def add_output(form: AddsArguments, name: str, **declared: Any) -> None:
    """Add an option for a file to write. The command line checks it with `check_output` before the verb runs."""
    written = form.add_argument(name, **{"type": output, "metavar": "FILE", **declared})
    form.set_defaults(outputs=(*(form.get_default("outputs") or ()), written.dest))


def write_output(path: Path, data: bytes) -> None:
    """Write a file that an option of `add_output` names, and print its path. Raises FileError."""
    from robot.files import ELSEWHERE, is_stream, keep_file

    keep_file(path, data, ELSEWHERE)
    if not is_stream(path):
        say(printable_path(path))


def add_picture(parser: argparse.ArgumentParser) -> None:
    add_output(parser, "--picture", **OPTIONS["picture"])


def add_simulated(parser: argparse.ArgumentParser, *, fast: bool = False) -> None:
    """Add the options for the devices, and for the seed and the speed of simulated ones; with `fast` also --fast."""
    add(parser, "table", "camera", "seed")
    add(parser.add_mutually_exclusive_group(), *(["fast"] if fast else []), "speed")


def add_table_rules(parser: argparse.ArgumentParser) -> None:
    """Add the rules of the games at the table; `collect_rules` returns those that people gave."""
    add_rules(parser, "goal", "turns", "rule", "last-round", "die")
    add_help(parser, rule_finder(PLAY))


def add_rules(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add these rules, which only some games of a verb take, as a group of the help."""
    add(parser.add_argument_group(RULES), *names)
