"""Almost valid lines from a seed: what a board receives, and how long it is left alone afterwards."""

import random
import re
from collections.abc import Callable, Iterator

from hardware.dictionary import BOOT_MAX, SEQ_MAX, dictionary
from hardware.dimensions import CRANK
from hardware.sim.lines import seal

LONGEST_MOTION = 8
"""Seconds after which every motion has ended."""
WAITED = b"(a second and a ping)"
ODD = [
    "",
    "0",
    "-1",
    "+1",
    "01",
    "1.5",
    "0x10",
    "a",
    "999999",
    "1000000",
    "12345678901",
    "=",
    "1=1",
    ",",
    "123",
    "321",
    "11",
]

Feed = Callable[[bytes], list[str]]
Wait = Callable[[int], list[str]]


def _value(source: random.Random, least: int, most: int) -> str:
    match source.randrange(10):
        case 0:
            return source.choice(ODD)
        case 1:
            return str(source.choice([least - 1, most + 1]))
        case 2 | 3:
            return str(source.choice([least, most]))
        case _:
            return str(source.randint(least, most))


def _command(source: random.Random, machine: str) -> str:
    known = dictionary(machine).keys
    verb = source.choice(list(known)) if source.random() < 0.97 else source.choice(["", "Home", "homes", "hom", "x=1"])
    words = [verb]
    for key, entry in known.get(verb, {}).items():
        if source.random() < 0.7:
            value = source.choice([*known, "x", ""]) if key == "verb" else _value(source, entry.least, entry.most)
            if key == "wells" and source.random() < 0.7:
                value = "".join(digit for digit in "123456" if source.random() < 0.5) or "0"
            words.append(f"{key}={value}")
    if source.random() < 0.05:
        words.append(source.choice([*words, "rate=50", "left=1", "word", "=", "a=b=c", "*", "@"]))
    if source.random() < 0.1:
        source.shuffle(words)
    return source.choice([" ", " ", " ", "  "]).join(words)


def _spoil(source: random.Random, line: bytes) -> bytes:
    spoilt = bytearray(line)
    for _ in range(source.randint(1, 3)):
        place = source.randrange(len(spoilt))
        match source.randrange(4):
            case 0:
                spoilt[place] = source.choice(b"@*=,. \r-+0a\x00\x7f\xff!?")
            case 1:
                spoilt[place] ^= 1 << source.randrange(8)
            case 2:
                del spoilt[place]
            case _:
                spoilt[place:place] = spoilt[: source.randrange(130)]
        if not spoilt:
            return b"\n"
    return bytes(spoilt)


def corpus(seed: int, items: int, machine: str = CRANK) -> Iterator[tuple[bytes, bool]]:
    """Yield the bytes of each item; True where it is the command of a frame that is to come in turn."""
    source = random.Random(seed)
    for _ in range(items):
        kind = source.random()
        if kind < 0.5:
            yield _command(source, machine).encode("ascii"), True
        elif kind < 0.75:
            yield _command(source, machine).encode("ascii") + b"\n", False
        elif kind < 0.8:
            nonce = source.choice([1, 7, SEQ_MAX, 0, SEQ_MAX + 1, 4711])
            yield seal(f"@{source.choice([0, 0, 0, 1, BOOT_MAX])} {nonce} hello"), False
        elif kind < 0.84:
            yield b"!", False
        elif kind < 0.87:
            yield b"?", False
        elif kind < 0.9:
            yield b"clear fault=1\n", False
        elif kind < 0.97:
            yield _spoil(source, seal(f"@1 {source.randint(1, 40)} {_command(source, machine)}")), False
        else:
            yield source.randbytes(source.randrange(200)) + b"\n", False


def replies(feed: Feed, wait: Wait, seed: int, items: int, machine: str = CRANK) -> Iterator[tuple[bytes, list[str]]]:
    """Feed a corpus to a board just reset, boot 1, and yield each item's bytes and what the board said.

    After a motion was accepted it is left to end, with pings that keep a host session alive.
    """
    last = 0
    for text, framed in corpus(seed, items, machine):
        data = text
        if framed:
            data = seal(f"@1 {last % SEQ_MAX + 1} {text.decode('ascii')}")
        said = feed(data)
        for reply in said:
            words = reply.split()
            if framed and words[1] == str(last % SEQ_MAX + 1):
                last += 1
        yield data, said
        if any(line.startswith("ok") for line in said) and any(
            verb in data for verb in (b"home", b"shake", b"clamp", b"knock")
        ):
            for _ in range(LONGEST_MOTION):
                ended = wait(1000)
                last += 1
                yield WAITED, sorted(ended + feed(seal(f"@1 {last} ping")))


def plain(said: list[str]) -> list[str]:
    """Return what has to be the same on every board: not the build's name, nor when a motion ends."""
    same = [re.sub(r"firmware=\S+", "", line) for line in said if not line.startswith("evt done")]
    return [line for line in same if not line.startswith("evt")] + sorted(
        line for line in same if line.startswith("evt")
    )
