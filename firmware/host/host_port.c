/* The port of the host build: what core/port.h asks for, simulated without hardware. */
#include "host_port.h" /* what is defined here */

#include <string.h> /* memset */

#include "../core/board.h"      /* board_begin and the rest */
#include "../core/boot_counter.h"   /* boot_counter_next */
#include "../core/dictionary.h" /* the FAULT_ numbers, and what machine.h has */
#include "../core/lid.h"        /* lid_tick */
#include "../core/port.h"       /* what is defined here, too */

struct host_port host_port;

#define TICKS_PER_MS 2000

static bool powerless;

void host_port_begin(void)
{
    memset(&host_port, 0, sizeof host_port);
    memset(host_port.memory, 0xFF, sizeof host_port.memory);
    host_port.place = 700;
}

bool host_port_reset(uint8_t cause)
{
    bool kept;
    uint16_t boot;

#ifndef BOXES
    steps_begin();
#endif
    powerless = false;
    boot = boot_counter_next(&kept);
    host_port.cut = 0;
    if (powerless)
        return false;
    board_begin(boot, kept, cause);
    host_port_look();
    return true;
}

void host_port_look(void)
{
    while (board_work())
        ;
}

void host_port_receive(const uint8_t *bytes, uint32_t length)
{
    while (length--) {
        if (*bytes == STAT_BYTE)
            board_question();
        else
            board_byte(*bytes);
        bytes++;
        host_port_look();
    }
}

void host_port_wait(uint32_t ms)
{
    while (ms--) {
#ifdef BOXES
        coils_tick();
        host_port.now += TICKS_PER_MS;
#else
        steps_run(host_port.now + TICKS_PER_MS);
        host_port.now += TICKS_PER_MS;
        lid_tick();
#endif
        board_tick();
        host_port_look();
    }
}

bool port_sending(void)
{
    return false;
}

void port_send(const char *bytes, uint8_t length)
{
    if (host_port.hear)
        host_port.hear(bytes, length);
}

uint8_t port_tripped(void)
{
    return 0;
}

void port_lamp(bool lit)
{
    if (!host_port.quiet)
        printf("lamp %u\n", lit);
}

uint8_t port_recall(uint16_t address)
{
    return host_port.memory[address];
}

void port_keep(uint16_t address, uint8_t value)
{
    if (powerless || host_port.worn)
        return;
    if (host_port.cut && !--host_port.cut) {
        /* the cell is half erased when the power goes */
        value = (uint8_t)(host_port.memory[address] | (value ^ 0x5A));
        powerless = true;
    }
    host_port.memory[address] = value;
}

#ifndef BOXES

#define SLACK ((TURN + 90) / 180) /* steps beyond either edge of the home switch at which it opens again */

/* Update the home switch from the position of the crank. */
static void sense(void)
{
    int32_t reach = host_port.closed ? HOME_REACH + SLACK : HOME_REACH;
    int32_t past = ((host_port.place + reach) % TURN + TURN) % TURN;

    host_port.closed = past <= 2 * reach;
}

void host_port_move(int32_t steps)
{
    host_port.place += steps;
    sense();
}

void host_port_step(bool forward, uint64_t tick)
{
    if (!host_port.jammed)
        host_port_move(forward ? 1 : -1);
    if (host_port.steps)
        fprintf(host_port.steps, "%llu %c\n", (unsigned long long)tick, forward ? '+' : '-');
}

bool port_at_home(void)
{
    return host_port.home_switch == SWITCH_CLOSED || (host_port.home_switch == SWITCH_WORKS && host_port.closed);
}

bool port_lid_contact(void)
{
    return !host_port.lid_open;
}

bool port_estop(void)
{
    return host_port.estop;
}

void port_light(uint8_t left, uint8_t right)
{
    if (!host_port.quiet)
        printf("light %u %u\n", left, right);
}

void port_lever(uint8_t lever, uint16_t pulse)
{
    if (!host_port.quiet)
        printf("lever %u %u %llu\n", lever + 1U, pulse, (unsigned long long)host_port.now);
}

void port_current(bool on)
{
    if (!host_port.quiet)
        printf("current %u\n", on);
}

#endif
