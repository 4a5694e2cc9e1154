/* What the core asks of the board that it runs on; avr/ and host/ each have all of it. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* The line: bytes are kept unchanged until port_sending() is false. */
bool port_sending(void);
void port_send(const char *bytes, uint8_t length);

/* The switches as they stand. */
bool port_at_home(void);
bool port_lid_open(void);
bool port_estop(void);

/* What has stopped the steps already, as fault bits: lid or emergency stop since the last call, a stop byte to come. */
uint8_t port_tripped(void);

/* Percent of light, and a lever's pulse in microseconds, 0 for none. */
void port_light(uint8_t left, uint8_t right);
void port_lever(uint8_t lever, uint16_t pulse);

void port_current(bool on);
void port_lamp(bool lit);

/* The memory that outlasts a loss of power. */
uint8_t port_recall(uint16_t address);
void port_keep(uint16_t address, uint8_t value);

/* Steps of one direction: the first after `interval`, each next one `more` later than the one before it. */
struct stretch {
    uint32_t interval; /* ticks of half a microsecond, times 65536 */
    int32_t more;
    uint8_t steps; /* 1 to 255 */
    bool forward;
};

/* The queue of steps. While a stop byte or a tripped switch waits to be heard of, what is queued is dropped. */
bool steps_room(void);
void steps_queue(const struct stretch *stretch);
bool steps_idle(void);

/* Drop the stretches that have not begun, and return what steps_made will be when the one under way has ended. */
uint16_t steps_drop(void);

/* Make no further step. */
void steps_halt(void);

/* How many steps were made, forward or backward, modulo 65536. */
uint16_t steps_made(void);

#endif
