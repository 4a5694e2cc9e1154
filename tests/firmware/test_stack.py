"""The bound of the stack against what the compiler itself says of frames, small and large."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.firmware.build import FIRMWARE
from tests.support.requirements import needs

pytestmark = pytest.mark.check

FRAMES = (2, 6, 40, 63, 64, 100, 255, 256, 300)
FRAME = "__attribute__((noinline)) void f{0}(void) {{ volatile char a[{0}]; use(a); use(a + {0} / 2); }}\n"
HANDLER = "#include <avr/interrupt.h>\nISR(TIMER0_OVF_vect) {}\n"
USE = "__attribute__((noinline)) void use(volatile char *at) { *at = 1; }\n"
VARYING = "__attribute__((noinline)) void f(unsigned char n) { volatile char a[n]; use(a); }\n"
RECURSIVE = "__attribute__((noinline)) void f(unsigned char n) { volatile char a; if (n) f(n - 1); use(&a); }\n"
ASSEMBLED = 'void f(void);\n__asm__(".global f\\nf:\\n{}\\n ret");\nint main(void) {{ for (;;) f(); }}\n'
TAKE = ("push r28", "push r29", "in r28, 0x3d", "in r29, 0x3e")
MAKE = ("in r0, 0x3f", "cli", "out 0x3e, r29", "out 0x3f, r0", "out 0x3d, r28")
MOVES = {
    ("sbiw r28, 60", "sbiw r28, 40"): 100,
    ("sbiw r28, 60", "adiw r28, 10"): 50,
    ("sbiw r28, 20", "subi r28, 0x2c", "sbci r29, 0x01"): 320,
    ("subi r28, 0x2c", "sbci r29, 0x01", "adiw r28, 20"): 280,
    ("sbiw r28, 20", "subi r28, 0xf6", "sbci r29, 0xff"): 10,
    ("sbiw r28, 20", "subi r28, 0x64", "sbc r29, r1"): 120,
    ("sbiw r28, 4", "dec r29"): 260,
}
RETURN = 2
UNTOLD = "cannot tell the new value of the stack pointer at [0-9a-f]+"


def bound(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Compile a program as the firmware is, and have its stack bounded."""
    for program in ("avr-gcc", "avr-size", "avr-objdump"):
        needs(program)
    (folder / "a.c").write_text(HANDLER + source, encoding="ascii")
    flags = ["-mmcu=atmega328p", "-Os", "-fno-jump-tables", "-fstack-usage"]
    subprocess.run(["avr-gcc", *flags, "-o", "a.elf", "a.c"], cwd=folder, check=True)
    printed = [
        subprocess.run([*words, "a.elf"], cwd=folder, capture_output=True, text=True, check=True).stdout
        for words in (["avr-size"], ["avr-objdump", "-d"])
    ]
    script = [sys.executable, str(FIRMWARE / "stack.py")]
    return subprocess.run(script, input="".join(printed), capture_output=True, text=True, check=False)


def said_by_the_compiler(folder: Path, name: str) -> int:
    """Return the bytes of one function, with its return address."""
    return int(next(folder.glob("*.su")).read_text(encoding="ascii").split(f":{name}\t")[1].split("\t")[0])


@pytest.mark.parametrize("size", FRAMES)
def test_a_frame_is_as_large_as_the_compiler_says(tmp_path: Path, size: int) -> None:
    done = bound(tmp_path, USE + FRAME.format(size) + f"int main(void) {{ for (;;) f{size}(); }}\n")
    assert done.returncode == 0, done.stderr
    found = re.search(rf"at most: (\d+) \(main f{size}(?: use)?\)", done.stdout)
    assert found is not None, done.stdout
    parts = [said_by_the_compiler(tmp_path, name) for name in ("main", f"f{size}", "use")]
    assert int(found[1]) == sum(parts) - RETURN
    assert parts[1] >= size


@pytest.mark.parametrize(("moves", "bytes_"), MOVES.items(), ids=map("; ".join, MOVES))
def test_moves_of_the_frame_s_pointer_add_up(tmp_path: Path, moves: tuple[str, ...], bytes_: int) -> None:
    done = bound(tmp_path, ASSEMBLED.format("\\n ".join((*TAKE, *moves, *MAKE))))
    assert done.returncode == 0, done.stderr
    found = re.search(r"at most: (\d+) \(main f\)", done.stdout)
    assert found is not None, done.stdout
    assert int(found[1]) == said_by_the_compiler(tmp_path, "main") + 2 + bytes_


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (USE + VARYING + "int main(void) { for (;;) f(3); }\n", UNTOLD),
        (USE + RECURSIVE + "int main(void) { for (;;) f(3); }\n", "the function at [0-9a-f]+ calls itself"),
        *(
            (ASSEMBLED.format("\\n ".join((*TAKE, *moves, *MAKE))), UNTOLD)
            for moves in (("subi r28, 0x2c",), ("subi r28, 0x2c", "sbiw r28, 4"))
        ),
    ],
    ids=["varying", "recursive", "half moved", "half moved and on"],
)
def test_a_stack_that_cannot_be_bounded_is_told(tmp_path: Path, source: str, told: str) -> None:
    done = bound(tmp_path, source)
    assert done.returncode != 0
    assert re.fullmatch(rf"stack: {told}\n", done.stderr)


def test_a_jump_to_a_function_s_own_start_is_a_loop(tmp_path: Path) -> None:
    done = bound(tmp_path, ASSEMBLED.format("sbic 0x16, 0\\n rjmp f"))
    assert done.returncode == 0, done.stderr
    assert " (main f)" in done.stdout
