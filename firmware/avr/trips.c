/* Records what has stopped the steps until the core asks. */
#include "trips.h" /* what is defined here */

#include <util/atomic.h> /* ATOMIC_BLOCK */

#include "../core/dictionary.h" /* FAULT_BIT */
#include "../core/port.h"       /* port_tripped */

volatile struct trips trips;

static bool stop_waits(void)
{
    return trips.stops_heard != trips.stops_taken;
}

bool trips_wait(void)
{
    return trips.faults || stop_waits();
}

uint8_t port_tripped(void)
{
    uint8_t bits;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        bits = trips.faults;
        trips.faults = 0;
    }
    return stop_waits() ? (uint8_t)(bits | FAULT_BIT(FAULT_STOPPED)) : bits;
}
