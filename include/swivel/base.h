// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BASE_H
#define SWIVEL_BASE_H

/// What every other header needs: linkage, the version, the contract, the status of a call, the outcome of a solve.

#define SWV_VERSION_MAJOR 0
#define SWV_VERSION_MINOR 2
#define SWV_VERSION_PATCH 0

#ifdef __cplusplus
    #define SWV_EXTERN extern "C"
#else
    #define SWV_EXTERN extern
#endif

/// On Windows SWV_DLL says that the DLL is used (CMake's swivel::shared defines it), SWV_MAKE_DLL that it is being made.
#ifndef SWV_API
    #if defined(_WIN32) && defined(SWV_MAKE_DLL)
        #define SWV_API SWV_EXTERN __declspec(dllexport)
    #elif defined(_WIN32) && defined(SWV_DLL)
        #define SWV_API SWV_EXTERN __declspec(dllimport)
    #elif defined(__GNUC__) && !defined(_WIN32)
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

/// The contract. It holds for every function of every header; a header states only additions.
///
/// Shape        (model, goal, previous posture, options) in, (posture, report) out. Inputs are const and come first,
///              options last of them; then memory, then outputs, the report last. Only an object that a call changes
///              comes first of all: the model of a setter, the track of a step. A room without previous postures or
///              options leaves that argument out. A single option is an argument of its own.
/// Tracks       The start takes (model, options, track), once: options are given only there. A step takes (track, goal,
///              dt, ...), each frame.
/// Reports      begin with the outcome. Errors have the same names: position_error in metres, rotation_error in
///              radians.
/// Private      What is called _private is the library's own: it may be copied with its structure, its layout changes without notice.
/// NULL         `previous`, `options` and `report` are optional: NULL means no previous posture, all defaults, no
///              report. Every other pointer is required: NULL gives SWV_NULL.
/// Zero         In options and goals a field that is zero has its default. A model (chain, arm, limb, finger) must be
///              made by its maker: a zeroed one gives SWV_BAD_MODEL. Fields that only a setter may change say so.
/// Status       It says which argument is wrong. SWV_NULL: a required pointer. SWV_BAD_MODEL: a model, a track or a follower that was not
///              made. SWV_BAD_GOAL, SWV_BAD_POSTURE, SWV_BAD_OPTIONS: a number in the goal, in the posture (previous, animation, locals,
///              q) or in the options that is not finite or out of range. SWV_BAD_COUNT: a count or an index out of range.
///              SWV_BAD_ARGUMENT: an unknown value of an enumeration. SWV_NOT_FINITE: any other number that is not finite, or
///              a result too large for a double. A comment names any other status; no other is returned.
/// Failure      A status other than SWV_OK leaves every output untouched, `fault` apart.
/// Fault        If a status concerns one of several joints, parts, goals or frames, `fault` is its index; -1 if it
///              concerns none of them or the call succeeded. It is a field of the report; a call without a report of
///              its own, such as a maker, has it as its last argument, which may be NULL.
/// Numbers      NaN and infinity in an argument give a status, also if the caller is compiled with -ffast-math. No
///              function returns NaN. Vector arithmetic in geometry.h is plain arithmetic and overflows as such.
/// Aliasing     An output may be the object of an input of the same type, unless the header says otherwise. Outputs
///              must not overlap each other.
/// Threads      No globals. Concurrent calls may share everything that is const in the call.
/// Memory       Nothing is allocated or kept. A pointer in a model must outlive the model.
/// Stack        A call takes at most 110 kB of it (gcc -O3, x86-64): making the body of a robot. Solving a chain 100 kB, bodies 80, making a
///              hand 25, the shoulder 20, limbs and all else 10.
/// ABI          Version 0.x: structures and functions may change with each minor version, and the shared library's
///              name changes with them; a patch version changes neither. See CHANGELOG.md.

/// What was wrong with a call. Missing a target is not an error: see swv_outcome.
typedef enum swv_status {
    SWV_OK = 0,
    SWV_NOT_FINITE,    ///< a NaN or an infinity came in, or the result would overflow
    SWV_BAD_COUNT,     ///< a size or an index outside its range
    SWV_BAD_ARGUMENT,  ///< an invalid value: a zero axis, an unknown name
    SWV_BAD_LIMITS,    ///< the lower limit lies above the upper one, or one is NaN
    SWV_BAD_COUPLING,  ///< a joint that follows itself, follows twice, or follows a joint that follows it
    SWV_SINGULAR,      ///< the matrix has no inverse, or is not positive definite
    SWV_NULL,          ///< a required pointer is NULL
    SWV_BAD_MODEL,     ///< the model was not made by its maker, or its fields were changed into something invalid
    SWV_BAD_GOAL,      ///< the goal is not finite, its quaternion is zero, or a value in it has no meaning
    SWV_BAD_POSTURE,   ///< the posture handed in, or the previous one, is not finite or not a posture of this model
    SWV_BAD_OPTIONS,   ///< an option is not finite, negative or unknown
    SWV_BAD_FILE,      ///< a file that is not what it claims to be (swivel_io, as the next three)
    SWV_NO_FILE,       ///< a file that cannot be opened, read or written
    SWV_NO_MEMORY,     ///< the allocator gave none, or the byte limit is reached
    SWV_UNSUPPORTED,   ///< a format that this build does not read or write
} swv_status;

/// One sentence in English, never NULL.
SWV_API const char *swv_status_text(swv_status status);

/// How a solve ended. Every value is a normal result, not an error, and holds for the returned posture.
typedef enum swv_outcome {
    SWV_REACHED = 0,           ///< every goal is met and every limit kept
    SWV_OUT_OF_REACH,          ///< too far away for any posture: the closest one
    SWV_TOO_NEAR,              ///< nearer than the folded limb can reach: the closest posture
    SWV_LIMITED,               ///< limits keep it from the goal: the report says which, and what gave way
    SWV_SOFTENED,              ///< within reach, but softness keeps the limb from full extension, or from the end's rotation
    SWV_UNSETTLED,             ///< the wrist is there, but the girdle is off its rhythm
    SWV_NOT_FOUND,             ///< not reached, and none of the other outcomes is established
    SWV_STALLED,               ///< no progress, tolerance not met
    SWV_ITERATION_LIMIT,       ///< max_iterations used up
    SWV_EVALUATION_LIMIT,      ///< max_evaluations used up
    SWV_STOPPED,               ///< `should_stop` ended the solve before the goal was reached
    SWV_INVALID_TARGET = 255,  ///< batches: this element is not a target (not finite, or a zero quaternion)
} swv_outcome;

/// A few words in English, as the command prints them ("reached", "out of reach"), never NULL.
SWV_API const char *swv_outcome_text(swv_outcome outcome);

/// The body's sides. A left limb is the mirror image in x of a right one.
typedef enum swv_side { SWV_RIGHT = 0, SWV_LEFT } swv_side;

/// "MAJOR.MINOR.PATCH" of the library that was linked.
SWV_API const char *swv_version(void);

#endif
