/* A fuzzer of the whole core: lines that are almost right, in all states, and what must hold of every answer. */
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
#include "../core/replies.h"    /* replies_boot */
#include "desk.h"               /* the desk */

#define MOST 400 /* bytes of a line that is made */

static uint64_t seed;
static uint8_t made[MOST];
static uint32_t length;

/* What came back since the last newline went out. */
static uint32_t replies, heard;
static char last_reply[LINE_BYTES];
static uint8_t last_length;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32) % below;
}

static void fail(const char *what)
{
    printf("fuzz: %s, after this line:\n%.*s\n", what, (int)length, (const char *)made);
    abort();
}

/* Every line of the board is whole, and nothing but a reply or an event. */
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

static void add(uint8_t byte)
{
    if (length < MOST)
        made[length++] = byte;
}

static void add_text(const char *text)
{
    while (*text)
        add((uint8_t)*text++);
}

static void add_word(FLASH char *word)
{
    while (*word)
        add((uint8_t)*word++);
}

static void add_number(uint32_t number)
{
    char digits[12];

    snprintf(digits, sizeof digits, "%u", number);
    add_text(digits);
}

/* A value for a key: mostly in its range, often at its ends, sometimes anything. */
static void add_value(uint8_t key)
{
    uint32_t least = keys[key].least, most = keys[key].most;

    switch (draw(8)) {
    case 0:
        add_number(draw(2) ? least : most);
        break;
    case 1:
        add_number(draw(2) ? least - 1 : most + 1);
        break;
    case 2:
        add_word(word_at(verb_words, (uint8_t)draw(VERBS)));
        break;
    case 3:
        add_text("0");
        add_number(draw(1000));
        break;
    case 4:
        for (uint8_t digit = 1; digit <= WELLS; digit++)
            if (draw(2))
                add((uint8_t)('0' + digit));
        break;
    default:
        add_number(least + draw(most - least + 1));
    }
}

static void add_command(void)
{
    uint8_t verb = (uint8_t)draw(VERBS);

    add_word(word_at(verb_words, verb));
    for (uint8_t key = 0; key < KEYS; key++)
        if (keys[key].verb == verb ? draw(3) : !draw(100)) {
            add(' ');
            add_word(word_at(key_words, key));
            add('=');
            add_value(key);
        }
}

/* Change what was made: a byte lost, doubled, changed, or a piece of it twice. */
static void mutate(void)
{
    uint32_t place = length ? draw(length) : 0;

    switch (draw(6)) {
    case 0:
        add((uint8_t)draw(256));
        break;
    case 1:
        if (length)
            made[place] = (uint8_t)draw(256);
        break;
    case 2:
        if (length)
            memmove(made + place, made + place + 1, --length - place);
        break;
    case 3:
        if (length)
            made[place] = (uint8_t) "@*=,?! \r-+0a"[draw(12)];
        break;
    case 4:
        for (uint32_t count = draw(130); count; count--)
            add(length ? made[draw(length)] : ' ');
        break;
    default:
        if (length)
            made[place] ^= (uint8_t)(1U << draw(8));
    }
}

static void seal(void)
{
    uint16_t crc = CRC_START;
    char tail[7];

    for (uint32_t place = 0; place < length; place++)
        crc = crc_next(crc, made[place]);
    snprintf(tail, sizeof tail, draw(10) ? "*%04X" : "*%04x", crc);
    add_text(tail);
}

static void add_head(void)
{
    uint32_t turn = draw(20);

    add('@');
    add_number(draw(30) ? replies_boot() : draw(70000));
    add(' ');
    add_number(turn > 1 ? memory.last % SEQ_MAX + 1U : turn ? memory.last : draw(70000));
    add(' ');
}

