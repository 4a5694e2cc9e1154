/* Runs one motion at a time, with its time limit and its lease. */
#include "motion.h" /* what is defined here */

#include "crank.h"      /* crank_feed, crank_halt */
#include "dictionary.h" /* the longest times */
#include "home.h"       /* home_begin, home_tick */
#include "levers.h"     /* levers_begin, levers_tick */
#include "pending.h"    /* pending_done */
#include "port.h"       /* port_current */
#include "session.h"    /* session_lease_lost */

#define BRAKE_MS 200 /* how long a stopped motor keeps its current, so that it stands sooner */

static uint8_t state;
static bool leased, homed;
static bool rested; /* nothing has moved since all power went off */
static uint16_t still; /* ms at rest */
static uint16_t limit; /* ms until the time limit */
static uint16_t shakes;
static uint8_t brake; /* ms until the current goes off */

void motion_reset(void)
{
    state = STATE_idle;
    homed = false;
    rested = true;
    shakes = 0;
    brake = 0;
    port_current(false);
    levers_release();
    crank_halt();
}

static void begin(uint8_t what, bool framed, uint16_t most)
{
    state = what;
    leased = framed;
    limit = most;
    rested = false;
    still = 0;
}

void motion_home(bool framed, uint16_t crawl)
{
    begin(STATE_homing, framed, HOME_LIMIT_MS);
    brake = 0;
    home_begin(crawl);
}

void motion_shake(bool framed, const struct program *program)
{
    begin(STATE_shaking, framed, (uint16_t)(program->ms + SHAKE_EXTRA_MS));
    shakes++;
    shake_begin(program);
}

void motion_clamp(bool framed, uint8_t wells)
{
    begin(STATE_clamping, framed, CLAMP_LIMIT_MS);
    levers_begin(wells);
}

static void end_rest(void)
{
    state = STATE_idle;
    levers_release();
    pending_done(VERB_rest);
}

void motion_rest(bool lift)
{
    homed = false;
    if (!brake)
        port_current(false);
    if (lift && levers_lift())
        begin(STATE_resting, false, CLAMP_LIMIT_MS);
    else
        end_rest();
    rested = true;
}

bool motion_tired(bool alone)
{
    return state == STATE_idle && !rested && (alone || still >= REST_MS);
}

uint8_t motion_state(void)
{
    return state;
}

bool motion_homed(void)
{
    return homed;
}

uint16_t motion_shakes(void)
{
    return shakes;
}

void motion_cut(bool forget)
{
    if (state == STATE_idle && !forget)
        return;
    homed = false;
    brake = BRAKE_MS;
    crank_halt();
    if (state == STATE_resting)
        levers_release();
    else
        levers_halt();
    state = STATE_idle;
}

enum progress motion_tick(void)
{
    bool swinging = levers_tick();

    if (brake && !--brake)
        port_current(false);
    switch (state) {
    case STATE_idle:
        if (still < REST_MS)
            still++;
        break;
    case STATE_homing:
        return home_tick();
    case STATE_shaking:
        return shake_tick();
    case STATE_clamping:
    case STATE_resting:
        return swinging ? MOVING : ARRIVED;
    }
    return MOVING;
}

uint8_t motion_conclude(enum progress progress)
{
    uint8_t verb = VERB_clamp, fault = 0;

    if (state == STATE_idle)
        return 0;
    if (state == STATE_resting && progress == ARRIVED) {
        end_rest();
        return 0;
    }
    if (state == STATE_homing) {
        verb = VERB_home;
        fault = FAULT_SWITCH;
    } else if (state == STATE_shaking) {
        verb = VERB_shake;
        fault = FAULT_JAM;
    }
    if (progress == LOST)
        return fault;
    if (progress == ARRIVED) {
        state = STATE_idle;
        homed |= verb == VERB_home;
        pending_done(verb);
        return 0;
    }
    if (leased && session_lease_lost())
        return FAULT_LEASE;
    return --limit ? 0 : FAULT_LIMIT;
}

bool motion_plan(void)
{
    if (state == STATE_shaking)
        shake_plan();
    return crank_feed();
}
