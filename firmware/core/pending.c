/* Keeps events until the line is free. */
#include "pending.h" /* what is defined here */

#include "dictionary.h" /* FAULT_BIT, VERBS */

struct pending pending;

void pending_reset(void)
{
    pending.boot = true;
    pending.faults = 0;
    pending.done = VERBS;
    pending.stats = 0;
}

void pending_fault(uint8_t fault)
{
    pending.faults = (uint8_t)(pending.faults | FAULT_BIT(fault));
}

void pending_done(uint8_t verb)
{
    pending.done = verb;
}

void pending_stat(void)
{
    if (pending.stats < 255)
        pending.stats++;
}
