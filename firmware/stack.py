"""Compute the deepest stack of the binary: pushes, frames and calls, plus the deepest interrupt handler.

Reads the output of avr-size and then of avr-objdump -d from standard input.
"""

import re
import sys
from dataclasses import dataclass, field

RAM = 2048
RETURN = 2
"""Bytes of a return address."""
CALLS = frozenset({"call", "rcall"})
JUMPS = frozenset({"jmp", "rjmp"})
_FUNCTION = re.compile(r"([0-9a-f]+) <(.+)>:")
_INSTRUCTION = re.compile(r" +([0-9a-f]+):\t(?:[0-9a-f]{2} )+ *\t([a-z]+)(?:\t([^;]*))?(?:; 0x([0-9a-f]+))?")


@dataclass
class Function:
    """The stack that one function uses itself, and the functions that it calls or jumps to."""

    frame: int = 0
    calls: set[int] = field(default_factory=set)
    opens: bool = False
    """Whether it enables interrupts."""


@dataclass
class _Frame:
    """How far r29:r28 has moved since it was loaded; it becomes the stack pointer."""

    low: int | None = None
    """The change of its low half, until the high half follows."""
    down: int | None = None

    def follow(self, verb: str, what: str) -> bool:
        """Follow one instruction; return whether it moves the pointer."""
        register, _, value = what.partition(",")
        match verb, register, value.strip():
            case ("in", "r28", "0x3d") | ("ldi", "r28", _):
                self.low, self.down = None, 0
            case "sbiw", "r28", bytes_ if self.low is None:
                self._lowered_by(int(bytes_, 16))
            case "adiw", "r28", bytes_ if self.low is None:
                self._lowered_by(-int(bytes_, 16))
            case "subi", "r28", bytes_ if self.low is None:
                self.low = int(bytes_, 16)
            case "sbci", "r29", bytes_ if self.low is not None:
                self._lowered_by(256 * int(bytes_, 16))
            case "sbc", "r29", "r1" if self.low is not None:  # r1 is always zero
                self._lowered_by(0)
            case (("dec" | "inc"), "r29", _) if self.low is None:
                self._lowered_by(256 if verb == "dec" else -256)
            case (("in" | "ldi"), "r29", _):
                pass
            case _, ("r28" | "r29"), _:
                self.low = self.down = None
            case _:
                return False
        return True

    def _lowered_by(self, bytes_: int) -> None:
        if self.down is not None:
            self.down = (self.down + (self.low or 0) + bytes_ + 0x8000) % 0x10000 - 0x8000
        self.low = None

    def reserve(self, at: int, what: str) -> int:
        """Take the stack pointer, and return the bytes that this reserves; 0 if it releases some."""
        if self.down is None or self.low is not None or what.split() != ["0x3d,", "r28"]:
            raise SystemExit(f"stack: cannot tell the new value of the stack pointer at {at:x}")
        room, self.down = max(0, self.down), 0
        return room


def functions(text: str) -> tuple[dict[int, Function], dict[str, int]]:
    """Return the functions of a disassembly by their addresses, and the addresses by name."""
    names = {name: int(at, 16) for at, name in _FUNCTION.findall(text)}
    found: dict[int, Function] = {}
    starts = set(names.values())
    start, now = 0, Function()
    frame = _Frame()
    for line in text.splitlines():
        if head := _FUNCTION.match(line):
            start, frame = int(head[1], 16), _Frame()
            now = found.setdefault(start, Function())
        elif parts := _INSTRUCTION.match(line):
            at, verb, what, target = int(parts[1], 16), parts[2], (parts[3] or "").strip(), parts[4]
            if verb == "push":
                now.frame += 1
            elif verb in {"icall", "eicall", "ijmp"}:
                raise SystemExit(f"stack: a call through a pointer at {at:x} cannot be followed")
            elif verb == "sei":
                now.opens = True
            elif verb == "rcall" and what == ".+0":
                now.frame += RETURN  # room made, nothing called
            elif verb == "out" and what.startswith("0x3d,"):
                now.frame += frame.reserve(at, what)
            elif frame.follow(verb, what):
                pass
            elif target and (to := int(target, 16)) in starts and (verb in CALLS or (verb in JUMPS and to != start)):
                now.calls.add(to)  # a jump to its own start is a loop
    return found, names


def depth(found: dict[int, Function], at: int, above: tuple[int, ...] = ()) -> tuple[int, tuple[int, ...]]:
    """Return the largest stack of a function with all that it calls (bytes), and the path of calls to it."""
    if at in above:
        raise SystemExit(f"stack: the function at {at:x} calls itself")
    function = found[at]
    below = [depth(found, call, (*above, at)) for call in function.calls]
    most, way = max(((RETURN + bytes_, way) for bytes_, way in below), default=(0, ()))
    return function.frame + most, (at, *way)


def report(sizes: list[str], text: str) -> str:
    """Return the bound and its parts as text."""
    found, names = functions(text)
    name_of = {at: name for name, at in names.items()}
    program, way = depth(found, names["main"])
    handlers = {name: depth(found, at) for name, at in names.items() if re.fullmatch(r"__vector_\d+", name)}
    for name, (_, reached) in handlers.items():
        if any(found[at].opens for at in reached):
            raise SystemExit(f"stack: {name} lets other interrupts in")
    handler = max(handlers, key=lambda name: handlers[name][0])
    deepest = RETURN + program + RETURN + handlers[handler][0]
    fixed = int(sizes[1]) + int(sizes[2])
    path = " ".join(name_of[at] for at in way)
    return (
        f"Stack: {deepest} bytes at most: {program} ({path}), {handlers[handler][0]} ({handler}), 4 to return\n"
        f"RAM:   {fixed + deepest} bytes at most, of {RAM}: {fixed} of variables, {deepest} of stack\n"
    )


if __name__ == "__main__":
    sys.stdin.readline()
    line = sys.stdin.readline().split()
    sys.stdout.write(report(line, sys.stdin.read()))
