// Bodies, scenes, and the way of a ray through them. Lengths are in sides of the die in question; z is up.
#pragma once
#include "vectors.h"

constexpr int CROP = 128, TEXTURE = 256, GLYPH = 64;  // pixels across a crop, a texture and a glyph
constexpr int MOST_BODIES = 14;

struct Atlas {
    const uint8_t* textures;  // (texture_count, TEXTURE, TEXTURE, 3), RGB
    int texture_count;
    const uint8_t* glyphs;  // (glyph_count, GLYPH, GLYPH)
    int glyph_count;
};

// A tray is a six-sided wall around an open floor, a cup a round one.
enum class Shape : int { BOX, CYLINDER, OCTAHEDRON, TRAY, CUP };

// What a body is made of. Colours are linear light, 0 to 1; lengths are in halves of the shorter edge of a face.
struct Look {
    Vec body, vein, pip, ace;
    float marble, vein_scale, grain;     // share of the second colour, its scale, and how much it is stretched along x
    float pip_radius, pitch, ace_scale;  // radius, distance of two columns, and how much larger the pip of a one is
    float gloss, roughness, clear;       // strength and spread of the coat; share of light that enters the body
    float dimple, metal, ace_metal;      // how deep pips are; whether they reflect as metal does
    float print_ring;                    // radius of a printed ring around each pip, in pip radii; 0 for none
    float wear;                          // how much of a pip's paint may be gone, 0 to 1
    float edge, ball;  // in sides: rounding of edges; radius of the ball that cuts corners, 0 for none
    int close_two;     // whether the pips of a two lie in the middle of two edges
    int logo;          // a number of which a glyph is printed beside or below the pips, -1 for none
    float logo_size, logo_x, logo_y, logo_ink;  // half its width, its place on each face, and how much it covers
};

// A mask has bit 3 * row + column for each pip on a grid of 3 x 3.
struct Body {
    Shape shape;
    Frame frame;
    Vec centre, half;        // half the edges
    float edge, ball, wall;  // rounding, cutting ball's radius (0 for none), half the thickness of a tray's or cup's wall
    Look look;
    int texture;  // -1 for none
    float texture_scale;
    int mask[6], glyph[6];  // of the faces +x -x +y -y +z -z; a glyph of -1 is none
    int pip_glyph;          // the glyph that stands in place of each pip, -1 for none
    int seed, domino;       // what veins and worn pips depend on; whether the top shows two halves, mask[4] and mask[5]
};

struct Lamp {  // a ball; `light` is what a white surface at the origin that faces it sends back
    Vec place, light;
    float radius;
};

struct Window {  // in the sky in direction `way`; `half` is the tangent of half its width
    Vec way, light;
    float half;
};

enum Kind { FLAT, LEANS, OTHER };

// What is true of a crop, for whoever learns from it.
struct Truth {
    float kind;          // lies flat, leans, is something else
    float value;         // 1 to 6; 0 where there is none
    float corners[8];    // x, y of the face's corners in pixels
    float below[2];      // from the face to the one below it, in sides of the face
    float lean;          // degrees
    float family;        // which thing it is, of things.h; -1 for dice
    float tilt;          // of the camera from the vertical, degrees
    float side;          // of the face in the crop, pixels
    float centre[2];     // of the face, pixels
    float has_geometry;  // 1 where corners and below hold
    float up[3];         // of the world, in the camera's frame
    float prop;          // what the die leans on or lies beside, of props.h; -1 for nothing
};
constexpr int TRUTH_NUMBERS = sizeof(Truth) / sizeof(float);

struct Scene {
    int count;
    Body bodies[MOST_BODIES];
    Vec eye;
    Frame camera;
    float focal, shift_x, shift_y, aperture, focus;
    Lamp lamps[2];
    Vec sky_above, sky_below;
    Window windows[3];
    int window_count;
    Vec ring_way;
    float ring_inner, ring_outer, ring_light;
    int ground_texture, ground_plain;
    float ground_scale, ground_turn, ground_x, ground_y, ground_gloss, ground_roughness;
    float check_width;  // of the stripes of a checked cloth, in sides; 0 for none
    Vec ground, check;  // `check` is the colour that stripes add to the ground's
    Truth truth;
};

