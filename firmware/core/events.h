/* Events that wait to be told. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* Forget what waits, and have the reset told. */
void events_reset(void);

void events_fault(uint8_t fault);
void events_done(uint8_t verb);
void events_stat(void);

/* Write the next event that waits into the reply's buffer and send it; false where none waits. */
bool events_send(void);

#endif
