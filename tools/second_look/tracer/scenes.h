// Seeded scenes for crops around one face: a die that lies flat, a die that leans on something, or a thing that is no
// die.
#pragma once
#include "light.h"
#include "props.h"
#include "things.h"

SHARED void draw_ground(Random& r, Scene& s, const Atlas& a) {
    s.ground_texture = draw_index(r, a.texture_count);
    s.ground_scale = draw_log(r, 2.5f, 20);
    s.ground_turn = draw(r, 0, 2 * PI);
    s.ground_x = draw(r, 0, 7);
    s.ground_y = draw(r, 0, 7);
    s.ground_plain = chance(r, 0.12f);
    if (s.ground_plain) s.ground = colour_of(draw(r), draw(r) * draw(r), draw_log(r, 0.01f, 0.9f));
    else s.ground = mix(grey(1), colour_of(draw(r), 1, 1), chance(r, 0.3f) ? 0.5f * draw(r) : 0) * draw(r, 0.5f, 1.2f);
    s.check_width = chance(r, 0.12f) ? draw_log(r, 0.1f, 1.5f) : 0;
    s.check = mix(colour_of(draw(r), draw(r), 1), grey(1), 0.3f * draw(r)) * draw(r, 0.25f, 0.8f);
    s.ground_gloss = chance(r, 0.5f) ? 0 : draw(r, 0.1f, 1);
    s.ground_roughness = draw_log(r, 0.02f, 0.4f);
}

// Other dice, mostly of the same kind, and now and then a box or tin.
SHARED_CALL void add_neighbours(Random& r, Scene& s, const Atlas& a, const Look& look, int kind) {
    int wanted = chance(r, 0.25f) ? 0 : 1 + draw_index(r, 5);
    bool alike = chance(r, 0.65f);
    for (int i = 0; i < wanted && s.count < MOST_BODIES - 1; i++) {
        Body& b = s.bodies[s.count];
        float angle = draw(r, 0, 2 * PI), far = chance(r, 0.4f) ? draw(r, 1, 1.5f) : draw(r, 1.3f, 4),
              side = alike ? 1 : draw(r, 0.8f, 1.2f);
        Look theirs = alike ? look : draw_look(r);
        if (kind == FLAT && s.count == 1 && chance(r, 0.12f)) {  // face to face
            const Frame& f = s.bodies[0].frame;
            lay_flat(r, b, theirs, 1, vec(0, 0, 0), 0);
            b.frame = turn_about_z(PI / 2 * draw_index(r, 4)) * f;
            b.centre = s.bodies[0].centre + (fabsf(f.x.z) > 0.5f ? f.y : f.x) * 1.003f;
            if (b.centre.z < 0.6f) s.count++;
            continue;
        }
        lay_flat(r, b, theirs, side, vec(cosf(angle) * far, sinf(angle) * far, 0), draw(r, 0, PI / 2));
        if (is_free(s, b.centre, 0.62f * side)) s.count++;
    }
    if (chance(r, 0.2f) && s.count < MOST_BODIES) {
        Body& b = s.bodies[s.count];
        clear_body(b);
        draw_material(r, b, a);
        float angle = draw(r, 0, 2 * PI), far = draw(r, 2, 4);
        b.shape = chance(r, 0.5f) ? Shape::BOX : Shape::CYLINDER;
        b.half = vec(draw(r, 0.2f, 1), draw(r, 0.2f, 1), draw(r, 0.05f, 1));
        if (b.shape == Shape::CYLINDER) b.half.y = b.half.x;
        b.edge = 0.03f;
        b.frame = turn_about_z(draw(r, 0, 6));
        b.centre = vec(cosf(angle) * far, sinf(angle) * far, b.half.z);
        if (is_free(s, b.centre, 0.9f * sqrtf(b.half.x * b.half.x + b.half.y * b.half.y))) s.count++;
    }
}

