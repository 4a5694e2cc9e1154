// As much of CUDA's runtime as gpu.cu takes, on the processor: each thread of a block is one of the system's.
#pragma once
#include <stdlib.h>
#include <string.h>

#include <barrier>
#include <thread>
#include <vector>

#define __global__
#define __shared__ static

struct dim3 {
    unsigned x, y;
    dim3(unsigned x, unsigned y = 1) : x(x), y(y) {}
};

inline thread_local dim3 blockIdx(0), blockDim(0), threadIdx(0);
inline std::barrier<>* emulated_block;

inline void __syncthreads() { emulated_block->arrive_and_wait(); }

// Runs a kernel: gpu.cu's `kernel<<<grid, block, 0, stream>>>(...)` is rewritten to a call of this.
template <typename Kernel, typename... Arguments>
void launch(dim3 grid, dim3 block, Kernel kernel, Arguments... arguments) {
    std::barrier<> all(block.x);
    emulated_block = &all;
    auto work = [&](unsigned thread) {
        blockDim = block;
        threadIdx = dim3(thread);
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) {
                blockIdx = dim3(x, y);
                kernel(arguments...);
                all.arrive_and_wait();  // blocks share what is `static` here
            }
    };
    std::vector<std::thread> threads;
    for (unsigned n = 0; n < block.x; n++) threads.emplace_back(work, n);
    for (auto& thread : threads) thread.join();
}

using cudaError_t = int;
using cudaStream_t = void*;
constexpr cudaError_t cudaSuccess = 0;
constexpr int cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaStreamNonBlocking = 1;

template <typename Item>
cudaError_t cudaMalloc(Item** place, size_t bytes) {
    *place = (Item*)malloc(bytes);
    return *place == nullptr;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, int, cudaStream_t) {
    memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, int) { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
