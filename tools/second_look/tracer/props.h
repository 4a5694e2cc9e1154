// Dice that lean on something, and dice that lie flat beside such things.
#pragma once
#include "dice.h"

// What dice lean on, and lie beside. The bits of `props` say which of them a scene may use.
enum Prop { WALL, DIE_WALL, PENCIL, FOLD, COIN, SMALL_DIE, RIM, SLOPE, MARBLE, PROP_COUNT };

constexpr uint32_t UPRIGHT_PROPS = 1u << WALL | 1u << DIE_WALL, ROUND_PROPS = 1u << PENCIL | 1u << FOLD | 1u << MARBLE;
constexpr uint32_t LOW_PROPS = ROUND_PROPS | 1u << COIN | 1u << RIM | 1u << SMALL_DIE;

SHARED Frame lay_along_y() { return {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}; }

// Returns one of the props of `wanted` that `props` allows, -1 if there is none.
SHARED int draw_prop(Random& r, uint32_t props, uint32_t wanted) {
    uint32_t both = props & wanted;
    int count = 0, found = -1;
    for (int prop = 0; prop < PROP_COUNT; prop++)
        if (both >> prop & 1 && draw_index(r, ++count) == 0) found = prop;
    return found;
}

// Puts something upright at x, at least `low` high: what a die leans against. Returns false where it is not allowed.
SHARED_CALL bool add_wall(Random& r, Scene& s, const Atlas& a, float x, float low, float y, const Look& look,
                          uint32_t props) {
    int prop = draw_prop(r, props, low < 0.97f ? UPRIGHT_PROPS : 1u << WALL);
    if (prop < 0 || s.count >= MOST_BODIES) return false;
    Body& b = s.bodies[s.count++];
    s.truth.prop = prop;
    if (prop == DIE_WALL) {
        make_die(r, b, chance(r, 0.7f) ? look : draw_look(r),
                 chance(r, 0.75f) ? 1 : draw(r, fmaxf(0.75f, low * 1.02f), 1.25f));
        b.frame = turn_about_z(chance(r, 0.6f) ? 0 : draw(r, -0.6f, 0.6f)) * draw_roll(r);
        b.centre = vec(x + extent(b, vec(-1, 0, 0)), y + draw(r, -0.5f, 0.5f), extent(b, vec(0, 0, -1)));
        return true;
    }
    clear_body(b);
    draw_material(r, b, a);
    float high = fmaxf(low + 0.05f, draw_log(r, 0.5f, 4)), thick = draw_log(r, 0.1f, 3);
    b.half = vec(thick * 0.5f, draw_log(r, 1, 20) * 0.5f + 0.3f, high * 0.5f);
    b.edge = fminf(0.3f * fminf(b.half.x, b.half.z), draw(r, 0.01f, 0.1f));
    if (chance(r, 0.25f)) {  // the side of a clear box
        b.texture = -1;
        b.look.marble = 0;
        b.look.body = vec(1, 1, 1) * draw(r, 0.85f, 1);
        b.look.clear = draw(r, 0.75f, 0.97f);
        b.look.gloss = draw(r, 0.6f, 1.5f);
        b.look.roughness = draw_log(r, 0.005f, 0.1f);
        b.half.x = draw_log(r, 0.02f, 0.2f);
        b.edge = 0.3f * b.half.x;
    }
    b.centre = vec(x + b.half.x, y + draw(r, -1, 1) * fmaxf(b.half.y - 0.4f, 0), b.half.z);
    return true;
}

