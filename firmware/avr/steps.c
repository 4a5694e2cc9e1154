/* Makes the step pulses: the compare output of Timer1 makes each edge, its interrupt loads the time of the next one. */
#include "steps.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* TCCR1A and the rest */
#include <stdbool.h>       /* bool */
#include <util/atomic.h>   /* ATOMIC_BLOCK */
#include <util/delay.h>    /* _delay_us */

#include "../core/dictionary.h" /* FAULT_BIT */
#include "../core/port.h"       /* struct stretch, the queue */
#include "halt.h"               /* halt */
#include "registers.h"          /* the pins */
#include "trips.h"              /* trips */

#define PLACES 16
#define TURNING _BV(COM1A0)  /* each compare match toggles STEP, */
#define LOWERING _BV(COM1A1) /* or clears it; */
#define DETACHED 0           /* or STEP is low, and so is the compare output for its next use */
#define SOON 3   /* ticks to the falling edge, of 8 cycles: loading them takes 10 cycles */
#define LATEST 6 /* ticks that loading a step time may take, which is 37 cycles: a missed step would come 33 ms late */
#define LOOKS 50 /* for the falling edge, in ten times as long as it may take */

static struct stretch queue[PLACES];
static volatile uint8_t first, end; /* indices: of the present stretch, and of the next free place */
static volatile bool running;
static volatile uint16_t made;
static uint32_t due; /* ticks times 65536 */

void steps_begin(void)
{
    SET_HIGH(ENABLE_PIN);
    MAKE_OUTPUT(ENABLE_PIN);
    MAKE_OUTPUT(DIR_PIN);
    MAKE_OUTPUT(STEP_PIN);
    TCCR1B = _BV(CS11);
}

static inline void face(bool forward)
{
    if (forward)
        SET_HIGH(DIR_PIN);
    else
        SET_LOW(DIR_PIN);
}

static inline void rest(void)
{
    TIMSK1 = 0;
    TCCR1A = DETACHED;
    running = false;
}

void halt(void)
{
    first = end;
    if (!running)
        return;
    if (IS_HIGH(STEP_PIN))
        _delay_us(2); /* the shortest step pulse that drivers accept: a DRV8825 needs 1.9 us */
    TCCR1A = LOWERING;
    TCCR1C = _BV(FOC1A);
    rest();
}

/* Wait until STEP has fallen. A timer that has failed would never let it: then stop. */
static inline bool fallen(void)
{
    for (uint8_t looks = LOOKS; looks; looks--)
        if (TIFR1 & _BV(OCF1A))
            return true;
    first = end;
    TCCR1A = LOWERING;
    TCCR1C = _BV(FOC1A);
    rest();
    trips.faults |= FAULT_BIT(FAULT_LIMIT);
    return false;
}

ISR(TIMER1_COMPA_vect)
{
    struct stretch *stretch = &queue[first];
    uint16_t last = (uint16_t)(due >> 16), next, now;

    OCR1A = TCNT1 + SOON;
    made++;
    stretch->interval += (uint32_t)stretch->more;
    if (!--stretch->steps) {
        first = (uint8_t)(first + 1) % PLACES;
        stretch = &queue[first];
        if (first == end) {
            if (fallen())
                rest();
            return;
        }
        face(stretch->forward);
    }
    due += stretch->interval;
    next = (uint16_t)(due >> 16);
    if (!fallen())
        return;
    TIFR1 = _BV(OCF1A);
    now = TCNT1;
    if ((uint16_t)(now - last) + LATEST > (uint16_t)(next - last)) {
        next = now + LATEST;
        due = (uint32_t)next << 16;
    }
    OCR1A = next;
}

bool steps_room(void)
{
    return (uint8_t)(end + 1) % PLACES != first;
}

void steps_queue(const struct stretch *stretch)
{
    uint8_t place = end;

    queue[place] = *stretch;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (!trips_wait()) {
            end = (uint8_t)(place + 1) % PLACES;
            if (!running) {
                running = true;
                face(stretch->forward);
                due = ((uint32_t)TCNT1 << 16) + stretch->interval;
                OCR1A = (uint16_t)(due >> 16);
                TIFR1 = _BV(OCF1A);
                TCCR1A = TURNING;
                TIMSK1 = _BV(OCIE1A);
            }
        }
    }
}

bool steps_idle(void)
{
    return !running;
}

uint16_t steps_drop(void)
{
    uint16_t steps;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        steps = made;
        if (first != end) {
            steps += queue[first].steps;
            end = (uint8_t)(first + 1) % PLACES;
        }
    }
    return steps;
}

void steps_halt(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        halt();
    }
}

uint16_t steps_made(void)
{
    uint16_t steps;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        steps = made;
    }
    return steps;
}

void port_current(bool on)
{
    if (on)
        SET_LOW(ENABLE_PIN);
    else
        SET_HIGH(ENABLE_PIN);
}