/* A line without its newline. */
static void make(void)
{
    length = 0;
    switch (draw(12)) {
    case 0:
        for (uint32_t count = draw(150); count; count--)
            add((uint8_t)draw(256));
        return;
    case 1:
        add_text("@0 ");
        add_number(draw(70000));
        add_text(" hello");
        seal();
        return;
    case 2:
    case 3:
        add_command();
        break;
    default:
        add_head();
        add_command();
        while (!draw(6))
            mutate();
        seal();
    }
    while (!draw(6))
        mutate();
}

/* Each line has at most one reply, and a frame that was taken twice is carried out once. */
static void try_line(void)
{
    uint16_t shakes, last = memory.last;
    static char first[LINE_BYTES];
    uint8_t first_length;

    for (uint32_t place = 0; place < length; place++)
        if (made[place] == '\n')
            made[place] = ' ';
    add('\n');
    if (made[length - 1] != '\n')
        made[length - 1] = '\n';
    replies = 0;
    desk_receive(made, length);
    if (replies > 1)
        fail("a line has two replies");
    if (memory.last == last || !replies || draw(3))
        return;
    shakes = motion_shakes();
    memcpy(first, last_reply, last_length);
    first_length = last_length;
    replies = 0;
    for (uint32_t place = 0; place < length; place++)
        if (made[place] != STOP_BYTE && made[place] != STAT_BYTE)
            desk_receive(&made[place], 1);
    if (motion_shakes() != shakes)
        fail("a frame was carried out twice");
    if (replies != 1 || last_length != first_length || memcmp(first, last_reply, first_length))
        fail("a frame that came again has another reply");
}

static void turn_something(void)
{
    switch (draw(8)) {
    case 0:
        desk.lid_open = !draw(3);
        break;
    case 1:
        desk.estop = !draw(3);
        break;
    case 2:
        desk.jammed = !draw(6);
        break;
    case 3:
        desk.home_switch = draw(6) ? SWITCH_WORKS : (enum home_switch)draw(3);
        break;
    case 4:
        if (!draw(20))
            desk_reset((uint8_t)draw(5));
        break;
    case 5:
        desk_wait(draw(5) ? draw(30) : draw(3000));
        break;
    default:
        desk_wait(draw(5));
    }
    desk_look();
}

static void send(const char *command)
{
    length = 0;
    add('@');
    add_number(replies_boot());
    add(' ');
    add_number(memory.last % SEQ_MAX + 1U);
    add(' ');
    add_text(command);
    seal();
    add('\n');
    desk_receive(made, length);
}

/* Bring the board to where it can move, or else nearly nothing ever would. */
static void put_right(void)
{
    char clear[] = "clear fault=1";

    desk.lid_open = desk.estop = desk.jammed = false;
    desk.home_switch = SWITCH_WORKS;
    desk_receive((const uint8_t *)"\n", 1);
    send("hello");
    for (char fault = '1'; fault <= '8'; fault++) {
        clear[sizeof clear - 2] = fault;
        send(clear);
    }
    if (draw(2)) {
        send("home");
        desk_wait(1400);
        send(draw(2) ? "shake ms=400 ramp=60 rock=0" : "ping");
    }
}

int main(int count, char **arguments)
{
    uint64_t lines = count > 1 ? strtoull(arguments[1], 0, 10) : 100000;
    uint32_t moved = 0, shakes = 0;

    seed = (count > 2 ? strtoull(arguments[2], 0, 10) : 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    desk_begin();
    desk.quiet = true;
    desk.hear = hear;
    desk_reset(0);
    for (uint64_t line = 0; line < lines; line++) {
        int32_t place = desk.place;
        uint16_t before = motion_shakes();

        make();
        try_line();
        if (!draw(10))
            turn_something();
        if (!draw(100))
            put_right();
        moved += desk.place != place;
        shakes += motion_shakes() > before;
    }
    printf("%llu lines, %u lines of the board, the crank moved after %u lines, %u shakes were begun\n",
           (unsigned long long)lines, heard, moved, shakes);
    return 0;
}
