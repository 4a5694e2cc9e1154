"""What the program no longer does, and what to use instead: verbs, options and values, by gone.toml."""

import re
import tomllib
from pathlib import Path

_GONE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
VERBS: dict[str, str] = _GONE["verbs"]
"""Each has gone: "use X", by the verb, or by the verb and its part."""
KINDS: dict[str, str] = _GONE["kinds"]
"""Kinds of pictures that games no longer have; each has gone: "use X"."""
OPTIONS: dict[tuple[str, str], str] = {
    (verb, name): entry["use"] for entry in _GONE["options"] for verb in entry["verbs"] for name in entry["names"]
}
"""Each has gone: "use X", by the verb and the option, with its dashes."""
AIM = "--aim"
BEAT = re.compile(r"(?:^|[,:])beat=\d+(?:[,:]|$)")
"""A robot or a strategy that played for a score, where there was an aim."""


def find_gone(verb: str, words: list[str]) -> str | None:
    """Return what is said of a verb, or of the first of its options or values, that has gone, else None."""
    for name in (verb, " ".join([verb, *words[:1]])):
        if name in VERBS:
            return f"'{name}' has gone: {VERBS[name]}"
    for option in (word.partition("=")[0] for word in words):
        if use := OPTIONS.get((verb, option)):
            return f"'{verb} {option}' has gone: {use}"
    use = OPTIONS.get((verb, AIM))
    return f"'beat=' has gone: {use}" if use and any(map(BEAT.search, words)) else None
