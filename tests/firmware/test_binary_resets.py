"""Resets of the binary: their cause, the boot number that outlasts a cut at any moment, and the watchdog."""

import itertools
import random

import pytest

from hardware.twin.runner import CLOCK, BootloaderKind, Cause, EventKind
from tests.support.firmware.binary_bench import MS, BinaryBench, make_runner
from tests.support.firmware.probed_runner import EEPROM_BYTES, Torn

pytestmark = pytest.mark.check

WORDS = {Cause.POWER: "power", Cause.EXTERNAL: "external", Cause.BROWNOUT: "brownout", Cause.WATCHDOG: "watchdog"}


def boot_of(event: str) -> int:
    return int(event.split()[2].partition("=")[2])


@pytest.mark.parametrize("bootloader", [BootloaderKind.NONE, BootloaderKind.OPTIBOOT])
@pytest.mark.parametrize("cause", list(WORDS))
def test_the_cause_is_reported_and_all_begins_again(
    bench: BinaryBench, cause: Cause, bootloader: BootloaderKind
) -> None:
    bench.home()
    bench.ask("clamp wells=12")
    bench.until_idle()
    bench.ask("light left=100 right=40")
    bench.ask("set crawl=100")
    bench.ask("shake")
    bench.run(0.5)
    bench.send("!")
    bench.run(0.01)
    bench.runner.bootloader(bootloader)
    since = bench.now
    assert bench.reset(cause) == f"evt boot boot=2 reset={WORDS[cause]}"
    assert not len(bench.steps(since + MS))
    assert bench.board.lights == (0.0, 0.0)
    assert not bench.board.enabled
    assert bench.crank.servo_us == (None,) * 6
    assert bench.stat() | {"state": "idle", "homed": "0", "shakes": "0", "clamp": "0", "light": "0,0"} == bench.stat()
    assert bench.ask("home") == "err 0 code=HELLO boot=2"
    assert bench.ask("@0 9 hello").endswith(f"reset={WORDS[cause]}")
    assert "crawl=800" in bench.ask("set")


def test_pins_give_no_sign_while_the_board_starts() -> None:
    with BinaryBench(boot=False) as bench:
        for cause in (Cause.POWER, Cause.EXTERNAL, Cause.WATCHDOG):
            bench.reset(cause)
        assert not any(
            len(bench.events(kind)) for kind in (EventKind.STEP, EventKind.SERVO, EventKind.DRIVE, EventKind.LIGHT)
        )


def test_a_reset_while_moving_stops_at_once_and_counts_on(bench: BinaryBench) -> None:
    source = random.Random(5)
    for boot in range(2, 8):
        bench.home()
        bench.ask("shake ms=3000 rate=120 ramp=50")
        bench.run(source.uniform(0.1, 0.6))
        since = bench.now
        assert bench.reset(Cause.EXTERNAL) == f"evt boot boot={boot} reset=external"
        assert not len(bench.steps(since))
        assert bench.stat()["homed"] == "0"


@pytest.mark.parametrize("bootloader", [BootloaderKind.NONE, BootloaderKind.OPTIBOOT])
@pytest.mark.parametrize("state", ["idle", "shaking"])
def test_the_watchdog_resets_a_program_that_hangs(bench: BinaryBench, state: str, bootloader: BootloaderKind) -> None:
    bench.runner.bootloader(bootloader)
    bench.home()
    if state == "shaking":
        bench.ask("shake ms=5000")
        bench.run(0.3)
    bench.runner.hang()
    since = bench.now
    bench.run(0.8)
    (reset,) = bench.events(EventKind.RESET, since)
    # the watchdog's own clock is simulated as exact; WATCHDOG_MS is its nominal time
    assert int(reset["cycle"]) - since == pytest.approx(0.512 * CLOCK, rel=0.03)
    assert bench.lines(since)[-1].text == "evt boot boot=2 reset=watchdog"
    assert not len(bench.steps(int(reset["cycle"])))
    bench.home()


