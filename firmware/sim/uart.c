/* Simulates USART0: two bytes of receive buffer and a shift register, one byte of transmit buffer and another.
 *
 * It replaces the one of simavr, which buffers 64 bytes and counts eleven bits per byte.
 */
#include "chip.h"

#include <simavr/avr_uart.h> /* its interrupt vectors */
#include <stdlib.h>          /* memory */

#define HOST_BAUD 115200u
#define LEVELS 2

/* Bits of UCSR0A and UCSR0B. */
enum { RXC_BIT = 0x80, TXC_BIT = 0x40, UDRE_BIT = 0x20, FE_BIT = 0x10, DOR_BIT = 0x08, U2X_BIT = 0x02, MPCM_BIT = 0x01 };
enum { RXEN_BIT = 0x10, TXEN_BIT = 0x08 };

static avr_uart_t *vectors;

static struct { uint64_t start; uint8_t byte; } *queue;
static size_t first, after, room;
static uint64_t last_start;
static uint64_t deaf_until;

static struct { uint64_t since; uint8_t byte; } held[LEVELS];
static uint8_t count;
static bool third;
static uint8_t third_byte;

static bool shifting, buffered;
static uint8_t shifted, buffer;
static uint64_t shifting_since;

static uint64_t bit_cycles(void)
{
    uint16_t divisor = (uint16_t)(chip->data[R_UBRR0L] | (chip->data[R_UBRR0H] & 0x0F) << 8);
    return (chip->data[R_UCSR0A] & U2X_BIT ? 8u : 16u) * (divisor + 1u);
}

/* Set or clear a flag whose interrupt repeats while it is set. */
static void flag(uint8_t bit, avr_int_vector_t *vector, bool set)
{
    if (set) {
        chip->data[R_UCSR0A] |= bit;
        if (!vector->pending)
            avr_raise_interrupt(chip, vector);
    } else {
        chip->data[R_UCSR0A] &= (uint8_t)~bit;
        if (vector->pending)
            avr_clear_interrupt(chip, vector);
    }
}

static uint64_t host_cycles(uint32_t half_bits)
{
    return ((uint64_t)CLOCK_HZ * half_bits + HOST_BAUD) / (2 * HOST_BAUD);
}

static uint64_t due(size_t place)
{
    return queue[place].start + host_cycles(19); /* the middle of the stop bit */
}

static void keep(uint8_t byte)
{
    held[count].byte = byte;
    held[count].since = chip->cycle;
    count++;
    flag(RXC_BIT, &vectors->rxc, true);
}

static void arrive(uint8_t byte, uint64_t when)
{
    if (when < deaf_until || !(chip->data[R_UCSR0B] & RXEN_BIT))
        return;
    uint64_t bits = bit_cycles() * HOST_BAUD;
    if (bits > CLOCK_HZ / 1000 * 1045 || bits < CLOCK_HZ / 1000 * 955) {
        byte = (uint8_t)~byte; /* at another baud rate it reads as another byte */
        chip->data[R_UCSR0A] |= FE_BIT;
    }
    counters.received++;
    if (count < LEVELS) {
        keep(byte);
        return;
    }
    counters.unread++;
    if (third) {
        counters.lost++;
        chip->data[R_UCSR0A] |= DOR_BIT;
    }
    third = true;
    third_byte = byte;
}

static avr_cycle_count_t on_arrival(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)param;
    arrive(queue[first].byte, when);
    first++;
    return first != after ? due(first) : 0;
}

static void expect(void)
{
    if (first != after)
        avr_cycle_timer_register(chip, due(first) > chip->cycle ? due(first) - chip->cycle : 0, on_arrival, NULL);
}

