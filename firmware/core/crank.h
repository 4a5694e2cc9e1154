/* The crank: makes one move after another and fills the step queue. */
#ifndef CRANK_H
#define CRANK_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

/* Start a move where the previous one ends: see profile_begin and profile_begin_timed. */
void crank_move(bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp);
void crank_move_timed(bool forward, uint16_t steps, uint32_t ticks);

/* Queue the next stretch; false if there is none or no room. */
bool crank_feed(void);

/* Whether the whole move is queued; whether its last step has been made. */
bool crank_queued(void);
bool crank_still(void);

/* Steps of this move made so far, modulo 65536. */
uint16_t crank_made(void);

/* Steps left of this move. It is more than the move has while steps of the previous one are being made. */
uint32_t crank_left(void);

/* Steps of the whole move. */
uint32_t crank_length(void);

/* Come to rest as soon as possible, but not before `least` steps. */
void crank_brake(uint16_t least);

/* Stop at once and forget the move. */
void crank_halt(void);

#endif
