/* Receives bytes into a ring, and sends a line from the buffer it was written in. */
#include "uart.h" /* what is defined here */

#include <avr/interrupt.h> /* ISR */
#include <avr/io.h>        /* UCSR0A and the rest */
#include <util/atomic.h>   /* ATOMIC_BLOCK */

#include "../core/board.h"      /* STOP_BYTE, STAT_BYTE */
#include "../core/dictionary.h" /* BAUD */
#include "../core/port.h"       /* port_send, port_sending */
#include "halt.h"               /* halt */
#include "trips.h"              /* trips */

#define RING 128
#define SPOILT 0 /* invalidates the line that contains it */
#define ENDED 3  /* places reserved for SPOILT, for a newline, and for a stop byte */

static volatile uint8_t ring[RING];
static volatile uint8_t in, out;
static volatile uint8_t questions;
static bool lost; /* bytes of this line were lost */
static bool some; /* bytes of this line are in the ring */

static const char *volatile next;
static volatile uint8_t left;

void uart_begin(void)
{
    UBRR0 = (uint16_t)((F_CPU + 4UL * BAUD) / (8UL * BAUD) - 1);
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

static inline void put(uint8_t byte)
{
    uint8_t at = in;

    ring[at] = byte;
    in = (uint8_t)(at + 1) % RING;
}

/* A stop byte acts at once; its place in the ring tells which bytes came before it. The last place is reserved for it:
   a stop byte without room follows another one, with no byte between them in the ring. A line that loses bytes gets no
   reply. No other line is affected: a line with bytes in the ring has room for its end. A lone newline is dropped. */
ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A, byte = UDR0;
    uint8_t room = (uint8_t)(out - in - 1) % RING;

    if (status & (_BV(FE0) | _BV(DOR0)))
        byte = SPOILT;
    if (byte == STOP_BYTE) {
        halt();
        lost = some = false;
        if (room) {
            trips.stops_heard++;
            put(byte);
        }
    } else if (byte == STAT_BYTE) {
        if (questions < 255)
            questions++;
    } else if (byte == '\n' && !some)
        lost = false;
    else if (byte != '\n' && room < ENDED + 2)
        lost = true;
    else {
        if (lost)
            put(SPOILT);
        lost = false;
        some = byte != '\n';
        put(byte);
    }
}

ISR(USART_UDRE_vect)
{
    UDR0 = (uint8_t)*next++;
    if (!--left)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_waits(void)
{
    return in != out;
}

uint8_t uart_take(void)
{
    uint8_t byte = ring[out];

    out = (uint8_t)(out + 1) % RING;
    if (byte == STOP_BYTE)
        trips.stops_taken++;
    return byte;
}

uint8_t uart_questions(void)
{
    uint8_t asked;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        asked = questions;
        questions = 0;
    }
    return asked;
}

bool port_sending(void)
{
    return left;
}

void port_send(const char *bytes, uint8_t length)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        next = bytes;
        left = length;
        UCSR0B |= _BV(UDRIE0);
    }
}
