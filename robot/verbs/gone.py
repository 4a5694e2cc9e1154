"""What the program no longer does, and what to use instead: a verb, an option, or a value of one."""

import re

VERBS: dict[str, str] = {
    **dict.fromkeys(
        ("advise risk", "show risk", "solve risk"),
        "nobody plays it here; CHANGELOG.md names the last commit that has it",
    ),
    "config reset": "take settings out of config.toml, or move that file away",
    "completion man": "use 'pipsqueak VERB --help'",
    "fairness verify": "a log is no longer sealed; use 'pipsqueak fairness report FOLDER'",
}
"""Each has gone: "use X", by the verb, or by the verb and its part."""

AIM = "use robots and strategies called 'win', which beat others, or 'optimal', for points"
LINE = "give the position as one line, such as 'pipsqueak advise pig 30:45 +20': see docs/notation.md"
PARTS = (
    *("--me", "--opponent", "--others", "--turn", "--seat", "--left", "--rival", "--sharing", "--after", "--players"),
    *("--attackers", "--defenders", "--chain", "--dice", "--rolls-left", "--sheet", "--committed", "--thrown"),
    *("--blanks", "--opponent-blanks", "--kept", "--tiles"),
)
"""Options that gave the parts of a position."""
OPTIONS: dict[str, dict[str, str]] = {
    "advise": {"--fractions": "use --json, which has all digits", **dict.fromkeys(PARTS, LINE)},
    "coach": {"--camera": "run 'pipsqueak serve --table hands --camera 0', and open the coach on the page"},
    "evaluate": {
        "--known-errors": "correct labels.jsonl itself",
        "--report": "each mistake is named; use 'pipsqueak read FILE --annotate DIR' to see one",
    },
    "export": {"--format": "it exports JSON Lines, which pandas.read_json(FILE, lines=True) makes a table of"},
    "fairness": {
        "--cost": "use --points",
        "--game": "use --points",
        "--place": "name the folder by the place",
        "--turn-every": "dice change wells six times",
        "--pictures": "use 'pipsqueak record'",
        "--quiet": "stop by Ctrl-C, then run again",
        "--sequence": "use --counts, or plan a study with --table entered and type the values",
        "--reader": "what the reader leaves in doubt counts in favour of the die",
        "--entered": "use --table entered",
        "--moved": "press Enter when it asks for the wells",
        "--successes": "use --counts and --expected",
    },
    "flash": {
        "--hex": "build the firmware in the repository with 'make -C firmware', then flash",
        "--json": "read its one line, or use 'pipsqueak doctor --json'",
    },
    "learn": {
        "--dice-of": "leave it out, for dice that are all alike",
        "--throws": "use --die, or --weights of a coin or of pigs, with how often each side fell",
        "--picture": "use --json, whose course any program can draw",
        "--tolerance": "sweeps go on until the values rest",
        "--trace": "its table shows the largest error as sweeps go on",
    },
    "play": {"--window": "use --film FILE"},
    "rate": {"--last-round": "strategies are compared without a last round"},
    "record": {
        "--thin": "'pipsqueak serve' thins recordings out once a day, and so does 'pipsqueak record' without DIR",
        "--wells": "all six are recorded",
    },
    "rules": {"--process": "use the program in docs/learn/processes.md"},
    "show": {
        "--all": "use --line I J at two scores, or --text --whole",
        "--opponents": "use 'pipsqueak show GAME --kind hold', or --line I J at two scores",
        "--players": "what is shown is a single turn and two players",
        "--dice-of": "leave it out, where to hold is shown for dice that are all alike",
    },
    "simulate": {"--bound": "docs/win-bound.md has the figure, and the commit that computes it"},
    "solve": {
        "--cap": "games without bounds are solved as high as it makes a difference",
        "--write": "tables that take long are kept in the cache folder by themselves",
        **dict.fromkeys(
            ("--method", "--trace", "--tolerance", "--gamma", "--start-value", "--values"),
            "use 'pipsqueak learn GAME --method value-iteration'",
        ),
    },
}
"""Each has gone: "use X", by the verb and the option, with its dashes."""
AIMED = "advise", "coach", "exhibit", "learn", "play", "rate", "rules", "serve", "show", "simulate", "solve"
BRIDGE = "use the bridge in docs/feed.md, which publishes the page's /feed"
SHARED: dict[str, tuple[tuple[str, ...], str]] = {
    "--aim": (AIMED, AIM),
    "--die-counts": ((*AIMED, "outcomes"), "use --die, which takes counts too, in whole numbers"),
    "--mqtt": (("exhibit", "serve"), BRIDGE),
    "--sounds": (("exhibit", "play", "serve"), "open the page, which plays them in the browser"),
}
"""Each has gone from several verbs: these, and "use X", by the option."""
BEAT = re.compile(r"(?:^|[,:])beat=\d+(?:[,:]|$)")
"""A robot or a strategy that played for a score."""

KINDS = {
    "sections": "use --kind hold",
    "seats": "use 'pipsqueak solve'",
    "lead": "use --kind stand",
    "reachable": "use --kind surface, and 'pipsqueak advise', which says what no game arrives at",
    "calls": "docs/learn/README.md counts what plain recursion computes again",
    "value": "use 'pipsqueak advise'",
    "boxes": "use 'pipsqueak rate'",
    "first": "use 'pipsqueak advise'",
    "win": "use 'pipsqueak show GAME --text'",
}
"""Kinds of pictures that games no longer have; each has gone: "use X"."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options or values, that has gone, else None."""
    for name in (verb, " ".join([verb, *words[:1]])):
        if name in VERBS:
            return f"'{name}' has gone: {VERBS[name]}"
    options = OPTIONS.get(verb, {}) | {option: use for option, (verbs, use) in SHARED.items() if verb in verbs}
    for option in (word.partition("=")[0] for word in words):
        if option in options:
            return f"'{verb} {option}' has gone: {options[option]}"
    return f"'beat=' has gone: {AIM}" if verb in AIMED and any(map(BEAT.search, words)) else None
