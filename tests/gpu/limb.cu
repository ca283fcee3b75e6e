// SPDX-License-Identifier: MIT
// The human limb's kernel on a GPU: natural elbow, bones and limits from the same header, compiled for the device and for the
// host, over the same hands. The bits must be equal. Prints how fast it was, and what share is done.
#include "batch/limb_elements.h"

#include "compare.cuh"
#include "swivel/limb.h"

namespace
{

// px, py, pz, qx, qy, qz, qw in; upper and lower bone's quaternions and the outcome out.
template <typename T> struct Limb;

#define LIMB(T, suffix)                                                                                                \
    template <> struct Limb<T> {                                                                                       \
        static constexpr int    INPUTS = 7, OUTPUTS = 9;                                                               \
        swvi_limb_shape##suffix shape;                                                                                 \
        static const char      *name()                                                                                 \
        {                                                                                                              \
            return #T;                                                                                                 \
        }                                                                                                              \
        __host__ __device__ void solve(const T *in, T *out, size_t count, size_t i) const                              \
        {                                                                                                              \
            const T px = in[i], py = in[count + i], pz = in[2 * count + i];                                            \
            const T qx = in[3 * count + i], qy = in[4 * count + i], qz = in[5 * count + i], qw = in[6 * count + i];    \
            const swvi_direction##suffix m = swvi_limb_wish_of##suffix(&shape, px, py, pz, qx, qy, qz, qw, false);     \
            swvi_limb_element##suffix e = swvi_limb_element_of##suffix(&shape, px, py, pz, px, py, pz, qx, qy, qz, qw, \
                                                                       m.x, m.y, m.z, false, false);                   \
            for (int cap = 0; cap < shape.cap_count; ++cap)                                                            \
                if (swvi_limb_is_in_cap##suffix(&shape, cap, e.points.x, e.points.y, e.points.z))                      \
                    e.outcome = SWVI_OUTSIDE;                                                                          \
            const swvi_rotation##suffix bones[2] = { e.bones.upper, e.bones.lower };                                   \
            for (int k = 0; k < 2; ++k) {                                                                              \
                out[(4 * k + 0) * count + i] = bones[k].x;                                                             \
                out[(4 * k + 1) * count + i] = bones[k].y;                                                             \
                out[(4 * k + 2) * count + i] = bones[k].z;                                                             \
                out[(4 * k + 3) * count + i] = bones[k].w;                                                             \
            }                                                                                                          \
            out[8 * count + i] = e.outcome;                                                                            \
        }                                                                                                              \
    };

LIMB(double, )
LIMB(float, f)

template <typename T> bool run(const Limb<T> &limb, size_t count)
{
    // Hands in front of the chest, palms anywhere about the line from shoulder to wrist.
    std::vector<T> in(limb.INPUTS * count), out;
    uint64_t       seed = 1;
    for (size_t i = 0; i < count; ++i) {
        const double place[3] = { random_between(&seed, -0.2, 0.4), random_between(&seed, 0.05, 0.45),
                                  random_between(&seed, -0.4, 0.2) };
        double       q[4];
        for (int k = 0; k < 4; ++k)
            q[k] = random_between(&seed, -1.0, 1.0);
        for (int k = 0; k < 7; ++k)
            in[k * count + i] = (T)(k < 3 ? place[k] : q[k - 3]);
    }
    if (!same_on_the_device(limb, in, out, count, "limbs"))
        return false;
    size_t done = 0;
    for (size_t i = 0; i < count; ++i)
        done += out[8 * count + i] != (T)SWVI_OUTSIDE;
    std::printf("%-6s %.1f %% of random hands are inside the limits at their wish\n", limb.name(),
                100.0 * done / count);
    return done > count / 100;
}

}  // namespace

int main()
{
    if (!has_device())
        return 77;
    swv_limb arm;
    swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm);
    const double       c = arm._private.cos_hinge_upper, difference = arm.upper - arm.lower;
    const double       nearest = std::sqrt(difference * difference + 4.0 * arm.upper * arm.lower * c * c);
    const Limb<float>  f = { swvi_limb_shape_off(&arm, nearest, arm.upper + arm.lower) };
    const Limb<double> d = { swvi_limb_shape_of(&arm, nearest, arm.upper + arm.lower) };
    const bool         is_float_equal = run(f, 1 << 25), is_double_equal = run(d, 1 << 24);
    return is_float_equal && is_double_equal ? 0 : 1;
}
