"""Old names of verbs and options, and removed options, with what to use instead; gone.toml lists them."""

import tomllib
from pathlib import Path
from typing import Any

_GONE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
MOVED: dict[str, dict[str, Any]] = _GONE["moved"]
"""Old verbs. gone.toml describes their keys."""
RENAMED: dict[str, list[str]] = _GONE["renamed"]
"""Old options of any verb, and the words that replace each; {} is its value."""
OPTIONS: dict[tuple[str, str], str] = {
    (verb, name): entry["use"] for entry in _GONE["options"] for verb in entry["verbs"] for name in entry["names"]
}
"""What to use instead of each removed option, such as "use X". The key is the verb and the option with its dashes."""


def find_gone(command: str, words: list[str]) -> str | None:
    """Return the message about the first removed option of a command, None if it has none."""
    options = (word.partition("=")[0] for word in words)
    gone = next((option for option in options if (command, option) in OPTIONS), None)
    return f"'{command} {gone}' was removed: {OPTIONS[command, gone]}" if gone else None


def update_names(words: list[str]) -> list[str]:
    """Return a command line with the present names of its verb and options."""
    verb, *rest = words
    moved = MOVED.get(verb, {"to": [verb]})
    names = RENAMED | moved.get("options", {})
    if "game" in moved and (not rest or rest[0].startswith("-")):
        rest.insert(0, moved["game"])
    given = {word.partition("=")[0] for word in rest}
    rest[1:1] = [
        word for option, usual in moved.get("usual", {}).items() if option not in given for word in (option, usual)
    ]
    new = list[str]()
    while rest:
        option, equals, value = (word := rest.pop(0)).partition("=")
        parts = names.get(option, [])
        if "{}" in "".join(parts) and not equals:
            value = rest.pop(0) if rest else ""
        new += [part.replace("{}", value) for part in parts] or [word]
    return [*moved["to"], *new, *(word for word in moved.get("ends", ()) if word not in new)]
