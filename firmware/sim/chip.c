/* Creates, resets and runs the chip: by instructions while it works, from event to event while it sleeps. */
#include "chip.h"

#include <simavr/avr_extint.h>   /* level triggers that poll, to be switched off */
#include <simavr/avr_watchdog.h> /* the watchdog's reset */
#include <simavr/sim_core.h>     /* avr_run_one */
#include <stdarg.h>              /* simavr's log, too */
#include <stdio.h>               /* simavr's log */
#include <stdlib.h>              /* exit */
#include <string.h>              /* names and memory */

#define ENTRY_CYCLES 4 /* cycles that the chip takes to enter an interrupt, which simavr does not count */
#define RETI_CYCLES 4
#define TIMER1_COMPA 11 /* its vector (datasheet, "Interrupt Vectors in ATmega328P"), counted from 0 */

enum bootloader { NONE, OPTIBOOT, OLD_NANO };

avr_t *chip;

static struct watch {
    avr_io_write_t write;
    void *param;
    void (*then)(uint8_t before);
} watches[MAX_IOs];

static uint64_t limit;
static uint64_t held_until;
static uint8_t dead;
static uint8_t bootloader;
static bool was_reset;
static uint8_t fails_in; /* the interrupt at whose beginning its timer stops for good, or 0 */
static avr_io_addr_t failing; /* the clock select of a timer that is to stop now, or 0 */
static enum { GOES, TO_HANG, HANGS } program;
static avr_flashaddr_t hangs_at;
static uint8_t hung[2]; /* the instruction that the endless loop replaces */
static struct { uint8_t vector; uint64_t since; } running[64];
static uint8_t depth;

static void written(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct watch *watch = param;
    uint8_t before = avr->data[address];
    if (watch->write)
        watch->write(avr, address, value, watch->param);
    else
        avr->data[address] = value;
    watch->then(before);
}

void watch_write(avr_io_addr_t address, void (*then)(uint8_t before))
{
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    watches[io] = (struct watch){ chip->io[io].w.c, chip->io[io].w.param, then };
    chip->io[io].w.c = written;
    chip->io[io].w.param = &watches[io];
}

avr_io_t *part(const char *kind)
{
    avr_io_t *found = chip->io_port;
    while (found && strcmp(found->kind, kind))
        found = found->next;
    return found;
}

