/* The levers that press on kept dice. */
#ifndef LEVERS_H
#define LEVERS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

void levers_reset(void);

/* Begin to put the levers of these wells down, bit 0 for well 1, and all others up. */
void levers_begin(uint8_t wells);

/* Stay where they are. */
void levers_halt(void);

/* Go on, every millisecond; false when all have come to rest. */
bool levers_tick(void);

/* The wells whose levers are down and at rest. */
uint8_t levers_down(void);

#endif
