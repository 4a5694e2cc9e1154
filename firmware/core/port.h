/* The hardware interface of the core, implemented in avr/ and in host/. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

/* Send a line. Do not change its bytes until port_sending() is false. */
bool port_sending(void);
void port_send(const char *bytes, uint8_t length);

/* The present state of the switches. */
bool port_at_home(void);
bool port_estop(void);

/* Whether the lid's contact is closed, or was so for a moment since the last call. */
bool port_lid_contact(void);

/* Return what has stopped the steps, as fault bits: lid, emergency stop or a timer that has failed since the
 * last call, a waiting stop byte. */
uint8_t port_tripped(void);

/* Set the light in percent, and the pulse of a lever in microseconds (0 for none). */
void port_light(uint8_t left, uint8_t right);
void port_lever(uint8_t lever, uint16_t pulse);

/* Switch the coil of a box on (0 for box 1), for so many milliseconds or up to one less, and all others off. With 0 ms,
 * or while a stop byte is not yet handled, none is on. */
void port_pulse(uint8_t coil, uint8_t ms);

void port_current(bool on);
void port_lamp(bool lit);

/* The memory that survives a loss of power. */
uint8_t port_recall(uint16_t address);
void port_keep(uint16_t address, uint8_t value);

/* Steps in one direction. The first comes after `interval`; the interval then grows by `more` with each step. */
struct stretch {
    uint32_t interval; /* ticks of half a microsecond, times 65536 */
    int32_t more;
    uint8_t steps; /* 1 to 255 */
    bool forward;
};

/* The queue of steps. It drops new stretches while a stop byte or a tripped switch is not yet handled. */
bool steps_room(void);
void steps_queue(const struct stretch *stretch);
bool steps_idle(void);

/* Drop the stretches that have not begun. Return what steps_made will be at the end of the present one. */
uint16_t steps_drop(void);

/* Stop stepping at once. */
void steps_halt(void);

/* Return the number of steps made in either direction, modulo 65536. */
uint16_t steps_made(void);

#endif
