/* The two halves of the ring, and the LED on the board. */
#ifndef LAMPS_H
#define LAMPS_H

void lamps_begin(void);

#endif
