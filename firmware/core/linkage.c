/* Computes angles of the crank from a table of arcsines. */
#include "linkage.h" /* what is defined here */

#include "flash.h"   /* FLASH */
#include "profile.h" /* square_root */

#define WHOLE_TILT 115 /* tenths of a degree over the whole stroke */

/* asin(index / 48), for half millimetres of the 24 mm stroke, in sixteenths of a step (1600 per turn) */
static FLASH uint16_t arcsines[] = {
    0, 85, 170, 255, 340, 425, 511, 596, 682, 768, 855, 942, 1030, 1117,
    1206, 1295, 1385, 1475, 1566, 1658, 1751, 1845, 1940, 2036, 2133, 2232, 2332, 2434,
    2538, 2643, 2751, 2861, 2973, 3089, 3207, 3329, 3455, 3586, 3722, 3864, 4014, 4172,
    4341, 4524, 4725, 4952, 5220, 5567, 6400,
};

uint16_t linkage_swing(uint8_t stroke)
{
    return (uint16_t)(arcsines[2 * stroke] + 8) / 16;
}

/* The wells are level at home and tilt by WHOLE_TILT * sin(angle / 2)^2: hence the arcsine of a root. */
uint16_t linkage_tilt(uint8_t decidegrees)
{
    uint16_t sine = square_root(UINT32_C(48) * 64 * 48 * 64 * decidegrees / WHOLE_TILT);
    uint8_t place = (uint8_t)(sine / 64), part = sine % 64;
    uint16_t below = arcsines[place], above = arcsines[place + 1];

    return (uint16_t)(2 * (below + (uint16_t)((above - below) * part / 64)) + 8) / 16;
}
