/* The step pulses. */
#ifndef STEPS_H
#define STEPS_H

void steps_begin(void);

/* Stop stepping within microseconds; for interrupt handlers. */
void steps_stop(void);

#endif
