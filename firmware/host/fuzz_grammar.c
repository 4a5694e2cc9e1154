/* Makes lines for the fuzzer: valid by the grammar of the protocol, mostly with a small error. */
#include "fuzz_grammar.h" /* what is defined here */

#include <stdio.h>  /* snprintf */
#include <string.h> /* memmove */

#include "../core/crc.h"        /* crc_next */
#include "../core/dictionary.h" /* the words */
#include "../core/memory.h"     /* memory */
#include "../core/replies.h"    /* replies_boot */

struct fuzz_line fuzz_line;

static uint64_t state;

void fuzz_grammar_begin(uint64_t seed)
{
    state = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
}

uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

static void add(uint8_t byte)
{
    if (fuzz_line.length < FUZZ_LINE_BYTES)
        fuzz_line.bytes[fuzz_line.length++] = byte;
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

/* Add a value for a key: mostly in its range, often at its limits, sometimes arbitrary. */
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

/* Change the line: lose, add or change a byte, or repeat a piece. */
static void mutate(void)
{
    uint32_t place = fuzz_line.length ? draw(fuzz_line.length) : 0;

    switch (draw(6)) {
    case 0:
        add((uint8_t)draw(256));
        break;
    case 1:
        if (fuzz_line.length)
            fuzz_line.bytes[place] = (uint8_t)draw(256);
        break;
    case 2:
        if (fuzz_line.length)
            memmove(fuzz_line.bytes + place, fuzz_line.bytes + place + 1, --fuzz_line.length - place);
        break;
    case 3:
        if (fuzz_line.length)
            fuzz_line.bytes[place] = (uint8_t) "@*=,?! \r-+0a"[draw(12)];
        break;
    case 4:
        for (uint32_t count = draw(130); count; count--)
            add(fuzz_line.length ? fuzz_line.bytes[draw(fuzz_line.length)] : ' ');
        break;
    default:
        if (fuzz_line.length)
            fuzz_line.bytes[place] ^= (uint8_t)(1U << draw(8));
    }
}

static void seal(void)
{
    uint16_t crc = CRC_START;
    char tail[7];

    for (uint32_t place = 0; place < fuzz_line.length; place++)
        crc = crc_next(crc, fuzz_line.bytes[place]);
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

/* Make a line without its newline. */
void fuzz_grammar_make(void)
{
    fuzz_line.length = 0;
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

void fuzz_grammar_make_frame(const char *command)
{
    fuzz_line.length = 0;
    add('@');
    add_number(replies_boot());
    add(' ');
    add_number(memory.last % SEQ_MAX + 1U);
    add(' ');
    add_text(command);
    seal();
}

void fuzz_grammar_end(void)
{
    for (uint32_t place = 0; place < fuzz_line.length; place++)
        if (fuzz_line.bytes[place] == '\n')
            fuzz_line.bytes[place] = ' ';
    add('\n');
    fuzz_line.bytes[fuzz_line.length - 1] = '\n';
}