// A cup around the first body, with rings around it as turned or printed cups have them. Things stick in its wall now
// and then, which does not matter: what counts is that the crop is full of rings.
SHARED_CALL void add_cup(Random& r, Scene& s, const Atlas& a) {
    const Body& first = s.bodies[0];
    float room = fmaxf(sqrtf(first.half.x * first.half.x + first.half.y * first.half.y), 0.5f) + 0.05f,
          radius = room + draw_log(r, 0.05f, 1.2f), high = draw_log(r, 0.2f, 1.5f), around = draw(r, 0, 2 * PI),
          off = draw(r) * (radius - room);
    Body cup;
    clear_body(cup);
    draw_material(r, cup, a);
    if (chance(r, 0.3f)) cup.look.body = first.look.body * draw(r, 0.5f, 2);  // hardly told from the die
    else if (chance(r, 0.4f)) cup.look.body = cup.look.body * draw(r, 0.03f, 0.4f);
    cup.shape = Shape::CUP;
    Vec centre = first.centre + vec(cosf(around) * off, sinf(around) * off, 0);
    if (chance(r, 0.6f)) {  // a floor of its own
        s.ground_plain = true;
        s.ground = cup.look.body * draw(r, 0.5f, 1.3f);
    }
    for (int rings = 1 + draw_index(r, 6); rings > 0 && s.count < MOST_BODIES; rings--) {
        cup.wall = draw_log(r, 0.02f, 0.15f);
        radius += 2 * cup.wall;
        cup.half = vec(radius, radius, high * 0.5f);
        cup.edge = 0;
        cup.centre = vec(centre.x, centre.y, high * 0.5f);
        s.bodies[s.count++] = cup;
        cup.look.body = cup.look.body * draw(r, 0.7f, 1.4f);
        radius += chance(r, 0.5f) ? 0 : draw(r, 0.02f, 0.3f);
        high *= draw(r, 0.9f, 1.2f);
    }
}

// More of a thing that is no die.
SHARED_CALL void add_more_things(Random& r, Scene& s, const Atlas& a) {
    const Body& first = s.bodies[0];
    for (int wanted = 1 + draw_index(r, 4); wanted > 0 && s.count < MOST_BODIES - 4; wanted--) {
        Body& b = s.bodies[s.count];
        float angle = draw(r, 0, 2 * PI), far = draw(r, 1.3f, 3) * (first.domino ? 1.6f : 1);
        b = first;
        b.centre = first.centre + vec(cosf(angle) * far, sinf(angle) * far, 0);
        if (!is_free(s, b.centre, first.domino ? 1.1f : 0.75f)) continue;
        b.frame = turn_about_z(draw(r, 0, 2 * PI)) * first.frame;
        if (chance(r, 0.5f)) {
            b.look = draw_look(r);
            b.look.clear = 0;
        }
        for (int face = 0; face < 6; face++) {
            if (b.mask[face]) b.mask[face] = draw_mask(r);
            if (b.glyph[face] >= 0) b.glyph[face] = draw_index(r, a.glyph_count);
        }
        s.count++;
    }
}

// Two lamps, a sky with windows, and a ring of light around the camera's direction.
SHARED void draw_lights(Random& r, Scene& s, Vec to_eye) {
    for (Lamp& lamp : s.lamps) {
        float height = draw(r, 20, 88) * DEGREE, around = draw(r, 0, 2 * PI), far = draw_log(r, 8, 200),
              warm = draw(r, -0.25f, 0.25f);
        lamp.place = vec(cosf(height) * cosf(around), cosf(height) * sinf(around), sinf(height)) * far;
        lamp.radius = far * draw_log(r, 0.01f, 0.45f);
        lamp.light = vec(1 + warm, 1, 1 - warm) * draw(r, 0.4f, 1.6f);
    }
    s.lamps[1].light = s.lamps[1].light * (chance(r, 0.6f) ? 0 : draw(r, 0.2f, 0.8f));
    s.sky_above = vec(draw(r, 0.85f, 1.1f), 1, draw(r, 0.85f, 1.15f)) * draw_log(r, 0.1f, 1.6f);
    s.sky_below = s.sky_above * draw(r, 0.2f, 1);
    s.window_count = draw_index(r, 4);
    for (int i = 0; i < s.window_count; i++) {
        float height = draw(r, 10, 85) * DEGREE, around = draw(r, 0, 2 * PI);
        s.windows[i].way = vec(cosf(height) * cosf(around), cosf(height) * sinf(around), sinf(height));
        s.windows[i].half = draw(r, 0.1f, 0.6f);
        s.windows[i].light = grey(draw_log(r, 0.5f, 6));
    }
    s.ring_light = chance(r, 0.12f) ? draw(r, 2, 12) : 0;
    s.ring_way = to_eye;
    s.ring_inner = draw(r, 0.6f, 0.97f);
    s.ring_outer = fminf(s.ring_inner + draw(r, 0.01f, 0.15f), 0.999f);
}