// Puts a low prop with its near edge at x (the axis of what is round), `high` sides high; round ones have the radius.
SHARED_CALL void add_low_prop(Random& r, Scene& s, const Atlas& a, int prop, float x, float high, float radius, float y,
                              const Look& look) {
    Body& b = s.bodies[s.count++];
    s.truth.prop = prop;
    if (prop == SMALL_DIE) {
        make_die(r, b, chance(r, 0.5f) ? look : draw_look(r), high);
        b.frame = draw_roll(r);
        b.centre = vec(x + high * 0.5f, y + draw(r, -0.3f, 0.3f), high * 0.5f);
        return;
    }
    clear_body(b);
    draw_material(r, b, a);
    if (prop == PENCIL || prop == FOLD) {
        b.shape = Shape::CYLINDER;
        b.half = vec(radius, radius, draw_log(r, 0.6f, 8));
        b.edge = 0.2f * radius;
        b.frame = turn_about_z(draw(r, -0.1f, 0.1f)) * lay_along_y();
        b.centre = vec(x, y + draw(r, -0.3f, 0.3f), radius);
        if (prop == FOLD) {
            b.texture = s.ground_plain ? -1 : s.ground_texture;
            b.look.body = s.ground;
        }
    } else if (prop == MARBLE) {
        b.half = grey(radius);
        b.edge = radius;
        b.centre = vec(x, y + draw(r, -0.15f, 0.15f), radius);
    } else if (prop == COIN) {
        float wide = draw(r, 0.4f, 1.4f);
        b.shape = Shape::CYLINDER;
        b.half = vec(wide, wide, high * 0.5f);
        b.edge = 0.1f * fminf(high, 0.2f);
        b.centre = vec(x + wide, y + draw(r, -0.2f, 0.2f), high * 0.5f);
    } else {
        float wide = chance(r, 0.5f) ? draw(r, 0.08f, 0.5f) : draw_log(r, 0.5f, 8);
        b.half = vec(wide * 0.5f, draw_log(r, 0.5f, 20) * 0.5f + 0.2f, high * 0.5f);
        b.edge = 0.15f * fminf(wide, high) * draw(r) + 0.003f;
        b.centre = vec(x + wide * 0.5f, y + draw(r, -1, 1) * fmaxf(b.half.y - 0.3f, 0), high * 0.5f);
    }
}

// The first body becomes a die that leans by 9 to 81 degrees. Returns false where no allowed prop holds it so.
SHARED_CALL bool lean_die(Random& r, Scene& s, const Atlas& a, const Look& look, uint32_t props) {
    Body& die = s.bodies[0];
    make_die(r, die, look, 1);
    s.count = 1;
    // Most are near the limit, where they are told from flat ones hardest.
    float lean = (chance(r, 0.35f) ? draw(r, 9, 16) : chance(r, 0.6f) ? draw(r, 16, 30) : draw(r, 30, 81)) * DEGREE;
    if (props >> SLOPE & 1 && lean < 35 * DEGREE && chance(r, 0.12f)) {  // flat on a board that is not
        Frame slope = raise_x(lean);
        die.frame = slope * turn_about_z(draw(r, 0, PI / 2)) * draw_roll(r);
        Body& board = s.bodies[s.count++];
        clear_body(board);
        draw_material(r, board, a);
        s.truth.prop = SLOPE;
        board.half = vec(draw_log(r, 0.7f, 6), draw_log(r, 0.7f, 6), draw_log(r, 0.03f, 0.3f));
        board.frame = slope;
        board.centre = vec(0, 0, extent(board, vec(0, 0, -1)));
        die.centre = board.centre + slope.x * (draw(r, -1, 1) * (board.half.x - 0.55f)) +
                     slope.y * (draw(r, -1, 1) * (board.half.y - 0.55f)) + slope.z * (board.half.z + 0.5f);
        return true;
    }
    float skew = chance(r, 0.5f) ? 0 : chance(r, 0.5f) ? draw(r, -0.25f, 0.25f) : draw(r, -PI / 4, PI / 4);
    die.frame = raise_x(lean) * turn_about_z(skew) * draw_roll(r);
    die.centre = vec(0, 0, extent(die, vec(0, 0, -1)));
    Vec l = to_local(die.frame, vec(0, 0, -1));
    Vec corner = {copysignf(die.half.x - die.edge, l.x), copysignf(die.half.y - die.edge, l.y),
                  copysignf(die.half.z - die.edge, l.z)};
    float pivot = (to_world(die.frame, corner) + die.centre).x;
    float far = draw(r, 0.45f, 0.98f), high = far * sinf(lean);
    // A die of `high` sides must be smaller than the one that leans on it, but no bead; beyond 52 degrees a die slides
    // off low props.
    uint32_t low = props & (high > 0.4f && high < 0.98f ? LOW_PROPS : LOW_PROPS & ~(1u << SMALL_DIE));
    bool upright = props & UPRIGHT_PROPS && (lean > 0.9f || low == 0 || chance(r, 0.45f));
    if (upright)
        return add_wall(r, s, a, die.centre.x + extent(die, vec(1, 0, 0)) + 0.002f, sinf(lean) + 0.05f, 0, look, props);
    int prop = lean > 0.9f ? -1 : draw_prop(r, low, LOW_PROPS);
    if (prop < 0) return false;
    bool rounded = ROUND_PROPS >> prop & 1;
    float axis = draw(r, 0.5f, 0.9f) * cosf(lean);  // from the pivot; the lower face touches what is round
    float radius = axis * sinf(lean) / (1 + cosf(lean));
    add_low_prop(r, s, a, prop, pivot + (rounded ? axis : far * cosf(lean)), high, radius, die.centre.y, look);
    return true;
}

