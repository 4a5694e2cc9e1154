/* The servo pulses and the millisecond tick. */
#ifndef SERVOS_H
#define SERVOS_H

#include <stdint.h> /* uint8_t */

void servos_begin(void);

/* Return the milliseconds since the last call. */
uint8_t servos_ticks(void);

#endif
