"""The commands whose prints are kept, by kinds, and games of the environments."""

import json
import lzma
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from tests.golden.surface import GOLDEN, HOME, JOURNAL, Command, at_home, capture, prints_of, read_lines, write_lines
from tests.support.robot.short_games import SHORT
from tests.support.solver.environments import SMALL

ALONE = ("pig-reach", "pig-score", "pig-turns", "think")
KEYS = {"r": 5, "h": 4, "n": 1, "?": 1} | dict.fromkeys("123456", 1)
"""How often people press what."""
OWN = ("games/quick-four.toml", "games/my-farkle.toml", "games/two-four-24.toml", "games/low-tiles.toml")
LOADED = "0.1,0.1,0.2,0.2,0.2,0.2"
LANGUAGES = "en", "de", "es"
GAMES = (*SHORT, "pass-the-pigs", *OWN)
JSON = ("--json",)


def keys(seed: str, count: int) -> str:
    """Return so many keys that people press at random."""
    return "\n".join(random.Random(seed).choices([*KEYS], [*KEYS.values()], k=count)) + "\n"


def split(*lines: str) -> Iterator[Command]:
    """Yield commands whose words have blanks between them."""
    return (Command(tuple(line.split())) for line in lines)


def journal() -> Iterator[Command]:
    """Yield what is printed of the journal; then every game that waits goes on, in lines and in JSON."""
    yield from split("data export", "stats --json", "stats")
    yield from split("data games --all", "data games --json", "data games --language es")
    with closing(sqlite3.connect(":memory:")) as kept:
        kept.executescript(lzma.decompress(JOURNAL.read_bytes()).decode())
        numbers, unfinished = (
            [number for (number,) in kept.execute(f"SELECT id FROM games {which} ORDER BY id")]
            for which in ("", "WHERE ended IS NULL")
        )
    for number in numbers:
        language = LANGUAGES[number % len(LANGUAGES)]
        yield from split(f"review {number} --points --json", f"review {number} --points --language {language}")
    yield from split("review 1", "review 97 --language de")
    for number in unfinished:
        resumed = ("play", "--resume", str(number))
        yield Command((*resumed, "--language", LANGUAGES[number % len(LANGUAGES)]), keys(f"{number} first", 12))
        yield Command((*resumed, "--json"), keys(f"{number} then", 25))


def recordings() -> Iterator[Command]:
    """Yield what is printed of recordings."""
    for recording in sorted({line["recording"] for line in read_lines(HOME / "recordings.jsonl.xz")}):
        yield from split(f"replay recordings/{recording} --json", f"review recordings/{recording} --points --json")


def coach() -> Iterator[Command]:
    """Yield what is printed by scripts of the coach, of kept sessions, and of typed lines in each language."""
    scripts = [json.loads(line) for line in (HOME / "scripts.jsonl").read_text(encoding="utf-8").splitlines()]
    yield from split("coach --json", "coach --language es")
    for number in range(1, len(scripts) + 1):
        language = LANGUAGES[(number + 1) % len(LANGUAGES)]
        yield Command(("coach", "--resume", str(number), "--language", language), "s\n?\nu\nq\n")
    for number, script in enumerate(scripts):
        game = ("coach", *script["game"])
        lines = "".join(f"{json.dumps(line)}\n" for line in script["lines"])
        yield Command((*game, "--script", "-", "--json"), lines)
        typed = "".join(f"{as_typed(line)}\n" for line in script["lines"][:MOST_TYPED])
        yield Command((*game, "--language", LANGUAGES[number % len(LANGUAGES)]), typed)


MOST_TYPED = 24


def as_typed(line: Mapping[str, Any]) -> str:
    """Return a line of a script as people type it."""
    match line:
        case {"dice": dice}:
            return "".join(map(str, dice))
        case {"undo": _}:
            return "u"
        case {"box": box}:
            return str(box)
        case {"shut": tiles}:
            return f"shut {' '.join(map(str, tiles))}"
        case {"keep": dice, "then": then}:
            return f"keep {' '.join(map(str, dice))} {then}"
        case {"keep": dice}:
            return f"k {''.join(map(str, dice))}"
        case {"roll": count}:
            return "r" if count is True else f"r {count}"
    return "h"


