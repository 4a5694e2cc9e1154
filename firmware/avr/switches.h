/* The three switches. */
#ifndef SWITCHES_H
#define SWITCHES_H

#include <stdbool.h> /* bool */

void switches_begin(void);

/* Whether lid or emergency stop has opened and nobody was told yet. */
bool switches_tripped(void);

#endif
