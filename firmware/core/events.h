/* Sending of waiting events. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h> /* bool */

/* Send the next waiting event; false if none waits. It uses the buffer of replies_passing. */
bool events_send(void);

#endif
