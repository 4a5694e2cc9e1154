/* Latched faults. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* Start with only the faults whose cause lasts. `kept` is false if no boot number can be stored. */
void faults_reset(bool kept);

/* Latch a fault and stop every motion. */
void faults_latch(uint8_t fault);

void faults_clear(uint8_t fault);

/* Return the latched faults as bits (bit 0 for fault 1), and the number of the lowest one. */
uint8_t faults_latched(void);
uint8_t faults_lowest(void);

/* Whether the cause of a fault lasts. */
bool faults_caused(uint8_t fault);

/* Sense the lid, the emergency stop, a timer that has failed, and a stop byte that has overtaken waiting lines. */
void faults_sense(void);

#endif
