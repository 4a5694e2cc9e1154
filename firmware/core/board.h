/* The board: what it is given, and when. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t, uint16_t */

#define STOP_BYTE '!'
#define STAT_BYTE '?'

/* Begin after a reset, with a boot number, whether it could be kept, and the RESET_ cause. */
void board_begin(uint16_t boot, bool kept, uint8_t cause);

/* Take a byte of the line, in the order of their coming, stop bytes too; not while port_sending(). */
void board_byte(uint8_t byte);

/* Answer a stat byte as soon as the line is free. */
void board_question(void);

/* Go on by a millisecond. */
void board_tick(void);

/* Look at the switches, plan ahead, and tell what waits to be told; true where there is more to do at once. */
bool board_work(void);

#endif
