/* Lines as they come from the wire. */
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

/* Take a byte that is no realtime byte; true at the end of a line worth reading. */
bool line_take(uint8_t byte);

/* Forget what was received of a line. */
void line_drop(void);

/* Read the line that line_take has ended; false for one that gets no reply. Its words last until the next byte. */
bool line_read(struct line *line);

/* Cut the next word off, or return 0 where there is none. */
char *line_word(char **rest);

/* Read an integer of the wire; false where the word is none. */
bool line_integer(const char *word, uint32_t *value);

#endif
