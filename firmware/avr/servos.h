/* The servo pulses, and the milliseconds that they are made with. */
#ifndef SERVOS_H
#define SERVOS_H

void servos_begin(void);

#endif
