// SPDX-License-Identifier: MIT
// The arm's kernel on a GPU: the same header, compiled for the device and for the host, over the same targets. The bits
// must be equal. Built where there is nvcc (gpu.sh); prints how fast it was.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "limb/arm_kernels.h"
#include "swivel/base.h"

#include "../support/random.h"

namespace {

constexpr int INPUTS = 8, OUTPUTS = 7;

// px, py, pz, qx, qy, qz, qw, swivel in; the seven angles of family 0 out. One array a number, count apart.
template <typename T> struct Kernel;

template <> struct Kernel<double> {
    static const char *name() { return "double"; }
    static __host__ __device__ void solve(const double *in, double *out, size_t count, size_t i)
    {
        const swvi_elbow_circle e =
            swvi_elbow_circle_of(in[i], in[count + i], in[2 * count + i], 0.334, 0.288, false);
        const swvi_hand_axes g =
            swvi_hand_axes_of(in[3 * count + i], in[4 * count + i], in[5 * count + i], in[6 * count + i]);
        double s, c;
        swvi_sincos(in[7 * count + i], &s, &c);
        swvi_arm_angles(&e, &g, c, s, &out[i], &out[count + i], &out[2 * count + i], &out[4 * count + i],
                        &out[5 * count + i], &out[6 * count + i]);
        out[3 * count + i] = swvi_angle(e.sin_elbow, e.cos_elbow);
    }
};

template <> struct Kernel<float> {
    static const char *name() { return "float"; }
    static __host__ __device__ void solve(const float *in, float *out, size_t count, size_t i)
    {
        const swvi_elbow_circlef e =
            swvi_elbow_circle_off(in[i], in[count + i], in[2 * count + i], 0.334f, 0.288f, false);
        const swvi_hand_axesf g =
            swvi_hand_axes_off(in[3 * count + i], in[4 * count + i], in[5 * count + i], in[6 * count + i]);
        float s, c;
        swvi_sincosf(in[7 * count + i], &s, &c);
        swvi_arm_anglesf(&e, &g, c, s, &out[i], &out[count + i], &out[2 * count + i], &out[4 * count + i],
                         &out[5 * count + i], &out[6 * count + i]);
        out[3 * count + i] = swvi_anglef(e.sin_elbow, e.cos_elbow);
    }
};

template <typename T> __global__ void solve_all(const T *in, T *out, size_t count)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        Kernel<T>::solve(in, out, count, i);
}

template <typename T> bool run(size_t count)
{
    std::vector<T> in(INPUTS * count), out(OUTPUTS * count), expected(OUTPUTS * count);
    uint64_t       seed = 1;
    for (size_t i = 0; i < INPUTS * count; ++i)
        in[i] = (T)random_between(&seed, i < 3 * count ? -0.4 : i < 7 * count ? -1.0 : -3.0,
                                  i < 3 * count ? 0.4 : i < 7 * count ? 1.0 : 3.0);
    T *device_in, *device_out;
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
        solve_all<T><<<blocks, 256>>>(device_in, device_out, count);
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
        std::printf("%s: %s\n", Kernel<T>::name(), cudaGetErrorString(error));
        return false;
    }

    const size_t compared = count < 2000000 ? count : 2000000;
    size_t       different = 0;
    for (size_t i = 0; i < compared; ++i) {
        Kernel<T>::solve(in.data(), expected.data(), count, i);
        for (int k = 0; k < OUTPUTS; ++k)
            different += std::memcmp(&out[k * count + i], &expected[k * count + i], sizeof(T)) != 0;
    }
    std::printf("%-6s %zu arms: %.2f thousand million a second; %zu of %zu angles differ from the host's\n",
                Kernel<T>::name(), count, (double)count / best * 1e-6, different, compared * OUTPUTS);
    return different == 0;
}

} // namespace

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("no GPU: skipped\n");
        return 77;
    }
    const bool is_float_equal = run<float>(1 << 26), is_double_equal = run<double>(1 << 25);
    return is_float_equal && is_double_equal ? 0 : 1;
}
