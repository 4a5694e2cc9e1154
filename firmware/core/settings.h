/* What `set` sets. */
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
    uint16_t crawl;         /* steps a second */
};

extern struct settings settings;

/* Bring back what holds at a reset. */
void settings_reset(void);

/* Carry out `set`. */
void settings_set(const struct values *values);

#endif
