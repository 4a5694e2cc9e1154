"""The runner itself, on small programs that do what the firmware must not: what it counts and what it simulates."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.errors import HardwareError
from hardware.twin.runner import CLOCK, Cause, EventKind
from tests.support.firmware.build import build
from tests.support.firmware.probed_runner import BYTE_CYCLES, ProbedRunner, Torn
from tests.support.requirements import needs

pytestmark = pytest.mark.check

MS = CLOCK // 1000
HEAD = """
#define F_CPU 16000000UL
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/delay.h>
static void listen(void) {
    UBRR0 = 16;
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}
static void say(uint8_t byte) { loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = byte; }
"""
Make = Callable[[str], ProbedRunner]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Return a maker of runners of the C program whose text it is given."""
    needs("avr-gcc")
    runners = []

    def make(text: str) -> ProbedRunner:
        source, program = tmp_path / "program.c", tmp_path / "program.elf"
        source.write_text(HEAD + text, encoding="ascii")
        subprocess.run(["avr-gcc", "-mmcu=atmega328p", "-Os", "-o", program, source], check=True)
        runners.append(ProbedRunner(build("runner"), program))
        return runners[-1]

    yield make
    for runner in runners:
        runner.close()


def say(runner: ProbedRunner, milliseconds: int) -> bytes:
    """Return the bytes sent in this time."""
    events = runner.advance(runner.cycle + milliseconds * MS)
    return bytes(events["value"][events["kind"] == EventKind.SENT].tolist())


def test_a_byte_that_is_read_late_is_counted_and_one_too_many_is_lost(make: Make) -> None:
    runner = make("int main(void) { listen(); for (;;) { _delay_us(50); if (UCSR0A & _BV(RXC0)) say(UDR0); } }")
    runner.advance(MS)
    runner.feed(b"abcdefgh")
    assert say(runner, 5) == b"abcdefgh"
    counters = runner.counters()
    assert (counters.received, counters.unread, counters.lost) == (8, 0, 0)
    assert counters.longest_unread < BYTE_CYCLES
    slow = make("int main(void) { listen(); for (;;) { _delay_us(250); if (UCSR0A & _BV(RXC0)) say(UDR0); } }")
    slow.advance(MS)
    slow.feed(b"abcdefgh")
    heard = say(slow, 10)
    counters = slow.counters()
    assert counters.unread > 0
    assert counters.lost == 8 - len(heard) > 0
    assert set(heard) < set(b"abcdefgh")


def test_bytes_at_another_rate_are_other_bytes(make: Make) -> None:
    runner = make("int main(void) { listen(); UBRR0 = 207; for (;;) if (UCSR0A & _BV(RXC0)) PORTB ^= 32, say(UDR0); }")
    runner.advance(MS)
    runner.feed(b"A")
    assert say(runner, 5) != b"A"
    assert runner.counters().baud == 9615


def test_handlers_are_timed_from_entry_to_reti(make: Make) -> None:
    runner = make(
        "ISR(TIMER2_COMPA_vect) { _delay_us(40); }"
        "int main(void) { TCCR2A = _BV(WGM21); TCCR2B = _BV(CS22); OCR2A = 249; TIMSK2 = _BV(OCIE2A); sei();"
        "for (;;) { sleep_enable(); sleep_cpu(); } }"
    )
    runner.advance(100 * MS)
    counters = runner.counters()
    assert counters.interrupts[7] == pytest.approx(100, abs=1)
    assert 40 * 16 <= counters.longest[7] < 45 * 16
    assert counters.slept / (100 * MS) == pytest.approx(0.957, abs=0.005)


def test_pulses_on_the_step_pin_and_a_forced_compare(make: Make) -> None:
    runner = make(
        "int main(void) { DDRB = 7; TCCR1A = _BV(COM1A1) | _BV(COM1A0);"
        "for (uint8_t k = 0; k < 5; k++) { TCCR1A |= _BV(COM1A0); TCCR1C = _BV(FOC1A); _delay_us(10);"
        "TCCR1A &= ~_BV(COM1A0); TCCR1C = _BV(FOC1A); _delay_us(30); if (k == 2) PORTB |= 1; } for (;;); }"
    )
    steps = runner.advance(MS)
    steps = steps[steps["kind"] == EventKind.STEP]
    assert steps["which"].tolist() == [0, 0, 0, 1, 1]
    counters = runner.counters()
    assert 160 <= counters.shortest_high < 175
    assert 480 <= counters.shortest_low < 495


