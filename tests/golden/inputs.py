"""Plays the games of the golden home: journal, recordings, scripts of the coach and sessions that it keeps.

What they hold is a promise to those who have such files, so they are not written anew: a new game is added.
"""

import io
import json
import lzma
import random
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from tests.golden.surface import HOME, JOURNAL, RECORDINGS, Command, at_home, run, write_lines
from tests.support.robot.command import call
from tests.support.robot.short_games import SHORT

ALONE = ("pig-reach", "pig-score", "pig-turns", "think")
UNSOLVED = ("swine-herd", "skunk")
QUICK = ("pig", "progressive-pig", "two-dice-pig", "pig-score", "think", "swine-herd", "chicago-high")
"""Games that a dozen keys could end."""
KEYS = {"r": 5, "h": 4, "n": 1, "?": 1} | dict.fromkeys("123456", 1)
"""How often people press what."""
BEGUN = datetime(2026, 5, 1, 10, tzinfo=UTC)
OWN = ("games/quick-four.toml", "games/my-farkle.toml", "games/two-four-24.toml", "games/low-tiles.toml")
LOADED = "0.1,0.1,0.2,0.2,0.2,0.2"
OF_ITS_OWN = ";".join([LOADED, *["1,1,1,1,1,1"] * 5])
"""Six dice, of which one is loaded."""
HOUSE: tuple[tuple[str, ...], ...] = (
    ("pig", "--goal", "40", "--players", "robot,robot:race-or-pace", "--die", "@red"),
    ("pig", "--goal", "25", "--players", "robot,robot:hold20,you:Ann"),
    ("pig", "--goal", "25", "--players", "robot,robot,robot:child,robot"),
    ("two-dice-pig", "--goal", "40", "--players", "robot,robot:careless", "--die", "1,2,3,4,5,6"),
    ("hog", "--goal", "60", "--players", "robot,robot:dice6", "--die", LOADED),
    ("farkle", "--goal", "1000", "--opening", "300", "--penalty", "200", "--players", "robot,robot:most-points"),
    ("kingdom-come", "--goal", "300", "--players", "robot,robot", "--dice-of", f"1={OF_ITS_OWN}"),
    ("yahtzee", "--players", "robot:win,robot:greedy"),
    ("yahtzee", "--rule", "free", "--players", "robot,robot:heuristic"),
    ("kniffel", "--players", "robot:win,robot:child", "--first", "2"),
    ("yatzy", "--die", LOADED, "--players", "robot"),
    ("hooligan", "--commit", "--players", "robot,robot:beginner"),
)
"""Games by house rules, with dice whose law is known, and played to win."""
THREE = ("pig", "--goal", "30", "--players", "you:Ann,you:Ben,you")


def rules_of(name: str) -> tuple[str, ...]:
    """Return the options that make a game short."""
    return tuple(word for rule, value in SHORT.get(name, {}).items() for word in (f"--{rule}", str(value)))


def keys(seed: str, count: int) -> str:
    """Return so many keys that people press at random."""
    return "\n".join(random.Random(seed).choices([*KEYS], [*KEYS.values()], k=count)) + "\n"


def games() -> Iterator[Command]:
    """Yield the games of the journal: of each one by robots, one that people leave, and one that they play on."""
    for seed, name in enumerate([*SHORT, "pass-the-pigs", *OWN], 1):
        goal = ("--goal", "40") if name == "pass-the-pigs" else rules_of(name)
        play = ("play", name, *goal, "--json", "--seed", str(seed), "--players")
        if name in ALONE:
            seats = "robot", "you:Ann", "you:Ann"
        else:
            seats = "robot,robot:casual", "you:Ann,robot", "you:Ann,you:Ben"
        first = () if name in ALONE else ("--first", "1")
        if name == "pass-the-pigs":
            yield Command((*play, seats[0], *first), keys(f"{name} robots", 900))
        else:
            yield Command((*play, seats[0], *first))
        yield Command((*play, seats[1], *first), keys(name, 5 if name in QUICK else 12))
        yield Command((*play, seats[2], *first), keys(f"{name} on", 120))
    for seed, house in enumerate(HOUSE, 101):
        yield Command(("play", *house, "--json", "--seed", str(seed)), keys(" ".join(house), 120))
    yield Command(("play", *THREE, "--json", "--seed", "131"), keys("thrown", 40))
    yield Command(("play", *THREE, "--json", "--seed", "132", "--first", "2"), "r\nh\nl\nh\n" + keys("left", 30))


