// A path tracer: the light of a pixel.
#pragma once
#include "surfaces.h"

SHARED Vec find_sky_light(const Scene& s, Vec way) {
    Vec light = mix(s.sky_below, s.sky_above, clamp(way.z * 0.5f + 0.5f, 0, 1));
    for (int i = 0; i < s.window_count; i++) {
        const Window& w = s.windows[i];
        float ahead = dot(way, w.way);
        if (ahead < 0.2f) continue;
        Vec across = unit(cross(w.way, vec(0.01f, 0.02f, 1))), upwards = cross(w.way, across);
        float u = dot(way, across) / ahead, v = dot(way, upwards) / ahead;
        if (fabsf(u) < w.half && fabsf(v) < w.half * 0.7f) light = light + w.light;
    }
    float ahead = dot(way, s.ring_way);
    if (s.ring_light > 0 && ahead > s.ring_inner && ahead < s.ring_outer) light = light + grey(s.ring_light);
    return light;
}

SHARED Vec draw_cosine(Vec normal, Random& r) {  // a direction with a density proportional to the cosine
    Vec across = unit(cross(normal, fabsf(normal.x) > 0.7f ? vec(0, 1, 0) : vec(1, 0, 0))), up = cross(normal, across);
    float u = draw(r), angle = 2 * PI * draw(r), far = sqrtf(u);
    return across * (far * cosf(angle)) + up * (far * sinf(angle)) + normal * sqrtf(1 - u);
}

SHARED Vec draw_direction(Random& r) {
    Vec way = {draw_normal(r), draw_normal(r), draw_normal(r)};
    return unit(way);
}

// Returns what a white surface sends back of the light of the lamps, by one ray to a random point of one of them.
SHARED_CALL Vec draw_lamp_light(const Scene& s, Vec p, Vec normal, Random& r) {
    bool two = largest(s.lamps[1].light) > 0;
    const Lamp& lamp = s.lamps[two && chance(r, 0.5f)];
    Vec on_lamp = lamp.place + draw_direction(r) * (lamp.radius * cbrtf(draw(r)));
    Vec way = on_lamp - p;
    float far = length(way);
    way = way * (1 / far);
    float cosine = dot(normal, way);
    if (cosine <= 0 || is_blocked(s, p + normal * LIFT, way, far)) return grey(0);
    return lamp.light * (cosine * (two ? 2 : 1) * dot(lamp.place, lamp.place) / (far * far));
}

// Returns the light of the lamps that a coat reflects in direction `way`, each as a spot a little larger than it is.
SHARED Vec find_highlights(const Scene& s, Vec p, Vec normal, Vec way) {
    Vec light = grey(0);
    for (const Lamp& lamp : s.lamps) {
        Vec to_lamp = unit(lamp.place - p);
        float spread = lamp.radius / length(lamp.place) + 0.02f, far;
        Vec local;
        if (dot(way, to_lamp) > cosf(spread) && trace(s, p + normal * LIFT, to_lamp, FAR, far, local) == SKY)
            light = light + lamp.light * (0.3f / (spread * spread));
    }
    return light;
}

constexpr float REFRACTION = 1.49f;  // of acrylic glass
constexpr float DENSITY = 1.6f;  // of a clear body: the power of e to which it darkens what it swallows, for each side

// Follows a ray that enters a clear body; returns true where it ends on a pip inside, with the light in `light`.
SHARED bool pass_through(const Scene& s, const Atlas& a, int body, Vec q, Vec normal, Vec& p, Vec& way, Vec& left,
                         Vec& light) {
    const Body& b = s.bodies[body];
    Vec n = to_local(b.frame, normal), d = to_local(b.frame, way), colour = grey(1);
    float cosine = -dot(n, d), bend = 1 / REFRACTION;
    d = unit(d * bend + n * (bend * cosine - sqrtf(fmaxf(1 - bend * bend * (1 - cosine * cosine), 0))));
    for (int bounce = 0; bounce < 2; bounce++) {
        float enter, leave;
        enters_box(b.half * 0.999f, q, d, enter, leave);
        Vec exit = q + d * leave, exit_world = to_world(b.frame, exit) + b.centre;
        Surface f = find_surface(s, a, body, exit * 0.9985f, exit_world);
        Vec depth = (grey(1) - b.look.body) * (-DENSITY * leave);
        colour = colour * vec(expf(depth.x), expf(depth.y), expf(depth.z));
        if (f.inked) {
            // What lights a pip from within is not traced: about half the sky, and some of the first lamp.
            light = left * colour * f.colour * 0.5f * (s.sky_above.x + 0.3f * s.lamps[0].light.x);
            return true;
        }
        Vec out = to_local(b.frame, f.normal);
        if (dot(out, d) < 0) out = -out;
        float c = dot(out, d), k = 1 - REFRACTION * REFRACTION * (1 - c * c);
        if (k > 0 || bounce == 1) {
            Vec refracted = k > 0 ? d * REFRACTION - out * (REFRACTION * c - sqrtf(k)) : d;
            p = exit_world + to_world(b.frame, out) * (2 * LIFT);
            way = unit(to_world(b.frame, refracted));
            left = left * colour;
            return false;
        }
        d = d - out * (2 * c);
        q = exit * 0.998f;
    }
    return false;
}

