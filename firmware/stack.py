"""The deepest stack of the binary: its pushes, frames and calls, and the deepest interrupt on top of them.

Reads what avr-size and then avr-objdump -d print of the ELF.
"""

import re
import sys
from dataclasses import dataclass, field

RAM = 2048
RETURN = 2
"""Bytes of a return address."""
_FUNCTION = re.compile(r"([0-9a-f]+) <(.+)>:")
_INSTRUCTION = re.compile(r" +([0-9a-f]+):\t(?:[0-9a-f]{2} )+ *\t([a-z]+)(?:\t([^;]*))?(?:; 0x([0-9a-f]+))?")


@dataclass
class Function:
    """What one function takes of the stack for itself, and which others it calls or jumps to."""

    frame: int = 0
    calls: set[int] = field(default_factory=set)
    opens: bool = False
    """It lets interrupts in."""


def functions(text: str) -> tuple[dict[int, Function], dict[str, int]]:
    """Return the functions of a disassembly by their addresses, and the addresses by name."""
    names = {name: int(at, 16) for at, name in _FUNCTION.findall(text)}
    found: dict[int, Function] = {}
    starts = set(names.values())
    now = Function()
    subtracted = 0
    for line in text.splitlines():
        if head := _FUNCTION.match(line):
            now = found.setdefault(int(head[1], 16), Function())
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
            elif verb == "sbiw" and what.startswith("r28,"):
                subtracted = int(what.split(",")[1], 16)
            elif verb == "out" and what.startswith("0x3d"):
                now.frame += subtracted
                subtracted = 0
            elif target and int(target, 16) in starts and verb in {"call", "rcall", "jmp", "rjmp"}:
                now.calls.add(int(target, 16))
    return found, names


def depth(found: dict[int, Function], at: int, above: tuple[int, ...] = ()) -> tuple[int, tuple[int, ...]]:
    """Return the bytes that a function takes at most, with all it calls, and the way to there."""
    if at in above:
        raise SystemExit(f"stack: the function at {at:x} calls itself")
    function = found[at]
    below = [depth(found, call, (*above, at)) for call in function.calls - {at}]
    most, way = max(((RETURN + bytes_, way) for bytes_, way in below), default=(0, ()))
    return function.frame + most, (at, *way)


def report(sizes: list[str], text: str) -> str:
    """Return the bound and what it is made of."""
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
