/* Runs the firmware binary in simavr, controlled over stdin and stdout in lockstep: time passes only on request.
 *
 * runner PROGRAM (ELF, or HEX by its name). A message either way is a letter, the length of what follows as four
 * bytes, and that, all little-endian. Each message is answered by one of the same letter:
 *
 *   a  until (8), inputs (1), stop (1), 6 unused; then for each byte of the host its start bit's cycle (8), the byte
 *      (1), 7 unused. Runs to the cycle `until`; with bit 0 of stop to the end of a newline that the board sends at
 *      most, with bit 1 to a step.
 *      Inputs are the levels of emergency stop, lid and home in bits 0 to 2.
 *      -> cycle (8), 1 while the chip runs (1), 7 unused, the events (chip.h)
 *   r  MCUSR (1), 3 unused, seed of the RAM's contents or 0 to keep them (4), cycles in which nothing runs yet (8)
 *   b  bootloader: 0 none, 1 Optiboot, 2 the old Nano's (1)
 *   e  -> the EEPROM's cells;   E  the cells
 *   w  an address (2): its cell is worn
 *   k  at which EEPROM write from now the power goes, 0 for none (4), what its cell holds then, see eeprom.c (1)
 *   t  the crank that the runner turns itself, with the home switch that it closes: see struct crank
 *   h  the program hangs from here on; its interrupts go on
 *   z  a timer's vector, 7, 8 or 11 (1): that timer stops where its interrupt begins the next time
 *   c  -> the counters (chip.h), which begin anew
 */
#include "chip.h"

#include <stdio.h>  /* the pipe */
#include <stdlib.h> /* memory */
#include <string.h> /* memory */
#include <unistd.h> /* the pipe's descriptors */

struct ask {
    uint64_t until;
    uint8_t inputs, stop, unused[6];
};

struct fed {
    uint64_t start;
    uint8_t byte, unused[7];
};

struct state {
    uint64_t cycle;
    uint8_t runs, unused[7];
};

struct power {
    uint8_t cause, unused[3];
    uint32_t seed;
    uint64_t hold;
};

static struct event *events;
static size_t count, room;
static uint8_t stop;
static FILE *answers;

void emit(enum kind kind, uint8_t which, uint16_t value, uint32_t more)
{
    if (count == room) {
        room = room ? 2 * room : 1024;
        events = realloc(events, room * sizeof *events);
        if (!events)
            exit(2);
    }
    events[count++] = (struct event){ chip->cycle, more, value, (uint8_t)kind, which };
    if ((stop & 1 && kind == SENT && value == '\n') || (stop & 2 && kind == STEP))
        chip_pause();
}

static void answer(char letter, const void *head, size_t head_length, const void *rest, size_t rest_length)
{
    uint32_t length = (uint32_t)(head_length + rest_length);
    fputc(letter, answers);
    fwrite(&length, sizeof length, 1, answers);
    fwrite(head, 1, head_length, answers);
    fwrite(rest, 1, rest_length, answers);
    fflush(answers);
}

static void advance(const uint8_t *message, uint32_t length)
{
    struct ask ask;
    memcpy(&ask, message, sizeof ask);
    for (uint32_t place = sizeof ask; place + sizeof(struct fed) <= length; place += sizeof(struct fed)) {
        struct fed fed;
        memcpy(&fed, message + place, sizeof fed);
        uart_feed(fed.start, fed.byte);
    }
    pins_inputs(ask.inputs);
    stop = ask.stop;
    chip_advance(ask.until);
    struct state now = { .cycle = chip->cycle, .runs = !chip_dead() };
    answer('a', &now, sizeof now, events, count * sizeof *events);
    count = 0;
}

static bool carry_out(char letter, const uint8_t *message, uint32_t length)
{
    if (letter == 'a' && length >= sizeof(struct ask)) {
        advance(message, length);
        return true;
    }
    if (letter == 'e') {
        answer(letter, eeprom_cells(), EEPROM_BYTES, NULL, 0);
        return true;
    }
    if (letter == 'c') {
        counters_look();
        answer(letter, &counters, sizeof counters, NULL, 0);
        counters_clear();
        return true;
    }
    if (letter == 'r' && length == sizeof(struct power)) {
        struct power power;
        memcpy(&power, message, sizeof power);
        chip_reset(power.cause, power.seed, power.hold);
    } else if (letter == 'b' && length == 1) {
        chip_bootloader(message[0]);
    } else if (letter == 't' && length == sizeof(struct crank)) {
        struct crank crank;
        memcpy(&crank, message, sizeof crank);
        pins_crank(&crank);
    } else if (letter == 'h' && length == 0) {
        chip_hang();
    } else if (letter == 'z' && length == 1) {
        chip_fail_timer(message[0]);
    } else if (letter == 'E' && length == EEPROM_BYTES) {
        memcpy(eeprom_cells(), message, EEPROM_BYTES);
    } else if (letter == 'w' && length == 2) {
        eeprom_wear((uint16_t)(message[0] | message[1] << 8));
    } else if (letter == 'k' && length == 5) {
        uint32_t writes;
        memcpy(&writes, message, sizeof writes);
        eeprom_cut(writes, message[4]);
    } else {
        return false;
    }
    answer(letter, NULL, 0, NULL, 0);
    return true;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: runner PROGRAM\n");
        return 2;
    }
    answers = fdopen(dup(STDOUT_FILENO), "wb"); /* simavr itself writes to stdout */
    if (!answers || !freopen("/dev/null", "w", stdout))
        return 2;
    chip_make(arguments[1]);
    uint8_t head[5];
    uint8_t *message = NULL;
    while (fread(head, sizeof head, 1, stdin) == 1) {
        uint32_t length;
        memcpy(&length, head + 1, sizeof length);
        message = realloc(message, length + 1);
        if (!message || fread(message, 1, length, stdin) != length)
            return 2;
        if (!carry_out((char)head[0], message, length)) {
            fprintf(stderr, "runner: no message %c of %u bytes\n", head[0], length);
            return 2;
        }
    }
    return 0;
}
