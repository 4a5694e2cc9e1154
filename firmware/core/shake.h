/* The shake: a program of moves that starts and ends at home. */
#ifndef SHAKE_H
#define SHAKE_H

#include <stdint.h> /* uint16_t */

#include "progress.h" /* enum progress */

struct program {
    uint8_t rate;   /* tenths of a hertz */
    uint8_t stroke; /* mm */
    uint8_t rock;   /* tenths of a degree */
    uint16_t ms;
    uint16_t ramp; /* ms */
};

void shake_begin(const struct program *program);

/* Plan the next move once the last one is queued; called as often as possible. */
void shake_plan(void);

/* Check the return home, every millisecond. LOST: the crank is not where its steps should have brought it. */
enum progress shake_tick(void);

#endif
