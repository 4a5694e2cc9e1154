/* Whether somebody listens: hello, host session and lease. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h> /* bool */

void session_reset(void);

/* A hello has come, framed or typed; a framed one begins a host session. */
void session_greet(bool framed);

/* A valid frame has come: it keeps a session alive, but begins none. */
void session_hear(void);

bool session_greeted(void);
bool session_live(void);

/* The host has been silent for longer than a motion of its may last. */
bool session_lease_lost(void);

/* Go on, every millisecond. */
void session_tick(void);

#endif