void uart_feed(uint64_t start, uint8_t byte)
{
    if (first == after)
        first = after = 0;
    if (after == room) {
        room = room ? 2 * room : 1024;
        queue = realloc(queue, room * sizeof *queue);
        if (!queue)
            exit(2);
    }
    if (start < last_start + host_cycles(20))
        start = last_start + host_cycles(20);
    if (start < chip->cycle)
        start = chip->cycle;
    last_start = start;
    queue[after].start = start;
    queue[after].byte = byte;
    if (first == after++)
        expect();
}

uint32_t uart_baud(void)
{
    return chip->data[R_UCSR0B] & (RXEN_BIT | TXEN_BIT) ? (uint32_t)(CLOCK_HZ / bit_cycles()) : 0;
}

void uart_deaf_until(uint64_t cycle)
{
    deaf_until = cycle;
}

static uint8_t read_data(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr;
    (void)address;
    (void)param;
    if (count == 0)
        return 0;
    uint8_t byte = held[0].byte;
    uint64_t waited = chip->cycle - held[0].since;
    if (waited > counters.longest_unread)
        counters.longest_unread = waited;
    held[0] = held[1];
    count--;
    chip->data[R_UCSR0A] &= (uint8_t)~(FE_BIT | DOR_BIT);
    if (third) {
        third = false;
        keep(third_byte);
    }
    flag(RXC_BIT, &vectors->rxc, count > 0);
    return byte;
}

static avr_cycle_count_t on_sent(avr_t *avr, avr_cycle_count_t when, void *param);

static void shift(uint8_t byte, uint64_t since)
{
    shifting = true;
    shifted = byte;
    shifting_since = since;
    avr_cycle_timer_register(chip, since + 10 * bit_cycles() - chip->cycle, on_sent, NULL);
}

static avr_cycle_count_t on_sent(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)param;
    emit(SENT, 0, shifted, (uint32_t)(when - shifting_since));
    shifting = false;
    if (buffered) {
        buffered = false;
        shift(buffer, when);
        flag(UDRE_BIT, &vectors->udrc, true);
    } else {
        flag(TXC_BIT, &vectors->txc, true);
    }
    return 0;
}

static void write_data(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)avr;
    (void)address;
    (void)param;
    if (!(chip->data[R_UCSR0B] & TXEN_BIT) || buffered)
        return;
    if (shifting) {
        buffered = true;
        buffer = value;
        flag(UDRE_BIT, &vectors->udrc, false);
    } else {
        shift(value, chip->cycle);
        flag(UDRE_BIT, &vectors->udrc, true);
    }
}

static void write_status(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)avr;
    (void)param;
    uint8_t settable = U2X_BIT | MPCM_BIT;
    chip->data[address] = (uint8_t)((chip->data[address] & ~settable) | (value & settable));
    if (value & TXC_BIT)
        flag(TXC_BIT, &vectors->txc, false);
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)avr;
    (void)param;
    chip->data[address] = value;
    if (!(value & RXEN_BIT)) {
        count = 0;
        third = false;
        flag(RXC_BIT, &vectors->rxc, false);
    }
    if (chip->data[R_UCSR0A] & RXC_BIT)
        flag(RXC_BIT, &vectors->rxc, true);
    if (chip->data[R_UCSR0A] & UDRE_BIT)
        flag(UDRE_BIT, &vectors->udrc, true);
}

void uart_reset(void)
{
    count = 0;
    third = shifting = buffered = false;
    chip->data[R_UCSR0A] = UDRE_BIT;
    chip->data[R_UCSR0B] = 0;
    chip->data[R_UCSR0C] = 0x06;
    expect();
}

static void instead(avr_io_addr_t address, avr_io_read_t read, avr_io_write_t write)
{
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    chip->io[io].r.c = read;
    chip->io[io].w.c = write;
}

void uart_make(void)
{
    vectors = (avr_uart_t *)part("uart");
    instead(R_UDR0, read_data, write_data);
    instead(R_UCSR0A, NULL, write_status);
    instead(R_UCSR0B, NULL, write_control);
    instead(R_UCSR0C, NULL, NULL);
    instead(R_UBRR0L, NULL, NULL);
}
