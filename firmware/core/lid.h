/* The lid. */
#ifndef LID_H
#define LID_H

#include <stdbool.h> /* bool */

/* Take the lid to be as its contact is now. */
void lid_reset(void);

/* Advance by one millisecond, however busy the core is; true where the lid has just been opened. */
bool lid_tick(void);

/* Whether the lid is open: its contact has been open for LID_MS without a break. */
bool lid_open(void);

#endif
