/* Events that wait to be sent. */
#ifndef PENDING_H
#define PENDING_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

struct pending {
    bool boot;      /* the reset */
    uint8_t faults; /* as bits */
    uint8_t done;   /* the verb of a motion that has ended, or VERBS for none */
    uint8_t stats;  /* how many answers to the stat byte */
};

extern struct pending pending;

/* Drop all events, and announce the reset. */
void pending_reset(void);

void pending_fault(uint8_t fault);
void pending_done(uint8_t verb);
void pending_stat(void);

#endif
