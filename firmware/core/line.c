/* Assembles a line byte by byte and splits it into words. */
#include "line.h" /* what is defined here */

#include "crc.h"        /* crc_next */
#include "dictionary.h" /* LINE_BYTES, SEQ_MAX, BOOT_MAX */

#define CRC_BYTES 5 /* star and four hex digits */

static char bytes[LINE_BYTES];
static uint8_t length;
static bool spoilt;

void line_drop(void)
{
    length = 0;
    spoilt = false;
}

bool line_take(uint8_t byte)
{
    if (byte == '\n') {
        bool whole = !spoilt && length;

        bytes[length] = 0;
        if (!whole)
            line_drop();
        return whole;
    }
    if (byte == '\r')
        return false;
    if (byte < ' ' || byte > '~' || length >= LINE_BYTES - 1)
        spoilt = true;
    else if (!spoilt)
        bytes[length++] = (char)byte;
    return false;
}

char *line_word(char **rest)
{
    char *at = *rest, *word;

    while (*at == ' ')
        at++;
    word = at;
    while (*at && *at != ' ')
        at++;
    if (*at)
        *at++ = 0;
    *rest = at;
    return *word ? word : 0;
}

bool line_integer(const char *word, uint32_t *value)
{
    uint8_t digits = 0;

    *value = 0;
    if (word[0] == '0' && word[1])
        return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9' || ++digits > INTEGER_DIGITS)
            return false;
        *value = *value * 10 + (uint8_t)(*word - '0');
    }
    return digits;
}

static int8_t hex_value(char character)
{
    if (character >= '0' && character <= '9')
        return (int8_t)(character - '0');
    character = (char)(character | 0x20);
    return (int8_t)(character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1);
}

/* Check the line's CRC and cut it off. */
static bool sealed(uint16_t *crc)
{
    uint16_t computed = CRC_START;
    char *star;

    if (length < CRC_BYTES)
        return false;
    star = bytes + (length - CRC_BYTES);
    if (*star != '*')
        return false;
    *crc = 0;
    for (uint8_t place = 1; place < CRC_BYTES; place++) {
        int8_t digit = hex_value(star[place]);

        if (digit < 0)
            return false;
        *crc = (uint16_t)(*crc << 4 | (uint8_t)digit);
    }
    *star = 0;
    for (char *at = bytes; at < star; at++)
        computed = crc_next(computed, (uint8_t)*at);
    return computed == *crc;
}

static bool frame(struct line *line)
{
    char *word;
    uint32_t boot, seq;

    if (!sealed(&line->crc) || bytes[1] == ' ')
        return false;
    line->rest = bytes + 1;
    word = line_word(&line->rest);
    if (!word || !line_integer(word, &boot) || boot > BOOT_MAX)
        return false;
    word = line_word(&line->rest);
    if (!word || !line_integer(word, &seq) || seq < 1 || seq > SEQ_MAX)
        return false;
    line->boot = (uint16_t)boot;
    line->seq = (uint16_t)seq;
    return true;
}

static bool typed(struct line *line)
{
    for (const char *at = bytes; *at; at++)
        if (*at == '@' || *at == '*')
            return false;
    line->boot = line->seq = line->crc = 0;
    line->rest = bytes;
    return true;
}

bool line_read(struct line *line)
{
    bool good;

    line->framed = bytes[0] == '@';
    good = line->framed ? frame(line) : typed(line);
    line_drop();
    if (good)
        line->verb = line_word(&line->rest);
    return good && line->verb;
}
