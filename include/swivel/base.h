// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BASE_H
#define SWIVEL_BASE_H

/// What every other header needs: linkage, the version, the size bound and the status.

#define SWV_VERSION_MAJOR 0
#define SWV_VERSION_MINOR 1
#define SWV_VERSION_PATCH 0

#ifdef __cplusplus
    #define SWV_EXTERN extern "C"
#else
    #define SWV_EXTERN extern
#endif

#ifndef SWV_API
    #if defined(__GNUC__)
        #define SWV_API SWV_EXTERN __attribute__((visibility("default")))
    #else
        #define SWV_API SWV_EXTERN
    #endif
#endif

/// Small functions that live in headers; the same text compiles as C, C++ and CUDA.
#if defined(__CUDACC__)
    #define SWV_INLINE static inline __host__ __device__
#else
    #define SWV_INLINE static inline
#endif

/// A chain has at most this many joints, a matrix at most this many rows and columns.
#define SWV_MAX_JOINTS 64

/// What was wrong with a call. Missing a target is not an error and has no status.
typedef enum swv_status {
    SWV_OK = 0,
    SWV_NOT_FINITE,    ///< a NaN or an infinity came in, or the result would overflow
    SWV_BAD_COUNT,     ///< a size or an index outside its range
    SWV_BAD_ARGUMENT,  ///< a value that has no meaning here: a zero axis, an unknown name
    SWV_BAD_LIMITS,    ///< the lower limit lies above the upper one, or one is NaN
    SWV_BAD_COUPLING,  ///< a joint that follows itself, follows twice, or follows a joint that follows it
    SWV_SINGULAR,      ///< the matrix has no inverse, or is not positive definite
} swv_status;

/// One sentence in English, never NULL.
SWV_API const char *swv_status_text(swv_status status);

/// "MAJOR.MINOR.PATCH" of the library that was linked.
SWV_API const char *swv_version(void);

#endif
