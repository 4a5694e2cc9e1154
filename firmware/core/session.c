/* Measures how long the host has been silent. */
#include "session.h" /* what is defined here */

#include <stdint.h> /* uint16_t */

#include "dictionary.h" /* SESSION_MS, LEASE_MS */

static bool greeted;
static uint16_t silence; /* ms since the last valid frame; SESSION_MS: there is no session */

void session_reset(void)
{
    greeted = false;
    silence = SESSION_MS;
}

void session_greet(bool framed)
{
    greeted = true;
    if (framed)
        silence = 0;
}

void session_hear(void)
{
    if (session_live())
        silence = 0;
}

bool session_greeted(void)
{
    return greeted;
}

bool session_live(void)
{
    return silence < SESSION_MS;
}

bool session_lease_lost(void)
{
    return silence >= LEASE_MS;
}

bool session_tick(void)
{
    return session_live() && ++silence == SESSION_MS;
}
