/* Switches one coil on for some milliseconds, and counts them with Timer2; Timer1 ends a pulse that Timer2 does not. */
#include "coils.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* TCCR2A and the rest */
#include <util/atomic.h>   /* ATOMIC_BLOCK */

#include "../avr/halt.h"        /* halt */
#include "../avr/registers.h"   /* the pins */
#include "../avr/ticks.h"       /* ticks_take */
#include "../avr/trips.h"       /* trips */
#include "../core/dictionary.h" /* WELLS, FAULT_BIT */
#include "../core/port.h"       /* port_pulse, port_lamp */

#define TICKS_PER_MS 250
#define ALL_COILS ((1U << WELLS) - 1)

_Static_assert(WELLS == 6, "six consecutive pins");

static volatile uint8_t ticks;
static volatile uint8_t left; /* ms until the present pulse ends */

void coils_begin(void)
{
    PORT_OF(SERVO1_PIN) &= (uint8_t)~ALL_COILS;
    DDR_OF(SERVO1_PIN) |= ALL_COILS;
    MAKE_OUTPUT(LED_PIN);
    TCCR2A = _BV(WGM21);
    OCR2A = TICKS_PER_MS - 1;
    TIMSK2 = _BV(OCIE2A);
    TCCR2B = _BV(CS22);
    TCCR1B = _BV(CS11) | _BV(CS10);
}

void halt(void)
{
    PORT_OF(SERVO1_PIN) &= (uint8_t)~ALL_COILS;
    left = 0;
    TIMSK1 = 0;
}

ISR(TIMER2_COMPA_vect)
{
    ticks++;
    if (left && !--left)
        halt();
}

/* The milliseconds have failed. */
ISR(TIMER1_COMPA_vect)
{
    halt();
    trips.faults |= FAULT_BIT(FAULT_LIMIT);
}

void port_pulse(uint8_t well, uint8_t ms)
{
    uint8_t pin = (uint8_t)(1U << well);

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        halt();
        if (ms && !trips_wait()) {
            left = ms;
            OCR1A = (uint16_t)(TCNT1 + (ms + 2U) * TICKS_PER_MS);
            TIFR1 = _BV(OCF1A);
            TIMSK1 = _BV(OCIE1A);
            PORT_OF(SERVO1_PIN) |= pin;
        }
    }
}

void port_lamp(bool lit)
{
    if (lit)
        SET_HIGH(LED_PIN);
    else
        SET_LOW(LED_PIN);
}

uint8_t ticks_take(void)
{
    uint8_t passed;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        passed = ticks;
        ticks = 0;
    }
    return passed;
}
