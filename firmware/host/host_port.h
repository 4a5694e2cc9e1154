/* The simulated hardware of the host build: virtual time, a crank, switches and a memory, or the coils of boxes. */
#ifndef HOST_PORT_H
#define HOST_PORT_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t, uint64_t */
#include <stdio.h>   /* FILE */

enum home_switch { SWITCH_WORKS, SWITCH_OPEN, SWITCH_CLOSED };

#define MEMORY_BYTES 1024

struct host_port {
    uint64_t now;  /* ticks of half a microsecond */
    int32_t place; /* of the crank, in steps from home */
    bool closed;   /* the state of the home switch, with hysteresis */
    enum home_switch home_switch;
    bool jammed; /* steps do not move the crank */
    bool stalled; /* no step is made */
    bool lid_open, estop;
    bool quiet;      /* print nothing */
    FILE *steps;     /* gets each step: its tick, and + or - */
    uint32_t cut;    /* power fails at this write to the memory; 0 for never */
    bool worn;       /* the memory ignores writes */
    void (*hear)(const char *bytes, uint8_t length); /* receives what the board sends */
    uint8_t memory[MEMORY_BYTES];
};

extern struct host_port host_port;

/* Start as a new board. */
void host_port_begin(void);

/* Reset the board for a cause of the dictionary; false if the power failed while it stored its boot number. */
bool host_port_reset(uint8_t cause);

/* Receive bytes now; let time pass. */
void host_port_receive(const uint8_t *bytes, uint32_t length);
void host_port_wait(uint32_t ms);

/* Let the board notice changed switches. */
void host_port_look(void);

#ifdef BOXES

/* Let a millisecond go by for the coils. */
void coils_tick(void);

/* Return what no board may do to its coils, if it has been done since the start, else 0. */
const char *coils_complaint(void);

/* How many pulses have begun. */
uint32_t coils_pulses(void);

#else

/* Make the steps that are due until `tick`. */
void steps_run(uint64_t tick);
void steps_begin(void);

/* Turn the crank by hand. */
void host_port_move(int32_t steps);

/* Record one step, and move the crank. */
void host_port_step(bool forward, uint64_t tick);

#endif

#endif
