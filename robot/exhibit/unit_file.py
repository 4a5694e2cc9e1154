"""How a unit of systemd is written."""

from collections.abc import Mapping, Sequence

SERVICE = "pipsqueak.service"


def unit(sections: Mapping[str, Sequence[str]]) -> str:
    """Return the text of a unit, or of another file of such sections."""
    return "\n".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


def quoted(word: str) -> str:
    """Return a word as a unit's command line takes it, its percent signs and dollars meaning themselves."""
    return quoted_but_specifiers(word.replace("%", "%%"))


def quoted_but_specifiers(word: str) -> str:
    """Return a word as a unit's command line takes it, its percent signs being systemd's."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{plain}"' if plain != word or not plain or any(letter in word for letter in " \t'\"") else plain
