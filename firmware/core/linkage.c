/* Computes angles of the crank from a table of arcsines. */
#include "linkage.h" /* what is defined here */

#include "flash.h"   /* FLASH */
#include "machine.h" /* ARCSINES and the rest, which the build makes from hardware/machine.toml */
#include "profile.h" /* square_root */

static FLASH uint16_t arcsines[] = {ARCSINES};

uint16_t linkage_swing(uint8_t stroke)
{
    return (uint16_t)(arcsines[2 * stroke] + 8) / 16;
}

/* The wells are level at home and tilt by TILT * sin(angle / 2)^2: hence the arcsine of a root. */
uint16_t linkage_tilt(uint8_t decidegrees)
{
    uint16_t sine = square_root(UINT32_C(128) * STROKE * 128 * STROKE * decidegrees / TILT);
    uint8_t place = (uint8_t)(sine / 64), part = sine % 64;
    uint16_t below = arcsines[place], above = arcsines[place + 1];

    return (uint16_t)(2 * (below + (uint16_t)((above - below) * part / 64)) + 8) / 16;
}
