"""Parses the words of a command for the simulated board: their values, or the code of a refusal."""

from hardware.sim import dictionary as d
from hardware.sim.lines import CommandLine, number


def unfit(line: CommandLine) -> str | None:
    """Return the refusal of a line with a wrong verb, key or value, else None."""
    if line.verb not in d.VERBS:
        return "code=VERB"
    known = d.VERBS[line.verb][1]
    given = dict(word.partition("=")[::2] for word in line.words)
    if len(given) < len(line.words) or not known.keys() >= given.keys() or not all("=" in word for word in line.words):
        return "code=KEY"
    for key, (_, _, standard) in known.items():
        if standard == d.MUST and key not in given:
            return f"code=KEY key={key}"
    for key in known:
        if key in given and not _in_range(line.verb, key, given[key]):
            return f"code=RANGE key={key}"
    if line.verb == "shake":
        chosen = values(line)
        if 2 * chosen["ramp"] > chosen["ms"]:
            return "code=RANGE key=ramp"
    return None


def values(line: CommandLine) -> dict[str, int]:
    """Return the integers of a valid line, with defaults for those not given."""
    given = dict(word.partition("=")[::2] for word in line.words)
    chosen = {}
    for key, (_, _, standard) in d.VERBS[line.verb][1].items():
        value = number(given[key]) if key in given else standard
        if isinstance(value, int):
            chosen[key] = value
    return chosen


def help_text(line: CommandLine) -> str:
    """Return the answer to help: all verbs, or the keys of one verb with their ranges."""
    if not line.words:
        return "verbs=" + ",".join(d.VERBS)
    verb = line.words[0].partition("=")[2]
    if verb == "help":
        return "verb=word"
    return " ".join(f"{key}={least}..{most}" for key, (least, most, _) in d.VERBS[verb][1].items())


def digits(numbers: set[int] | frozenset[int]) -> str:
    """Return numbers below 10 as digits of the wire, "0" for none."""
    return "".join(map(str, sorted(numbers))) or "0"


def _in_range(verb: str, key: str, text: str) -> bool:
    if verb == "help":
        return text in d.VERBS
    value = number(text)
    least, most, _ = d.VERBS[verb][1][key]
    if value is None or not least <= value <= most:
        return False
    return key != "wells" or value == 0 or (text == "".join(sorted(set(text))) and set(text) <= set("123456"))
