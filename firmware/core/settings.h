/* The settings of the command `set`. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdint.h> /* uint16_t */

#include "dictionary.h" /* WELLS */
#include "values.h"     /* struct values */

struct settings {
    uint16_t open[WELLS];   /* microseconds */
    uint16_t closed[WELLS]; /* microseconds */
    uint16_t swing;         /* ms */
    uint16_t idle;          /* ms */
    uint16_t crawl;         /* steps per second */
};

extern struct settings settings;

/* Restore the values of a reset. */
void settings_reset(void);

/* Carry out `set`. */
void settings_set(const struct values *values);

#endif
