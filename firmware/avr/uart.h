/* The serial line. */
#ifndef UART_H
#define UART_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

void uart_begin(void);

/* Whether a byte waits, and the next one. */
bool uart_waits(void);
uint8_t uart_take(void);

/* The stat bytes that have come since the last call. */
uint8_t uart_questions(void);

#endif