SHARED bool project(const Scene& s, Vec p, float& x, float& y) {
    Vec d = to_local(s.camera, p - s.eye);
    if (d.z <= 1e-3f) return false;
    x = (d.x / d.z - s.shift_x) * s.focal + CROP / 2;
    y = (d.y / d.z - s.shift_y) * s.focal + CROP / 2;
    return true;
}

constexpr float FACE = 34;  // pixels across the face (the root of its area), but for what detections are off

// Points the camera at the square's middle from direction `to_eye`, with the square FACE pixels large.
SHARED_CALL bool aim_camera(Random& r, Scene& s, const Square& square, Vec middle, Vec to_eye, float tilt,
                            float around) {
    float far = draw_log(r, 5, 60);
    s.eye = middle + to_eye * far;
    if (s.eye.z < 0.8f) return false;
    // The middle of the crop is usually not the middle of the picture: the optical axis points elsewhere.
    s.shift_x = clamp(draw_normal(r) * 0.18f, -0.45f, 0.45f);
    s.shift_y = clamp(draw_normal(r) * 0.18f, -0.45f, 0.45f);
    Vec ahead = -to_eye, right = tilt < 3 ? vec(cosf(around), sinf(around), 0) : cross(ahead, vec(0, 0, 1));
    right = unit(right - ahead * dot(right, ahead));
    float roll = chance(r, 0.6f) ? draw_normal(r) * 0.12f : draw(r, 0, 2 * PI);
    right = right * cosf(roll) + cross(ahead, right) * sinf(roll);
    Vec z = unit(vec(s.shift_x, s.shift_y, 1)), x = unit(vec(1, 0, 0) - z * z.x), y = cross(z, x);
    Frame pointed = {right, cross(ahead, right), ahead};
    Frame back = {vec(x.x, y.x, z.x), vec(x.y, y.y, z.y), vec(x.z, y.z, z.z)};
    s.camera = pointed * back;
    s.focal = 1;
    float px[4], py[4], area = 0;
    for (int i = 0; i < 4; i++)
        if (!project(s, square.corners[i], px[i], py[i])) return false;
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) % 4;
        area += (px[i] - CROP / 2) * (py[j] - CROP / 2) - (px[j] - CROP / 2) * (py[i] - CROP / 2);
    }
    area = fabsf(area) * 0.5f;
    if (area < 1e-9f) return false;
    s.truth.side = FACE * expf(clamp(draw_normal(r) * 0.09f, -0.25f, 0.25f));
    s.focal = s.truth.side / sqrtf(area);
    s.shift_x += draw_normal(r) * 0.06f * s.truth.side / s.focal;  // a detection is not quite in the middle
    s.shift_y += draw_normal(r) * 0.06f * s.truth.side / s.focal;
    s.aperture = chance(r, 0.5f) ? 0 : draw(r, 0, 0.01f) * far;
    s.focus = far * draw(r, 0.93f, 1.07f);
    return true;
}

// Returns whether the first body is seen at four of five points of the square at least.
SHARED bool is_in_sight(const Scene& s, const Square& square, Vec middle) {
    int seen = 0;
    for (int i = 0; i < 5; i++) {
        Vec at = i < 4 ? middle + (square.corners[i] - middle) * 0.6f : middle, local;
        float far;
        seen += trace(s, s.eye, unit(at - s.eye), FAR, far, local) == 0;
    }
    return seen >= 4;
}

// Returns the face of a die that a reader may look at: its top, a face of a leaning die, or a side face; -1 for none.
SHARED int draw_face(Random& r, const Body& die, int kind, bool side_face, Vec to_eye) {
    if (kind == FLAT) return find_top_face(die);
    int picked = -1;
    float total = 0;
    for (int face = 0; face < 6; face++) {
        Vec n = to_world(die.frame, face_way(face));
        float facing = dot(n, to_eye);
        if (side_face && n.z > 0.5f) continue;
        if (facing < (side_face ? 0.2f : 0.3f)) continue;
        float weight = facing * facing * facing;
        total += weight;
        if (draw(r) * total < weight) picked = face;
    }
    return picked;
}

