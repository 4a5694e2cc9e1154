/* Received lines. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

struct line {
    bool framed;
    uint16_t boot; /* 0 for a typed line, like seq and crc */
    uint16_t seq;
    uint16_t crc;
    char *verb;
    char *rest; /* what follows the verb, for line_word */
};

/* Take a byte that is no realtime byte; true at the end of a line to be read. */
bool line_take(uint8_t byte);

/* Drop a half-received line. */
void line_drop(void);

/* Parse the line that line_take has completed; false if it gets no reply. Its words are valid until the next byte. */
bool line_read(struct line *line);

/* Return the next word, or 0 if there is none. */
char *line_word(char **rest);

/* Parse an integer of the wire; false if the word is none. */
bool line_integer(const char *word, uint32_t *value);

#endif
