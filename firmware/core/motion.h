/* The present motion, if any. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

void motion_reset(void);

/* Return STATE_idle or the state of the motion. */
uint8_t motion_state(void);

/* Return the number of the last shake or knock. */
uint16_t motion_shakes(void);

/* Stop at once. With `forget`, the position of the crank is lost even if nothing moves. */
void motion_cut(bool forget);

#ifdef BOXES

/* So many pulses for the coil of each of these wells (bit 0 for well 1). */
struct knock {
    uint8_t wells;
    uint8_t count;
    uint16_t length; /* ms of a pulse */
    uint16_t gap;    /* ms between the beginnings of two pulses of a well */
};

/* Whether the coils are cool enough for it. */
bool motion_bears(const struct knock *knock);

/* Start it; a framed one has a lease. */
void motion_knock(bool framed, const struct knock *knock);

/* Advance by one millisecond. Return the fault of a motion whose lease was lost, else 0. */
uint8_t motion_tick(void);

#else

#include "home.h"  /* enum progress */
#include "shake.h" /* struct program */

/* Start a motion; a framed one has a lease. */
void motion_home(bool framed, uint16_t crawl);
void motion_shake(bool framed, const struct program *program);
void motion_clamp(bool framed, uint8_t wells);

/* Switch the power of motor and levers off, and forget the position of the crank. With `lift` the levers that are down
 * go up first. */
void motion_rest(bool lift);

/* Whether it is time to rest: nothing has moved for REST_MS, or nothing moves and the host is gone (`alone`). */
bool motion_tired(bool alone);

/* Whether the position of the crank is known. */
bool motion_homed(void);

/* Advance by one millisecond, and return the progress of the motion. */
enum progress motion_tick(void);

/* End a motion that has arrived. Return the fault of one that has failed or exceeded its limits, else 0. */
uint8_t motion_conclude(enum progress progress);

/* Plan ahead; true if there is more to plan. */
bool motion_plan(void);

#endif
#endif
