/* Runs first after a reset: saves its cause, and stops the watchdog. */
#include "reset.h" /* what is defined here */

#include <avr/io.h>  /* MCUSR */
#include <avr/wdt.h> /* wdt_disable */

#include "../core/dictionary.h" /* the RESET_ causes */

#define CAUSES (_BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF))

/* Set before variables are cleared, hence in a section that is not cleared. */
static uint8_t flags __attribute__((section(".noinit")));

void reset_first(void) __attribute__((naked, used, section(".init3")));

/* Optiboot clears MCUSR and passes its value in r2, which no earlier code touches. */
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

/* Optiboot ends with a watchdog reset of its own, so that cause counts only if it is the only one. */
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
