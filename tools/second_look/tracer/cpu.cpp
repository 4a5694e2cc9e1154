// The renderer on the processor: `render` fills crops (count, CROP, CROP, 3) and truths (count, TRUTH_NUMBERS).
#include <string.h>

#include <memory>
#include <thread>
#include <vector>

#include "scenes.h"

extern "C" int truth_numbers() { return TRUTH_NUMBERS; }

extern "C" int render(uint32_t seed, int count, int samples, uint32_t props, int threads, uint8_t* crops, float* truths,
                      const uint8_t* textures, int texture_count, const uint8_t* glyphs, int glyph_count) {
    Atlas atlas = {textures, texture_count, glyphs, glyph_count};
    auto work = [&](int first) {
        auto scene = std::make_unique<Scene>();
        for (int i = first; i < count; i += threads) {
            make_some_scene(seed + i, props, atlas, *scene);
            memcpy(truths + (size_t)i * TRUTH_NUMBERS, &scene->truth, sizeof(Truth));
            uint8_t* pixel = crops + (size_t)i * CROP * CROP * 3;
            for (int y = 0; y < CROP; y++)
                for (int x = 0; x < CROP; x++, pixel += 3) render_pixel(*scene, atlas, x, y, samples, seed + i, pixel);
        }
    };
    std::vector<std::thread> workers;
    for (int n = 0; n < threads; n++) workers.emplace_back(work, n);
    for (auto& worker : workers) worker.join();
    return 0;
}
