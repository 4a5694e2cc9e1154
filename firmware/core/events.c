/* Sends waiting events, one at a time and each once. */
#include "events.h" /* what is defined here */

#include "dictionary.h" /* FAULT_BIT, the EVENT_ numbers */
#include "pending.h"    /* the events that wait */
#include "replies.h"    /* replies_event */

bool events_send(void)
{
    if (pending.boot) {
        pending.boot = false;
        replies_event(EVENT_boot, 0);
    } else if (pending.faults) {
        uint8_t fault = 1;

        while (!(pending.faults & FAULT_BIT(fault)))
            fault++;
        pending.faults &= (uint8_t)~FAULT_BIT(fault);
        replies_event(EVENT_fault, fault);
    } else if (pending.done != VERBS) {
        uint8_t verb = pending.done;

        pending.done = VERBS;
        replies_event(EVENT_done, verb);
    } else if (pending.stats) {
        pending.stats--;
        replies_event(EVENT_stat, 0);
    } else
        return false;
    return true;
}
