/* The boot number, which changes with every reset. */
#ifndef BOOT_COUNTER_H
#define BOOT_COUNTER_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

/* Return the number of this boot, and in `kept` whether the next one will know it. */
uint16_t boot_counter_next(bool *kept);

#endif
