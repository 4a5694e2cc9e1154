"""What the program no longer does, and what to use instead: a verb, or an option of one, to the end of a sentence."""

VERBS: dict[str, str] = {
    "fairness verify": "a log is no longer sealed; use 'pipsqueak fairness report FOLDER'",
}
"""Each went in 0.4.0: "use X", by the verb, or by the verb and its part."""

OPTIONS: dict[str, dict[str, str]] = {
    "fairness": {
        "--cost": "use --points",
        "--game": "use --points",
        "--place": "name the folder by the place",
        "--turn-every": "dice change wells six times",
        "--pictures": "use 'pipsqueak record'",
        "--quiet": "stop by Ctrl-C, then run again",
        "--entered": "use --table entered",
        "--moved": "press Enter when it asks for the wells",
        "--successes": "use --counts and --expected",
    },
}
"""Each went in 0.4.0: "use X", by the verb and the option, with its dashes."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options, that the program no longer has, else None."""
    for name in (verb, " ".join([verb, *words[:1]])):
        if name in VERBS:
            return f"'{name}' went in 0.4.0: {VERBS[name]}"
    options = OPTIONS.get(verb, {})
    given = (word.partition("=")[0] for word in words)
    return next((f"'{verb} {option}' went in 0.4.0: {options[option]}" for option in given if option in options), None)
