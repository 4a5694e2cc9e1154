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

/* Begin a line in `text`; what follows is written there until text_seal, which adds CRC and newline. */
void text_begin(struct text *text);
void text_seal(void);

void text_character(char character);
void text_words(FLASH char *words);

/* A space, the key and "=". */
void text_key(FLASH char *key);

void text_number(uint32_t value);
void text_hex(uint16_t value);

/* The numbers of the bits that are set, bit 0 standing for 1; "0" for none. */
void text_digits(uint8_t bits);

#endif
