"""What the program no longer does, and what to use instead: a verb, or an option of one, to the end of a sentence."""

VERBS: dict[str, str] = {}
"""Each went in 0.4.0: "use X", by the verb."""

AIM = "use robots and strategies called 'win', which beat others, or 'optimal', for points"

OPTIONS: dict[str, dict[str, str]] = {
    **{verb: {"--aim": AIM} for verb in ("advise", "coach", "exhibit", "learn", "play", "rate", "rules", "show", "solve")},
    "simulate": {"--aim": AIM, "--bound": "docs/win-bound.md has the figure, and the commit that computes it"},
}
"""Each went in 0.4.0: "use X", by the verb and the option, with its dashes."""

VALUES: dict[str, str] = {"beat=": AIM}
"""Each went in 0.4.0: "use X", by what stood in the value of an option."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options or values, that has gone, else None."""
    if verb in VERBS:
        return f"'{verb}' went in 0.4.0: {VERBS[verb]}"
    options = OPTIONS.get(verb, {})
    given = (word.partition("=")[0] for word in words)
    for option in given:
        if option in options:
            return f"'{verb} {option}' went in 0.4.0: {options[option]}"
    return next((f"{value!r} went in 0.4.0: {use}" for value, use in VALUES.items() if value in " ".join(words)), None)
