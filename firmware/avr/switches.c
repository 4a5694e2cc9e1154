/* Reads the switches: lid and emergency stop by interrupt, home by polling. */
#include "switches.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* EICRA, EIMSK */

#include "../core/dictionary.h" /* FAULT_BIT */
#include "../core/port.h"       /* what is defined here, too */
#include "registers.h"          /* the pins */
#include "steps.h"              /* steps_stop */
#include "trips.h"              /* trips */

void switches_begin(void)
{
    SET_HIGH(ESTOP_PIN);
    SET_HIGH(LID_PIN);
    SET_HIGH(HOME_PIN);
    EICRA = _BV(ISC01) | _BV(ISC00) | _BV(ISC11) | _BV(ISC10); /* on rising edges */
    EIFR = _BV(INTF0) | _BV(INTF1);
    EIMSK = _BV(INT0) | _BV(INT1);
}

ISR(INT0_vect)
{
    steps_stop();
    trips.switches |= FAULT_BIT(FAULT_ESTOP);
}

ISR(INT1_vect)
{
    steps_stop();
    trips.switches |= FAULT_BIT(FAULT_LID);
}

bool port_at_home(void)
{
    return !IS_HIGH(HOME_PIN);
}

bool port_lid_open(void)
{
    return IS_HIGH(LID_PIN);
}

bool port_estop(void)
{
    return IS_HIGH(ESTOP_PIN);
}
