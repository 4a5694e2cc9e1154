/* The simulated hardware of the host build: virtual time, a crank, switches and a memory. */
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
    bool closed;   /* the home switch: it closes at home and stays so for a while */
    enum home_switch home_switch;
    bool jammed; /* steps do not move the crank, */
    bool stalled; /* or none is made */
    bool lid_open, estop;
    bool quiet;      /* nothing is told */
    FILE *steps;     /* where each step is written: its tick, and + or - */
    uint32_t cut;    /* the number of writes to the memory after which the power goes, 0 for never */
    bool worn;       /* the memory keeps nothing */
    void (*hear)(const char *bytes, uint8_t length); /* gets what the board sends */
    uint8_t memory[MEMORY_BYTES];
};

extern struct host_port host_port;

/* Everything as on a new board. */
void host_port_begin(void);

/* Reset the board for a cause of the dictionary; false where the power went while it kept its boot number. */
bool host_port_reset(uint8_t cause);

/* Let bytes come at this moment, or time go by. */
void host_port_receive(const uint8_t *bytes, uint32_t length);
void host_port_wait(uint32_t ms);

/* Let the board see switches that were changed. */
void host_port_look(void);

/* Make the steps that are due until `tick`. */
void steps_run(uint64_t tick);
void steps_begin(void);

/* Turn the crank by hand. */
void host_port_move(int32_t steps);

/* Write one step down, and move the crank. */
void host_port_step(bool forward, uint64_t tick);

#endif
