/* The three switches. */
#ifndef SWITCHES_H
#define SWITCHES_H

void switches_begin(void);

#endif
