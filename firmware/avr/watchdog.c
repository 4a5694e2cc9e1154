/* Runs the watchdog of 500 ms, except in the build for bootloaders that hang after it. */
#include "watchdog.h" /* what is defined here */

#include <avr/io.h>      /* WDTCSR */
#include <avr/wdt.h>     /* wdt_reset */
#include <util/atomic.h> /* ATOMIC_BLOCK */

#include "../core/dictionary.h" /* WATCHDOG_MS */

_Static_assert(WATCHDOG_MS == 500, "WDP2 and WDP0 stand for half a second");

void watchdog_begin(void)
{
#ifndef NO_WATCHDOG
    wdt_reset();
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDE) | _BV(WDP2) | _BV(WDP0); /* within four cycles of the line before */
    }
#endif
}

void watchdog_kick(void)
{
    wdt_reset();
}