def write_journal() -> None:
    """Play the games, and write the journal as SQL with times that are counted up."""
    with TemporaryDirectory() as folder, at_home(Path(folder) / "home", empty=True) as home:
        for command in games():
            done = run(home, command)
            assert done.returncode == 0 or "resume this game" in done.stderr, (command, done.stderr)
        with closing(sqlite3.connect(home / "data" / "journal.sqlite", isolation_level=None)) as journal:
            for game, number in journal.execute("SELECT game, number FROM log").fetchall():
                journal.execute(
                    "UPDATE log SET at = ? WHERE game = ? AND number = ?", (_time(game, number), game, number)
                )
            for (game,) in journal.execute("SELECT id FROM games").fetchall():
                journal.execute("UPDATE games SET begun = ? WHERE id = ?", (_time(game, 0), game))
                journal.execute(
                    "UPDATE games SET ended = ? WHERE id = ? AND ended IS NOT NULL", (_time(game, 3000), game)
                )
            # Power cuts: an intention whose dice nobody has read.
            journal.execute(
                "DELETE FROM log WHERE kind = 'reading' AND game % 4 = 0 AND game IN "
                "(SELECT id FROM games WHERE ended IS NULL) AND number = "
                "(SELECT max(number) FROM log AS newer WHERE newer.game = log.game)"
            )
            version = journal.execute("PRAGMA user_version").fetchone()[0]
            text = "\n".join([*journal.iterdump(), f"PRAGMA user_version = {version};", ""])
    JOURNAL.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def _time(game: int, second: int) -> str:
    return (BEGUN + timedelta(hours=game, seconds=second)).isoformat(timespec="milliseconds")


RECORDED = (
    ("pig", "--goal", "30"),
    ("two-dice-pig", "--goal", "30"),
    ("hog", "--goal", "40"),
    ("think", "--turns", "3"),
    ("skunk", "--turns", "2"),
    ("farkle", "--goal", "800"),
    ("midnight",),
    ("chicago",),
    ("shut-the-box",),
    ("hooligan",),
    ("games/quick-four.toml",),
)


def write_recordings() -> None:
    """Record a game of each family, without pictures."""
    kept = []
    with TemporaryDirectory() as folder, at_home(Path(folder) / "home") as home:
        for seed, words in enumerate(RECORDED, 1):
            players = "robot" if words[0] in ALONE else "robot,robot:child"
            recording = f"of-{Path(words[0]).stem}"
            done = run(
                home,
                Command(("play", *words, "--players", players, "--seed", str(seed), "--json", "--record", recording)),
            )
            assert done.returncode == 0, done.stderr
            lines = map(json.loads, (home / recording / "session.jsonl").read_text("utf-8").splitlines())
            kept.append({"recording": recording, "lines": [line for line in lines if line["event"] != "look"]})
    write_lines(RECORDINGS, kept)


