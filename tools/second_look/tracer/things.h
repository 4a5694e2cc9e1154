// Things that are no dice, each with the square that a reader may take for a face.
#pragma once
#include "dice.h"

// Things that are no dice, and views of dice that are no top faces.
enum Family {
    DOMINO,
    ODD_CUBE,
    CARD,
    DISC,
    OCTAHEDRON,
    BARE_GROUND,
    PIP_OF_LARGE_DIE,
    TRAY_WITH_DIE,
    SYMBOL_PIPS,
    SIDE_FACE
};

struct Square {
    Vec corners[4];
};

SHARED Square square_on(const Frame& frame, Vec centre, Vec across, Vec along) {
    Vec u = to_world(frame, across), v = to_world(frame, along);
    return {{centre - u - v, centre + u - v, centre + u + v, centre - u + v}};
}

SHARED Square square_of(const Body& b, int face) {
    Vec n = face_way(face), u = face_across(face), v = cross(n, u);
    return square_on(b.frame, b.centre + to_world(b.frame, n * b.half), u * b.half, v * b.half);
}

SHARED int draw_family(Random& r) {
    const float shares[9] = {0.24f, 0.21f, 0.08f, 0.1f, 0.06f, 0.07f, 0.09f, 0.05f, 0.1f};
    float u = draw(r);
    int family = 0;
    while (family < 8 && u >= shares[family]) u -= shares[family++];
    return family;
}

