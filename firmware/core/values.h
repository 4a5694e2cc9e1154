/* The values that follow a command's verb. */
#ifndef VALUES_H
#define VALUES_H

#include <stdint.h> /* uint8_t, uint32_t */

#include "dictionary.h" /* VERB_KEYS */

#define NO_KEY KEYS

struct values {
    uint8_t verb;
    uint8_t key;               /* the key named by a refusal, or NO_KEY */
    uint32_t of[VERB_KEYS]; /* in the order of the table; KEEP if neither given nor preset */
};

/* Parse the words after a verb into `values`, which names the verb. Returns ACCEPTED or the code of a refusal. The
 * value of a word is its index in the table. */
uint8_t values_read(struct values *values, char *rest);

/* Return the first key of a verb in the table, or KEYS if it has none. */
uint8_t values_first(uint8_t verb);

/* The value of a key; `first` is the first key of its verb. */
#define VALUE(values, verb, first, key) ((values)->of[KEY_##verb##_##key - KEY_##verb##_##first])

/* Return digits as wells: bit 0 for well 1. */
static inline uint8_t wells_of(uint32_t digits)
{
    uint8_t wells = 0;

    for (; digits; digits /= 10)
        wells = (uint8_t)(wells | 1U << (digits % 10 - 1));
    return wells;
}

#endif
