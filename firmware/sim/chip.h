/* Shared declarations of the simulated ATmega328P. Times are cycles of its 16 MHz clock since its creation. */
#ifndef CHIP_H
#define CHIP_H

#include <simavr/sim_avr.h> /* the simulated core */
#include <stdbool.h>        /* bool */
#include <stddef.h>         /* NULL */
#include <stdint.h>         /* integers of known width */

#define CLOCK_HZ 16000000u
#define VECTORS 26
#define EEPROM_BYTES 1024

/* Registers by their address in the data space (datasheet, "Register Summary"). */
enum {
    R_PINB = 0x23, R_DDRB, R_PORTB, R_PINC, R_DDRC, R_PORTC, R_PIND, R_DDRD, R_PORTD,
    R_EIFR = 0x3C, R_EECR = 0x3F, R_EEDR = 0x40, R_EEARL = 0x41, R_EEARH = 0x42,
    R_TCCR0A = 0x44, R_TCCR0B = 0x45, R_OCR0A = 0x47, R_OCR0B = 0x48,
    R_MCUSR = 0x54, R_WDTCSR = 0x60, R_TIMSK0 = 0x6E, R_TCCR1A = 0x80, R_TCCR1B, R_TCCR1C,
    R_TCCR2B = 0xB1,
    R_UCSR0A = 0xC0, R_UCSR0B = 0xC1, R_UCSR0C = 0xC2, R_UBRR0L = 0xC4, R_UBRR0H = 0xC5, R_UDR0 = 0xC6,
};

/* Bits of MCUSR. */
enum { PORF_BIT = 1, EXTRF_BIT = 2, BORF_BIT = 4, WDRF_BIT = 8 };

/* Events for the other side of the pipe: 16 bytes each, in the order of their cycles. */
enum kind {
    SENT = 1,   /* a byte was sent: value is the byte, more the cycles since its start bit began */
    STEP,       /* STEP rises: which has bit 0 DIR, bit 1 ENABLE (1: no current) */
    SERVO,      /* a servo's pulse has ended: which is the channel 1..6, more its width */
    LIGHT,      /* which 0 left, 1 right; value is the duty in 1/1000, more the frequency in Hz, 0 for a level */
    DRIVE,      /* value 1: the motor has current, 0: it has none */
    LED,        /* value */
    RESET,      /* the chip restarts: value is MCUSR, which 1 if a bootloader passes it on */
    CELL,       /* an EEPROM cell is written: value is its contents, more its address */
    DEAD,       /* nothing runs until a reset: which 1 power cut, 2 crash, 3 hung in the bootloader */
    PULSE,      /* a pulse of a servo or a coil begins: which is the channel 1..6 */
};

struct event {
    uint64_t cycle;
    uint32_t more;
    uint16_t value;
    uint8_t kind;
    uint8_t which;
};

/* Counters since the last clear. Times are in cycles. */
struct counters {
    uint64_t slept;
    uint64_t received;          /* bytes received */
    uint64_t unread;            /* bytes still unread when the second byte after them arrived */
    uint64_t lost;              /* bytes overrun, as on the chip */
    uint64_t longest_unread;    /* from the arrival of a byte until it is read */
    uint64_t baud;              /* as set by the firmware, 0 if the UART is off */
    uint64_t shortest_high;     /* of STEP */
    uint64_t shortest_low;
    uint64_t shortest_setup;    /* from a change of DIR to a rising STEP */
    uint64_t untouched;         /* longest run of RAM bytes not written since power-on */
    uint64_t interrupts[VECTORS];
    uint64_t longest[VECTORS];  /* from entry to reti, including the four cycles of the entry */
};

extern avr_t *chip;
extern struct counters counters;

void emit(enum kind kind, uint8_t which, uint16_t value, uint32_t more);

/* Call `then` after each write of the firmware to a register. */
void watch_write(avr_io_addr_t address, void (*then)(uint8_t before));
avr_io_t *part(const char *kind);

void chip_make(const char *program);
void chip_reset(uint8_t cause, uint32_t ram_seed, uint64_t hold);
void chip_bootloader(uint8_t which);
void chip_advance(uint64_t until);
void chip_halt(uint8_t why);
void chip_hang(void);
void chip_fail_timer(uint8_t vector);
void chip_pause(void);
bool chip_dead(void);

void load_program(const char *program);

void counters_clear(void);
void counters_look(void); /* before they are read */
void counters_paint(uint32_t seed);

void uart_make(void);
void uart_reset(void);
void uart_feed(uint64_t start, uint8_t byte);
uint32_t uart_baud(void);
void uart_deaf_until(uint64_t cycle);

/* A crank without a machine: its step, the steps between which the home switch is closed, the steps per turn or 0. */
struct crank {
    int32_t place, from, to, turn;
};

void pins_make(void);
void pins_reset(void);
void pins_inputs(uint8_t levels);
void pins_crank(const struct crank *wanted);

void eeprom_make(void);
void eeprom_reset(void);
uint8_t *eeprom_cells(void);
void eeprom_wear(uint16_t address);
void eeprom_cut(uint32_t writes, uint8_t way);

#endif
