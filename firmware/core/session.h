/* The host session and the lease. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h> /* bool */

void session_reset(void);

/* Note a hello, framed or typed; a framed one starts a host session. */
void session_greet(bool framed);

/* Note a valid frame: it keeps a session alive, but starts none. */
void session_hear(void);

bool session_greeted(void);
bool session_live(void);

/* Whether the host has been silent for longer than its lease. */
bool session_lease_lost(void);

/* Advance by one millisecond; true where a session ends. */
bool session_tick(void);

#endif
