/* Writing a line of the wire. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h> /* uint8_t */

#include "dictionary.h" /* LINE_BYTES */
#include "flash.h"      /* FLASH */

struct text {
    char bytes[LINE_BYTES];
    uint8_t length;
};

/* Start a line in `text`. The functions below append to it; text_seal adds CRC and newline. */
void text_begin(struct text *text);
void text_seal(void);

void text_character(char character);
void text_words(FLASH char *words);

/* Append a space, the key and "=". */
void text_key(FLASH char *key);

void text_number(uint32_t value);
void text_hex(uint16_t value);

/* Append the numbers of the set bits (1 for bit 0), or "0" for none. */
void text_digits(uint8_t bits);

#endif
