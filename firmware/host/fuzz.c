/* A fuzzer of the whole core: sends almost valid lines in every state and checks each answer. */
#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint64_t */
#include <stdio.h>   /* printf */
#include <stdlib.h>  /* strtoul, abort */
#include <string.h>  /* memcmp */

#include "../core/board.h"      /* STOP_BYTE */
#include "../core/crc.h"        /* crc_next */
#include "../core/dictionary.h" /* the words */
#include "../core/memory.h"     /* memory */
#include "../core/motion.h"     /* motion_shakes */
#include "host_port.h"          /* the simulated hardware */
#include "fuzz_grammar.h"       /* the lines */

/* Lines received since the last newline was sent. */
static uint32_t replies, heard;
static char last_reply[LINE_BYTES];
static uint8_t last_length;

static void fail(const char *what)
{
    printf("fuzz: %s, after this line:\n%.*s\n", what, (int)fuzz_line.length, (const char *)fuzz_line.bytes);
    fflush(stdout);
    abort();
}

/* Check that each line of the board is complete, and is a reply or an event. */
static void hear(const char *bytes, uint8_t count)
{
    uint16_t crc = CRC_START;
    char tail[7];

    heard++;
    if (count < 8 || count > LINE_BYTES || bytes[count - 1] != '\n' || bytes[count - 6] != '*')
        fail("a line of the board is not whole");
    for (uint8_t place = 0; place < count - 6; place++) {
        if (bytes[place] < ' ' || bytes[place] > '~' || bytes[place] == '*' || bytes[place] == '@')
            fail("a line of the board holds other bytes");
        crc = crc_next(crc, (uint8_t)bytes[place]);
    }
    snprintf(tail, sizeof tail, "*%04X\n", crc);
    if (memcmp(tail, bytes + count - 6, 6))
        fail("a line of the board has a wrong CRC");
    if (!memcmp(bytes, "evt ", 4))
        return;
    if (memcmp(bytes, "ok ", 3) && memcmp(bytes, "err ", 4))
        fail("a line of the board is neither reply nor event");
    replies++;
    memcpy(last_reply, bytes, count);
    last_length = count;
}

/* Send a line: it may get at most one reply, and a repeated frame must be carried out once. */
static void try_line(void)
{
    uint16_t shakes, last = memory.last;
    static char first[LINE_BYTES];
    uint8_t first_length;

    fuzz_grammar_end();
    replies = 0;
    host_port_receive(fuzz_line.bytes, fuzz_line.length);
    if (replies > 1)
        fail("a line has two replies");
    if (memory.last == last || !replies || draw(3))
        return;
    shakes = motion_shakes();
    memcpy(first, last_reply, last_length);
    first_length = last_length;
    replies = 0;
    for (uint32_t place = 0; place < fuzz_line.length; place++)
        if (fuzz_line.bytes[place] != STOP_BYTE && fuzz_line.bytes[place] != STAT_BYTE)
            host_port_receive(&fuzz_line.bytes[place], 1);
    if (motion_shakes() != shakes)
        fail("a frame was carried out twice");
    if (replies != 1 || last_length != first_length || memcmp(first, last_reply, first_length))
        fail("a frame that came again has another reply");
}

static void turn_something(void)
{
    switch (draw(8)) {
#ifdef BOXES
    case 0:
        host_port_wait(draw(10) ? 200 : 20000);
        break;
#else
    case 0:
        host_port.lid_open = !draw(3);
        break;
    case 1:
        host_port.estop = !draw(3);
        break;
    case 2:
        host_port.jammed = !draw(6);
        break;
    case 3:
        host_port.home_switch = draw(6) ? SWITCH_WORKS : (enum home_switch)draw(3);
        break;
#endif
    case 4:
        if (!draw(20))
            host_port_reset((uint8_t)draw(5));
        break;
    case 5:
        host_port_wait(draw(5) ? draw(30) : draw(3000));
        break;
    default:
        host_port_wait(draw(5));
    }
    host_port_look();
}

static void send(const char *command)
{
    fuzz_grammar_make_frame(command);
    fuzz_grammar_end();
    host_port_receive(fuzz_line.bytes, fuzz_line.length);
}

#ifdef BOXES
/* For more than a minute ask for the longest pulses again and again, as a hostile host would. */
static void knock_as_hard_as_it_lets(void)
{
    char knock[LINE_BYTES];

    for (uint32_t asked = draw(300); asked; asked--) {
        snprintf(knock, sizeof knock, "knock wells=%u count=%u length=%u gap=%u", 1 + draw(3), 1 + draw(8),
                 1 + PULSE_MOST - draw(3), 100 + draw(200));
        send(knock);
        host_port_wait(draw(1000));
        if (!draw(100))
            host_port_reset((uint8_t)draw(5));
    }
}
#endif

/* Bring the board into a state in which it can move, which random lines seldom reach. */
static void put_right(void)
{
    char clear[] = "clear fault=1";

#ifndef BOXES
    host_port.lid_open = host_port.estop = host_port.jammed = false;
    host_port.home_switch = SWITCH_WORKS;
#endif
    host_port_receive((const uint8_t *)"\n", 1);
    send("hello");
    for (char fault = '1'; fault <= '8'; fault++) {
        clear[sizeof clear - 2] = fault;
        send(clear);
    }
#ifdef BOXES
    knock_as_hard_as_it_lets();
#else
    if (draw(2)) {
        send("home");
        host_port_wait(1400);
        send(draw(2) ? "shake ms=400 ramp=60 rock=0" : "ping");
    }
#endif
}

/* Return how often something has moved. */
static uint32_t motions(void)
{
#ifdef BOXES
    return coils_pulses();
#else
    return (uint32_t)host_port.place;
#endif
}

int main(int count, char **arguments)
{
    uint64_t lines = count > 1 ? strtoull(arguments[1], 0, 10) : 100000;
    uint32_t moved = 0, shakes = 0;

    fuzz_grammar_begin(count > 2 ? strtoull(arguments[2], 0, 10) : 1);
    host_port_begin();
    host_port.quiet = true;
    host_port.hear = hear;
    host_port_reset(0);
    for (uint64_t line = 0; line < lines; line++) {
        uint32_t place = motions();
        uint16_t before = motion_shakes();

        fuzz_grammar_make();
        try_line();
        if (!draw(10))
            turn_something();
        if (!draw(100))
            put_right();
        moved += motions() != place;
        shakes += motion_shakes() > before;
    }
#ifdef BOXES
    if (coils_complaint())
        fail(coils_complaint());
#endif
    printf("%llu lines, %u lines of the board, it moved after %u lines, %u shakes were begun\n",
           (unsigned long long)lines, heard, moved, shakes);
    return 0;
}
