// What dice and things are made of.
#pragma once
#include "bodies.h"

SHARED Vec colour_of(float hue, float saturation, float value) {  // each 0 to 1
    hue = (hue - floorf(hue)) * 6;
    int sector = (int)hue;
    float f = hue - sector, low = value * (1 - saturation);
    float falling = value * (1 - saturation * f), rising = value * (1 - saturation * (1 - f));
    switch (sector) {
        case 0: return {value, rising, low};
        case 1: return {falling, value, low};
        case 2: return {low, value, rising};
        case 3: return {low, falling, value};
        case 4: return {rising, low, value};
        default: return {value, low, falling};
    }
}

SHARED_CALL Look draw_look(Random& r) {
    Look k = {};
    k.vein_scale = 1;
    k.logo = -1;
    const Vec dark = grey(draw(r, 0.005f, 0.06f)), light = vec(1, 0.98f, 0.95f) * draw(r, 0.6f, 0.92f);
    const Vec gold = {0.75f, 0.52f, 0.16f};
    float u = draw(r), gilt = 0.1f;  // how often pips are gold
    if (u < 0.22f) {  // white
        k.body = vec(1, draw(r, 0.95f, 1), draw(r, 0.88f, 1)) * draw(r, 0.5f, 0.9f);
        k.pip = chance(r, 0.7f) ? dark : colour_of(draw(r), draw(r, 0.7f, 1), draw(r, 0.1f, 0.6f));
    } else if (u < 0.28f) {  // bone
        k.body = vec(0.75f, 0.66f, 0.45f) * draw(r, 0.7f, 1.15f);
        k.pip = dark;
    } else if (u < 0.4f) {  // wood
        k.body = mix(vec(0.07f, 0.03f, 0.012f), vec(0.75f, 0.5f, 0.28f), draw(r)) * draw(r, 0.8f, 1.2f);
        gilt = 0.5f;
        k.vein = k.body * draw(r, 0.45f, 0.9f);
        k.marble = draw(r, 0.3f, 1);
        k.vein_scale = draw_log(r, 4, 14);
        k.grain = draw_log(r, 3, 14);
        k.pip = lightness(k.body) > 0.15f && chance(r, 0.8f) ? dark : light;
    } else if (u < 0.53f) {  // black
        k.body = mix(grey(1), colour_of(draw(r), 1, 1), 0.3f * draw(r)) * draw(r, 0.006f, 0.05f);
        k.pip = chance(r, 0.75f) ? light : colour_of(draw(r), draw(r, 0.4f, 1), draw(r, 0.4f, 0.9f));
    } else if (u < 0.71f) {  // coloured
        k.body = colour_of(draw(r), draw(r, 0.5f, 0.98f), draw(r, 0.1f, 0.85f));
        k.pip = lightness(k.body) < 0.25f || chance(r, 0.5f) ? light : dark;
        if (lightness(k.body) > 0.45f && chance(r, 0.7f)) k.pip = dark;
    } else if (u < 0.85f) {  // clear
        k.body = colour_of(draw(r), draw(r, 0.2f, 0.95f), draw(r, 0.5f, 1));
        k.clear = draw(r, 0.4f, 0.95f);
        k.pip = chance(r, 0.8f) ? light : dark;
    } else {  // marbled
        k.body = colour_of(draw(r), draw(r, 0.2f, 1), draw(r, 0.02f, 0.8f));
        k.vein = colour_of(draw(r), draw(r, 0.2f, 1), draw(r, 0.02f, 0.8f));
        k.marble = draw(r, 0.3f, 1);
        k.vein_scale = draw_log(r, 1.5f, 9);
        k.pip = lightness(k.body) + lightness(k.vein) < 0.7f ? light : dark;
    }
    k.pip_radius = chance(r, 0.15f) ? draw(r, 0.09f, 0.15f) : draw(r, 0.15f, 0.25f);
    if (chance(r, gilt) && lightness(k.body) < 0.5f) {
        k.pip = gold * draw(r, 0.7f, 1.3f);
        if (chance(r, 0.6f)) k.pip_radius = draw(r, 0.08f, 0.17f);
        k.metal = chance(r, 0.7f) ? draw(r, 0.3f, 0.9f) : 0;
    }
    k.ace =
        chance(r, 0.12f) && lightness(k.body) >= 0.2f ? colour_of(draw(r) * 0.06f, 0.9f, draw(r, 0.25f, 0.6f)) : k.pip;
    k.ace_metal = chance(r, 0.1f) ? draw(r, 0.3f, 0.9f) : k.metal;
    k.pitch = draw(r, k.pip_radius > 0.22f ? 0.5f : 0.44f, 0.58f);
    k.gloss = chance(r, 0.25f) ? draw(r, 0, 0.4f) : draw(r, 0.5f, 1.5f);
    k.roughness = draw_log(r, 0.02f, 0.35f);
    k.dimple = chance(r, 0.6f) ? draw(r, 0.2f, 0.9f) : 0;
    k.ace_scale = chance(r, 0.2f) ? draw(r, 1.2f, 1.9f) : 1;
    k.print_ring = chance(r, 0.05f) ? draw(r, 1.3f, 1.7f) : 0;
    k.wear = chance(r, 0.15f) ? draw(r, 0.2f, 0.75f) : 0;
    k.close_two = chance(r, 0.06f);
    k.edge = chance(r, 0.3f) ? draw(r, 0.015f, 0.05f) : draw(r, 0.05f, 0.16f);
    if (chance(r, 0.45f)) {
        k.ball = chance(r, 0.5f) ? draw(r, 0.58f, 0.66f) : draw(r, 0.66f, 0.78f);
        float face = 2 * sqrtf(k.ball * k.ball - 0.25f);  // radius of the round face, in halves of a side
        k.pip_radius = fminf(k.pip_radius, 0.25f * face);  // no two of a six touch
        k.pitch = fminf(k.pitch, (1.02f * face - k.pip_radius) * 0.7071f);
    }
    if (k.clear == 0 && chance(r, 0.04f)) {  // hollow pips without paint
        k.pip = k.ace = k.body * draw(r, 0.8f, 1);
        k.dimple = draw(r, 0.5f, 1.2f);
    }
    if (chance(r, 0.1f)) {  // of a casino: small and clear beside the pips, or large and pale below them
        bool large = chance(r, 0.4f);
        k.logo = (int)(draw_bits(r) >> 8);
        k.logo_size = large ? draw(r, 0.5f, 0.9f) : draw(r, 0.12f, 0.24f);
        k.logo_ink = large ? draw(r, 0.15f, 0.4f) : draw(r, 0.5f, 1);
        k.logo_x = large || chance(r, 0.5f) ? 0 : k.pitch * 0.5f;
        k.logo_y = large ? 0 : chance(r, 0.5f) ? k.pitch * 0.5f : fminf(k.pitch + k.pip_radius + 0.15f, 0.8f);
    }
    return k;
}
