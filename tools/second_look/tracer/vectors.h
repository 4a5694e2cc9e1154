// Vectors, rotations and random numbers, the same for g++ and nvcc.
#pragma once
#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define SHARED __host__ __device__ inline
#define SHARED_CALL __host__ __device__ __noinline__  // large: not copied into its callers
#else
#define SHARED inline
#define SHARED_CALL inline
#endif

constexpr float PI = 3.14159265f, DEGREE = PI / 180;

struct Vec {
    float x, y, z;
};

SHARED Vec vec(float x, float y, float z) { return {x, y, z}; }
SHARED Vec grey(float level) { return {level, level, level}; }
SHARED Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SHARED Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SHARED Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
SHARED Vec operator*(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
SHARED Vec operator*(Vec a, float by) { return {a.x * by, a.y * by, a.z * by}; }
SHARED float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SHARED Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
SHARED float length(Vec a) { return sqrtf(dot(a, a)); }
SHARED Vec unit(Vec a) { return a * (1 / sqrtf(dot(a, a) + 1e-20f)); }  // of nothing: nothing
SHARED float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
SHARED Vec mix(Vec a, Vec b, float share) { return a * (1 - share) + b * share; }
SHARED float lightness(Vec colour) { return 0.3f * colour.x + 0.6f * colour.y + 0.1f * colour.z; }
SHARED float largest(Vec a) { return fmaxf(a.x, fmaxf(a.y, a.z)); }

struct Frame {
    Vec x, y, z;  // the axes of a body or camera in the world: the columns of a rotation
};

SHARED Frame identity() { return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }
SHARED Vec to_world(const Frame& f, Vec p) { return f.x * p.x + f.y * p.y + f.z * p.z; }
SHARED Vec to_local(const Frame& f, Vec p) { return {dot(f.x, p), dot(f.y, p), dot(f.z, p)}; }
SHARED Frame operator*(const Frame& a, const Frame& b) {
    return {to_world(a, b.x), to_world(a, b.y), to_world(a, b.z)};
}
SHARED Frame turn_about_z(float angle) {
    float c = cosf(angle), s = sinf(angle);
    return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}
SHARED Frame raise_x(float angle) {  // about y: +x rises
    float c = cosf(angle), s = sinf(angle);
    return {{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
}

struct Random {
    uint32_t state;
};

SHARED uint32_t scramble(uint32_t x) {  // lowbias32 of C. Wellons
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}
SHARED uint32_t draw_bits(Random& r) {  // PCG-RXS-M-XS of M. O'Neill
    r.state = r.state * 747796405u + 2891336453u;
    uint32_t word = ((r.state >> ((r.state >> 28) + 4)) ^ r.state) * 277803737u;
    return (word >> 22) ^ word;
}
SHARED float draw(Random& r) { return (draw_bits(r) >> 8) * (1 / 16777216.f); }  // 24 bits, from 0 to below 1
SHARED float draw(Random& r, float low, float high) { return low + (high - low) * draw(r); }
SHARED int draw_index(Random& r, int count) { return (int)(draw_bits(r) % (uint32_t)count); }
SHARED bool chance(Random& r, float share) { return draw(r) < share; }
SHARED float draw_log(Random& r, float low, float high) { return low * expf(draw(r) * logf(high / low)); }
SHARED float draw_normal(Random& r) {  // Box and Muller, 1958
    float far = sqrtf(-2 * logf(draw(r) + 1e-7f));
    return far * cosf(2 * PI * draw(r));
}
