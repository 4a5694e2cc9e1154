/* The watchdog, which only the main loop kicks. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

void watchdog_begin(void);
void watchdog_kick(void);

#endif
