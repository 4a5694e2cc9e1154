"""The deepest stack of the binary, from its disassembly: pushes, frames and calls, and the deepest interrupt on top."""

import re
import subprocess
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


def functions(elf: str) -> tuple[dict[int, Function], dict[str, int]]:
    """Return the functions by their addresses, and the addresses by name."""
    text = subprocess.run(["avr-objdump", "-d", elf], check=True, capture_output=True, text=True).stdout
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


def main(elf: str) -> None:
    """Print the bound and what it is made of."""
    found, names = functions(elf)
    name_of = {at: name for name, at in names.items()}
    program, way = depth(found, names["main"])
    handlers = {name: depth(found, at) for name, at in names.items() if name.startswith("__vector_") and name[9:].isdigit()}
    for name, (_, reached) in handlers.items():
        if any(found[at].opens for at in reached):
            raise SystemExit(f"stack: {name} lets other interrupts in")
    handler = max(handlers, key=lambda name: handlers[name][0])
    deepest = RETURN + program + RETURN + handlers[handler][0]
    sizes = subprocess.run(["avr-size", elf], check=True, capture_output=True, text=True).stdout.split()
    fixed = int(sizes[7]) + int(sizes[8])
    path = " ".join(name_of[at] for at in way)
    print(f"Stack:   {deepest:6} bytes at most: {program} ({path}), {handlers[handler][0]} ({handler}), return addresses")
    print(f"RAM:     {fixed + deepest:6} bytes at most, of {RAM}: {fixed} of variables, {deepest} of stack")


if __name__ == "__main__":
    main(sys.argv[1])