// Makes the scene of a seed; returns false where it gives none: the face is hidden, or nothing holds the die.
SHARED_CALL bool make_scene(uint32_t seed, uint32_t props, const Atlas& a, Scene& s) {
    Random r = {scramble(seed * 2654435761u + 12345u)};
    s.count = 0;
    s.truth = {};
    s.truth.prop = s.truth.family = -1;
    draw_ground(r, s, a);
    float u = draw(r);
    bool side_face = u >= 0.68f && u < 0.76f;
    int kind = u < 0.36f   ? FLAT
               : u < 0.68f ? LEANS
                           : OTHER,
        family = side_face       ? SIDE_FACE
                 : kind == OTHER ? draw_family(r)
                                 : -1;
    Look look = draw_look(r);
    Square square;
    if (kind == LEANS) {
        if (!lean_die(r, s, a, look, props)) return false;
    } else if (family < 0 || side_face) rest_die(r, s, a, look, props);
    else {
        square = make_thing(r, s, a, look, family);
        if (family <= DISC && chance(r, 0.3f)) add_more_things(r, s, a);
    }
    float tilt = chance(r, 0.28f)   ? draw(r, 0, 10)
                 : chance(r, 0.25f) ? draw(r, 42, 54)  // the face below is 0.8 to 1 sides away
                 : chance(r, 0.82f) ? draw(r, 5, 60)
                                    : draw(r, 50, 74),
          around = draw(r, 0, 2 * PI);
    Vec to_eye = {sinf(tilt * DEGREE) * cosf(around), sinf(tilt * DEGREE) * sinf(around), cosf(tilt * DEGREE)};
    const Body& first = s.bodies[0];
    Truth& truth = s.truth;
    if (family < 0 || side_face) {
        int face = draw_face(r, first, kind, side_face, to_eye);
        if (face < 0) return false;
        square = square_of(first, face);
        truth.value = value_of(first, face);
    }
    if (family != PIP_OF_LARGE_DIE && family != TRAY_WITH_DIE) {
        if (s.count > 0 && chance(r, 0.13f)) add_cup(r, s, a);
        else add_neighbours(r, s, a, look, kind);
    }
    Vec middle = (square.corners[0] + square.corners[1] + square.corners[2] + square.corners[3]) * 0.25f;
    if (!aim_camera(r, s, square, middle, to_eye, tilt, around)) return false;
    if (family != BARE_GROUND && family != OCTAHEDRON && family != TRAY_WITH_DIE && !is_in_sight(s, square, middle))
        return false;
    draw_lights(r, s, to_eye);
    truth.kind = (float)kind;
    truth.family = (float)family;
    truth.tilt = tilt;
    for (int i = 0; i < 4; i++) project(s, square.corners[i], truth.corners[2 * i], truth.corners[2 * i + 1]);
    project(s, middle, truth.centre[0], truth.centre[1]);
    truth.has_geometry = family < 0 || side_face;
    if (truth.has_geometry) {
        float x = 0, y = 0;
        project(s, first.centre * 2 - middle, x, y);
        truth.below[0] = (x - truth.centre[0]) / truth.side;
        truth.below[1] = (y - truth.centre[1]) / truth.side;
    }
    if (kind == LEANS) {
        float steepest = fmaxf(fabsf(first.frame.x.z), fmaxf(fabsf(first.frame.y.z), fabsf(first.frame.z.z)));
        truth.lean = acosf(fminf(steepest, 1)) / DEGREE;
    }
    Vec up = to_local(s.camera, vec(0, 0, 1));
    truth.up[0] = up.x;
    truth.up[1] = up.y;
    truth.up[2] = up.z;
    return true;
}

constexpr int MOST_TRIES = 60;

// Makes the scene of a seed, or where it gives none, of the first seed derived from it that does.
SHARED void make_some_scene(uint32_t seed, uint32_t props, const Atlas& a, Scene& s) {
    for (uint32_t n = 0; n < MOST_TRIES; n++)
        if (make_scene(seed + 0x9e3779b9u * n, props, a, s)) return;
}
