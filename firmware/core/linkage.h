/* Conversion of stroke and tilt into angles of the crank. */
#ifndef LINKAGE_H
#define LINKAGE_H

#include <stdint.h> /* uint16_t */

/* Steps from the middle to the turning points of a stroke in mm (4 to STROKE - 1). */
uint16_t linkage_swing(uint8_t stroke);

/* Steps from home to a tilt in tenths of a degree (0 to ROCK_MOST). */
uint16_t linkage_tilt(uint8_t decidegrees);

#endif
