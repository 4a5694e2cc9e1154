"""What the program no longer does, and what to use instead: a verb, or an option of one, to the end of a sentence."""

VERBS: dict[str, str] = {}
"""Each went in 0.4.0: "use X", by the verb."""

OPTIONS: dict[str, dict[str, str]] = {
    "rules": {"--process": "use the program in docs/learn/processes.md"},
    "show": {"--opponents": "use 'pipsqueak show GAME --kind hold', or --line I J at two scores"},
}
"""Each went in 0.4.0: "use X", by the verb and the option, with its dashes."""

KINDS = {
    "sections": "use --kind hold",
    "seats": "use 'pipsqueak solve'",
    "lead": "use --kind stand",
    "losses": "use 'pipsqueak solve risk'",
    "split": "use 'pipsqueak solve risk --best-split N --territories N'",
    "value": "use 'pipsqueak advise'",
    "boxes": "use 'pipsqueak rate'",
    "first": "use 'pipsqueak show GAME --text'",
    "win": "use 'pipsqueak show GAME --text'",
}
"""Kinds of pictures that games no longer have; each went in 0.4.0: "use X"."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options, that the program no longer has, else None."""
    if verb in VERBS:
        return f"'{verb}' went in 0.4.0: {VERBS[verb]}"
    options = OPTIONS.get(verb, {})
    given = (word.partition("=")[0] for word in words)
    return next((f"'{verb} {option}' went in 0.4.0: {options[option]}" for option in given if option in options), None)
