/* The last frame that was taken, and its reply. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h> /* uint16_t */

#include "text.h" /* struct text */

struct memory {
    uint16_t last; /* seq, 0 after a reset */
    uint16_t crc;
    struct text reply;
};

enum turn { REPEATED, NEXT, OUT_OF_TURN };

extern struct memory memory;

void memory_reset(void);

/* Return whether a frame is repeated, next, or out of turn. */
enum turn memory_turn(uint16_t seq, uint16_t crc);

/* Remember a frame as the last one. */
void memory_take(uint16_t seq, uint16_t crc);

#endif
