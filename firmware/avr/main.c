/* A first board: it answers hello, ping and stat in frames, each in turn, and takes nothing else. */
#include <avr/interrupt.h> /* ISR, sei */
#include <avr/io.h>        /* the registers */
#include <avr/sleep.h>     /* sleep_mode */
#include <stdint.h>        /* uint16_t */
#include <stdio.h>         /* sprintf */
#include <stdlib.h>        /* strtoul */
#include <string.h>        /* strcmp, strrchr */

#include "../core/crc.h" /* crc_next */

static volatile char ring[128];
static volatile uint8_t ring_in, ring_out;

ISR(USART_RX_vect)
{
    ring[ring_in] = (char)UDR0;
    ring_in = (ring_in + 1) & 127;
}

static uint16_t crc_of(const char *text)
{
    uint16_t crc = CRC_START;

    while (*text)
        crc = crc_next(crc, (uint8_t)*text++);
    return crc;
}

static void put(const char *text)
{
    while (*text) {
        while (!(UCSR0A & _BV(UDRE0)))
            ;
        UDR0 = (uint8_t)*text++;
    }
}

static void say(char *text)
{
    char tail[7];

    sprintf(tail, "*%04X\n", crc_of(text));
    put(text);
    put(tail);
}

static uint16_t last;

static void answer(char *line)
{
    static char reply[120];
    char *star = strrchr(line, '*'), *rest = line;
    unsigned boot, seq;
    char verb[13];

    if (line[0] != '@' || !star)
        return;
    *star = 0;
    if (strtoul(star + 1, 0, 16) != crc_of(line))
        return;
    boot = (unsigned)strtoul(rest + 1, &rest, 10);
    seq = (unsigned)strtoul(rest, &rest, 10);
    if (sscanf(rest, "%12s", verb) != 1)
        return;
    if (boot == 0 && !strcmp(verb, "hello"))
        ;
    else if (boot != 1) {
        sprintf(reply, "err %u code=BOOT boot=1", seq);
        say(reply);
        return;
    } else if (seq != last + 1 && seq != last) {
        sprintf(reply, "err %u code=SEQ boot=1", seq);
        say(reply);
        return;
    } else
        last = seq;
    if (!strcmp(verb, "hello"))
        sprintf(reply, "ok %u boot=1 last=%u protocol=1 dictionary=0B5F firmware=first reset=power", seq, last);
    else if (!strcmp(verb, "ping"))
        sprintf(reply, "ok %u boot=1", seq);
    else if (!strcmp(verb, "stat"))
        sprintf(reply, "ok %u boot=1 state=idle homed=0 shakes=0 clamp=0 light=0,0 lid=1 estop=0 faults=0", seq);
    else
        sprintf(reply, "err %u code=VERB boot=1", seq);
    say(reply);
}

int main(void)
{
    static char line[120];
    uint8_t length = 0;

    UBRR0 = 16;
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    sei();
    {
        char hail[] = "evt boot boot=1 reset=power";

        say(hail);
    }
    for (;;) {
        while (ring_out != ring_in) {
            char byte = ring[ring_out];

            ring_out = (ring_out + 1) & 127;
            if (byte == '\n') {
                line[length] = 0;
                answer(line);
                length = 0;
            } else if (length < 119)
                line[length++] = byte;
        }
        sleep_mode();
    }
}
