/* Finding the crank's home. */
#ifndef HOME_H
#define HOME_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

/* What has become of a motion. */
enum progress { MOVING, ARRIVED, LOST };

/* Begin; `crawl` is the speed of the slow approach in steps a second. */
void home_begin(uint16_t crawl);

/* Go on, every millisecond. LOST: the switch was not found, or closed where it should be open. */
enum progress home_tick(void);

/* The switch closes so many steps before home, from either side: its cam has 20 degrees. */
#define HOME_REACH 44

#endif