static void quiet_log(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void on_running(struct avr_irq_t *irq, uint32_t vector, void *param)
{
    (void)irq;
    (void)param;
    if (chip->interrupts.running_ptr == depth && vector) {
        running[depth].vector = (uint8_t)vector;
        running[depth].since = chip->cycle;
        depth++;
        chip->cycle += ENTRY_CYCLES;
        if (vector == fails_in) {
            failing = vector == TIMER1_COMPA ? R_TCCR1B : R_TCCR2B;
            fails_in = 0;
        }
        chip->run_cycle_count = 1;
        return;
    }
    if (depth == 0)
        return;
    depth--;
    uint8_t ended = running[depth].vector % VECTORS;
    uint64_t took = chip->cycle + RETI_CYCLES - running[depth].since;
    counters.interrupts[ended]++;
    if (took > counters.longest[ended])
        counters.longest[ended] = took;
}

/* Like simavr's own, but a sleep ends exactly at the cycle of the next event, without waiting. */
static void run(avr_t *avr)
{
    avr_flashaddr_t next = avr->pc;
    if (avr->state == cpu_Running)
        next = avr_run_one(avr);
    uint64_t ahead = avr_cycle_timer_process(avr);
    avr->pc = next;
    if (avr->state == cpu_Sleeping && avr->cycle < limit) {
        uint64_t step = ahead < limit - avr->cycle ? ahead : limit - avr->cycle;
        avr->cycle += step;
        counters.slept += step;
    }
    if (avr->interrupt_state && (avr->state == cpu_Running || avr->state == cpu_Sleeping))
        avr_service_interrupts(avr);
}

static void (*core_reset)(avr_t *avr);

static void note_reset(avr_t *avr)
{
    if (core_reset)
        core_reset(avr);
    was_reset = true;
}

/* Complete a reset as simavr does not. */
static void finish_reset(uint8_t cause)
{
    was_reset = false;
    depth = 0;
    for (uint8_t k = 0; k < 2; k++)
        avr_extint_set_strict_lvl_trig(chip, k, 0);
    chip->data[R_MCUSR] = cause;
    if (bootloader == OPTIBOOT) {
        chip->data[R_MCUSR] = 0;
        chip->data[R_WDTCSR] = 0;
        chip->data[2] = cause & EXTRF_BIT ? cause | WDRF_BIT : cause; /* after its wait Optiboot ends by the watchdog */
    }
    if (program == HANGS)
        memcpy(chip->flash + hangs_at, hung, sizeof hung);
    program = GOES;
    uart_reset();
    pins_reset();
    eeprom_reset();
    emit(RESET, bootloader == OPTIBOOT, cause, 0);
    if (bootloader == OLD_NANO && (cause & WDRF_BIT))
        chip_halt(3);
}

void chip_reset(uint8_t cause, uint32_t ram_seed, uint64_t hold)
{
    if (dead == 3 && !(cause & PORF_BIT))
        return;
    dead = 0;
    if (ram_seed)
        counters_paint(ram_seed);
    avr_reset(chip);
    finish_reset(cause);
    held_until = chip->cycle + hold;
    uart_deaf_until(held_until);
}

void chip_bootloader(uint8_t which)
{
    bootloader = which;
}

void chip_halt(uint8_t why)
{
    dead = why;
    chip->run_cycle_count = 1;
    emit(DEAD, why, 0, 0);
}

/* Hang the program, but not its interrupts. */
void chip_hang(void)
{
    program = TO_HANG;
}

static void hang(void)
{
    static const uint8_t endless[2] = { 0xFF, 0xCF }; /* rjmp .-2 */
    program = HANGS;
    hangs_at = chip->pc;
    memcpy(hung, chip->flash + hangs_at, sizeof hung);
    memcpy(chip->flash + hangs_at, endless, sizeof endless);
}

/* Stop the timer of TIMER1_COMPA, TIMER2_COMPA or TIMER2_COMPB where this interrupt begins the next time, until the next reset. */
void chip_fail_timer(uint8_t vector)
{
    fails_in = vector;
}

bool chip_dead(void)
{
    return dead != 0;
}

void chip_advance(uint64_t until)
{
    limit = until;
    while (chip->cycle < limit) {
        if (dead || chip->cycle < held_until) {
            chip->cycle = dead || limit < held_until ? limit : held_until;
            if (dead)
                uart_deaf_until(limit);
            continue;
        }
        if (program == TO_HANG && depth == 0 && chip->sreg[S_I])
            hang();
        chip->run_cycle_limit = limit - chip->cycle;
        if (chip->run_cycle_count > chip->run_cycle_limit)
            chip->run_cycle_count = chip->run_cycle_limit;
        chip->run(chip);
        if (failing)
            chip->io[AVR_DATA_TO_IO(failing)].w.c(chip, failing, 0, chip->io[AVR_DATA_TO_IO(failing)].w.param);
        failing = 0;
        if (was_reset)
            finish_reset(WDRF_BIT);
        if (!dead && chip->state != cpu_Running && chip->state != cpu_Sleeping)
            chip_halt(2);
    }
}

/* End the advance after this instruction. */
void chip_pause(void)
{
    limit = chip->cycle;
    chip->run_cycle_count = 1;
}

void chip_make(const char *program)
{
    avr_global_logger_set(quiet_log);
    chip = avr_make_mcu_by_name("atmega328p");
    if (!chip || avr_init(chip))
        exit(2);
    load_program(program);
    chip->frequency = CLOCK_HZ;
    chip->run = run;
    core_reset = chip->reset;
    chip->reset = note_reset;
    avr_irq_register_notify(avr_get_interrupt_irq(chip, AVR_INT_ANY) + AVR_INT_IRQ_RUNNING, on_running, NULL);
    uart_make();
    pins_make();
    eeprom_make();
    counters_clear();
}
