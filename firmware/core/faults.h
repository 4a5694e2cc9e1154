/* Latched faults. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* Begin without any but those whose cause lasts; `kept` is false where no boot number can be kept. */
void faults_reset(bool kept);

/* Latch one: it cuts short what moves. */
void faults_latch(uint8_t fault);

void faults_clear(uint8_t fault);

/* The latched ones as bits, bit 0 for fault 1, and the lowest of them as a number. */
uint8_t faults_latched(void);
uint8_t faults_lowest(void);

/* Whether a fault's cause lasts. */
bool faults_caused(uint8_t fault);

/* Look at lid and emergency stop, and at a stop byte that overtakes the lines before it. */
void faults_sense(void);

#endif
