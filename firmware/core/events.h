/* Sending the events that wait. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h> /* bool */

/* Send the next event that waits, written into the buffer of replies_passing; false where none waits. */
bool events_send(void);

#endif
