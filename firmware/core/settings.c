/* Keeps the settings and changes them. */
#include "settings.h" /* what is defined here */

struct settings settings;

enum {
#define SETTING(key, at_reset) RESET_VALUE_##key = at_reset,
#include "../commands.def"
};

void settings_reset(void)
{
    for (uint8_t lever = 0; lever < WELLS; lever++) {
        settings.open[lever] = RESET_VALUE_open;
        settings.closed[lever] = RESET_VALUE_closed;
    }
    settings.swing = RESET_VALUE_swing;
    settings.idle = RESET_VALUE_idle;
    settings.crawl = RESET_VALUE_crawl;
}

static void change(uint16_t *setting, uint32_t value)
{
    if (value != KEEP)
        *setting = (uint16_t)value;
}

void settings_set(const struct values *values)
{
    uint32_t chosen = VALUE(values, set, lever, lever);

    for (uint8_t lever = 0; lever < WELLS; lever++)
        if (!chosen || chosen == lever + 1U) {
            change(&settings.open[lever], VALUE(values, set, lever, open));
            change(&settings.closed[lever], VALUE(values, set, lever, closed));
        }
    change(&settings.swing, VALUE(values, set, lever, swing));
    change(&settings.idle, VALUE(values, set, lever, idle));
    change(&settings.crawl, VALUE(values, set, lever, crawl));
}
