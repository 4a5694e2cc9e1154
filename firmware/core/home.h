/* Homing of the crank. */
#ifndef HOME_H
#define HOME_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

#include "progress.h" /* enum progress */

/* Start; `crawl` is the speed of the slow approach in steps per second. */
void home_begin(uint16_t crawl);

/* Advance by one millisecond. LOST: the switch was not found, or was closed where it should be open. */
enum progress home_tick(void);

#endif
