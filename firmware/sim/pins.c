/* Simulates the parts at the pins: motor driver, six servos, two lights, an LED, and three switches. */
#include "../avr/pins.h" /* which pin is which */
#include "chip.h"

#include <simavr/avr_ioport.h> /* pins as simavr has them */
#include <simavr/avr_timer.h>  /* the compare output that makes the steps */

/* Mask and registers of a pin of pins.h. */
#define MASK_(port, bit) (1 << (bit))
#define DDR_(port, bit) R_DDR##port
#define PORT_(port, bit) R_PORT##port
#define MASK(...) MASK_(__VA_ARGS__)
#define DDR(...) DDR_(__VA_ARGS__)
#define PORT(...) PORT_(__VA_ARGS__)
#define LEVEL(pin, floating) output(DDR(pin), PORT(pin), MASK(pin), floating)
#define IN(levels, place, pin) ((levels) >> (place) & 1 ? MASK(pin) : 0)

enum { SERVOS = 6, ALL_SERVOS = (1 << SERVOS) - 1 };
enum { SWITCHES = MASK(ESTOP_PIN) | MASK(LID_PIN) | MASK(HOME_PIN) };

static uint8_t switches;
static struct crank crank;
static bool compare; /* the level of the compare output */
static bool step, direction, current, led;
static uint64_t step_since, direction_since;
static uint8_t pulses;
static uint64_t pulse_since[SERVOS];
static uint16_t duty[2];
static uint32_t frequency[2];

static bool output(avr_io_addr_t ddr, avr_io_addr_t port, uint8_t pin, bool floating)
{
    return chip->data[ddr] & pin ? chip->data[port] & pin : floating;
}

static void shortest(uint64_t *counter, uint64_t since)
{
    if (since && chip->cycle - since < *counter)
        *counter = chip->cycle - since;
}

static void show(uint8_t levels)
{
    switches = levels;
    avr_ioport_external_t outside = { .name = 'D', .mask = SWITCHES, .value = levels };
    avr_ioctl(chip, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &outside);
    for (int k = 0; SWITCHES >> k; k++)
        if (SWITCHES >> k & 1)
            avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('D'), k), levels >> k & 1);
}

static uint8_t with_crank(uint8_t levels)
{
    int32_t past = ((crank.place - crank.from) % crank.turn + crank.turn) % crank.turn;
    return past < crank.to - crank.from ? levels & (uint8_t)~MASK(HOME_PIN) : levels | MASK(HOME_PIN);
}

static void turn_crank(bool forward)
{
    crank.place += forward ? 1 : -1;
    if (with_crank(switches) != switches)
        show(with_crank(switches));
}

void pins_crank(const struct crank *wanted)
{
    crank = *wanted;
}

static void look_at_motor(void)
{
    bool forward = LEVEL(DIR_PIN, false);
    if (forward != direction) {
        direction = forward;
        direction_since = chip->cycle;
    }
    bool enabled = !LEVEL(ENABLE_PIN, true); /* pulled up outside */
    if (enabled != current) {
        current = enabled;
        emit(DRIVE, 0, enabled, 0);
    }
    bool level = chip->data[R_TCCR1A] >> 6 ? compare && chip->data[DDR(STEP_PIN)] & MASK(STEP_PIN)
                                           : LEVEL(STEP_PIN, false);
    if (level == step)
        return;
    step = level;
    shortest(level ? &counters.shortest_low : &counters.shortest_high, step_since);
    step_since = chip->cycle;
    if (level) {
        shortest(&counters.shortest_setup, direction_since);
        emit(STEP, (uint8_t)(forward | (enabled ? 0 : 2)), 0, 0);
        if (crank.turn && enabled)
            turn_crank(forward);
    }
}

static void look_at_port_b(uint8_t before)
{
    (void)before;
    look_at_motor();
    bool lit = LEVEL(LED_PIN, false);
    if (lit != led) {
        led = lit;
        emit(LED, 0, lit, 0);
    }
}

static void look_at_servos(uint8_t before)
{
    (void)before;
    uint8_t levels = chip->data[PORT(SERVO1_PIN)] & chip->data[DDR(SERVO1_PIN)] & ALL_SERVOS;
    uint8_t changed = levels ^ pulses;
    pulses = levels;
    for (uint8_t k = 0; changed >> k; k++) {
        if (!(changed >> k & 1))
            continue;
        if (levels >> k & 1) {
            pulse_since[k] = chip->cycle;
            emit(PULSE, (uint8_t)(k + 1), 0, 0);
        } else {
            emit(SERVO, (uint8_t)(k + 1), 0, (uint32_t)(chip->cycle - pulse_since[k]));
        }
    }
}

