/* The step pulses. */
#ifndef STEPS_H
#define STEPS_H

void steps_begin(void);

/* Make no further step: for interrupt handlers, in microseconds. */
void steps_stop(void);

#endif
