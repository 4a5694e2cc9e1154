/* The serial line. */
#ifndef UART_H
#define UART_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

void uart_begin(void);

/* Whether a byte waits; the next byte. */
bool uart_waits(void);
uint8_t uart_take(void);

/* Return the number of stat bytes since the last call. */
uint8_t uart_questions(void);

#endif
