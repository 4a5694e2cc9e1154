/* The coils of the boxes. */
#ifndef COILS_H
#define COILS_H

/* Make the coils' pins outputs, low, and begin to count milliseconds. */
void coils_begin(void);

#endif
