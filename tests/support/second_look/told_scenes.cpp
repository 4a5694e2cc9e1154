// Tells the renderer's scenes without rendering them, and renders a ground of known light.
#include <string.h>

#include "cpu.cpp"

struct Geometry {  // of the camera and of the first body
    Vec eye;
    Frame camera;
    float focal, shift_x, shift_y;
    Vec centre;
    Frame axes;
    Vec half;
    float edge, ball;
};

extern "C" int geometry_numbers() { return sizeof(Geometry) / sizeof(float); }

extern "C" void tell_scenes(uint32_t seed, int count, uint32_t props, float* truths, float* geometry) {
    Atlas atlas = {nullptr, 8, nullptr, 8};
    for (int i = 0; i < count; i++) {
        Scene s;
        make_some_scene(seed + i, props, atlas, s);
        const Body& b = s.bodies[0];
        Geometry told = {s.eye, s.camera, s.focal, s.shift_x, s.shift_y, b.centre, b.frame, b.half, b.edge, b.ball};
        memcpy(truths + i * TRUTH_NUMBERS, &s.truth, sizeof(Truth));
        memcpy(geometry + i * (int)(sizeof(told) / sizeof(float)), &told, sizeof(told));
    }
}

// Renders a plain ground from above under an even sky and a lamp overhead, bare or with a white die on it.
extern "C" void render_ground(float albedo, float sky, float lamp, int die, int samples, uint8_t* crop) {
    Scene s = {};
    Random r = {1};
    s.ground_plain = 1;
    s.ground = grey(albedo);
    s.sky_above = s.sky_below = grey(sky);
    for (Lamp& one : s.lamps) one = {vec(0, 0, 1000), grey(0), 1};
    s.lamps[0].light = grey(lamp);
    s.eye = vec(0, 0, 20);
    s.camera = {vec(1, 0, 0), vec(0, -1, 0), vec(0, 0, -1)};
    s.focal = 700;
    if (die) {
        make_die(r, s.bodies[s.count++], Look{}, 1);
        s.bodies[0].look.body = grey(1);
        s.bodies[0].centre = vec(0, 0, 0.5f);
        for (int& mask : s.bodies[0].mask) mask = 0;
    }
    for (int y = 0; y < CROP; y++)
        for (int x = 0; x < CROP; x++) render_pixel(s, Atlas{}, x, y, samples, 1, crop + (y * CROP + x) * 3);
}