def test_the_watchdog_leaves_a_working_board_alone(bench: BinaryBench) -> None:
    bench.home()
    for _ in range(3):
        bench.ask("shake ms=2000 rate=120 ramp=50")
        bench.send("stat\n?help\n" * 20)
        bench.run(2.5)
    bench.run(20)
    bench.send("\n")  # ends the line that lost its own end
    assert len(bench.events(EventKind.RESET)) == 1
    assert bench.ask("ping") == "ok 0 boot=1"


def test_the_build_without_watchdog_outlives_the_old_bootloader() -> None:
    with BinaryBench(runner=make_runner("pipsqueak-no-watchdog.hex")) as bench:
        bench.runner.bootloader(BootloaderKind.OLD_NANO)
        assert bench.reset() == "evt boot boot=2 reset=external"
        bench.runner.hang()
        bench.run(3)
        assert bench.runner.runs
        assert bench.reset(Cause.POWER) == "evt boot boot=3 reset=power"
    with BinaryBench() as bench:  # what it would come to otherwise
        bench.runner.bootloader(BootloaderKind.OLD_NANO)
        bench.runner.hang()
        bench.run(1)
        assert not bench.runner.runs
        assert bench.reset() == ""
        assert bench.reset(Cause.POWER) == "evt boot boot=2 reset=power"


def after(runs: int) -> bytes:
    """Return the EEPROM after so many resets of a new board."""
    with BinaryBench() as bench:
        for _ in range(runs - 1):
            bench.reset()
        return bench.runner.eeprom()


def writes_of_a_boot(cells: bytes) -> int:
    with BinaryBench(boot=False) as bench:
        bench.runner.load_eeprom(cells)
        since = bench.now
        bench.reset(Cause.POWER)
        return len(bench.events(EventKind.CELL, since))


@pytest.mark.parametrize("runs", [1, 2, 5, 256, 257])
def test_a_cut_at_any_write_still_yields_a_new_number(runs: int) -> None:
    cells = after(runs)
    for write, torn in itertools.product(range(1, writes_of_a_boot(cells) + 1), Torn):
        with BinaryBench(boot=False) as bench:
            bench.runner.load_eeprom(cells)
            bench.runner.cut_at_write(write, torn)
            assert bench.reset(Cause.POWER) == ""
            assert not bench.runner.runs
            found = [boot_of(bench.reset(Cause.POWER)) for _ in range(3)]
            assert found[0] in {runs + 1, runs + 2}, (write, torn)
            assert found == [found[0], found[0] + 1, found[0] + 2]


def test_cuts_one_after_another_never_bring_a_number_back(bench: BinaryBench) -> None:
    source = random.Random(8)
    newest = 1
    for _ in range(150):
        bench.runner.cut_at_write(source.randint(1, 4), source.choice(list(Torn)))
        for _ in range(source.randint(0, 2)):
            bench.reset(Cause.POWER)
            bench.runner.cut_at_write(source.randint(1, 4), source.choice(list(Torn)))
        bench.runner.cut_at_write(0, Torn.OLD)
        boot = boot_of(bench.reset(Cause.POWER))
        assert newest < boot <= newest + 4
        newest = boot


def test_a_worn_cell_is_passed_over_and_a_worn_memory_is_a_fault(bench: BinaryBench) -> None:
    bench.runner.wear(range(3, 9))
    assert [boot_of(bench.reset()) for _ in range(4)] == [2, 3, 4, 5]
    assert bench.stat()["faults"] == "0"
    bench.runner.wear(range(EEPROM_BYTES))
    event = bench.reset()
    assert boot_of(event) not in {2, 3, 4, 5}
    assert bench.stat() | {"state": "fault", "faults": "8"} == bench.stat()
    bench.ask("hello")
    assert bench.ask("home") == f"err 0 code=FAULT boot={boot_of(event)} fault=8"
    assert bench.ask("clear fault=8") == f"err 0 code=CAUSE boot={boot_of(event)}"


def test_ram_that_begins_as_noise_makes_no_difference() -> None:
    found = set()
    for seed in range(5):
        runner = make_runner()
        runner.reset(Cause.POWER, seed=1 + seed)
        with BinaryBench(runner=runner) as bench:
            bench.home()
            bench.ask("shake ms=300 ramp=50 rock=0")
            bench.run(1)
            found.add(tuple(sent.text for sent in bench.lines()))
    assert len(found) == 1
