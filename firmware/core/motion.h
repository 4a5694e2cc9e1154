/* The present motion, if any. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

#include "progress.h" /* enum progress */
#include "shake.h"    /* struct program */
#include "values.h"   /* struct values */

void motion_reset(void);

#ifdef BOXES

/* Whether the coils are cool enough for a knock; start one. A framed one has a lease. */
bool motion_bears(const struct values *values);
void motion_knock(bool framed, const struct values *values);

#else

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

#endif

/* Return STATE_idle or the state of the motion. */
uint8_t motion_state(void);

/* Return the number of the last shake or knock. */
uint16_t motion_shakes(void);

/* Stop at once. With `forget`, the position of the crank is lost even if nothing moves. */
void motion_cut(bool forget);

/* Advance by one millisecond, and return the progress of the motion. */
enum progress motion_tick(void);

/* End a motion that has arrived. Return the fault of one that has failed or exceeded its limits, else 0. */
uint8_t motion_conclude(enum progress progress);

/* Plan ahead; true if there is more to plan. */
bool motion_plan(void);

#endif
