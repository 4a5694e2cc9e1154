/* Why the board was reset. */
#ifndef RESET_H
#define RESET_H

#include <stdint.h> /* uint8_t */

/* The RESET_ cause of the dictionary. */
uint8_t reset_cause(void);

#endif
