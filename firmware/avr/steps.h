/* The step pulses. */
#ifndef STEPS_H
#define STEPS_H

void steps_begin(void);

#endif
