/* The crank: one move after another, handed to the step queue as it has room. */
#ifndef CRANK_H
#define CRANK_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

#define TURN 1600 /* steps */

/* Begin a move where the one before it ends: see profile_begin and profile_begin_timed. */
void crank_move(bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp);
void crank_move_timed(bool forward, uint16_t steps, uint32_t ticks);

/* Hand the next stretch over; false where there is none or no room. */
bool crank_feed(void);

/* Whether the move has been handed over; whether its last step has been made, too. */
bool crank_told(void);
bool crank_still(void);

/* Steps made of this move, modulo 65536. */
uint16_t crank_made(void);

/* Steps of this move still to come, or more than it has while those of the one before are still being made. */
uint32_t crank_left(void);

/* Steps of the whole move. */
uint32_t crank_length(void);

/* Come to rest soon, but after `least` steps or more. */
void crank_brake(uint16_t least);

/* Stop at once and forget the move. */
void crank_halt(void);

#endif
