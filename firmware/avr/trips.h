/* Stops made by interrupt handlers that the main loop has not handled yet. */
#ifndef TRIPS_H
#define TRIPS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

struct trips {
    uint8_t faults;      /* as bits: lid and emergency stop, and a timer that fails */
    uint8_t stops_heard; /* stop bytes put into the ring of the UART */
    uint8_t stops_taken; /* and taken from it */
};

/* Set by interrupt handlers. */
extern volatile struct trips trips;

/* Whether a stop is not handled yet: until then no step is queued. */
bool trips_wait(void);

#endif
