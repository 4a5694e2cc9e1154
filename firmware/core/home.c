/* Finds home: goes to the switch, backs off, approaches slowly until it closes, goes on to the middle of its cam. */
#include "home.h" /* what is defined here */

#include "crank.h"   /* the moves */
#include "machine.h" /* TURN, HOME_REACH, which the build makes from hardware/machine.toml */
#include "port.h"    /* port_at_home */
#include "profile.h" /* TICKS_PER_MS */

#define TICKS_PER_SECOND (1000 * TICKS_PER_MS)
#define FAST ((TICKS_PER_SECOND << 8) / (2 * TURN)) /* two turns per second */
#define FAST_RAMP (8 * MICROSTEPS)                 /* 50 turns/s^2 */
#define WAKE_MS 20                                 /* for the rotor to settle when it gets current */
#define SETTLE_MS 10                                 /* for the switch to settle after the last step */
#define FIND_MOST (TURN + TURN / 8)
#define WIDEST (TURN / 4)       /* most steps over which the switch may stay closed */
#define MARGIN (2 * MICROSTEPS) /* steps to back off beyond the opening point */
#define TOUCH_MOST (2 * (FAST_RAMP + MARGIN))

static enum { WAKE, FIND, FOUND, RETURN, LEAVE, LEFT, TOUCH, TOUCHED, SETTLE } phase;
static uint16_t slow; /* steps per second */
static uint16_t edge; /* steps of the slow approach until the switch closed */
static uint8_t wait;

void home_begin(uint16_t crawl)
{
    slow = crawl;
    wait = WAKE_MS;
    phase = WAKE;
    port_current(true);
}

static void fast(bool forward, uint16_t steps)
{
    crank_move(forward, steps, FAST, FAST_RAMP);
}

/* The slow approach has stopped a little past the edge. */
static void settle(void)
{
    fast(true, (uint16_t)(edge + HOME_REACH - crank_made()));
    wait = SETTLE_MS;
    phase = SETTLE;
}

enum progress home_tick(void)
{
    bool at_home = port_at_home(), still = crank_still();

    switch (phase) {
    case WAKE:
        if (--wait)
            break;
        phase = at_home ? RETURN : FIND;
        fast(!at_home, at_home ? WIDEST : FIND_MOST);
        break;
    case FIND:
        if (at_home) {
            crank_brake(0);
            phase = FOUND;
        } else if (still)
            return LOST;
        break;
    case FOUND:
        if (still) {
            fast(false, WIDEST + TOUCH_MOST);
            phase = RETURN;
        }
        break;
    case RETURN: /* it may have overrun the switch */
    case LEAVE:
        if (at_home)
            phase = LEAVE;
        else if (phase == LEAVE) {
            crank_brake(MARGIN);
            phase = LEFT;
            break;
        }
        if (still)
            return LOST;
        break;
    case LEFT:
        if (!still)
            break;
        if (at_home)
            return LOST;
        crank_move(true, TOUCH_MOST, (TICKS_PER_SECOND << 8) / slow, 0);
        phase = TOUCH;
        break;
    case TOUCH:
        if (at_home) {
            edge = crank_made();
            crank_brake(0);
            phase = TOUCHED;
        } else if (still)
            return LOST;
        break;
    case TOUCHED:
        if (still)
            settle();
        break;
    case SETTLE:
        if (!still || --wait)
            break;
        return at_home ? ARRIVED : LOST;
    }
    return MOVING;
}
