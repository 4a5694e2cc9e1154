/* Writes a line of the wire and computes its CRC on the way. */
#include "text.h" /* what is defined here */

#include <stdbool.h> /* bool */

#include "crc.h" /* crc_next */

#define SEAL_BYTES 6 /* star, CRC and newline */

static struct text *line;
static uint16_t crc;

static FLASH uint32_t tens[] = {100000, 10000, 1000, 100, 10, 1};

static void put(char character)
{
    line->bytes[line->length++] = character;
}

static char hex_digit(uint16_t value)
{
    uint8_t digit = value & 15;

    return (char)(digit < 10 ? '0' + digit : 'A' - 10 + digit);
}

void text_begin(struct text *text)
{
    line = text;
    line->length = 0;
    crc = CRC_START;
}

void text_character(char character)
{
    if (line->length < LINE_BYTES - SEAL_BYTES) {
        crc = crc_next(crc, (uint8_t)character);
        put(character);
    }
}

void text_seal(void)
{
    put('*');
    for (uint8_t shift = 16; shift;) {
        shift = (uint8_t)(shift - 4);
        put(hex_digit((uint16_t)(crc >> shift)));
    }
    put('\n');
}

void text_words(FLASH char *words)
{
    while (*words)
        text_character(*words++);
}

void text_key(FLASH char *key)
{
    text_character(' ');
    text_words(key);
    text_character('=');
}

void text_number(uint32_t value)
{
    bool begun = false;

    for (uint8_t place = 0; place < sizeof tens / sizeof *tens; place++) {
        uint32_t ten = tens[place];
        char digit = '0';

        for (; value >= ten; value -= ten)
            digit++;
        begun |= digit != '0' || ten == 1;
        if (begun)
            text_character(digit);
    }
}

void text_hex(uint16_t value)
{
    for (uint8_t shift = 16; shift;) {
        shift = (uint8_t)(shift - 4);
        text_character(hex_digit((uint16_t)(value >> shift)));
    }
}

void text_digits(uint8_t bits)
{
    if (!bits)
        text_character('0');
    for (char digit = '1'; bits; digit++, bits >>= 1)
        if (bits & 1)
            text_character(digit);
}
