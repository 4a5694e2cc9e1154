/* Reads the switches: the emergency stop by interrupt, lid and home by polling. */
#include "switches.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* EICRA, EIMSK */

#include "../core/dictionary.h" /* FAULT_BIT */
#include "../core/lid.h"        /* lid_tick */
#include "../core/port.h"       /* what is defined here, too */
#include "halt.h"               /* halt */
#include "registers.h"          /* the pins */
#include "trips.h"              /* trips */

void switches_begin(void)
{
    SET_HIGH(ESTOP_PIN);
    SET_HIGH(LID_PIN);
    SET_HIGH(HOME_PIN);
    EICRA = _BV(ISC01) | _BV(ISC00) | _BV(ISC11); /* the stop opens on a rising edge, the lid closes on a falling one */
    EIFR = _BV(INTF0) | _BV(INTF1);
    EIMSK = _BV(INT0);
}

ISR(INT0_vect)
{
    halt();
    trips.faults |= FAULT_BIT(FAULT_ESTOP);
}

void switches_tick(void)
{
    if (lid_tick()) {
        halt();
        trips.faults |= FAULT_BIT(FAULT_LID);
    }
}

bool port_at_home(void)
{
    return !IS_HIGH(HOME_PIN);
}

/* The flag of its interrupt, which is never let in, tells of a falling edge since the last call. */
bool port_lid_contact(void)
{
    bool fell = EIFR & _BV(INTF1);

    EIFR = _BV(INTF1);
    return fell || !IS_HIGH(LID_PIN);
}

bool port_estop(void)
{
    return IS_HIGH(ESTOP_PIN);
}
