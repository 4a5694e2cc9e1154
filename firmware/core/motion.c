/* One motion at a time, with its longest time and its lease. */
#include "motion.h" /* what is defined here */

#include "crank.h"      /* crank_feed, crank_halt */
#include "dictionary.h" /* the longest times */
#include "events.h"     /* events_done */
#include "faults.h"     /* faults_latch */
#include "home.h"       /* home_begin, home_tick */
#include "levers.h"     /* levers_begin, levers_tick */
#include "port.h"       /* port_current */
#include "session.h"    /* session_lease_lost */

#define BRAKE_MS 200 /* that the motor keeps its current when it is stopped short, so that it stands sooner */

static uint8_t state;
static bool leased, homed;
static uint16_t limit; /* ms until it has taken too long */
static uint16_t shakes;
static uint8_t brake; /* ms until the motor lets go */

void motion_reset(void)
{
    state = STATE_idle;
    homed = false;
    shakes = 0;
    brake = 0;
    port_current(false);
    levers_reset();
    crank_halt();
}

static void begin(uint8_t what, bool framed, uint16_t most)
{
    state = what;
    leased = framed;
    limit = most;
    brake = 0;
}

void motion_home(bool framed, uint16_t crawl)
{
    begin(STATE_homing, framed, HOME_LIMIT_MS);
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
    state = STATE_idle;
    homed = false;
    brake = BRAKE_MS;
    crank_halt();
    levers_halt();
}

/* What looks like an end may be a stop that the steps have heard of first. */
static void end(enum progress progress, uint8_t verb, uint8_t fault)
{
    if (progress == MOVING)
        return;
    faults_sense();
    if (state == STATE_idle)
        return;
    if (progress == LOST) {
        faults_latch(fault);
        return;
    }
    state = STATE_idle;
    homed |= verb == VERB_home;
    events_done(verb);
}

void motion_tick(void)
{
    bool swinging = levers_tick();

    if (brake && !--brake)
        port_current(false);
    switch (state) {
    case STATE_homing:
        end(home_tick(), VERB_home, FAULT_SWITCH);
        break;
    case STATE_shaking:
        end(shake_tick(), VERB_shake, FAULT_JAM);
        break;
    case STATE_clamping:
        end(swinging ? MOVING : ARRIVED, VERB_clamp, 0);
        break;
    }
    if (state == STATE_idle)
        return;
    if (leased && session_lease_lost())
        faults_latch(FAULT_LEASE);
    else if (!--limit)
        faults_latch(FAULT_LIMIT);
}

bool motion_plan(void)
{
    if (state == STATE_shaking)
        shake_plan();
    return crank_feed();
}