// The first body becomes a die that lies flat, often beside or on what other dice lean on.
SHARED_CALL void rest_die(Random& r, Scene& s, const Atlas& a, const Look& look, uint32_t props) {
    float base = 0;
    s.count = 1;
    if (chance(r, 0.07f)) {  // on a block
        Body& block = s.bodies[1];
        clear_body(block);
        draw_material(r, block, a);
        base = draw_log(r, 0.08f, 1.5f);
        block.half = vec(draw_log(r, 1.3f, 8) * 0.5f, draw_log(r, 1.3f, 8) * 0.5f, base * 0.5f);
        block.frame = turn_about_z(draw(r, 0, 3));
        block.centre = to_world(block.frame, vec(draw(r, -1, 1) * (block.half.x - 0.6f), 0, base * 0.5f));
        s.count = 2;
    }
    lay_flat(r, s.bodies[0], look, 1, vec(0, 0, base), draw(r, 0, PI / 2));
    if (base > 0) return;
    if (chance(r, 0.05f)) {  // in a tray
        Body& tray = s.bodies[s.count++];
        clear_body(tray);
        draw_material(r, tray, a);
        tray.shape = Shape::TRAY;
        tray.wall = draw(r, 0.05f, 0.3f);
        tray.half = vec(draw(r, 1.4f, 5), 0, draw(r, 0.15f, 0.8f));
        tray.frame = turn_about_z(draw(r, 0, PI));
        float room = tray.half.x - 2 * tray.wall - 0.75f;
        tray.centre = vec(draw(r, -0.7f, 0.7f) * room, draw(r, -0.7f, 0.7f) * room, tray.half.z);
    } else if (chance(r, 0.45f)) {
        Body& die = s.bodies[0];
        die.frame = turn_about_z(chance(r, 0.5f) ? 0 : draw(r, 0, PI / 2)) * draw_roll(r);
        float x = extent(die, vec(1, 0, 0)) + (chance(r, 0.5f) ? 0.003f : draw(r, 0, 0.8f));
        if (chance(r, 0.5f)) {
            add_wall(r, s, a, x, draw_log(r, 0.05f, 1), 0, look, props);
            return;
        }
        int prop = draw_prop(r, props, LOW_PROPS);
        float radius = draw(r, 0.05f, 0.35f), high = prop == COIN        ? draw(r, 0.04f, 0.4f)
                                                     : prop == SMALL_DIE ? draw(r, 0.4f, 0.98f)
                                                                         : draw(r, 0.05f, 1);
        if (prop >= 0) add_low_prop(r, s, a, prop, x + (ROUND_PROPS >> prop & 1 ? radius : 0), high, radius, 0, look);
    }
}
