"""What the program no longer does, and what to use instead: a verb, or an option of one, to the end of a sentence."""

VERBS: dict[str, str] = {}
"""Each went in 0.4.0: "use X", by the verb."""

OPTIONS: dict[str, dict[str, str]] = {
    "learn": {
        "--throws": "use --die-counts, or --weights of a coin or of pigs, with how often each side fell",
        "--picture": "use --json, whose course any program can draw",
        "--tolerance": "use 'pipsqueak solve --method value-iteration --tolerance'",
        "--trace": "use 'pipsqueak solve --method value-iteration --trace'",
    },
}
"""Each went in 0.4.0: "use X", by the verb and the option, with its dashes."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options, that the program no longer has, else None."""
    if verb in VERBS:
        return f"'{verb}' went in 0.4.0: {VERBS[verb]}"
    options = OPTIONS.get(verb, {})
    given = (word.partition("=")[0] for word in words)
    return next((f"'{verb} {option}' went in 0.4.0: {options[option]}" for option in given if option in options), None)