/* Timer 0 drives only the lights, so it is read but not run: its edges would outnumber all other events. */
static void look_at_light(uint8_t which)
{
    static const uint16_t dividers[8] = { 0, 1, 8, 64, 256, 1024, 0, 0 };
    uint8_t pin = which ? MASK(RIGHT_PIN) : MASK(LEFT_PIN);
    uint8_t mode = (uint8_t)((chip->data[R_TCCR0A] & 3) | (chip->data[R_TCCR0B] >> 1 & 4));
    uint8_t way = chip->data[R_TCCR0A] >> (which ? 6 : 4) & 3;
    uint16_t divider = dividers[chip->data[R_TCCR0B] & 7];
    uint32_t top = mode & 4 ? chip->data[R_OCR0A] : 255u;
    uint32_t at = chip->data[which ? R_OCR0A : R_OCR0B];
    uint32_t now = 0, hertz = 0;
    if (way < 2 || !(chip->data[DDR(LEFT_PIN)] & pin)) {
        now = output(DDR(LEFT_PIN), PORT(LEFT_PIN), pin, false) ? 1000 : 0;
    } else if (divider && mode & 1 && top) {
        bool fast = mode & 2;
        now = fast ? 1000 * (at + 1) / (top + 1) : 1000 * at / top;
        now = now > 1000 ? 1000 : now;
        now = way == 3 ? 1000 - now : now;
        hertz = CLOCK_HZ / divider / (fast ? top + 1 : 2 * top);
    }
    if (now != duty[which] || hertz != frequency[which]) {
        duty[which] = (uint16_t)now;
        frequency[which] = hertz;
        emit(LIGHT, which, (uint16_t)now, hertz);
    }
}

static void look_at_lights(uint8_t before)
{
    (void)before;
    look_at_light(0);
    look_at_light(1);
}

static void look_at_compare_mode(uint8_t before)
{
    (void)before;
    look_at_motor();
}

static void on_compare(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    compare = value & 0xFF;
    look_at_motor();
}

/* FOC1A, which simavr does not implement: the compare output acts now. */
static void look_at_force(uint8_t before)
{
    (void)before;
    if (chip->data[R_TCCR1C] & 0x80) {
        uint8_t way = chip->data[R_TCCR1A] >> 6;
        compare = way == 3 || (way == 1 && !compare);
        chip->data[PORT(STEP_PIN)] &= (uint8_t)~MASK(STEP_PIN); /* where simavr keeps the level that it toggles */
        chip->data[PORT(STEP_PIN)] |= compare ? MASK(STEP_PIN) : 0;
        look_at_motor();
    }
    chip->data[R_TCCR1C] = 0;
}

/* A flag is cleared by writing 1 to it, which simavr stores. */
static void clear_flags(uint8_t before)
{
    chip->data[R_EIFR] = (uint8_t)(before & ~chip->data[R_EIFR]);
}

static void refuse_timer_interrupts(uint8_t before)
{
    (void)before;
    if (chip->data[R_TIMSK0])
        chip_halt(2);
}

void pins_inputs(uint8_t levels)
{
    uint8_t wanted = (uint8_t)(IN(levels, 0, ESTOP_PIN) | IN(levels, 1, LID_PIN) | IN(levels, 2, HOME_PIN));
    show(crank.turn ? with_crank(wanted) : wanted);
}

void pins_reset(void)
{
    chip->data[R_PIND] = (uint8_t)((chip->data[R_PIND] & ~SWITCHES) | switches);
    compare = false;
    step_since = 0; /* not known */
    look_at_port_b(0);
    look_at_servos(0);
    look_at_lights(0);
}

void pins_make(void)
{
    static const avr_io_addr_t lights[] = { R_TCCR0A, R_TCCR0B, R_OCR0A, R_OCR0B };
    for (unsigned k = 0; k < sizeof lights / sizeof *lights; k++) {
        chip->io[AVR_DATA_TO_IO(lights[k])].w.c = NULL;
        watch_write(lights[k], look_at_lights);
    }
    for (avr_io_addr_t k = 0; k < 3; k++) {
        watch_write(R_PINB + k, look_at_port_b);
        watch_write(R_PINC + k, look_at_servos);
        watch_write(R_PIND + k, look_at_lights);
    }
    watch_write(R_EIFR, clear_flags);
    watch_write(R_TIMSK0, refuse_timer_interrupts);
    watch_write(R_TCCR1A, look_at_compare_mode);
    watch_write(R_TCCR1C, look_at_force);
    avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_TIMER_GETIRQ('1'), TIMER_IRQ_OUT_COMP), on_compare, NULL);
    pins_inputs(0);
}
