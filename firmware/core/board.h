/* The board: the inputs of the core. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t, uint16_t */

#define STOP_BYTE '!'
#define STAT_BYTE '?'

/* Start after a reset, with a boot number, whether it could be stored, and the RESET_ cause. */
void board_begin(uint16_t boot, bool kept, uint8_t cause);

/* Take the next received byte, stop bytes included. Do not call it while port_sending(). */
void board_byte(uint8_t byte);

/* Answer a stat byte as soon as the line is free. */
void board_question(void);

/* Advance by one millisecond. */
void board_tick(void);

/* Read the switches, plan motion ahead, and send waiting events. Returns true if there is more to do at once. */
bool board_work(void);

#endif
