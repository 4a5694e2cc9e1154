/* The three switches. */
#ifndef SWITCHES_H
#define SWITCHES_H

void switches_begin(void);

/* Look at the lid, every millisecond; for interrupt handlers. */
void switches_tick(void);

#endif
