/* The first steps after a reset: its cause is kept, the watchdog that made it is stopped. */
#include "reset.h" /* what is defined here */

#include <avr/io.h>  /* MCUSR */
#include <avr/wdt.h> /* wdt_disable */

#include "../core/dictionary.h" /* the RESET_ causes */

#define CAUSES (_BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF))

/* Before the variables are cleared, hence kept out of their reach. */
static uint8_t flags __attribute__((section(".noinit")));

void reset_first(void) __attribute__((naked, used, section(".init3")));

/* A bootloader that has cleared MCUSR (Optiboot) hands it over in r2, which nothing before this touches. */
void reset_first(void)
{
    uint8_t handed;

    __asm__ volatile("mov %0, r2" : "=r"(handed));
    flags = MCUSR;
#ifndef NO_WATCHDOG
    if (!flags && !(handed & (uint8_t)~CAUSES))
        flags = handed;
#endif
    MCUSR = 0;
    wdt_disable();
}

/* Optiboot leaves by a watchdog reset of its own, so that one counts only where it is alone. */
uint8_t reset_cause(void)
{
    if (flags & _BV(PORF))
        return RESET_power;
    if (flags & _BV(BORF))
        return RESET_brownout;
    if (flags & _BV(EXTRF))
        return RESET_external;
    if (flags & _BV(WDRF))
        return RESET_watchdog;
    return RESET_unknown;
}
