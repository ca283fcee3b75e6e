// SPDX-License-Identifier: MIT
// Loops over upper limbs in double and, with the suffix f, in float; compiled once per instruction set: SWVI_LANES is its
// name.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "batch/upper_limb_lanes.h"

enum { BLOCK_BYTES = 576, PLACEMENTS = 3 };
#define APART     static __attribute__((noinline))
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

// NOWHERE   a wrist whose squared distance from GH is less, in arm lengths, has no direction
// BEYOND    in arm lengths: more is out of reach
#define REAL         double
#define KERNEL(name) name
#define VEC3         swv_vec3
#define NOWHERE      1e-30
#define BEYOND       1e-12
#include "batch/upper_limb_loops.h"
#undef REAL
#undef KERNEL
#undef VEC3
#undef NOWHERE
#undef BEYOND

#define REAL         float
#define KERNEL(name) name##f
#define VEC3         swvi_vec3f
#define NOWHERE      1e-12f
#define BEYOND       1e-6f
#include "batch/upper_limb_loops.h"
