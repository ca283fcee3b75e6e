// SPDX-License-Identifier: MIT
// The arm's kernel on a GPU: the same header, compiled for the device and for the host, over the same targets. The bits
// must be equal. Built where there is nvcc (gpu.sh); prints how fast it was.
#include "tolani_badler/arm_kernels.h"

#include "compare.cuh"

namespace {

// px, py, pz, qx, qy, qz, qw, swivel in; the seven angles of family 0 out. One array a number, count apart.
template <typename T> struct Kernel;

template <> struct Kernel<double> {
    static constexpr int INPUTS = 8, OUTPUTS = 7;
    static const char   *name() { return "double"; }
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
    static constexpr int INPUTS = 8, OUTPUTS = 7;
    static const char   *name() { return "float"; }
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

template <typename T> bool run(size_t count)
{
    std::vector<T> in(Kernel<T>::INPUTS * count), out;
    uint64_t       seed = 1;
    for (size_t i = 0; i < in.size(); ++i)
        in[i] = (T)random_between(&seed, i < 3 * count ? -0.4 : i < 7 * count ? -1.0 : -3.0,
                                  i < 3 * count ? 0.4 : i < 7 * count ? 1.0 : 3.0);
    return same_on_the_device(Kernel<T>(), in, out, count, "arms");
}

} // namespace

int main()
{
    if (!has_device())
        return 77;
    const bool is_float_equal = run<float>(1 << 26), is_double_equal = run<double>(1 << 25);
    return is_float_equal && is_double_equal ? 0 : 1;
}
