/* Dispatches lines: checks each command, carries it out, and answers it. */
#include "board.h" /* what is defined here */

#include "events.h"   /* events_send */
#include "faults.h"   /* faults_latch and the rest */
#include "lid.h"      /* lid_reset */
#include "lights.h"   /* lights_set */
#include "line.h"     /* line_take, line_read */
#include "memory.h"   /* memory_turn, memory_take */
#include "motion.h"   /* motion_home and the rest */
#include "pending.h"  /* pending_reset, pending_stat */
#include "port.h"     /* port_sending */
#include "replies.h"  /* replies_ok, replies_err */
#include "session.h"  /* session_greet and the rest */
#include "settings.h" /* settings_set */
#include "values.h"   /* values_read */

void board_begin(uint16_t boot, bool kept, uint8_t cause)
{
    line_drop();
    memory_reset();
    session_reset();
#ifndef BOXES
    settings_reset();
    lights_set(0, 0);
#endif
    pending_reset();
    motion_reset();
    replies_reset(boot, cause);
    port_lamp(false);
#ifndef BOXES
    lid_reset();
#endif
    faults_reset(kept);
}

#define UNUSED __attribute__((unused))
#define DO(verb) static void do_##verb(bool framed UNUSED, const struct values *values UNUSED)

DO(hello)
{
    session_greet(framed);
}

DO(ping) {}

DO(stat) {}

#ifdef BOXES
DO(knock)
{
    motion_knock(framed, values);
}
#else
DO(home)
{
    motion_home(framed, settings.crawl);
}

DO(shake)
{
    struct program program = {
        .rate = (uint8_t)VALUE(values, shake, rate, rate),
        .stroke = (uint8_t)VALUE(values, shake, rate, stroke),
        .rock = (uint8_t)VALUE(values, shake, rate, rock),
        .ms = (uint16_t)VALUE(values, shake, rate, ms),
        .ramp = (uint16_t)VALUE(values, shake, rate, ramp),
    };

    motion_shake(framed, &program);
}

DO(clamp)
{
    motion_clamp(framed, wells_of(VALUE(values, clamp, wells, wells)));
}

DO(rest)
{
    motion_rest(!faults_latched());
}

DO(light)
{
    lights_set((uint8_t)VALUE(values, light, left, left), (uint8_t)VALUE(values, light, left, right));
}

DO(set)
{
    settings_set(values);
}
#endif

DO(clear)
{
    faults_clear((uint8_t)VALUE(values, clear, fault, fault));
}

DO(help) {}

static void carry_out(bool framed, const struct values *values)
{
    switch (values->verb) {
#define VERB(verb, kind)           \
    case VERB_##verb:              \
        do_##verb(framed, values); \
        break;
#include "../commands.def"
    }
}

static uint8_t refusal(const struct line *line, struct values *values)
{
    int8_t verb = word_find(verb_words, line->verb);
    uint8_t code;

    values->key = NO_KEY;
    if (verb < 0)
        return CODE_VERB;
    values->verb = (uint8_t)verb;
    code = values_read(values, line->rest);
    if (code != ACCEPTED)
        return code;
    if (verb_kinds[verb] == MOTION || verb_kinds[verb] == OFF) {
        if (!(line->framed ? session_live() : session_greeted()))
            return CODE_HELLO;
        if (!line->framed && session_live())
            return CODE_SESSION;
    }
    if (verb_kinds[verb] != TALK) {
        if (faults_latched() && verb_kinds[verb] != OFF)
            return CODE_FAULT;
        if (motion_state() != STATE_idle)
            return CODE_BUSY;
    }
#ifdef BOXES
    if (verb == VERB_knock && !motion_bears(values))
        return CODE_HOT;
#else
    if (verb == VERB_shake && !motion_homed())
        return CODE_HOME;
#endif
    if (verb == VERB_clear && faults_caused((uint8_t)VALUE(values, clear, fault, fault)))
        return CODE_CAUSE;
    return ACCEPTED;
}

static void answer(const struct line *line, struct text *reply)
{
    struct values values;
    uint8_t code = refusal(line, &values);

    if (code == ACCEPTED) {
        carry_out(line->framed, &values);
        replies_ok(reply, line->seq, &values);
    } else
        replies_err(reply, line->seq, code, values.key);
    replies_send(reply);
}

/* A frame with this board's boot number. */
static void answer_in_turn(const struct line *line)
{
    session_hear();
    switch (memory_turn(line->seq, line->crc)) {
    case REPEATED:
        replies_send(&memory.reply);
        break;
    case NEXT:
        memory_take(line->seq, line->crc);
        answer(line, &memory.reply);
        break;
    case OUT_OF_TURN:
        replies_err(replies_passing(), line->seq, CODE_SEQ, NO_KEY);
        replies_send(replies_passing());
        break;
    }
}

static void end_of_line(void)
{
    struct line line;

    if (!line_read(&line))
        return;
    if (!line.framed || (line.boot == 0 && word_find(verb_words, line.verb) == VERB_hello))
        answer(&line, replies_passing());
    else if (line.boot == replies_boot())
        answer_in_turn(&line);
    else {
        replies_err(replies_passing(), line.seq, CODE_BOOT, NO_KEY);
        replies_send(replies_passing());
    }
}

void board_byte(uint8_t byte)
{
    if (byte == STOP_BYTE) {
        line_drop();
        faults_latch(FAULT_STOPPED);
    } else if (line_take(byte))
        end_of_line();
}

void board_question(void)
{
    pending_stat();
}

void board_tick(void)
{
    bool alone = session_tick();
    enum progress progress;
    uint8_t fault;

    progress = motion_tick();
    if (progress != MOVING)
        faults_sense(); /* an interrupt may have stopped the steps: that is no end of the motion */
    fault = motion_conclude(progress);
    if (fault)
        faults_latch(fault);
#ifdef BOXES
    (void)alone; /* nothing has to rest */
#else
    if (motion_tired(alone))
        motion_rest(!faults_latched());
#endif
}

bool board_work(void)
{
    faults_sense();
    if (!port_sending() && events_send())
        return true;
    return motion_plan();
}
