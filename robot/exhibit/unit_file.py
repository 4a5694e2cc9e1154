"""How a unit of systemd is written."""

from collections.abc import Mapping, Sequence

SERVICE = "pipsqueak.service"


def unit(sections: Mapping[str, Sequence[str]]) -> str:
    """Return the text of a unit, or of another file of such sections."""
    return "\n".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


def quoted(word: str) -> str:
    """Return a word as the settings of a unit take it, its percent signs meaning themselves."""
    plain = word.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"' if plain != word or not plain or any(letter in word for letter in " \t'\"") else plain


def command_line(program: str, *words: str) -> str:
    """Return a command as a unit takes it. systemd looks for variables behind the dollars of `words` alone."""
    return " ".join([quoted(program), *(quoted(word.replace("$", "$$")) for word in words)])