class Coached(io.StringIO):
    """Types to a scripted coach: dice that fall, mostly what is best, now and then another choice or a step back."""

    def __init__(self, seed: str, out: io.StringIO, most: int) -> None:
        super().__init__()
        self._chance, self._out, self._most, self._dice = random.Random(seed), out, most, 1
        self.lines: list[tuple[dict[str, Any], bool]] = []

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # noqa: ARG002 - as StringIO has it
        answers = self._out.getvalue().splitlines()
        answer = json.loads(answers[-1]) if answers else {}
        if self.lines and len(answers) == len(self.lines):
            self.lines[-1] = self.lines[-1][0], "error" not in answer
        if answer.get("over") or len(self.lines) >= self._most:
            return ""
        line = self._next(answer)
        self.lines.append((line, False))
        return json.dumps(line) + "\n"

    def _next(self, answer: dict[str, Any]) -> dict[str, Any]:
        if "error" in answer and "dice" in self.lines[-1][0]:
            counts = [int(count) for count in re.findall(r"\d+", answer["error"])]
            self._dice = self._chance.choice(counts[1:] or [1, 2, 5, 6])
        elif self.lines and self._chance.random() < 0.04:
            return {"undo": True}
        elif answer.get("options") and "error" not in answer:
            return self._choice(answer)
        return {"dice": [self._chance.randint(1, 6) for _ in range(self._dice)]}

    def _choice(self, answer: dict[str, Any]) -> dict[str, Any]:
        options = answer["options"]
        actions = [one["action"] for one in options] if isinstance(options, list) else [*options]
        action = answer["action"] if self._chance.random() < 0.7 else self._chance.choice(actions)
        match action:
            case "roll" | "hold":
                return {action: True}
            case {"score": box}:
                return {"box": box}
            case {"throw": count}:
                self._dice = count
                return {"roll": count}
            case dict():
                return dict(action)
        self._dice = min(int(action), 6)
        return {"roll": int(action)}


def coached_games() -> Iterator[tuple[str, ...]]:
    """Yield the games of the coach."""
    for name in [*SHORT, *OWN]:
        if name not in UNSOLVED:
            yield name, *rules_of(name), "--players", "Ann" if name in ALONE else "Ann,Ben"
    yield "pig", "--goal", "25", "--players", "Ann,Ben,Cleo"
    yield "pig", "--goal", "25", "--players", "Ann,Ben", "--die", LOADED
    yield "kingdom-come", "--goal", "300", "--players", "Ann,Ben", "--dice-of", f"2={';'.join([LOADED] * 6)}"
    yield "hooligan", "--commit", "--players", "Ann"


MOST_LINES = 45


def write_scripts() -> None:
    """Coach games by a script, and write the scripts and the sessions that lead to their midst."""
    scripts: list[dict[str, Any]] = []
    rmtree(HOME / "data" / "coach", ignore_errors=True)
    with TemporaryDirectory() as folder, at_home(Path(folder) / "home", empty=True) as home:
        for number, words in enumerate(coached_games(), 1):
            out = io.StringIO()
            typing = Coached(" ".join(words), out, MOST_LINES)
            done = call(home, "coach", *words, "--script", "-", "--json", typed=typing, out=out)
            assert done.returncode == 0, (words, done.stderr)
            lines = [line for line, _ in typing.lines]
            scripts.append({"game": words, "lines": lines})
            _keep_session(home, number, words, [line for line, counts in typing.lines if counts])
    text = "".join(f"{json.dumps(script)}\n" for script in scripts)
    (HOME / "scripts.jsonl").write_text(text, encoding="utf-8")


def _keep_session(home: Path, number: int, words: Sequence[str], lines: Sequence[dict[str, Any]]) -> None:
    """Have the coach keep a session of a game, and put lines into it that count."""
    manner = ("open", "after", "silent")[number % 3]
    first = lines[0]
    typed = f"r {first['roll']}" if "roll" in first else "".join(map(str, first["dice"]))
    run(home, Command(("coach", *words, "--manner", manner), f"{typed}\nq\n"))
    (kept,) = [path for path in (home / "data" / "coach").glob("*.json") if path.stem not in _kept_numbers()]
    session = json.loads(kept.read_bytes())
    counted: list[dict[str, Any]] = []
    for line in lines:
        if "undo" in line:
            counted.pop()
        else:
            counted.append(line)
    session["lines"] = counted[: len(counted) * 2 // 3]
    text = json.dumps(session, ensure_ascii=False)
    (HOME / "data" / "coach").mkdir(parents=True, exist_ok=True)
    kept.write_text(text, encoding="utf-8")
    (HOME / "data" / "coach" / kept.name).write_text(text, encoding="utf-8")


def _kept_numbers() -> set[str]:
    return {path.stem for path in (HOME / "data" / "coach").glob("*.json")}
