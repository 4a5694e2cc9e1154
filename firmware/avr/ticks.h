/* The milliseconds. */
#ifndef TICKS_H
#define TICKS_H

#include <stdint.h> /* uint8_t */

/* Return the milliseconds since the last call. */
uint8_t ticks_take(void);

#endif
