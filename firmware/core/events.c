/* Events: each is told once, as soon as the line is free. */
#include "events.h" /* what is defined here */

#include "faults.h"  /* FAULT_BIT */
#include "replies.h" /* what an event tells */

static bool hail;       /* the reset waits to be told */
static uint8_t faults;  /* so do these */
static uint8_t verb;    /* so does the end of a motion of this verb, of none where VERBS */
static uint8_t asked;   /* so do these answers to ? */

void events_reset(void)
{
    hail = true;
    faults = 0;
    verb = VERBS;
    asked = 0;
}

void events_fault(uint8_t fault)
{
    faults = (uint8_t)(faults | FAULT_BIT(fault));
}

void events_done(uint8_t ended)
{
    verb = ended;
}

void events_stat(void)
{
    if (asked < 255)
        asked++;
}

bool events_send(void)
{
    if (hail) {
        hail = false;
        replies_event(EVENT_boot, 0);
    } else if (faults) {
        uint8_t fault = 1;

        while (!(faults & FAULT_BIT(fault)))
            fault++;
        faults &= (uint8_t)~FAULT_BIT(fault);
        replies_event(EVENT_fault, fault);
    } else if (verb != VERBS) {
        uint8_t ended = verb;

        verb = VERBS;
        replies_event(EVENT_done, ended);
    } else if (asked) {
        asked--;
        replies_event(EVENT_stat, 0);
    } else
        return false;
    return true;
}
