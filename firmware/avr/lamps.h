/* The ring's two halves and the board's own lamp. */
#ifndef LAMPS_H
#define LAMPS_H

void lamps_begin(void);

#endif
