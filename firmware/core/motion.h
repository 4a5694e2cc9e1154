/* What moves, if anything does. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

#include "home.h"  /* enum progress */
#include "shake.h" /* struct program */

void motion_reset(void);

/* Begin a motion; a framed one has a lease. */
void motion_home(bool framed, uint16_t crawl);
void motion_shake(bool framed, const struct program *program);
void motion_clamp(bool framed, uint8_t wells);

/* STATE_idle or what moves. */
uint8_t motion_state(void);

/* Whether the place of the crank is known, and the number of the last shake. */
bool motion_homed(void);
uint16_t motion_shakes(void);

/* Stop at once; `forget` the crank's place even where nothing moves. */
void motion_cut(bool forget);

/* Go on, every millisecond, and return how far the motion is. */
enum progress motion_tick(void);

/* Note a motion that has ended; return the fault of one that has failed or taken too long, and 0 for none. */
uint8_t motion_conclude(enum progress progress);

/* Plan ahead while there is time; true where more of it could be used. */
bool motion_plan(void);

#endif
