/* One move of the crank as stretches of steps: soft start, cruise, soft stop. */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint32_t */

#include "port.h" /* struct stretch */

#define TICKS_PER_MS UINT32_C(2000)

/* With constant acceleration step n of a ramp of `ramp` steps comes 2 * cruise * sqrt(ramp * n) ticks after rest. */
struct profile {
    uint32_t steps;  /* of the whole move */
    uint32_t done;   /* those that profile_next has returned */
    uint32_t cruise; /* ticks between steps at full speed, times 256 */
    uint16_t ramp;   /* steps from rest to full speed: at most 9600, 0 for none */
    uint8_t chunk;   /* steps of a stretch at full speed */
    bool forward;
};

/* Start a move with a cruise interval (ticks times 256, at most 65000 ticks) and given ramps. */
void profile_begin(struct profile *profile, bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp);

/* Start a move from rest to rest in `ticks` (at most 500,000): a quarter accelerates, a quarter decelerates. */
void profile_begin_timed(struct profile *profile, bool forward, uint16_t steps, uint32_t ticks);

/* Return the next stretch; false at the end of the move. */
bool profile_next(struct profile *profile, struct stretch *stretch);

/* Take back `dropped` steps, and come to rest as soon as the ramp allows, but not before `least` steps. */
void profile_brake(struct profile *profile, uint16_t dropped, uint16_t least);

/* Return the integer square root. */
uint16_t square_root(uint32_t square);

#endif
