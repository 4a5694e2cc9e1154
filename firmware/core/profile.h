/* One move of the crank as stretches of steps: a soft start, a cruise, a soft stop. */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint32_t */

#include "port.h" /* struct stretch */

#define TICKS_PER_MS UINT32_C(2000)

/* With constant acceleration step n of a ramp of `ramp` steps comes 2 * cruise * sqrt(ramp * n) ticks after rest. */
struct profile {
    uint32_t steps;  /* of the whole move */
    uint32_t done;   /* those of them that profile_next has told */
    uint32_t cruise; /* ticks between steps at full speed, times 256 */
    uint16_t ramp;   /* steps from rest to full speed: at most 9600, 0 for none */
    uint8_t chunk;   /* steps of a stretch at full speed */
    bool forward;
};

/* A move at a cruise interval (ticks times 256; 65000 ticks are the longest) with given ramps. */
void profile_begin(struct profile *profile, bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp);

/* A move from rest to rest in so many ticks (at most 500,000): a quarter of them speeds up, a quarter slows down. */
void profile_begin_timed(struct profile *profile, bool forward, uint16_t steps, uint32_t ticks);

/* Tell the next stretch; false when the move has been told to its end. */
bool profile_next(struct profile *profile, struct stretch *stretch);

/* Forget `dropped` steps that were told, and come to rest as soon as the ramp allows, after `least` steps or more. */
void profile_brake(struct profile *profile, uint16_t dropped, uint16_t least);

/* The integer square root. */
uint16_t square_root(uint32_t square);

#endif
