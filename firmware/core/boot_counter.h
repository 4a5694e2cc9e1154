/* The boot number, which changes with every reset. */
#ifndef BOOT_COUNTER_H
#define BOOT_COUNTER_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint16_t */

/* Return the number of this boot. Sets `kept` if it was stored for the next boot. */
uint16_t boot_counter_next(bool *kept);

#endif