SAID: Mapping[str, tuple[str, ...]] = {
    "race": (
        *(f"pig --goal 60 --players {seats}" for seats in ("robot,robot", "robot,robot:casual", "robot:hold20,robot")),
        "pig --goal 40 --players robot,robot:casual,robot",
        "pig --goal 40 --players robot,robot,robot:casual,robot",
        "piglet --players robot,robot:casual",
        "progressive-pig --goal 60 --players robot,robot:casual",
        "two-dice-pig --players robot,robot:casual",
        "big-pig --players robot,robot:child",
        f"pig --goal 50 --players robot,robot --die {LOADED}",
    ),
    "hog": tuple(f"hog --players robot,robot:{other}" for other in ("casual", "child", "strong", "perfect", "dice6")),
    "single": (
        *(f"pig-{game} --players robot" for game in ("reach", "score", "turns")),
        *("think --turns 12 --players robot", "pig-score --turns 12 --players robot:casual"),
    ),
    "simultaneous": (
        "swine-herd --players robot,robot:casual,robot,robot",
        "skunk --players robot,robot:casual,robot,robot:child",
    ),
    "aside": (
        *("farkle --goal 3000 --players robot,robot:casual", "farkle --goal 3000 --players robot,robot:greedy"),
        *("ten-thousand --players robot,robot:casual", "kingdom-come --goal 2000 --players robot,robot:casual"),
        *("kingdom-come --goal 2000 --players robot,robot", "games/my-farkle.toml --players robot,robot:casual"),
    ),
    "round": tuple(
        f"{game} --players robot,robot:casual,robot,robot,robot:child,robot,robot:casual,robot"
        for game in ("threes", "midnight", "ship-captain-crew", "chicago-high", "chicago", "games/two-four-24.toml")
    ),
    "tiles": tuple(
        f"{game} --players robot,robot:casual,robot,robot,robot:child,robot,robot:casual,robot"
        for game in ("shut-the-box", "games/low-tiles.toml")
    ),
    "sheet": (
        *("yahtzee --players robot,robot:casual", "hooligan --players robot:win,robot"),
        *("kniffel --players robot", "yatzy --players robot:casual", "hooligan --players robot,robot:casual"),
        *("hooligan --rule commit --players robot", "games/quick-four.toml --players robot"),
    ),
}
"""Games of each family, in which robots decide."""
AGAIN = {"tiles": 2, "simultaneous": 2}
"""How often such games are played where one time has fewer than 200 decisions."""


def sentences() -> Iterator[Command]:
    """Yield games whose decisions are told in all languages."""
    for family, played in SAID.items():
        for seed, words in enumerate(played * AGAIN.get(family, 1), 1):
            for language in LANGUAGES:
                yield Command(("play", *words.split(), "--seed", str(seed), "--language", language))


def settings() -> Iterator[Command]:
    """Yield what is printed of settings, of words and dice of one's own, and the rules of all games."""
    yield from split("data config", "data config --json", "rules --json")
    for language in (*LANGUAGES, "nl"):
        yield from split(f"rules --language {language}")
        yield from (Command(("rules", game, "--language", language)) for game in GAMES)
    yield from (Command(("rules", game, "--json")) for game in GAMES)
    yield from split(
        *("play pig --goal 20 --players robot,robot --seed 3 --language nl", "advise pig 3:5 --die @red"),
        *("solve pig --die @red --json", "fairness plan --json", "fairness plan --points 5"),
        "fairness report --counts 1012,987,1003,995,1020,983 --unread 100 --json",
        "fairness report --counts 209070,106602 --expected 2/3,1/3 --language de",
    )


def verbs() -> Iterator[Command]:
    """Yield what the verbs of the solver answer for every game that has them, and how they refuse."""
    return split(*(GOLDEN / "verbs.txt").read_text(encoding="utf-8").splitlines())


KINDS: Mapping[str, Callable[[], Iterator[Command]]] = {
    kind.__name__: kind for kind in (journal, recordings, coach, sentences, settings, verbs)
}
"""All kinds of prints by their names."""


def environments() -> Iterator[dict[str, Any]]:
    """Yield a seeded game of each environment: what is seen, legal, rewarded, and lost by random actions."""
    import gymnasium

    from solver.environments import environment_id
    from solver.environments.registry import NAMES

    for name in NAMES:
        for seat in (0, 1) if name in SMALL and name != "pig-three" else (0,):
            options = SMALL.get(name, {})
            env = gymnasium.make(environment_id(name), exact=True, seat=seat if name not in ALONE else 0, **options)
            seen, info = env.reset(seed=11)
            steps: list[dict[str, Any]] = []
            chance, over = np.random.default_rng(5), False
            while not over and len(steps) < MOST_STEPS:
                legal = np.flatnonzero(info["action_mask"])
                action = int(chance.choice(legal))
                step = {"seen": seen.tolist(), "legal": legal.tolist(), "value": info["value"], "best": info["best"]}
                seen, reward, over, _, info = env.step(np.int64(action))
                steps.append(step | {"action": action, "reward": float(reward), "regret": info["regret"]})
            yield {"game": name, "options": options, "seat": seat, "steps": steps, "seen": seen.tolist()}


MOST_STEPS = 60


ENVIRONMENTS = "environments"


def write_environments() -> None:
    """Play the environments' games, and keep them."""
    write_lines(prints_of(ENVIRONMENTS), environments())


def write(kind: str) -> None:
    """Run the commands of a kind, and keep what they print."""
    with TemporaryDirectory() as folder, at_home(Path(folder) / "home") as home:
        write_lines(prints_of(kind), [capture(home, command) for command in KINDS[kind]()])
