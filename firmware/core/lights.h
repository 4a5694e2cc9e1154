/* The two halves of the LED ring. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h> /* uint8_t */

struct lights {
    uint8_t left; /* percent */
    uint8_t right;
};

/* The present light. */
extern struct lights lights;

void lights_set(uint8_t left, uint8_t right);

#endif
