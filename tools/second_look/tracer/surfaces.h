// Colour, shape and gloss of a body's surface at a point.
#pragma once
#include "bodies.h"

SHARED float lattice_noise(Vec p) {  // 0 to 1, smooth between the corners of a lattice
    float fx = floorf(p.x), fy = floorf(p.y), fz = floorf(p.z), corner[8];
    Vec f = {p.x - fx, p.y - fy, p.z - fz};
    f = {f.x * f.x * (3 - 2 * f.x), f.y * f.y * (3 - 2 * f.y), f.z * f.z * (3 - 2 * f.z)};
    for (int i = 0; i < 8; i++) {
        uint32_t x = (uint32_t)((int)fx + (i & 1)), y = (uint32_t)((int)fy + ((i >> 1) & 1)),
                 z = (uint32_t)((int)fz + (i >> 2));
        corner[i] = (scramble(x * 73856093u ^ y * 19349663u ^ z * 83492791u) & 0xffff) * (1 / 65535.f);
    }
    for (int i = 0; i < 4; i++) corner[i] = corner[2 * i] + (corner[2 * i + 1] - corner[2 * i]) * f.x;
    float low = corner[0] + (corner[1] - corner[0]) * f.y, high = corner[2] + (corner[3] - corner[2]) * f.y;
    return low + (high - low) * f.z;
}
SHARED float octave_noise(Vec p) {
    return 0.5f * lattice_noise(p) + 0.3f * lattice_noise(p * 2.1f) + 0.2f * lattice_noise(p * 4.3f);
}

SHARED Vec texel(const Atlas& a, int texture, int x, int y) {  // mirrored beyond the edge; gamma is taken as 2
    x &= 2 * TEXTURE - 1;
    y &= 2 * TEXTURE - 1;
    if (x >= TEXTURE) x = 2 * TEXTURE - 1 - x;
    if (y >= TEXTURE) y = 2 * TEXTURE - 1 - y;
    const uint8_t* rgb = a.textures + (((size_t)texture * TEXTURE + y) * TEXTURE + x) * 3;
    Vec shown = {rgb[0] * (1 / 255.f), rgb[1] * (1 / 255.f), rgb[2] * (1 / 255.f)};
    return shown * shown;
}
SHARED Vec texture_at(const Atlas& a, int texture, float u, float v) {
    u *= TEXTURE;
    v *= TEXTURE;
    int x = (int)floorf(u), y = (int)floorf(v);
    u -= floorf(u);
    v -= floorf(v);
    Vec above = mix(texel(a, texture, x, y), texel(a, texture, x + 1, y), u);
    return mix(above, mix(texel(a, texture, x, y + 1), texel(a, texture, x + 1, y + 1), u), v);
}
SHARED float glyph_at(const Atlas& a, int glyph, float u, float v) {  // u, v from -1 to 1
    int x = (int)((u * 0.5f + 0.5f) * GLYPH), y = (int)((v * 0.5f + 0.5f) * GLYPH);
    if (x < 0 || x >= GLYPH || y < 0 || y >= GLYPH) return 0;
    return a.glyphs[((size_t)glyph * GLYPH + y) * GLYPH + x] * (1 / 255.f);
}

struct Surface {  // `normal` is in the world
    Vec colour, normal;
    float gloss, roughness, metal;
    bool inked;  // pip, print or glyph
};

SHARED void ink(Surface& f, Vec colour, float share) {
    f.colour = mix(f.colour, colour, share);
    f.inked = f.inked || share > 0.5f;
}

