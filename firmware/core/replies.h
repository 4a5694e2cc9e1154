/* Replies and events. */
#ifndef REPLIES_H
#define REPLIES_H

#include <stdint.h> /* uint8_t, uint16_t */

#include "line.h"   /* struct line */
#include "text.h"   /* struct text */
#include "values.h" /* struct values */

/* Set the boot number and the cause of the reset. */
void replies_reset(uint16_t boot, uint8_t cause);
uint16_t replies_boot(void);

/* Return the buffer of events and of replies that the memory does not keep. */
struct text *replies_passing(void);

/* Write "ok <seq> boot=<boot>" and the fields of the verb's reply. */
void replies_ok(struct text *text, uint16_t seq, const struct values *values);

/* Write "err <seq> code=<code> boot=<boot>" and the details of the code. */
void replies_err(struct text *text, uint16_t seq, uint8_t code, uint8_t key);

/* Write and send an event; `what` is its fault or verb. */
void replies_event(uint8_t event, uint8_t what);

/* Send a written line. */
void replies_send(const struct text *text);

#endif
