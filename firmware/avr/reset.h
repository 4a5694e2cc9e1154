/* The cause of the last reset. */
#ifndef RESET_H
#define RESET_H

#include <stdint.h> /* uint8_t */

/* Return the RESET_ cause of the dictionary. */
uint8_t reset_cause(void);

#endif