// Returns the surface of a body, or of GROUND, at the point `q` of its frame, which is `world` in the world.
SHARED_CALL Surface find_surface(const Scene& s, const Atlas& a, int body, Vec q, Vec world) {
    Surface f = {};
    if (body == GROUND) {
        float c = cosf(s.ground_turn), n = sinf(s.ground_turn);
        float u = (world.x * c - world.y * n) / s.ground_scale, v = (world.x * n + world.y * c) / s.ground_scale;
        f.colour =
            s.ground_plain ? s.ground : texture_at(a, s.ground_texture, u + s.ground_x, v + s.ground_y) * s.ground;
        if (s.check_width > 0) {
            float by = s.ground_scale / (2 * s.check_width), across = u * by, along = v * by;
            if (across - floorf(across) < 0.5f) f.colour = f.colour * s.check;
            if (along - floorf(along) < 0.5f) f.colour = f.colour * s.check;
        }
        f.normal = vec(0, 0, 1);
        f.gloss = s.ground_gloss;
        f.roughness = s.ground_roughness;
        return f;
    }
    const Body& b = s.bodies[body];
    const Look& k = b.look;
    const float e = 1e-3f;  // half the step over which the distance's slope is taken
    Vec normal = unit(vec(distance_to(b, q + vec(e, 0, 0)) - distance_to(b, q - vec(e, 0, 0)),
                          distance_to(b, q + vec(0, e, 0)) - distance_to(b, q - vec(0, e, 0)),
                          distance_to(b, q + vec(0, 0, e)) - distance_to(b, q - vec(0, 0, e))));
    f.colour = k.body;
    f.gloss = k.gloss;
    f.roughness = k.roughness;
    if (b.texture >= 0) {
        Vec n = {fabsf(normal.x), fabsf(normal.y), fabsf(normal.z)};
        float u = n.z > n.x && n.z > n.y ? q.x : n.x > n.y ? q.y : q.x;
        float v = n.z > n.x && n.z > n.y ? q.y : q.z;
        f.colour = texture_at(a, b.texture, u * b.texture_scale, v * b.texture_scale) * k.body;
    } else if (k.marble > 0) {
        Vec p = q * k.vein_scale;
        p.x /= 1 + k.grain;
        float noise = octave_noise(p + vec(b.seed * 1.7f, 3.1f, 5.5f));
        f.colour = mix(k.body, k.vein, clamp((noise - 0.5f) * 6 * k.marble + 0.5f, 0, 1));
    }
    // Which face, and where on it: u, v in halves of its edges.
    float rx = fabsf(q.x) / b.half.x, ry = fabsf(q.y) / b.half.y, rz = fabsf(q.z) / b.half.z, u, v, wide, high;
    int face;
    if (b.shape != Shape::BOX || (rz >= rx && rz >= ry))
        face = q.z > 0 ? 4 : 5, u = q.x, v = q.y, wide = b.half.x, high = b.half.y;
    else if (rx >= ry) face = q.x > 0 ? 0 : 1, u = q.y, v = q.z, wide = b.half.y, high = b.half.z;
    else face = q.y > 0 ? 2 : 3, u = q.z, v = q.x, wide = b.half.z, high = b.half.x;
    int mask = b.mask[face];
    if (b.domino) {
        mask = 0;
        if (face == 4) {
            if (fabsf(v) < 0.03f * wide + 0.015f) ink(f, k.pip, 1);
            mask = b.mask[v > 0 ? 4 : 5];
            v = fabsf(v) - high * 0.5f;
            high = wide;
        }
    }
    float scale = fminf(wide, high);
    u /= scale;
    v /= scale;
    if (k.logo >= 0 && mask && !b.domino)
        ink(f, k.pip,
            k.logo_ink *
                glyph_at(a, k.logo % a.glyph_count, (u - k.logo_x) / k.logo_size, (v - k.logo_y) / k.logo_size));
    bool ace = mask == 16;
    float radius = k.pip_radius * (ace ? k.ace_scale : 1);
    for (int j = 0; j < 9; j++) {
        if (!(mask >> j & 1)) continue;
        float dx = u - (j % 3 - 1) * k.pitch, dy = v - (j / 3 - 1) * k.pitch, r = sqrtf(dx * dx + dy * dy);
        if (b.pip_glyph >= 0) {
            ink(f, k.pip, glyph_at(a, b.pip_glyph, dx / (1.6f * radius), dy / (1.6f * radius)));
            continue;
        }
        if (k.print_ring > 0 && fabsf(r / radius - k.print_ring) < 0.12f) ink(f, k.pip, 1);
        if (r >= radius) continue;
        float gone = (scramble(b.seed * 64u + face * 9u + j) & 0xff) * (1 / 255.f) * k.wear;
        ink(f, ace ? k.ace : k.pip, 1 - gone);
        f.metal = ace ? k.ace_metal : k.metal;
        if (k.dimple > 0) {
            float slope = -k.dimple / radius, a1 = dx * slope, a2 = dy * slope;
            normal = unit(normal + (face < 2 ? vec(0, a1, a2) : face < 4 ? vec(a2, 0, a1) : vec(a1, a2, 0)));
        } else f.gloss *= 0.8f;
    }
    if (b.glyph[face] >= 0) ink(f, k.pip, glyph_at(a, b.glyph[face], u / 0.72f, v / 0.72f));
    f.normal = to_world(b.frame, normal);
    return f;
}
