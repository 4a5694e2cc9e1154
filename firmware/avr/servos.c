/* Makes the millisecond tick and the servo pulses with Timer2; it times each edge to a microsecond. */
#include "servos.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* TCCR2A and the rest */
#include <stdbool.h>       /* bool */
#include <util/atomic.h>   /* ATOMIC_BLOCK */

#include "../core/dictionary.h" /* WELLS, FAULT_BIT */
#include "../core/port.h"       /* port_lever */
#include "registers.h"          /* the pins */
#include "switches.h"           /* switches_tick */
#include "ticks.h"              /* ticks_take */
#include "trips.h"              /* trips */

#define TICK_US 4
#define TICKS_PER_MS 250
#define SLOT_MS 3   /* between the pulses of two servos: the longest pulse takes 2.5 ms */
#define FRAME_MS 20 /* period of each servo */
#define EARLY 4     /* ticks by which the interrupt precedes its edge: longer than any other handler delays it */
#define START 40    /* tick of the millisecond at which a pulse begins, */
#define SHIFT 50    /* or this many ticks later, if it would end too near the end of a millisecond */
#define NEAR 20
#define LOOKS 100 /* for the edge, of 7 cycles each: the edge is at most EARLY away, 256 cycles */

static volatile uint8_t ticks;
static volatile uint16_t widths[WELLS]; /* ticks, 0 for none */
static uint8_t lever;
static uint8_t pause = 1; /* ms until its next pulse */
static uint8_t mask;    /* of the present servo */
static uint8_t edge;    /* tick of the next edge */
static uint8_t falls;   /* tick of the falling edge */
static uint8_t falls_in; /* ms after the rising one */
static bool high;

void servos_begin(void)
{
    PORT_OF(SERVO1_PIN) &= (uint8_t)~0x3F;
    DDR_OF(SERVO1_PIN) |= 0x3F;
    TCCR2A = _BV(WGM21);
    OCR2A = TICKS_PER_MS - 1;
    TIMSK2 = _BV(OCIE2A);
    TCCR2B = _BV(CS22);
}

static inline void wait_for(uint8_t tick)
{
    edge = tick;
    OCR2B = (uint8_t)(tick - EARLY);
    TIFR2 = _BV(OCF2B);
    TIMSK2 = _BV(OCIE2A) | _BV(OCIE2B);
}

/* Plan the pulse of the present servo. */
static inline void plan(void)
{
    uint16_t end = widths[lever];
    uint8_t start = START, ms = 0;

    if (!end)
        return;
    end += START;
    while (end >= TICKS_PER_MS) {
        end -= TICKS_PER_MS;
        ms++;
    }
    if (end < NEAR || end > TICKS_PER_MS - NEAR) {
        start = START + SHIFT;
        end += SHIFT;
        if (end >= TICKS_PER_MS) {
            end -= TICKS_PER_MS;
            ms++;
        }
    }
    mask = (uint8_t)(1U << lever);
    falls = (uint8_t)end;
    falls_in = ms;
    high = false;
    wait_for(start);
}

ISR(TIMER2_COMPA_vect)
{
    ticks++;
    switches_tick();
    if (high && falls_in && !--falls_in)
        wait_for(falls);
    if (--pause)
        return;
    plan();
    pause = SLOT_MS;
    if (++lever == WELLS) {
        lever = 0;
        pause = FRAME_MS - (WELLS - 1) * SLOT_MS;
    }
}

/* A timer that has failed would never reach the edge: then end the pulse. */
ISR(TIMER2_COMPB_vect)
{
    uint8_t looks = LOOKS;

    while (TCNT2 < edge && --looks)
        ;
    if (!looks)
        trips.faults |= FAULT_BIT(FAULT_LIMIT);
    if (high || !looks) {
        PORT_OF(SERVO1_PIN) &= (uint8_t)~mask;
        high = false;
        TIMSK2 = _BV(OCIE2A);
    } else {
        PORT_OF(SERVO1_PIN) |= mask;
        high = true;
        if (falls_in)
            TIMSK2 = _BV(OCIE2A);
        else
            wait_for(falls);
    }
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

void port_lever(uint8_t servo, uint16_t pulse)
{
    uint16_t width = (pulse + TICK_US / 2) / TICK_US;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        widths[servo] = width;
    }
}
