// SPDX-License-Identifier: MIT
// A kernel over many elements on the device, timed, and compared bit for bit with the host. A kernel has INPUTS, OUTPUTS, name()
// and solve(in, out, count, i): one array a number, count apart.
#ifndef SWIVEL_TESTS_GPU_COMPARE_CUH
#define SWIVEL_TESTS_GPU_COMPARE_CUH

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "../support/random.h"

template <typename K, typename T> __global__ void solve_all(K kernel, const T *in, T *out, size_t count)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        kernel.solve(in, out, count, i);
}

template <typename K, typename T>
bool same_on_the_device(const K &kernel, const std::vector<T> &in, std::vector<T> &out, size_t count, const char *things)
{
    std::vector<T> expected(K::OUTPUTS * count);
    T             *device_in, *device_out;
    out.resize(K::OUTPUTS * count);
    cudaMalloc(&device_in, in.size() * sizeof(T));
    cudaMalloc(&device_out, out.size() * sizeof(T));
    cudaMemcpy(device_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);

    const unsigned blocks = (unsigned)((count + 255) / 256);
    cudaEvent_t    start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    float best = 1e30f;
    for (int round = 0; round < 20; ++round) {
        cudaEventRecord(start);
        solve_all<<<blocks, 256>>>(kernel, (const T *)device_in, device_out, count);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float milliseconds;
        cudaEventElapsedTime(&milliseconds, start, stop);
        best = milliseconds < best ? milliseconds : best;
    }
    cudaMemcpy(out.data(), device_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
    const cudaError_t error = cudaGetLastError();
    cudaFree(device_in);
    cudaFree(device_out);
    if (error != cudaSuccess) {
        std::printf("%s: %s\n", kernel.name(), cudaGetErrorString(error));
        return false;
    }

    const size_t compared = count < 2000000 ? count : 2000000;
    size_t       different = 0;
    for (size_t i = 0; i < compared; ++i) {
        kernel.solve(in.data(), expected.data(), count, i);
        for (int k = 0; k < K::OUTPUTS; ++k)
            different += std::memcmp(&out[k * count + i], &expected[k * count + i], sizeof(T)) != 0;
    }
    std::printf("%-6s %zu %s: %.2f billion per second; %zu of %zu numbers differ from the host's\n", kernel.name(), count,
                things, (double)count / best * 1e-6, different, compared * K::OUTPUTS);
    return different == 0;
}

inline bool has_device()
{
    int        devices = 0;
    const bool has_one = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
    if (!has_one)
        std::printf("no GPU: skipped\n");
    return has_one;
}

#endif
