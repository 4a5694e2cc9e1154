/* The boot number, which changes with every reset. */
#ifndef BOOTRING_H
#define BOOTRING_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

/* Return the number of this boot, and in `kept` whether the next one will know it. */
uint16_t bootring_next(bool *kept);

#endif
