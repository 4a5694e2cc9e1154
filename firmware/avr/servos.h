/* The servos' pulses and the millisecond. */
#ifndef SERVOS_H
#define SERVOS_H

#include <stdint.h> /* uint8_t */

void servos_begin(void);

/* The milliseconds that have gone by since the last call. */
uint8_t servos_ticks(void);

#endif