// Returns the light that arrives at `p` against the direction `way`, by one path of at most three bounces.
SHARED Vec draw_radiance(const Scene& s, const Atlas& a, Vec p, Vec way, Random& r) {
    Vec left = grey(1), light = grey(0);
    for (int bounce = 0; bounce < 3; bounce++) {
        float far;
        Vec q;
        int body = trace(s, p, way, FAR, far, q);
        if (body == SKY) return light + left * find_sky_light(s, way);
        Vec at = p + way * far;
        Surface f = find_surface(s, a, body, q, at);
        if (dot(f.normal, way) > 0) f.normal = -f.normal;
        float cosine = clamp(-dot(f.normal, way), 0, 1);
        float reflected = f.metal > 0 ? f.metal : (0.04f + 0.96f * powf(1 - cosine, 5)) * f.gloss;  // Schlick, 1994
        if (chance(r, reflected)) {
            Vec facet = unit(f.normal + vec(draw_normal(r), draw_normal(r), draw_normal(r)) * f.roughness);
            Vec mirrored = way - facet * (2 * dot(way, facet));
            if (dot(mirrored, f.normal) <= 0) mirrored = way - f.normal * (2 * dot(way, f.normal));
            way = unit(mirrored);
            if (f.metal > 0) left = left * f.colour;
            light = light + left * find_highlights(s, at, f.normal, way);
            p = at + f.normal * LIFT;
            continue;
        }
        if (body >= 0 && !f.inked && chance(r, s.bodies[body].look.clear)) {
            Vec inner;
            if (pass_through(s, a, body, q, f.normal, p, way, left, inner)) return light + inner;
            continue;
        }
        light = light + left * f.colour * draw_lamp_light(s, at, f.normal, r);
        left = left * f.colour;
        p = at + f.normal * LIFT;
        way = draw_cosine(f.normal, r);
        // The second bounce ends the path: about half the sky is hidden from where it is.
        if (bounce == 1) return light + left * find_sky_light(s, way) * 0.5f;
    }
    return light;
}

constexpr float BRIGHTEST = 4;  // light that a byte can hold

// Writes RGB of pixel x, y from `samples` rays, as bytes: the root of linear light from 0 to BRIGHTEST, in 255 steps.
SHARED void render_pixel(const Scene& s, const Atlas& a, int x, int y, int samples, uint32_t seed, uint8_t* rgb) {
    Random r = {scramble(seed * 7919u ^ scramble(y * 131 + x))};
    Vec sum = grey(0);
    for (int k = 0; k < samples; k++) {
        float jx = draw(r), jy = draw(r);
        if (samples >= 16) {  // one ray of sixteen in each cell of a grid of 4 x 4
            jx = (k % 4 + jx) * 0.25f;
            jy = (k / 4 % 4 + jy) * 0.25f;
        }
        Vec way = {(x + jx - CROP / 2) / s.focal + s.shift_x, (y + jy - CROP / 2) / s.focal + s.shift_y, 1};
        Vec from = grey(0);
        if (s.aperture > 0) {
            float angle = 2 * PI * draw(r), out = sqrtf(draw(r)) * s.aperture;
            from = vec(cosf(angle) * out, sinf(angle) * out, 0);
            way = way * s.focus - from;
        }
        Vec light = draw_radiance(s, a, s.eye + to_world(s.camera, from), unit(to_world(s.camera, way)), r);
        float most = largest(light);
        if (!(most >= 0)) light = grey(0);  // not a number
        else if (most > BRIGHTEST) light = light * (BRIGHTEST / most);
        sum = sum + light;
    }
    const float mean[3] = {sum.x / samples, sum.y / samples, sum.z / samples};
    for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)(sqrtf(fminf(mean[i] / BRIGHTEST, 1)) * 255 + 0.5f);
}
