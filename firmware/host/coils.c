/* The coils of the host build: counts every millisecond that one is on, and reports what it could not bear. */
#include <stdio.h> /* printf */

#include "../core/dictionary.h" /* WELLS, and the machine's numbers */
#include "../core/port.h"       /* port_pulse */
#include "host_port.h"          /* host_port */

#define MINUTE 60000

static uint8_t on[MINUTE]; /* for each millisecond of the last minute the coil that was on, from 1, or 0 */
static uint32_t at;
static uint32_t burden[WELLS]; /* ms of that minute */
static uint8_t coil, left, lasted;
static uint32_t pulses;
static const char *complaint;

void port_pulse(uint8_t which, uint8_t ms)
{
    if (!ms && !left)
        return;
    coil = (uint8_t)(which + 1);
    left = ms;
    lasted = 0;
    if (ms)
        pulses++;
    if (!host_port.quiet)
        printf("pulse %u %u %llu\n", which + 1U, ms, (unsigned long long)host_port.now);
}

void coils_tick(void)
{
    uint8_t old = on[at], now = left ? coil : 0;

    if (old)
        burden[old - 1]--;
    on[at] = now;
    at = (at + 1) % MINUTE;
    if (!now)
        return;
    left--;
    if (++burden[now - 1] > DUTY)
        complaint = "a coil was on for longer in a minute than it bears";
    if (++lasted > PULSE_MOST)
        complaint = "a pulse lasted longer than a coil bears";
}

const char *coils_complaint(void)
{
    return complaint;
}

uint32_t coils_pulses(void)
{
    return pulses;
}
