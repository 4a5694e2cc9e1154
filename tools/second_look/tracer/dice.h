// Dice, and where they lie.
#pragma once
#include "looks.h"

SHARED void clear_body(Body& b) {
    b = {};
    b.frame = identity();
    b.edge = 0.02f;
    b.texture = b.pip_glyph = -1;
    b.texture_scale = 0.2f;
    for (int& glyph : b.glyph) glyph = -1;
}

// The pips of a value; `turned` exchanges the ways in which two, three and six can lie.
SHARED int mask_of(int value, bool turned, bool close_two) {
    switch (value) {
        case 1: return 16;
        case 2: return close_two ? (turned ? 2 + 128 : 8 + 32) : turned ? 1 + 256 : 4 + 64;
        case 3: return 16 + (turned ? 1 + 256 : 4 + 64);
        case 4: return 1 + 4 + 64 + 256;
        case 5: return 16 + 1 + 4 + 64 + 256;
        case 6: return turned ? 1 + 8 + 64 + 4 + 32 + 256 : 1 + 2 + 4 + 64 + 128 + 256;
        default: return 0;
    }
}
SHARED int draw_mask(Random& r) { return mask_of(1 + draw_index(r, 6), chance(r, 0.5f), false); }

// Opposite faces sum to seven; a mirrored die has three and four exchanged.
SHARED int value_of(const Body& die, int face) {
    const int values[6] = {2, 5, 3, 4, 1, 6};
    if (die.seed & 1 && (face == 2 || face == 3)) face = 5 - face;
    return values[face];
}

SHARED_CALL void make_die(Random& r, Body& b, const Look& look, float side) {
    clear_body(b);
    b.look = look;
    b.half = grey(side * 0.5f);
    b.edge = look.edge * side;
    b.ball = look.ball * side;
    b.seed = draw_index(r, 1000);
    for (int face = 0; face < 6; face++) b.mask[face] = mask_of(value_of(b, face), chance(r, 0.5f), look.close_two);
}

SHARED Vec face_way(int face) {
    const Vec ways[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    return ways[face];
}

SHARED Vec face_across(int face) { return face < 2 ? vec(0, 1, 0) : face < 4 ? vec(0, 0, 1) : vec(1, 0, 0); }

SHARED int find_top_face(const Body& b) {
    int top = 0;
    for (int face = 1; face < 6; face++)
        if (to_world(b.frame, face_way(face)).z > to_world(b.frame, face_way(top)).z) top = face;
    return top;
}

SHARED Frame draw_roll(Random& r) {  // one of the 24 ways in which a cube can lie
    Vec z = face_way(draw_index(r, 6)), x = fabsf(z.x) > 0.5f ? vec(0, 1, 0) : vec(1, 0, 0), y = cross(z, x);
    for (int n = draw_index(r, 4); n > 0; n--) {
        Vec old = x;
        x = y;
        y = -old;
    }
    return {x, y, z};
}

SHARED float extent(const Body& b, Vec way) {  // from the centre to the plane that touches the body in direction `way`
    Vec l = to_local(b.frame, way);
    if (b.shape == Shape::CYLINDER)
        return sqrtf(l.x * l.x + l.y * l.y) * (b.half.x - b.edge) + fabsf(l.z) * (b.half.z - b.edge) + b.edge;
    float far =
        fabsf(l.x) * (b.half.x - b.edge) + fabsf(l.y) * (b.half.y - b.edge) + fabsf(l.z) * (b.half.z - b.edge) + b.edge;
    return b.ball > 0 ? fminf(far, b.ball) : far;
}

// Returns whether no body comes closer to a place than `radius`.
SHARED_CALL bool is_free(const Scene& s, Vec place, float radius) {
    for (int i = 0; i < s.count; i++) {
        const Body& b = s.bodies[i];
        Vec l = to_local(b.frame, b.centre - place);
        Vec gap = {fmaxf(fabsf(l.x) - b.half.x, 0), fmaxf(fabsf(l.y) - b.half.y, 0), fmaxf(fabsf(l.z) - b.half.z, 0)};
        if (length(gap) < radius) return false;
    }
    return true;
}

SHARED void lay_flat(Random& r, Body& b, const Look& look, float side, Vec place, float turn) {
    make_die(r, b, look, side);
    b.frame = turn_about_z(turn) * draw_roll(r);
    b.centre = place + vec(0, 0, side * 0.5f);
}

// A thing of plastic, wood or whatever a texture shows.
SHARED_CALL void draw_material(Random& r, Body& b, const Atlas& a) {
    b.look = draw_look(r);
    b.look.clear = 0;
    b.look.pip = grey(0.05f);
    if (chance(r, 0.55f)) {
        b.texture = draw_index(r, a.texture_count);
        b.texture_scale = draw_log(r, 0.06f, 0.5f);
        b.look.body = grey(draw(r, 0.5f, 1.1f));
    }
    if (chance(r, 0.5f)) b.look.gloss *= 0.2f;
}
