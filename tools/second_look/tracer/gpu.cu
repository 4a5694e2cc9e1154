// The renderer on an accelerator, with the interface of cpu.cpp: everything is copied to it and back.
#include <cuda_runtime.h>

#include "scenes.h"

constexpr int AT_ONCE = 4096, WIDE = 16, HIGH = 8;  // scenes; pixels of a tile

__global__ void make_scenes(uint32_t seed, int count, uint32_t props, Scene* scenes, Atlas atlas) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) make_some_scene(seed + i, props, atlas, scenes[i]);
}

__global__ void render_tiles(uint32_t seed, int samples, const Scene* scenes, Atlas atlas, uint8_t* crops,
                             float* truths) {
    __shared__ Scene scene;
    int i = blockIdx.y, thread = threadIdx.x, tiles = CROP / WIDE;
    for (int k = thread; k < (int)(sizeof(Scene) / 4); k += blockDim.x)
        ((int*)&scene)[k] = ((const int*)(scenes + i))[k];
    __syncthreads();
    int x = blockIdx.x % tiles * WIDE + thread % WIDE, y = blockIdx.x / tiles * HIGH + thread / WIDE;
    render_pixel(scene, atlas, x, y, samples, seed + i, crops + ((size_t)i * CROP * CROP + y * CROP + x) * 3);
    if (blockIdx.x == 0 && thread < TRUTH_NUMBERS)
        truths[(size_t)i * TRUTH_NUMBERS + thread] = ((const float*)&scene.truth)[thread];
}

namespace {
struct Memory {  // on the accelerator, kept from call to call; `source` is where the atlas came from: a process has one
    cudaStream_t stream = nullptr;  // beside the one on which a training computes
    Scene* scenes = nullptr;
    uint8_t *crops = nullptr, *textures = nullptr, *glyphs = nullptr;
    float* truths = nullptr;
    const uint8_t* source = nullptr;
} memory;

bool make_ready(const uint8_t* textures, int texture_count, const uint8_t* glyphs, int glyph_count) {
    if (memory.source == textures) return true;
    size_t wide = (size_t)texture_count * TEXTURE * TEXTURE * 3, narrow = (size_t)glyph_count * GLYPH * GLYPH;
    bool done = cudaStreamCreateWithFlags(&memory.stream, cudaStreamNonBlocking) == cudaSuccess &&
                cudaMalloc(&memory.scenes, sizeof(Scene) * AT_ONCE) == cudaSuccess &&
                cudaMalloc(&memory.crops, (size_t)AT_ONCE * CROP * CROP * 3) == cudaSuccess &&
                cudaMalloc(&memory.truths, sizeof(Truth) * AT_ONCE) == cudaSuccess &&
                cudaMalloc(&memory.textures, wide) == cudaSuccess &&
                cudaMalloc(&memory.glyphs, narrow) == cudaSuccess &&
                cudaMemcpyAsync(memory.textures, textures, wide, cudaMemcpyHostToDevice, memory.stream) == cudaSuccess &&
                cudaMemcpyAsync(memory.glyphs, glyphs, narrow, cudaMemcpyHostToDevice, memory.stream) == cudaSuccess;
    if (done) memory.source = textures;
    return done;
}
}  // namespace

extern "C" int truth_numbers() { return TRUTH_NUMBERS; }

extern "C" int render(uint32_t seed, int count, int samples, uint32_t props, int, uint8_t* crops, float* truths,
                      const uint8_t* textures, int texture_count, const uint8_t* glyphs, int glyph_count) {
    if (!make_ready(textures, texture_count, glyphs, glyph_count)) return (int)cudaGetLastError() | 1;
    Atlas atlas = {memory.textures, texture_count, memory.glyphs, glyph_count};
    for (int done = 0; done < count; done += AT_ONCE) {
        int now = count - done < AT_ONCE ? count - done : AT_ONCE;
        make_scenes<<<(now + 63) / 64, 64, 0, memory.stream>>>(seed + done, now, props, memory.scenes, atlas);
        render_tiles<<<dim3((CROP / WIDE) * (CROP / HIGH), now), WIDE * HIGH, 0, memory.stream>>>(
            seed + done, samples, memory.scenes, atlas, memory.crops, memory.truths);
        cudaError_t failed = cudaGetLastError();  // of a launch, which no copy tells
        if (failed != cudaSuccess) return (int)failed;
        cudaMemcpyAsync(crops + (size_t)done * CROP * CROP * 3, memory.crops, (size_t)now * CROP * CROP * 3,
                        cudaMemcpyDeviceToHost, memory.stream);
        cudaMemcpyAsync(truths + (size_t)done * TRUTH_NUMBERS, memory.truths, sizeof(Truth) * now,
                        cudaMemcpyDeviceToHost, memory.stream);
        failed = cudaStreamSynchronize(memory.stream);
        if (failed != cudaSuccess) return (int)failed;
    }
    return 0;
}