def test_a_compare_output_matches_at_every_tick(make: Make) -> None:
    """Tick 0 among them, loaded shortly before it."""
    runner = make(
        "static volatile uint8_t turn;"
        "ISR(TIMER1_COMPA_vect) { turn++; OCR1A = turn % 2 ? 65520 : 0; }"
        "int main(void) { DDRB = 2; TCCR1A = _BV(COM1A0); OCR1A = 0; TCCR1B = _BV(CS11); TIMSK1 = _BV(OCIE1A);"
        "sei(); for (;;) { sleep_enable(); sleep_cpu(); } }"
    )
    steps = runner.advance(10 * 65536 * 8 + 100)
    at = steps["cycle"][steps["kind"] == EventKind.STEP].astype(int)
    assert len(at) >= 10
    assert set((at[1:] - at[:-1]).tolist()) == {65536 * 8}, "a match at 0 makes STEP rise, one at 65520 lets it fall"
    assert runner.counters().interrupts[11] in {20, 21}


def test_switches_hold_their_levels_over_a_reset_and_interrupt_once(make: Make) -> None:
    runner = make(
        "static volatile uint8_t count; ISR(INT0_vect) { count++; }"
        "int main(void) { PORTD = 0x1C; EICRA = 3; EIMSK = 1; listen(); sei(); say(PIND >> 2 & 7);"
        "for (;;) { if (UCSR0A & _BV(RXC0)) { say(UDR0); say(PIND >> 2 & 7); say(count); } PORTD = 0x1C; } }"
    )
    runner.inputs.home, runner.inputs.lid_closed = True, False
    assert say(runner, 1) == bytes([2])
    for _ in range(2):
        runner.reset(Cause.EXTERNAL)
        assert say(runner, 1) == bytes([2])
    runner.inputs.estop, runner.inputs.home = True, False
    runner.feed(b"?")
    assert say(runner, 2) == b"?" + bytes([7, 1])


def test_an_eeprom_write_takes_its_time_and_is_torn_by_a_cut_or_a_worn_cell(make: Make) -> None:
    runner = make(
        "int main(void) { uint8_t n = eeprom_read_byte(0); listen(); say(n); eeprom_write_byte(0, n + 1);"
        "eeprom_write_byte((uint8_t *)7, 0x21); eeprom_busy_wait(); say('.'); for (;;); }"
    )
    runner.load_eeprom(bytes(1024))
    begin = runner.cycle
    events = runner.advance(begin + 20 * MS)
    ready = events[(events["kind"] == EventKind.SENT) & (events["value"] == ord("."))]
    assert int(ready["cycle"][0]) - begin > 6.8 * MS
    assert runner.eeprom()[:8] == bytes([1, 0, 0, 0, 0, 0, 0, 0x21])
    for torn, left in ((Torn.OLD, 0x21), (Torn.ERASED, 0xFF), (Torn.HALF, 0x7B), (Torn.OTHER, 0x30)):
        runner.cut_at_write(2, torn)
        runner.reset(Cause.POWER)
        runner.advance(runner.cycle + 20 * MS)
        assert not runner.runs
        assert runner.eeprom()[7] == left
        runner.reset(Cause.POWER)
        runner.advance(runner.cycle + 20 * MS)
        assert runner.eeprom()[7] == 0x21
    before = runner.eeprom()[0]
    runner.wear([0])
    runner.reset(Cause.POWER)
    runner.advance(runner.cycle + 20 * MS)
    assert runner.eeprom()[0] == before


def test_a_process_that_has_ended_says_so(make: Make) -> None:
    runner = make("int main(void) { for (;;); }")
    runner.close()
    with pytest.raises(HardwareError, match="the twin's board is closed; start it again"):
        runner.advance(MS)


def test_a_file_that_is_no_program_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.elf").write_bytes(b"no program")
    with pytest.raises(HardwareError, match=r"odd\.elf is no program for the board"):
        ProbedRunner(build("runner"), tmp_path / "odd.elf")
