/* The levers that hold kept dice. */
#ifndef LEVERS_H
#define LEVERS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* Let go of all levers where they are: none gets pulses. */
void levers_release(void);

/* Start to move the levers of these wells down (bit 0 for well 1) and all others up. */
void levers_begin(uint8_t wells);

/* Start to move the levers that have pulses up; false if they are up. */
bool levers_lift(void);

/* Stop all levers in place. */
void levers_halt(void);

/* Advance by one millisecond; false when all levers are at rest. */
bool levers_tick(void);

/* Return the wells whose levers are down and at rest. */
uint8_t levers_down(void);

#endif