constexpr int GROUND = -1, SKY = -2;  // in place of the number of a body
constexpr float FAR = 1e4f;           // further than anything
constexpr float TOUCH = 5e-4f;        // a ray this near to a body has met it
constexpr float LIFT = 2e-3f;         // a ray begins this far above a surface, or it would meet it again
constexpr int MOST_STEPS = 28;        // of a ray in the bounds of a body

// Returns how far a point in a body's frame is from its surface, at least; below zero inside.
SHARED float distance_to(const Body& b, Vec p) {
    if (b.shape == Shape::OCTAHEDRON)
        return (fabsf(p.x) + fabsf(p.y) + fabsf(p.z) - b.half.x) * 0.57735f;  // 1 / sqrt(3)
    if (b.shape == Shape::TRAY || b.shape == Shape::CUP) {
        float across =
            b.shape == Shape::CUP
                ? sqrtf(p.x * p.x + p.y * p.y)
                : fmaxf(fabsf(p.x), fmaxf(fabsf(0.5f * p.x + 0.8660254f * p.y), fabsf(0.5f * p.x - 0.8660254f * p.y)));
        return fmaxf(fabsf(across - b.half.x + b.wall) - b.wall, fabsf(p.z) - b.half.z);
    }
    float d;
    if (b.shape == Shape::BOX) {
        Vec q = {fabsf(p.x) - b.half.x + b.edge, fabsf(p.y) - b.half.y + b.edge, fabsf(p.z) - b.half.z + b.edge};
        Vec outside = {fmaxf(q.x, 0), fmaxf(q.y, 0), fmaxf(q.z, 0)};
        d = length(outside) + fminf(largest(q), 0) - b.edge;
    } else {
        float around = sqrtf(p.x * p.x + p.y * p.y) - b.half.x + b.edge, along = fabsf(p.z) - b.half.z + b.edge;
        float a = fmaxf(around, 0), c = fmaxf(along, 0);
        d = sqrtf(a * a + c * c) + fminf(fmaxf(around, along), 0) - b.edge;
    }
    return b.ball > 0 ? fmaxf(d, length(p) - b.ball) : d;
}

// Returns whether a ray meets a box around the origin, and where: at `enter` and `leave`.
SHARED bool enters_box(Vec half, Vec p, Vec way, float& enter, float& leave) {
    const float from[3] = {p.x, p.y, p.z}, step[3] = {way.x, way.y, way.z}, wide[3] = {half.x, half.y, half.z};
    enter = -1e9f;
    leave = 1e9f;
    for (int i = 0; i < 3; i++) {
        float inverse = 1 / (fabsf(step[i]) < 1e-7f ? 1e-7f : step[i]);
        float a = (-wide[i] - from[i]) * inverse, b = (wide[i] - from[i]) * inverse;
        enter = fmaxf(enter, fminf(a, b));
        leave = fminf(leave, fmaxf(a, b));
    }
    return leave > fmaxf(enter, 0.f);
}

// Returns the nearest body within `most`, GROUND or SKY; `far` is the distance, `local` the point in the body's frame.
// Bodies are met by steps as long as their distance: Hart, "Sphere tracing", 1996.
SHARED_CALL int trace(const Scene& s, Vec from, Vec way, float most, float& far, Vec& local) {
    int nearest = SKY;
    far = most;
    if (way.z < -1e-6f) {
        float ground = -from.z / way.z;
        if (ground > 1e-4f && ground < far) {
            far = ground;
            nearest = GROUND;
        }
    }
    for (int i = 0; i < s.count; i++) {
        const Body& b = s.bodies[i];
        Vec p = to_local(b.frame, from - b.centre), d = to_local(b.frame, way);
        Vec bound =
            b.shape == Shape::TRAY ? vec(b.half.x * 1.1548f, b.half.x * 1.1548f, b.half.z) : b.half;  // 2 / sqrt(3)
        float enter, leave;
        if (!enters_box(bound, p, d, enter, leave) || enter > far) continue;
        float at = fmaxf(enter, 1e-4f);
        for (int step = 0; step < MOST_STEPS && at < leave && at < far; step++) {
            Vec q = p + d * at;
            float left = distance_to(b, q);
            if (left < TOUCH) {
                far = at;
                nearest = i;
                local = q;
                break;
            }
            at += left;
        }
    }
    return nearest;
}

SHARED bool is_blocked(const Scene& s, Vec from, Vec way, float most) {
    float far;
    Vec local;
    return trace(s, from, way, most, far, local) != SKY;
}
