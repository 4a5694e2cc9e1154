/* The registers and the bit of a pin of pins.h. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <avr/io.h> /* PORTB and the rest */

#include "pins.h" /* the pins */

#define REGISTERS_PORT(letter, bit) PORT##letter
#define REGISTERS_DDR(letter, bit) DDR##letter
#define REGISTERS_PIN(letter, bit) PIN##letter
#define REGISTERS_BIT(letter, bit) _BV(bit)

#define PORT_OF(...) REGISTERS_PORT(__VA_ARGS__)
#define DDR_OF(...) REGISTERS_DDR(__VA_ARGS__)
#define PIN_OF(...) REGISTERS_PIN(__VA_ARGS__)
#define BIT_OF(...) ((uint8_t)REGISTERS_BIT(__VA_ARGS__))

#define SET_HIGH(...) (PORT_OF(__VA_ARGS__) |= BIT_OF(__VA_ARGS__))
#define SET_LOW(...) (PORT_OF(__VA_ARGS__) &= (uint8_t)~BIT_OF(__VA_ARGS__))
#define IS_HIGH(...) (PIN_OF(__VA_ARGS__) & BIT_OF(__VA_ARGS__))
#define MAKE_OUTPUT(...) (DDR_OF(__VA_ARGS__) |= BIT_OF(__VA_ARGS__))

#endif
