// SPDX-License-Identifier: MIT
// The instruction sets the loops of batch/lanes are compiled for, and which of them this machine can run.
#ifndef SWIVEL_BATCH_LANES_H
#define SWIVEL_BATCH_LANES_H

/// The widest set comes last. Outside x86-64 the baseline is the only one.
typedef enum swvi_lane_set {
    SWVI_LANE_SET_BASELINE,
    SWVI_LANE_SET_AVX2,
    SWVI_LANE_SET_AVX512,
} swvi_lane_set;

/// swvi_NAME_lanes_SET: one loop, compiled for one set.
#define SWVI_LANE_LOOP(name, set)       SWVI_LANE_LOOP_NAMED(name, set)
#define SWVI_LANE_LOOP_NAMED(name, set) swvi_##name##_lanes_##set

/// Declares a loop with these parameters for every set.
#define SWVI_DECLARE_LANE_LOOP(name, ...)             \
    void SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__); \
    void SWVI_LANE_LOOP(name, avx2)(__VA_ARGS__);     \
    void SWVI_LANE_LOOP(name, avx512)(__VA_ARGS__);

/// The widest set this machine can run: all that the compiler was allowed to use for it must be there.
static inline swvi_lane_set swvi_lane_set_widest(void)
{
#ifdef SWVI_X86_LANES
    const int haswell = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("popcnt");
    const int skylake = haswell && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512cd");
    return skylake ? SWVI_LANE_SET_AVX512 : haswell ? SWVI_LANE_SET_AVX2 : SWVI_LANE_SET_BASELINE;
#else
    return SWVI_LANE_SET_BASELINE;
#endif
}

/// Hands its arguments to the loop of the widest set.
#ifdef SWVI_X86_LANES
    #define SWVI_RUN_WIDEST(name, ...)                   \
        switch (swvi_lane_set_widest()) {                \
        case SWVI_LANE_SET_AVX512:                       \
            SWVI_LANE_LOOP(name, avx512)(__VA_ARGS__);   \
            break;                                       \
        case SWVI_LANE_SET_AVX2:                         \
            SWVI_LANE_LOOP(name, avx2)(__VA_ARGS__);     \
            break;                                       \
        case SWVI_LANE_SET_BASELINE:                     \
            SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__); \
            break;                                       \
        }
#else
    #define SWVI_RUN_WIDEST(name, ...) SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__);
#endif

#endif