// The first body, at the origin, becomes a thing of a family; returns the square that a reader may take for a face.
SHARED_CALL Square make_thing(Random& r, Scene& s, const Atlas& a, const Look& look, int family) {
    Body& b = s.bodies[0];
    clear_body(b);
    b.look = look;
    b.seed = draw_index(r, 1000);
    b.frame = turn_about_z(draw(r, 0, 2 * PI));
    s.count = 1;
    switch (family) {
        case DOMINO: {
            float thick = draw(r, 0.1f, 0.5f);
            b.half = vec(0.5f, draw(r, 0.95f, 1.05f), thick * 0.5f);
            b.edge = 0.02f + 0.06f * draw(r) * thick;
            b.domino = 1;
            b.mask[4] = draw_mask(r);
            b.mask[5] = chance(r, 0.1f) ? 0 : draw_mask(r);
            b.look.pitch = draw(r, 0.42f, 0.6f);
            if (chance(r, 0.5f)) {
                b.look.body = grey(draw(r, 0.01f, 0.9f));
                b.look.pip = lightness(b.look.body) > 0.4f ? grey(0.02f) : vec(0.85f, 0.85f, 0.8f);
                b.look.marble = 0;
            }
            if (chance(r, 0.3f)) b.frame = b.frame * raise_x(draw(r, 0, 1));
            b.centre = vec(0, 0, extent(b, vec(0, 0, -1)));
            Vec middle = vec(0, copysignf(b.half.y * 0.5f, draw(r) - 0.5f), b.half.z);
            return square_on(b.frame, b.centre + to_world(b.frame, middle), vec(b.half.x, 0, 0),
                             vec(0, b.half.y * 0.5f, 0));
        }
        case ODD_CUBE:
        case SYMBOL_PIPS: {
            b.half = grey(0.5f);
            b.edge = look.edge;
            b.ball = look.ball;
            b.centre = vec(0, 0, 0.5f);
            const int wrong[10] = {1 + 4 + 64,
                                   16 + 1 + 4 + 64,
                                   1 + 4,
                                   511,
                                   511 - 16,
                                   16 + 1 + 8 + 64 + 4 + 32 + 256,
                                   1 + 2 + 4 + 64 + 128,
                                   2 + 8 + 32 + 128,
                                   2 + 8 + 16 + 32 + 128,
                                   1 + 4 + 128};
            float u = draw(r);
            if (family == SYMBOL_PIPS) b.pip_glyph = draw_index(r, a.glyph_count);
            for (int face = 0; face < 6; face++) {
                if (family == SYMBOL_PIPS) b.mask[face] = draw_mask(r);
                else if (u < 0.65f) b.glyph[face] = draw_index(r, a.glyph_count);
                else if (u > 0.72f) b.mask[face] = wrong[draw_index(r, 10)];
            }
            return square_of(b, 4);
        }
        case CARD: {
            float thick = draw_log(r, 0.005f, 0.1f);
            b.half = vec(0.5f * draw(r, 1, 1.5f), 0.5f * draw(r, 1, 1.5f), thick * 0.5f);
            b.edge = fminf(0.2f, thick) * 0.4f * draw(r);
            b.centre = vec(0, 0, b.half.z);
            if (chance(r, 0.85f)) b.mask[4] = chance(r, 0.7f) ? draw_mask(r) : draw_index(r, 512);
            else b.glyph[4] = draw_index(r, a.glyph_count);
            b.look.clear = 0;
            if (chance(r, 0.7f)) b.look.dimple = 0;
            if (chance(r, 0.3f) && s.ground_plain) b.look.body = s.ground;
            return square_of(b, 4);
        }
        case DISC: {  // buttons, sockets, sweets, screws, chips
            // Those with the pips of a value, and thick or bare ones, are few: dice with round faces look like them.
            float thick = draw_log(r, 0.02f, chance(r, 0.1f) ? 1.1f : 0.4f), u = draw(r);
            b.shape = Shape::CYLINDER;
            b.half = vec(0.58f, 0.58f, thick * 0.5f);
            b.edge = fminf(thick * 0.5f, 0.57f) * draw(r, 0.05f, 0.98f);
            b.centre = vec(0, 0, b.half.z);
            const int holes[8] = {8 + 32,           1 + 4 + 64 + 256, 2 + 128,     16,
                                  2 + 8 + 32 + 128, 8 + 32 + 2,       16 + 8 + 32, 1 + 4 + 128};
            if (u < 0.42f) b.mask[4] = holes[draw_index(r, 8)];
            else if (u < 0.5f) b.mask[4] = draw_mask(r);
            else if (u < 0.87f) b.glyph[4] = draw_index(r, a.glyph_count);
            else if (u < 0.98f) b.mask[4] = draw_index(r, 512);
            b.look.pitch *= draw(r, 0.5f, 0.95f);
            b.look.pip_radius *= draw(r, 0.5f, 1.1f);
            b.look.clear = 0;
            if (chance(r, 0.3f)) b.look.gloss = draw(r, 1, 6);
            if (chance(r, 0.4f)) {  // on a plate
                Body& plate = s.bodies[s.count++];
                clear_body(plate);
                draw_material(r, plate, a);
                plate.half = vec(0.9f, 0.9f, 0.02f);
                plate.edge = 0.01f;
            }
            Square square = square_of(b, 4);
            for (Vec& corner : square.corners) corner = b.centre + (corner - b.centre) * 0.9f;
            return square;
        }
        case OCTAHEDRON: {
            b.shape = Shape::OCTAHEDRON;
            b.half = grey(0.8f);
            b.frame = b.frame * (raise_x(0.9553f) * turn_about_z(PI / 4));
            b.centre = vec(0, 0, 0.8f * 0.57735f);
            for (int& glyph : b.glyph) glyph = draw_index(r, a.glyph_count);
            return square_on(identity(), vec(0, 0, b.centre.z * 2), vec(0.5f, 0, 0), vec(0, 0.5f, 0));
        }
        case PIP_OF_LARGE_DIE: {
            make_die(r, b, look, 1 / draw(r, 0.12f, 0.4f));
            b.frame = turn_about_z(draw(r, 0, PI / 2)) * draw_roll(r);
            b.centre = vec(0, 0, b.half.z);
            int top = find_top_face(b), cell = draw_index(r, 9);
            for (int tries = 0; tries < 40 && !(b.mask[top] >> cell & 1); tries++) cell = draw_index(r, 9);
            Vec n = face_way(top), u = face_across(top), v = cross(n, u);
            float pitch = look.pitch * b.half.x;
            Vec pip = n * b.half.x + u * ((cell % 3 - 1) * pitch) + v * ((cell / 3 - 1) * pitch);
            return square_on(b.frame, b.centre + to_world(b.frame, pip), u * 0.5f, v * 0.5f);
        }
        case TRAY_WITH_DIE: {
            draw_material(r, b, a);
            b.shape = Shape::TRAY;
            b.wall = draw(r, 0.02f, 0.07f);
            b.half = vec(draw(r, 0.5f, 0.62f), 0, draw(r, 0.04f, 0.2f));
            b.centre = vec(0, 0, b.half.z);
            int dice = 1 + (chance(r, 0.3f) ? draw_index(r, 5) : 0);
            float side = dice == 1 ? draw(r, 0.12f, 0.32f) : draw(r, 0.1f, 0.17f),
                  free = b.half.x - 2 * b.wall - 0.75f * side;
            for (int i = 0; i < dice; i++) {
                Vec place = dice == 1 ? vec(draw(r, -0.3f, 0.3f) * free, draw(r, -0.3f, 0.3f) * free, 0)
                                      : vec(draw(r, -1, 1) * free, draw(r, -1, 1) * free, 0);
                bool room = true;
                for (int j = 1; j < s.count; j++)
                    room = room && length(s.bodies[j].centre - place - vec(0, 0, side / 2)) > 1.45f * side;
                if (room) lay_flat(r, s.bodies[s.count++], look, side, place, draw(r, 0, PI / 2));
            }
            return square_on(b.frame, vec(0, 0, 0), vec(0.5f, 0, 0), vec(0, 0.5f, 0));
        }
        default: s.count = 0; return square_on(identity(), vec(0, 0, 0), vec(0.5f, 0, 0), vec(0, 0.5f, 0));
    }
}
