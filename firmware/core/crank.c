/* Passes the moves of the crank to the step queue. */
#include "crank.h" /* what is defined here */

#include "port.h"    /* the step queue */
#include "profile.h" /* profile_next and the rest */

static struct profile profile;
static uint16_t queued;  /* steps queued, modulo 65536 like those made */
static uint16_t begun; /* steps queued before this move */

void crank_move(bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp)
{
    begun = queued;
    profile_begin(&profile, forward, steps, cruise, ramp);
}

void crank_move_timed(bool forward, uint16_t steps, uint32_t ticks)
{
    begun = queued;
    profile_begin_timed(&profile, forward, steps, ticks);
}

bool crank_feed(void)
{
    struct stretch stretch;

    if (!steps_room() || !profile_next(&profile, &stretch))
        return false;
    queued = (uint16_t)(queued + stretch.steps);
    steps_queue(&stretch);
    return true;
}

bool crank_queued(void)
{
    return profile.done == profile.steps;
}

bool crank_still(void)
{
    return crank_queued() && steps_idle();
}

uint16_t crank_made(void)
{
    return (uint16_t)(steps_made() - begun);
}

uint32_t crank_left(void)
{
    return profile.steps - profile.done + (uint16_t)(queued - steps_made());
}

uint32_t crank_length(void)
{
    return profile.steps;
}

void crank_brake(uint16_t least)
{
    uint16_t kept = steps_drop();

    profile_brake(&profile, (uint16_t)(queued - kept), least);
    queued = kept;
}

void crank_halt(void)
{
    steps_halt();
    queued = steps_made();
    profile.done = profile.steps = 0;
}
