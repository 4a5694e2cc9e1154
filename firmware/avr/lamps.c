/* Drives the halves of the ring by Timer0 (on, off, or dimmed at 62.5 kHz), and the LED on the board. */
#include "lamps.h" /* what is defined here */

#include <avr/io.h> /* TCCR0A and the rest */

#include "../core/port.h" /* port_light, port_lamp */
#include "registers.h"    /* the pins */

void lamps_begin(void)
{
    SET_LOW(LEFT_PIN);
    SET_LOW(RIGHT_PIN);
    MAKE_OUTPUT(LEFT_PIN);
    MAKE_OUTPUT(RIGHT_PIN);
    MAKE_OUTPUT(LED_PIN);
    TCCR0A = _BV(WGM01) | _BV(WGM00);
    TCCR0B = _BV(CS00);
}

/* Return the compare value for this many high ticks of 256. */
static uint8_t compare_of(uint8_t percent)
{
    return (uint8_t)((percent * 256U + 50) / 100 - 1);
}

void port_light(uint8_t left, uint8_t right)
{
    uint8_t mode = _BV(WGM01) | _BV(WGM00);

    if (left > 0 && left < 100) {
        OCR0B = compare_of(left);
        mode |= _BV(COM0B1);
    }
    if (right > 0 && right < 100) {
        OCR0A = compare_of(right);
        mode |= _BV(COM0A1);
    }
    if (left)
        SET_HIGH(LEFT_PIN);
    else
        SET_LOW(LEFT_PIN);
    if (right)
        SET_HIGH(RIGHT_PIN);
    else
        SET_LOW(RIGHT_PIN);
    TCCR0A = mode;
}

void port_lamp(bool lit)
{
    if (lit)
        SET_HIGH(LED_PIN);
    else
        SET_LOW(LED_PIN);
}
