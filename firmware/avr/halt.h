/* The end of all motion, which interrupt handlers may ask for. */
#ifndef HALT_H
#define HALT_H

/* Stop what moves within microseconds. */
void halt(void);

#endif
