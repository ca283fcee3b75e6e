// SPDX-License-Identifier: MIT
// Swivel 0.2.0, real-time inverse kinematics for the human body, in one header. Made by tools/amalgamate.py.
//
// MIT License
//
// Copyright (c) 2026 The Swivel authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.
#ifndef SWIVEL_H
#define SWIVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Swivel: real-time inverse kinematics for the human body. This header includes all the others.

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

/// The contract. It holds for every function of every header; a header says only where it adds to it.
///
/// Shape        (model, goal, previous posture, options) in, (posture, report) out. What goes in is const and comes
///              first. Where a room has no previous posture or no options, it leaves that argument out.
/// NULL         `previous`, `options` and `report` are optional: NULL means no previous posture, all defaults, no
///              report. Every other pointer is required: NULL gives SWV_NULL.
/// Zero         In options and goals a field that is zero has its default. A model (chain, arm, limb, finger) must be
///              made by its maker: a zeroed one gives SWV_BAD_MODEL. Fields that only a setter may change say so.
/// Failure      A status other than SWV_OK leaves every output untouched (linalg.h works in place and says what then).
/// Numbers      NaN and infinity in an argument give a status, also if the caller is compiled with -ffast-math. No
///              function returns NaN. Vector arithmetic in geometry.h is plain arithmetic and overflows as such.
/// Aliasing     An output may be the object of an input of the same type, unless the header says otherwise. Outputs
///              must not overlap each other.
/// Threads      No globals. Concurrent calls may share everything that is const in the call.
/// Memory       Nothing is allocated or kept. A pointer in a model must outlive the model.
/// ABI          Version 0.x: structures and functions may change with each minor version, and the shared library's
///              name changes with them; a patch version changes neither. See CHANGELOG.md.

/// What was wrong with a call: which argument, or what about it. Missing a target is not an error: see swv_outcome.
typedef enum swv_status {
    SWV_OK = 0,
    SWV_NOT_FINITE,    ///< a NaN or an infinity came in, or the result would overflow
    SWV_BAD_COUNT,     ///< a size or an index outside its range
    SWV_BAD_ARGUMENT,  ///< a value that has no meaning here: a zero axis, an unknown name
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

/// How a solve ended. Every value is a normal result, not an error, and is true of the posture that is returned.
typedef enum swv_outcome {
    SWV_REACHED = 0,           ///< every goal is met and every limit kept
    SWV_OUT_OF_REACH,          ///< too far away for any posture: the closest one
    SWV_TOO_NEAR,              ///< nearer than the folded limb reaches: the closest posture
    SWV_LIMITED,               ///< limits keep it from the goal: the report says which, and what gave way
    SWV_SOFTENED,              ///< within reach, but held back from full extension by the softness asked for
    SWV_UNSETTLED,             ///< the wrist is there, but the girdle is off its rhythm
    SWV_NOT_FOUND,             ///< not reached, and none of the others can be said
    SWV_STALLED,               ///< no progress, tolerance not met
    SWV_ITERATION_LIMIT,       ///< max_iterations used up
    SWV_EVALUATION_LIMIT,      ///< max_evaluations used up
    SWV_STOPPED,               ///< not reached when `should_stop` said so
    SWV_INVALID_TARGET = 255,  ///< batches: this element is not a target (not finite, or a zero quaternion)
} swv_outcome;

/// A few words in English, as the command prints them ("reached", "out of reach"), never NULL.
SWV_API const char *swv_outcome_text(swv_outcome outcome);

/// The body's sides. A left limb is the mirror image in x of a right one.
typedef enum swv_side { SWV_RIGHT = 0, SWV_LEFT } swv_side;

/// "MAJOR.MINOR.PATCH" of the library that was linked.
SWV_API const char *swv_version(void);

/// Trigonometry with the same bits on every compiler and machine that computes float and double in their own precision
/// (FLT_EVAL_METHOD 0; others are refused when the library is compiled).
///
/// Error, in units in the last place (ulp) of the exact result:
///   double  at most 1 ulp    sine and cosine for |angle| <= 1e5, the inverse functions everywhere
///   float   at most 2 ulp    likewise
/// Sine and cosine of larger angles, |angle| <= 2^50: absolute error at most |angle| 2^-52 plus the ulp above,
/// that is, exact for an angle next to the one given. Beyond 2^50, where neighbouring doubles lie a quarter of a
/// radian apart, and for infinities and NaN, the angle counts as 0. So (sine, cosine) is a point on the circle: sine^2 +
/// cosine^2 is 1 to 5e-16 for |angle| <= 1e5, and to 4e-24 |angle| beyond that.
///
/// The inverse functions clamp: asin and acos take any argument as if brought into [-1, 1], infinities count as
/// the largest finite number, and a NaN counts as 0. Signed zeros behave as in C: swv_atan2(-0.0, -1.0) is -pi.
/// No function ever returns NaN. A NULL for the sine or the cosine: nothing happens.

/// Radians in, or sine, cosine, y and x in and radians out.
SWV_API double swv_sin(double angle);
SWV_API double swv_cos(double angle);
SWV_API void   swv_sincos(double angle, double *sine, double *cosine);
SWV_API double swv_asin(double x);
SWV_API double swv_acos(double x);
SWV_API double swv_atan2(double y, double x);

/// The same in float.
SWV_API float swv_sinf(float angle);
SWV_API float swv_cosf(float angle);
SWV_API void  swv_sincosf(float angle, float *sine, float *cosine);
SWV_API float swv_asinf(float x);
SWV_API float swv_acosf(float x);
SWV_API float swv_atan2f(float y, float x);

/// Vectors, rotations and poses. Right-handed axes, radians, metres.
///
/// A transform is named b_from_a: it takes coordinates in frame a to coordinates in frame b, so that names meet in
/// the middle: world_from_hand = world_from_elbow * elbow_from_hand.

#define SWV_PI 3.14159265358979323846

typedef struct swv_vec3 {
    double x, y, z;
} swv_vec3;

/// A 3 x 3 matrix by rows: m[row][column].
typedef struct swv_mat3 {
    double m[3][3];
} swv_mat3;

/// A rotation. q and -q are the same one. Functions expect unit length; swv_quat_normalize gives it.
typedef struct swv_quat {
    double x, y, z, w;
} swv_quat;

/// Where something is and how it is turned: b_from_a has a's origin in b, and a's axes in b.
typedef struct swv_pose {
    swv_vec3 position;
    swv_quat rotation;
} swv_pose;

// clang-format off
#define SWV_IDENTITY_QUAT { 0.0, 0.0, 0.0, 1.0 }
#define SWV_IDENTITY_POSE { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0, 1.0 } }
// clang-format on

// ---- vectors ----

/// a + b
SWV_INLINE swv_vec3 swv_vec3_add(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.x + b.x, a.y + b.y, a.z + b.z };
    return r;
}

/// a - b
SWV_INLINE swv_vec3 swv_vec3_sub(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.x - b.x, a.y - b.y, a.z - b.z };
    return r;
}

/// s a
SWV_INLINE swv_vec3 swv_vec3_scale(double s, swv_vec3 a)
{
    const swv_vec3 r = { s * a.x, s * a.y, s * a.z };
    return r;
}

/// The inner product.
SWV_INLINE double swv_vec3_dot(swv_vec3 a, swv_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The vector product: right-handed, normal to both.
SWV_INLINE swv_vec3 swv_vec3_cross(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return r;
}

/// Euclidean length. Does not overflow or underflow before the result does. Infinite if a component is not finite, a
/// NaN too.
SWV_API double swv_vec3_length(swv_vec3 a);

/// The unit vector along `a`, of any finite length however small or large; {0, 0, 0} if a is zero or not finite.
SWV_API swv_vec3 swv_vec3_normalize(swv_vec3 a);

/// True if all three components are finite.
SWV_API bool swv_vec3_is_finite(swv_vec3 a);

// ---- quaternions ----

/// First b, then a.
SWV_INLINE swv_quat swv_quat_mul(swv_quat a, swv_quat b)
{
    const swv_quat r = {
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    };
    return r;
}

/// The inverse rotation.
SWV_INLINE swv_quat swv_quat_conjugate(swv_quat q)
{
    const swv_quat r = { -q.x, -q.y, -q.z, q.w };
    return r;
}

/// v turned by the unit quaternion q:  v + 2 w (u x v) + 2 u x (u x v),  u = (x, y, z).
SWV_INLINE swv_vec3 swv_quat_rotate(swv_quat q, swv_vec3 v)
{
    const swv_vec3 u = { q.x, q.y, q.z };
    const swv_vec3 uv = swv_vec3_cross(u, v);
    const swv_vec3 t = swv_vec3_add(uv, uv);
    return swv_vec3_add(v, swv_vec3_add(swv_vec3_scale(q.w, t), swv_vec3_cross(u, t)));
}

/// The unit quaternion along q, of any finite length however small or large; the identity if q is zero or not finite.
SWV_API swv_quat swv_quat_normalize(swv_quat q);

/// Turn by `angle` about `axis`, which need not have unit length. A zero axis gives the identity.
SWV_API swv_quat swv_quat_from_axis_angle(swv_vec3 axis, double angle);

/// Turn about the direction of v by its length, and back: the result's length is in [0, pi].
SWV_API swv_quat swv_quat_from_rotation_vector(swv_vec3 v);
SWV_API swv_vec3 swv_rotation_vector_from_quat(swv_quat q);

/// The smallest turn that takes direction `from` to direction `to`. Opposite directions turn about any normal.
SWV_API swv_quat swv_quat_between(swv_vec3 from, swv_vec3 to);

/// Angle of the turn from a to b, in [0, pi].
SWV_API double swv_quat_angle_between(swv_quat a, swv_quat b);

/// Split q = swing * twist, the twist about `axis` and the swing about an axis normal to it. Where the swing is half
/// a turn the twist is not determined, and is taken as none. A zero axis gives swing = q. A q that is
/// not finite gives no turn at all.
SWV_API void swv_quat_swing_twist(swv_quat q, swv_vec3 axis, swv_quat *swing, swv_quat *twist);

// ---- matrices ----

/// Products, the transpose (of a rotation: its inverse), a times v, and the matrix of a rotation.
SWV_API swv_mat3 swv_mat3_mul(swv_mat3 a, swv_mat3 b);
SWV_API swv_mat3 swv_mat3_transpose(swv_mat3 a);
SWV_API swv_vec3 swv_mat3_apply(swv_mat3 a, swv_vec3 v);
SWV_API swv_mat3 swv_mat3_from_quat(swv_quat q);

/// The rotation nearest to a matrix that is one up to rounding, by the largest of the four components (no loss at
/// half a turn). Returned with w >= 0.
SWV_API swv_quat swv_quat_from_mat3(swv_mat3 a);

// ---- poses ----

/// First b, then a: c_from_a = swv_pose_mul(c_from_b, b_from_a).
SWV_INLINE swv_pose swv_pose_mul(swv_pose a, swv_pose b)
{
    const swv_pose r = { swv_vec3_add(a.position, swv_quat_rotate(a.rotation, b.position)),
                         swv_quat_mul(a.rotation, b.rotation) };
    return r;
}

/// The point as seen from b.
SWV_INLINE swv_vec3 swv_pose_apply(swv_pose b_from_a, swv_vec3 point_a)
{
    return swv_vec3_add(b_from_a.position, swv_quat_rotate(b_from_a.rotation, point_a));
}

/// a_from_b
SWV_INLINE swv_pose swv_pose_inverse(swv_pose b_from_a)
{
    const swv_quat a_from_b = swv_quat_conjugate(b_from_a.rotation);
    const swv_pose r = { swv_vec3_scale(-1.0, swv_quat_rotate(a_from_b, b_from_a.position)), a_from_b };
    return r;
}

/// SWV_OK with *pose's rotation brought to unit length; SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for a zero quaternion,
/// with *pose untouched. The check every function makes that takes a pose from outside.
SWV_API swv_status swv_pose_check(swv_pose *pose);

// ---- angles ----

/// The same angle in [-pi, pi). Not finite: 0.
SWV_API double swv_angle_wrap(double angle);

/// A limit counts as kept if it is exceeded by no more than this (radians or metres), so that a posture lying on its
/// limits is not lost to rounding.
#define SWV_LIMIT_TOLERANCE 1e-9

/// Bring *angle into [lower, upper] by whole turns, by as few as possible. False, and *angle untouched, if no whole
/// turn of it lies inside (to within SWV_LIMIT_TOLERANCE), a limit is NaN or *angle is not finite.
SWV_API bool swv_angle_turn_into(double lower, double upper, double *angle);

/// Three turns about the axes of the moving frame (intrinsic): SWV_EULER_ZXY is R = Rz(a[0]) Rx(a[1]) Ry(a[2]).
/// Turns about fixed axes are the same three in the opposite order.
// clang-format off
typedef enum swv_euler_order {
    SWV_EULER_XYZ = 0, SWV_EULER_XZY, SWV_EULER_YXZ, SWV_EULER_YZX, SWV_EULER_ZXY, SWV_EULER_ZYX,
    SWV_EULER_XYX,     SWV_EULER_XZX, SWV_EULER_YXY, SWV_EULER_YZY, SWV_EULER_ZXZ, SWV_EULER_ZYZ,
    SWV_EULER_ORDER_COUNT
} swv_euler_order;
// clang-format on

/// The rotation with these angles, radians, in the order of their axes. See swv_euler_order.
SWV_API swv_mat3 swv_mat3_from_euler(swv_euler_order order, const double angles[3]);

/// Both sets of angles that give the rotation, each in [-pi, pi]; the second starts half a turn away. Exact at the
/// singularity too, where the first angle is taken as 0 (and as pi in the second).
SWV_API void swv_euler_from_mat3(swv_euler_order order, swv_mat3 rotation, double first[3], double second[3]);

/// Small dense linear algebra, without allocation.
///
/// An m x n matrix is stored by rows without gaps: entry (i, j) is a[i * n + j]. Every size is 1 to SWV_MAX_JOINTS.
/// Arrays must not overlap. Entries may be of any magnitude: what could overflow or underflow is scaled by powers of
/// two inside, so that matrices of 1e-300 or 1e300 lose nothing. (Results below 2^-1022 round to multiples of 2^-1074,
/// as denormals do; U and R of such matrices are among them.) A NaN or an infinity in the input, or a result too
/// large for a double, is SWV_NOT_FINITE; a size out of range is SWV_BAD_COUNT and touches nothing. Unless it says
/// otherwise, a function that fails leaves its outputs in an unspecified but finite state.

/// Factor a symmetric positive definite matrix, a = L L'. Reads and replaces the lower triangle; the part above the
/// diagonal is left alone. SWV_SINGULAR if a is not positive definite: if what is left of an entry of the diagonal is
/// not positive by more than its own rounding.
SWV_API swv_status swv_cholesky_factor(double *a, int n);

/// Solve a x = b with the factor of swv_cholesky_factor. x  in: b. out: the solution.
SWV_API swv_status swv_cholesky_solve(const double *factor, int n, double *x);

/// Factor a square matrix with row exchanges, P a = L U, in place. `pivot` takes n row numbers: in step k the rows k
/// and pivot[k] >= k were exchanged. The error is relative to the largest entry. SWV_SINGULAR if a pivot is exactly
/// zero.
SWV_API swv_status swv_lu_factor(double *a, int n, int *pivot);

/// Solve a x = b with the factor of swv_lu_factor. x  in: b. out: the solution.
SWV_API swv_status swv_lu_solve(const double *factor, const int *pivot, int n, double *x);

/// Factor an m x n matrix, m >= n, by Householder reflections, a = Q R, in place: R on and above the diagonal, the
/// reflections below it and in `tau` (n entries). Never singular: a zero column gives a zero on the diagonal of R.
/// The error of each column is relative to its own length.
SWV_API swv_status swv_qr_factor(double *a, int m, int n, double *tau);

/// Least squares: the x of smallest |a x - b|, with the factor of swv_qr_factor.
/// x  in: b (m entries). out: the solution in the first n entries, the residual's components in the rest.
/// SWV_SINGULAR if the diagonal of R holds a zero.
SWV_API swv_status swv_qr_solve(const double *factor, const double *tau, int m, int n, double *x);

/// Singular values, a = U diag(s) V', k = min(m, n) of them in falling order, by one-sided Jacobi rotations: singular
/// values that are small because rows (m <= n) or columns (m >= n) are, keep their relative accuracy.
/// u   m x k, orthonormal columns        s   k        vt   k x n, orthonormal rows
/// Singular vectors that belong to a zero singular value are completed to an orthonormal set.
SWV_API swv_status swv_svd(const double *a, int m, int n, double *u, double *s, double *vt);

/// Doubles of scratch that swv_pseudoinverse needs.
SWV_API size_t swv_pseudoinverse_scratch(int m, int n);

/// The Moore-Penrose inverse (n x m). Singular values at or below `tolerance` times the largest count as zero;
/// a tolerance of 0 means max(m, n) * 2^-52, one below 0 is SWV_BAD_ARGUMENT. `rank` (may be NULL) takes the number of
/// those that were kept.
SWV_API swv_status swv_pseudoinverse(const double *a, int m, int n, double tolerance, double *inverse, int *rank,
                                     double *scratch);

/// Doubles of scratch that swv_damped_solve needs.
SWV_API size_t swv_damped_scratch(int m, int n);

/// Damped least squares: the x (n entries) of smallest |a x - b|^2 + damping^2 |x|^2, that is
/// x = (a'a + damping^2 I)^-1 a'b, without ever squaring the matrix. b has m entries, damping >= 0.
/// With damping 0 it needs full rank, to working precision (then for m < n it is the smallest x that solves a x = b):
/// SWV_SINGULAR else. damping < 0 is SWV_BAD_ARGUMENT.
SWV_API swv_status swv_damped_solve(const double *a, int m, int n, double damping, const double *b, double *x,
                                    double *scratch);

/// Serial chains of up to 64 joints: how to build one, where its tip is, and how the tip moves.
///
/// Joint, coordinate and link each mean one thing:
///   joint       index into chain.joints, 0 to joint_count - 1
///   coordinate  index into a posture q, 0 to dof - 1
///   link        what a goal or a point is fixed to: SWV_TIP the tip's frame, swv_link_of(joint) the frame of a joint
///
/// A chain is plain data without pointers: copy it, keep a million of them, send it to another machine. A posture is
/// an array q of chain.dof numbers, one for each joint that moves on its own, in joint order: radians for revolute
/// joints, metres for prismatic ones. A joint may instead follow another (q_i = ratio * q_j + offset), as the last joint
/// of a finger does; it then has no number of its own.

typedef enum swv_joint_type {
    SWV_REVOLUTE = 0,
    SWV_PRISMATIC,
} swv_joint_type;

/// A joint turns about, or slides along, an axis through its origin. In the zero posture the frames of all joints are
/// parallel to the base's, so a frame's rotation is its rotation away from the zero posture, and nothing else.
typedef struct swv_joint {
    swv_vec3       origin;      ///< in the frame of the joint before it (the first: in the base)
    swv_vec3       axis;        ///< unit length
    int            axis_along;  ///< 0, 1, 2: the axis lies along x, y or z, either way; -1: along none. Set when built.
    swv_joint_type type;
    int            follows;       ///< index of the joint it follows, or -1
    int            coordinate;    ///< joint value = ratio * q[coordinate] + offset
    double         ratio;         ///< 1 for a joint of its own
    double         offset;        ///< 0 for a joint of its own
    double         lower, upper;  ///< limits of the joint value; -INFINITY and INFINITY: none
} swv_joint;

typedef struct swv_chain {
    int       joint_count;  ///< 1 to SWV_MAX_JOINTS
    int       dof;          ///< how many numbers a posture has: joint_count less the joints that follow
    swv_pose  base;         ///< where the chain is mounted in the world
    swv_pose  tip;          ///< the tip in the frame of the last joint; in the zero posture, as seen from the base
    swv_joint joints[SWV_MAX_JOINTS];
} swv_chain;

enum { SWV_TIP = 0 };

/// The link that a joint moves: its frame.
SWV_INLINE int swv_link_of(int joint)
{
    return joint + 1;
}

// ---- building ----

/// The two conventions for Denavit-Hartenberg rows in use. They look alike but differ; say which.
///   standard  frame i-1 to frame i:  Rz(theta) Tz(d) Tx(a) Rx(alpha)                (Paul; the thesis; KDL's DH)
///   modified  frame i-1 to frame i:  Rx(alpha) Tx(a) Rz(theta) Tz(d)                (Craig: a and alpha of link i-1)
typedef enum swv_dh_convention {
    SWV_DH_STANDARD = 0,
    SWV_DH_MODIFIED,
} swv_dh_convention;

/// The joint's value is added to theta if it is revolute, to d if it is prismatic.
typedef struct swv_dh_row {
    double         theta, d, a, alpha;
    swv_joint_type type;
} swv_dh_row;

/// An axis in the zero posture, in world coordinates. The direction need not have unit length.
typedef struct swv_axis {
    swv_vec3       point, direction;
    swv_joint_type type;
} swv_axis;

/// Make a chain from Denavit-Hartenberg rows; its tip is the last row's frame. It has no limits and no coupled joints, and
/// its base is the identity: set them afterwards. Axes within 1e-14 rad of a coordinate axis are put exactly on it: a right
/// angle in a row is meant as one, though no double is exactly pi/2.
SWV_API swv_status swv_chain_from_dh(swv_chain *chain, swv_dh_convention convention, const swv_dh_row *rows, int count);

/// Make a chain from the axes of its joints and the pose of its tip, all in the zero posture. The rest as above.
SWV_API swv_status swv_chain_from_axes(swv_chain *chain, const swv_axis *axes, int count,
                                       const swv_pose *world_from_tip);

/// The chain as Denavit-Hartenberg rows, or as axes. `rows` and `axes` take joint_count entries. Denavit-Hartenberg rows cannot say
/// where the first axis lies or how the tip is mounted on the last frame: the chain is base * rows * tip.
/// Such rows are ill-conditioned where neighbouring axes are almost parallel, at an angle s: the common normal's feet
/// lie 1/s lengths away, and forward kinematics through the rows is exact to 1e-16/s only. Below s = 1e-8 the axes
/// count as parallel. SWV_NOT_FINITE if a length overflows.
SWV_API swv_status swv_chain_to_dh(const swv_chain *chain, swv_dh_convention convention, swv_dh_row *rows,
                                   swv_pose *base, swv_pose *tip);
SWV_API swv_status swv_chain_to_axes(const swv_chain *chain, swv_axis *axes, swv_pose *world_from_tip);

/// Limits of one joint's value. They may lie beyond half a turn, or be infinite.
SWV_API swv_status swv_chain_set_limits(swv_chain *chain, int joint, double lower, double upper);

/// Let `joint` follow another: its value is ratio * (value of `leader`) + offset. Leaders may follow others in turn.
SWV_API swv_status swv_chain_couple(swv_chain *chain, int joint, int leader, double ratio, double offset);

/// Whether a chain is valid, however it was made: counts, indices, unit rotations, limits, couplings.
SWV_API swv_status swv_chain_check(const swv_chain *chain);

// ---- limits ----

/// The range of a coordinate of a posture: where its own joint and all that follow it are inside their limits.
/// *lower > *upper if there is no such value.
SWV_API swv_status swv_chain_limits(const swv_chain *chain, int coordinate, double *lower, double *upper);

/// Bring every angle of q inside its limits by whole turns where that is possible. Prismatic joints, and angles that others
/// follow by a ratio that is not a whole number, are only checked. Bit i of *outside is set if q[i] stays outside.
SWV_API swv_status swv_chain_turn_into_limits(const swv_chain *chain, double *q, uint64_t *outside);

// ---- forward ----

/// Pose of the tip in the world. The sign of the quaternion follows the joints continuously.
SWV_API swv_status swv_chain_tip(const swv_chain *chain, const double *q, swv_pose *tip);

/// Pose of every joint's frame (joint_count of them), and of the tip. `tip` may be NULL.
SWV_API swv_status swv_chain_frames(const swv_chain *chain, const double *q, swv_pose *frames, swv_pose *tip);

/// The axes in which a Jacobian's velocities are given.
typedef enum swv_jacobian_axes {
    SWV_WORLD_AXES = 0,
    SWV_BASE_AXES,
    SWV_TIP_AXES,
} swv_jacobian_axes;

/// Geometric Jacobian of the tip: 6 rows by dof columns, stored by rows. Rows 0 to 2 are the velocity of the tip's
/// origin, rows 3 to 5 its angular velocity, per unit of each coordinate's rate; joints that follow are counted with
/// the one they follow. `tip` takes the tip's pose; it may be NULL.
SWV_API swv_status swv_chain_jacobian(const swv_chain *chain, const double *q, swv_jacobian_axes axes, double *jacobian,
                                      swv_pose *tip);

/// The same for a point fixed to a link and given in its frame. `position` takes the point in the world; it may be NULL.
SWV_API swv_status swv_chain_point_jacobian(const swv_chain *chain, const double *q, int link, swv_vec3 point,
                                            swv_jacobian_axes axes, double *jacobian, swv_vec3 *position);

/// The chains that come with Swivel.
typedef struct swv_model {
    const char        *name;         ///< "arm7"
    const char        *summary;      ///< one line
    const char        *origin;       ///< one line: the document and table it was taken from
    const char        *length_unit;  ///< "m", or "unit" for the thesis's arbitrary lengths
    const char *const *joint_names;  ///< joint_count of them
    int                joint_count;
} swv_model;

/// How many models there are.
SWV_API int swv_model_count(void);

/// Model 0 to swv_model_count() - 1; NULL outside.
SWV_API const swv_model *swv_model_at(int index);

/// The index of a model by its name, or -1.
SWV_API int swv_model_find(const char *name);

/// Make the chain of a model. SWV_BAD_ARGUMENT if there is no model of that name.
SWV_API swv_status swv_model_chain(const char *name, swv_chain *chain);

/// Where a person would hold the elbow, the knee and the forearm, when all that is known is the hand or the foot. Learned
/// from 82 people (data/people).
///
/// Axes       At the shoulder or hip: x right, y forward, z up. They belong to the trunk: a person who lies down keeps them.
///            The arm's are those of the chest, the leg's those of the pelvis.
/// Hand       z to the fingertips, x where the palm faces, y = z cross x (to the thumb, right hand). A left arm is the mirror
///            image in x of a right one: its hand's z points to the fingertips and x away from the palm.
/// Foot       x right, y to the toes, z up from the sole: the trunk's axes, when one stands. A foot whose axes come from a
///            skeleton file must be turned first: many rest with their legs spread, and a standing foot is then rolled by as
///            much. Take its rotation in a standing posture, and multiply each rotation by that one's inverse, from the right.
/// direction  Out: the unit vector, normal to the line from shoulder to wrist, that points from that line to the elbow (from
///            the line from hip to ankle to the knee). swv_arm_swivel_towards turns it into a swivel.
/// reach      Upper arm and forearm together, or thigh and shank: only position / reach matters.
///
/// How far off, on people who were not fitted: docs/naturalness.md. `swivel naturalness` prints it for what is shipped.
///
/// All are smooth but for what no choice can avoid. At the shoulder itself the line has no direction: it counts as forward.
/// And a field of directions on a sphere has singular points, around which it turns once or twice. Near them it turns fast; at
/// them it is still finite, unit and normal. How far they are from people's hands: docs/derivations/natural.md.
///
/// SWV_NULL for a NULL pointer; SWV_BAD_ARGUMENT for an unknown side or a reach that is not positive and finite; SWV_BAD_GOAL for
/// a pose or position that is not finite, or a zero quaternion.

/// The elbow, from the wrist's position and the hand's rotation. The default.
SWV_API swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *hand, swv_vec3 *direction);

/// The elbow, from the wrist's position alone: for hands whose rotation is unknown or means nothing.
SWV_API swv_status swv_natural_elbow_at(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

/// Pronation, from the wrist's position alone: the mean of people whose wrist was there. Radians: 0 neutral, the thumb towards
/// the side the elbow bends to; positive palm down; the same for both sides.
SWV_API swv_status swv_natural_pronation(swv_side side, double reach, swv_vec3 wrist, double *pronation);

/// The knee, from the pose of the foot.
SWV_API swv_status swv_natural_knee(swv_side side, double reach, const swv_pose *foot, swv_vec3 *direction);

/// The plane of the arm that Soechting and Flanders measured in 1989 when people pointed at targets in front of them; from the
/// position alone. Here to compare with. Jumps where the line from shoulder to wrist points straight up or down, and where the
/// upper arm they predict lies along it.
SWV_API swv_status swv_soechting_elbow(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

/// Sets of swivel angles: where the elbow may be on its circle.

enum { SWV_MAX_SWIVEL_INTERVALS = 20 };

/// Sorted, disjoint intervals, radians: `from` in [-pi, pi), `to` from `from` to less than a turn beyond it; the whole
/// circle is one interval from -pi to pi. An interval may be a single point.
typedef struct swv_swivels {
    int    count;
    double from[SWV_MAX_SWIVEL_INTERVALS], to[SWV_MAX_SWIVEL_INTERVALS];
} swv_swivels;

/// The member of a set nearest to a wish, either way round. False, *swivel untouched, if the set is empty, the wish is not
/// finite or a pointer is NULL.
SWV_API bool swv_swivels_nearest(const swv_swivels *set, double wish, double *swivel);

/// The middle of the widest interval. False, *swivel untouched, if the set is empty or a pointer is NULL.
SWV_API bool swv_swivels_middle(const swv_swivels *set, double *swivel);

/// What a set shares with the angles from `from` up to `to`, in whole turns of them. Empty if `set` is NULL, a number is
/// not finite or from > to. What goes beyond SWV_MAX_SWIVEL_INTERVALS is left out: a full set one of whose intervals is cut in two.
SWV_API swv_swivels swv_swivels_within(const swv_swivels *set, double from, double to);

/// The human arm and leg. You say where the hand is; you get the rotation of every bone, inside limits that were
/// measured on people, with the elbow where a person would hold it.
///
///     swv_limb         arm;
///     swv_limb_posture posture;
///     swv_limb_report  report;
///     swv_limb_make_arm(&arm, SWV_RIGHT);
///     swv_limb_solve(&arm, &(swv_limb_goal){ .end = hand }, NULL, NULL, &posture, &report);
///
/// The shoulder (hip) is a ball joint, the elbow (knee) a hinge, the forearm turns about its own axis (pronation; the
/// shank: rotation of the foot), the wrist (ankle) bends in two directions. With the hand held still one freedom is left: the
/// elbow swivels about the line from shoulder to wrist. Nothing is singular where arms hang: the answer is the rotation of
/// each bone, and anatomical angles are read from it.
///
/// Axes     The origin is the shoulder; x right, y forward, z up, and they belong to the trunk. A left limb is the mirror
///          image in x of a right one: its angles, limits and swivels mean the same.
/// Hand     z to the fingertips, x where the palm faces, y to the thumb (z cross x, a right hand). A left hand's x points
///          away from the palm, so that its axes are right-handed too.
/// Foot     y to the toes, z up from the sole, x right: the trunk's axes, when one stands.
/// Bones    Upper arm and forearm: z along the bone, away from the trunk; x to the side the elbow bends to. Thigh and shank:
///          likewise, x to the back. At the far end the forearm has turned by the pronation, the shank by the foot's
///          rotation: swv_limb_frames tells. A left limb's x points to the other side, as its hand's does.
///
/// All functions are exact to rounding: the hand is met to 1e-12 of the limb's length where some posture inside the limits
/// brings it there, and the feasible swivels are exact intervals, not samples. Derivation: docs/derivations/limb.md.

// ---- angles and limits ----

/// Anatomical angles, radians. Of an arm, as the ISB recommends:
typedef enum swv_limb_angle {
    SWV_SHOULDER_PLANE = 0,  ///< plane of elevation: 0 to the side, a right angle forward
    SWV_SHOULDER_ELEVATION,  ///< 0 hanging, a right angle level, half a turn straight up
    SWV_SHOULDER_ROTATION,  ///< about the upper arm, positive inward. Where the arm hangs only plane + rotation means anything
    SWV_ELBOW_FLEXION,    ///< 0 straight
    SWV_PRONATION,        ///< 0 neutral: the thumb towards the side the elbow bends to; positive palm down
    SWV_WRIST_FLEXION,    ///< positive towards the palm
    SWV_WRIST_DEVIATION,  ///< positive towards the thumb (radial)
    SWV_LIMB_ANGLES,
    // Of a leg:
    SWV_HIP_FLEXION = 0,  ///< about the trunk's x axis, thigh forward
    SWV_HIP_ABDUCTION,    ///< away from the other leg
    SWV_HIP_ROTATION,     ///< about the thigh, positive outward
    SWV_KNEE_FLEXION,     ///< 0 straight
    SWV_FOOT_ROTATION,    ///< about the shank, positive toes outward
    SWV_ANKLE_FLEXION,    ///< positive plantar flexion: the toes go down
    SWV_ANKLE_EVERSION,   ///< positive: the sole faces outward
} swv_limb_angle;

/// The limits. A posture is inside if all of them hold; a report names the broken ones by these bits.
typedef enum swv_limb_limit {
    SWV_LIMIT_DIRECTION = 0,  ///< where the upper arm (thigh) may point: a region of the sphere
    SWV_LIMIT_TWIST,          ///< how far it may turn about itself
    SWV_LIMIT_HINGE,          ///< elbow or knee
    SWV_LIMIT_PRONATION,      ///< of the forearm; of a leg: rotation of the foot
    SWV_LIMIT_CONE,           ///< wrist or ankle: flexion and deviation together
    SWV_LIMB_LIMITS,
} swv_limb_limit;

/// A cap of the unit sphere: the directions within an angle of its axis.
typedef struct swv_cap {
    swv_vec3 axis;    ///< unit length
    double   radius;  ///< radians, 0 to pi
} swv_cap;

enum { SWV_MAX_CAPS = 12 };

typedef struct swv_range {
    double lower, upper;  ///< radians
} swv_range;

/// Limits as they are given to swv_limb_set_limits. Of a right limb; a left one mirrors them.
typedef struct swv_limb_limits {
    /// The upper arm may not point into any of these caps: their union is what the body, bones and ligaments forbid.
    int     cap_count;  ///< 0: it may point anywhere
    swv_cap caps[SWV_MAX_CAPS];
    /// Swing and twist: from `rest` the upper arm swings to where it points by the smallest turn; what is left of its rotation
    /// is the twist, 0 for the side of `rest_bend`. A range of a whole turn or more: no limit, as for all that follow.
    swv_vec3  rest;       ///< unit length: a direction that people's upper arms often have
    swv_vec3  rest_bend;  ///< unit length, normal to `rest`: the side to which the elbow bends there
    swv_range twist;      ///< positive about the upper arm, away from the trunk
    swv_range hinge;      ///< 0 to pi
    swv_range pronation;  ///< SWV_PRONATION, SWV_FOOT_ROTATION
    /// Quarter ellipses in the tangents of half the angles: at most `flexion.upper` without deviation, and so on. The
    /// middle (0, 0) is always inside. Both ranges infinite: no limit; else within (-pi, pi).
    swv_range flexion, deviation;  ///< SWV_WRIST_FLEXION, SWV_WRIST_DEVIATION; SWV_ANKLE_FLEXION, SWV_ANKLE_EVERSION
} swv_limb_limits;

// ---- the limb ----

typedef enum swv_limb_kind { SWV_ARM = 0, SWV_LEG } swv_limb_kind;

/// A range of twists about z, by sine and cosine of half its lower and its upper end.
typedef struct swv_half_turns {
    bool   is_whole_turn;  ///< no limit
    double sin_lower, cos_lower, sin_upper, cos_upper;
} swv_half_turns;

/// What the solver makes of the limits, once. Written by the makers and setters only; `limits` may be read. The cookie tells a limb
/// that was never made, no more: a limit written here by hand is not noticed, and the solver goes on with the old one.
typedef struct swv_limb_bounds {
    uint32_t        cookie;
    swv_limb_limits limits;                     ///< as set
    double          cap_cosines[SWV_MAX_CAPS];  ///< of the radii less the tolerance, as all of these are wider by it
    swv_quat        rest;                       ///< the trunk from the upper arm's rest
    swv_half_turns  twist, pronation;
    double          sin_hinge_lower, cos_hinge_upper;  ///< of half the angles
    bool            has_cone;
    /// Tangents of half the cone's angles about the end's y and -x axes: [0] negative, [1] positive.
    double about_y[2], about_x[2];
} swv_limb_bounds;

/// Made by swv_limb_make_arm or swv_limb_make_leg; may be copied. Lengths and limits are changed by the setters.
typedef struct swv_limb {
    swv_limb_kind kind;
    swv_side      side;
    double        upper, lower;  ///< lengths, metres: upper arm and forearm, or thigh and shank
    /// Distance before full extension, in metres, at which the limb starts to yield. Prevents elbow snapping: a hand asked
    /// for at full extension stays half of this short. 0: none. At most half the limb's length. May be written.
    double          softness;
    swv_limb_bounds bounds;
} swv_limb;

/// A right or left arm or leg of the mean adult (1.75 m), with the limits of people.
SWV_API swv_status swv_limb_make_arm(swv_limb *limb, swv_side side);
SWV_API swv_status swv_limb_make_leg(swv_limb *limb, swv_side side);

/// The same limb with other bones: lengths in metres, limits kept. SWV_BAD_ARGUMENT unless both are positive and neither
/// is a million times the other.
SWV_API swv_status swv_limb_set_lengths(swv_limb *limb, double upper, double lower);

/// The same for a body height in metres, by the mean proportions.
SWV_API swv_status swv_limb_set_stature(swv_limb *limb, double stature);

/// Other limits; swv_limb_human_limits gives those of people to start from, swv_limb_no_limits none at all.
/// SWV_BAD_LIMITS, limb untouched, for a range upside down or wholly beyond 1e3 radians, an axis that is zero, a cap of no radius.
SWV_API swv_status swv_limb_set_limits(swv_limb *limb, const swv_limb_limits *limits);
SWV_API swv_status swv_limb_human_limits(swv_limb_kind kind, swv_limb_limits *limits);
SWV_API swv_status swv_limb_no_limits(swv_limb_limits *limits);

/// "pronation", "wrist-flexion" and so on; NULL outside the range.
SWV_API const char *swv_limb_angle_name(swv_limb_kind kind, int angle);
SWV_API const char *swv_limb_limit_name(swv_limb_kind kind, int limit);

// ---- postures ----

/// Rotations of the bones against the trunk. A hinge joins the first two, so that `lower` is `upper` turned by the
/// flexion about y (of a left limb by minus the flexion); the hand is turned as it likes.
typedef struct swv_limb_posture {
    swv_quat upper;    ///< upper arm or thigh
    swv_quat lower;    ///< forearm or shank, at the elbow
    swv_quat end;      ///< hand or foot, in its own axes
    double   flexion;  ///< of the hinge, 0 to pi
} swv_limb_posture;

/// The posture with these angles, and the angles of a posture. Angles that are not determined (plane and rotation where
/// the arm hangs or points straight up) are such that the posture comes out again.
SWV_API swv_status swv_limb_posture_from_angles(const swv_limb *limb, const double angles[SWV_LIMB_ANGLES],
                                                swv_limb_posture *posture);
SWV_API swv_status swv_limb_angles(const swv_limb *limb, const swv_limb_posture *posture,
                                   double angles[SWV_LIMB_ANGLES]);

/// The posture in which the elbow is here and the hand there: the bones are what they have to be, and the lengths those
/// of the posture, whatever the limb's. For motion capture. Where the elbow is straight its plane comes from the hand, as if
/// the forearm were neutral.
SWV_API swv_status swv_limb_posture_from_points(const swv_limb *limb, swv_vec3 elbow, const swv_pose *end,
                                                swv_limb_posture *posture);

/// Poses of all bones, for drawing and skinning: each at its near end.
typedef struct swv_limb_frames {
    swv_pose upper;      ///< at the shoulder
    swv_pose lower;      ///< at the elbow, turned by the part `twist_weight` of the pronation
    swv_pose lower_mid;  ///< half way along the forearm, turned by half of it: a twist bone
    swv_pose lower_far;  ///< at the wrist, turned by all of it
    swv_pose end;        ///< hand or foot, at the wrist or ankle
} swv_limb_frames;

/// twist_weight  0: the forearm's bone does not turn with the hand; 1: it turns with it wholly; a skeleton without twist
///               bones looks best with 0.5
SWV_API swv_status swv_limb_frames_of(const swv_limb *limb, const swv_limb_posture *posture, double twist_weight,
                                      swv_limb_frames *frames);

/// How far a posture is inside its limits: bit i of *broken is set if limit i is exceeded by more than SWV_LIMIT_TOLERANCE;
/// excess[i] takes by how much, in radians: how much wider the limit would have to be, on all sides; negative inside. `broken` or `excess` may be NULL.
SWV_API swv_status swv_limb_check(const swv_limb *limb, const swv_limb_posture *posture, uint32_t *broken,
                                  double excess[SWV_LIMB_LIMITS]);

// ---- the elbow's circle ----

/// Where the elbow can be with the wrist held still: centre + radius (cos(swivel) zero + sin(swivel) quarter).
/// Swivel 0 is the elbow lowest where the arm points forward and outward (the knee straight ahead), and the reference is
/// undefined in one direction only: backward and inward, through the body.
typedef struct swv_limb_circle {
    swv_vec3 centre;
    swv_vec3 zero, quarter;  ///< unit vectors normal to the line from shoulder to wrist
    double   radius;         ///< 0: the limb is straight
} swv_limb_circle;

/// The circle for a wrist. Out of reach: the nearest one, of a straight or folded limb.
SWV_API swv_status swv_limb_circle_of(const swv_limb *limb, swv_vec3 wrist, swv_limb_circle *circle);

/// The swivel of a posture, and of the elbow nearest to a direction from the line from shoulder to wrist.
SWV_API swv_status swv_limb_swivel_of(const swv_limb *limb, const swv_limb_posture *posture, double *swivel);
SWV_API swv_status swv_limb_swivel_towards(const swv_limb *limb, swv_vec3 wrist, swv_vec3 direction, double *swivel);

/// The exact set of swivels at which every limit holds. Empty if the hand is out of reach or the hinge cannot do it, by more than
/// 1e-12 of the limb's length: 3e-6 radians of an elbow that is nearly straight.
SWV_API swv_status swv_limb_feasible(const swv_limb *limb, const swv_pose *end, swv_swivels *swivels);

// ---- solving ----

/// What the elbow does, of all swivels that keep the limits.
typedef enum swv_elbow_wish {
    SWV_ELBOW_NATURAL = 0,  ///< where a person would hold it: natural.h
    SWV_ELBOW_SWIVEL,       ///< at `swivel`, or the nearest feasible one
    SWV_ELBOW_TOWARDS,      ///< towards `direction`: a pole vector
    SWV_ELBOW_PREVIOUS,     ///< where it was in the previous posture: turned least
} swv_elbow_wish;

typedef struct swv_limb_goal {
    swv_pose       end;            ///< hand (at the wrist) or foot (at the ankle), from the shoulder or hip
    bool           position_only;  ///< the hand may be turned as it likes: it stays as it was against the forearm
    swv_elbow_wish elbow;
    double         swivel;     ///< SWV_ELBOW_SWIVEL
    swv_vec3       direction;  ///< SWV_ELBOW_TOWARDS
} swv_limb_goal;

/// What gives way where no posture inside the limits brings the hand there.
typedef enum swv_limb_compromise {
    SWV_KEEP_LIMITS = 0,  ///< the hand: first its rotation, least first, then its position
    SWV_KEEP_HAND,        ///< the limits: the swivel at which they are exceeded least
} swv_limb_compromise;

typedef struct swv_limb_options {
    swv_limb_compromise compromise;
} swv_limb_options;

typedef struct swv_limb_report {
    swv_outcome outcome;
    uint32_t    broken;          ///< bit i: limit i is exceeded
    double      excess;          ///< radians, the largest of any limit; 0 if all hold
    double      swivel;          ///< of the posture
    double      wished;          ///< the swivel that was asked for, before limits
    double      position_error;  ///< metres, recomputed by forward kinematics
    double      rotation_error;  ///< radians; 0 if position_only
} swv_limb_report;

/// The best posture for a goal.
///
/// Exact where some posture inside the limits does it: the swivel is then the feasible one nearest to the wish. Out of
/// reach, the wrist is as near as it gets and the hand turned as it should be, within the limits.
///
/// `previous` is where the limb was. It serves SWV_ELBOW_PREVIOUS and position_only; without it these are
/// SWV_ELBOW_NATURAL, and a straight wrist with a natural pronation.
SWV_API swv_status swv_limb_solve(const swv_limb *limb, const swv_limb_goal *goal, const swv_limb_posture *previous,
                                  const swv_limb_options *options, swv_limb_posture *posture, swv_limb_report *report);

/// The posture at a swivel, whatever the limits say of it. The building block of swv_limb_solve.
SWV_API swv_status swv_limb_posture_at(const swv_limb *limb, const swv_pose *end, double swivel,
                                       swv_limb_posture *posture, swv_limb_report *report);

/// Pose of the hand or foot, and position of the elbow or knee (may be NULL).
SWV_API swv_status swv_limb_forward(const swv_limb *limb, const swv_limb_posture *posture, swv_pose *end,
                                    swv_vec3 *elbow);

/// Following a moving hand with the human arm, or a foot with the leg: one posture after the other, each going on smoothly
/// from the last.
///
///     swv_limb_track track;
///     swv_limb_track_start(&track, &arm, NULL);
///     while (next(&hand))
///         swv_limb_track_step(&track, &(swv_limb_goal){ .end = hand }, 1.0 / 60.0, &posture, &report);
///
/// The hand is exact in every step in which some posture inside the limits brings it there. What is smoothed is the elbow:
/// it is drawn to where a person would hold it as by a damped spring, stays among the swivels that keep all limits, and
/// crosses forbidden ones only if the one it is at ceases to be allowed (report.forced). Where no posture inside the limits
/// brings the hand there, its rotation yields, least first, and then its position; the report says so, step by step.

/// Zero in any field means its default.
typedef struct swv_limb_track_options {
    /// Seconds, default 0.06: how long the elbow takes to follow its wish; after t seconds the part (1 + t/T) exp(-t/T) of a
    /// change is left. Negative: it follows at once.
    double swivel_time;
    /// Radians per second; default: none. The fastest any bone may turn. Where that keeps the hand from its target, the
    /// posture is on its way there, inside the limits (round what the shoulder may not do), the errors say how far it is, and the outcome
    /// is SWV_LIMITED.
    double max_bone_speed;
    /// Radians per second; default: none. The fastest the elbow may swivel. A hand that is exact in every step now and then
    /// leaves the elbow no way but a jump (report.forced); with this it goes there in time, and meanwhile the
    /// hand's rotation yields, least first, and where the shoulder is in the way its position: the outcome is SWV_LIMITED.
    /// While the wrist is kept from its place, by the shoulder or because it is wanted nearer than the elbow folds, this is also the
    /// fastest the elbow goes about the shoulder, and bones turn at most twice as fast.
    double              max_swivel_speed;
    swv_limb_compromise compromise;  ///< SWV_KEEP_HAND breaks limits instead of leaving the hand off
} swv_limb_track_options;

/// Plain data; swv_limb_track_start fills it. May be copied, to go back to it.
typedef struct swv_limb_track {
    swv_limb               limb;  ///< a copy
    swv_limb_track_options options;
    bool                   has_posture;
    swv_limb_posture       posture;         ///< what the last step returned
    double                 swivel_speed;    ///< radians per second, against an elbow that is only carried along
    bool                   is_catching_up;  ///< max_swivel_speed keeps the wrist from its way
} swv_limb_track;

typedef struct swv_limb_track_report {
    swv_limb_report limb;    ///< of the posture that is returned, as of swv_limb_solve
    bool            forced;  ///< the swivel ceased to be feasible: the elbow had to leave it at once
    double          swivel_speed;
    bool            behind;  ///< max_bone_speed or max_swivel_speed keeps elbow or hand on their way
} swv_limb_track_report;

/// Makes `track` ready for its first step, in which the limb is where swv_limb_solve has it. SWV_BAD_MODEL, SWV_BAD_OPTIONS.
SWV_API swv_status swv_limb_track_start(swv_limb_track *track, const swv_limb *limb,
                                        const swv_limb_track_options *options);

/// As if the last step had ended in this posture. It need not be inside the limits; the next step is.
SWV_API swv_status swv_limb_track_set_posture(swv_limb_track *track, const swv_limb_posture *posture);

/// Follow the goal to where it is dt seconds later.
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL if
/// `track` was not started; everything is untouched then.
SWV_API swv_status swv_limb_track_step(swv_limb_track *track, const swv_limb_goal *goal, double dt,
                                       swv_limb_posture *posture, swv_limb_track_report *report);

/// The seven-joint human limb in closed form: every exact solution, and every swivel at which all joint limits hold.
///
/// The arm is Rz(q0) Rx(q1) Rz(q2), the upper arm along z, Ry(q3), the forearm along z, Ry(q4) Rx(q5) Rz(q6); the
/// shoulder is the origin, z is up. With the hand held still one freedom is left: the elbow may swivel about the line
/// from shoulder to wrist. The swivel angle says where on its circle the elbow is; 0 is the reference direction.
/// A left arm is the mirror image (x becomes -x) of a right one: angles, limits and swivel mean the same on both sides.
///
/// A leg is the same limb with other axes: hip for shoulder, thigh for upper arm, knee for elbow, foot for hand. Axes at
/// the hip are x right, y forward, z up; so are the foot's when standing. The angles are hip extension, 90 degrees
/// and abduction, outward rotation, knee flexion, and at the ankle plantar flexion, eversion and toes outward: (0, pi/2, 0,
/// 0, 0, 0, 0) stands straight. The hip is singular only where the leg points straight out to the side.
///
/// The hand's axes are the document's: at zero the forearm is neutral, x points to the thumb, the side the elbow bends to, y to
/// the back of a right hand, z to the fingertips. So q4 is radial deviation, q5 flexion, q6 supination. In natural.h and limb.h x is
/// where the palm faces: swv_arm_palm_axes converts.
///
/// Every function here is exact to rounding, unless it says otherwise: forward kinematics of what it returns meets the
/// target to 1e-12 of the limb's length; where one bone is more than a thousand times the other, to 1e-15 of it times
/// their ratio. None samples or allocates.

/// Where swivel 0 is. A leg has one reference only: the knee straight ahead, undefined where the leg points straight out
/// to the side; a positive swivel turns the knee outward.
typedef enum swv_swivel_reference {
    /// The elbow hangs lowest. Undefined, and turning fast nearby, where the arm points straight up or down.
    SWV_SWIVEL_DOWN = 0,
    /// Lowest where the arm points forward and outward, and undefined in one direction only: backward and inward,
    /// through the body, where no hand can be. The elbow never jumps when the hand passes overhead.
    SWV_SWIVEL_SMOOTH,
} swv_swivel_reference;

/// The limits of one joint. Change them with swv_arm_set_limits only: it computes the rest from lower and upper.
typedef struct swv_arm_limits {
    double lower, upper;            ///< radians, also beyond half a turn; -INFINITY and INFINITY: none
    double cos_lower, sin_lower;    ///< of the lower limit, less the tolerance
    double cos_upper, sin_upper;    ///< of the upper limit, and the tolerance
    double cos_middle, sin_middle;  ///< of the middle of the range
    double cos_half, sin_half;      ///< of half the range; the cosine is -2 if every angle is inside
} swv_arm_limits;

/// What swv_arm_best gives up where the wished swivel breaks a limit.
typedef enum swv_arm_compromise {
    /// The swivel: the nearest one at which all limits hold. If there is none, the one at which the joint furthest beyond its
    /// limit is least beyond it.
    SWV_ARM_MOVE_SWIVEL = 0,
    /// The swivel too, but chosen so that the joint furthest beyond its limit stays on that limit. If another joint is then
    /// outside, as above.
    SWV_ARM_HOLD_JOINT,
    /// The swivel; if no swivel keeps all limits, the hand: as near as the limits allow, first in position, then in rotation;
    /// see swv_arm_closest.
    SWV_ARM_GIVE_UP_HAND,
} swv_arm_compromise;

typedef struct swv_arm {
    double               upper_arm, forearm;  ///< lengths, metres; of a leg: thigh and shank
    swv_side             side;
    bool                 is_leg;
    swv_swivel_reference reference;
    swv_arm_compromise   compromise;
    /// Metres before full extension where the arm begins to yield, so that the elbow never snaps straight; 0: no yielding.
    /// A hand asked for at full extension stays half of this short, and the report says by how much. At most half the
    /// arm's length. Batches ignore it.
    double         softness;
    swv_arm_limits limits[7];
    uint64_t       cookie;  ///< belongs to the limits; swv_arm_set_limits writes it
} swv_arm;

/// A right arm of these lengths, without limits. SWV_BAD_ARGUMENT unless both are positive and neither is a million
/// times the other.
SWV_API swv_status swv_arm_make(swv_arm *arm, double upper_arm, double forearm);

/// The arm of the model "arm7": 0.334 m and 0.288 m, and its limits.
SWV_API void swv_arm_make_human(swv_arm *arm);

/// A right leg of these lengths, without limits; and the leg of the model "leg7", with its limits.
SWV_API swv_status swv_arm_make_leg(swv_arm *leg, double thigh, double shank);
SWV_API void       swv_arm_make_human_leg(swv_arm *leg);

/// Limits of one joint, radians. SWV_BAD_COUNT for a joint outside 0 to 6, SWV_BAD_LIMITS if lower > upper, for NaN, and for
/// limits more than 1000 radians from zero, where an angle has too few digits left.
SWV_API swv_status swv_arm_set_limits(swv_arm *arm, int joint, double lower, double upper);

/// The arm as a chain, for forward kinematics and Jacobians. Like every function here it returns SWV_BAD_MODEL if the arm was
/// not made by a maker, its limits were not set by swv_arm_set_limits, or a field has a value without meaning.
SWV_API swv_status swv_arm_chain(const swv_arm *arm, swv_chain *chain);

// ---- how a solve ended ----

/// Outcomes here: SWV_REACHED; SWV_OUT_OF_REACH, beyond the straight arm, and SWV_TOO_NEAR, nearer than the folded arm
/// reaches: the wrist is as near as it gets; SWV_LIMITED: either the hand is at its target and limits are broken, see
/// `outside`, or, where a function says so, all limits hold and the hand is off, see the errors; SWV_SOFTENED: see position_error.
typedef struct swv_arm_report {
    swv_outcome outcome;
    uint32_t    outside;         ///< bit i: joint i breaks its limits
    bool        wrist_would_do;  ///< LIMITED, from swv_arm_best: swv_arm_reach could do it inside the limits
    double      position_error;  ///< metres, recomputed by forward kinematics
    double      rotation_error;  ///< radians
} swv_arm_report;

// ---- forward, and back to the swivel ----

/// Pose of the hand and position of the elbow (may be NULL), both in the shoulder's axes.
SWV_API swv_status swv_arm_forward(const swv_arm *arm, const double q[7], swv_pose *hand, swv_vec3 *elbow);

/// The swivel of a posture. With a straight arm it is read from the twist of the upper arm.
SWV_API swv_status swv_arm_swivel_of(const swv_arm *arm, const double q[7], double *swivel);

/// The swivel that brings the elbow nearest to a direction from the shoulder-wrist line, such as swv_natural_elbow's.
SWV_API swv_status swv_arm_swivel_towards(const swv_arm *arm, swv_vec3 wrist, swv_vec3 direction, double *swivel);

/// The swivel a person would choose: an arm's elbow where swv_natural_elbow has it, a leg's knee where
/// swv_natural_knee does.
SWV_API swv_status swv_arm_natural_swivel(const swv_arm *arm, const swv_pose *hand, double *swivel);

/// The rotation of a hand in this arm's axes, as one in the axes of natural.h and limb.h: x where the palm faces.
/// Brought to unit length; a quaternion that is zero or not finite counts as the identity.
SWV_API swv_quat swv_arm_palm_axes(swv_side side, swv_quat hand);

// ---- all solutions ----

/// The solutions come in families. Bit 0 of the family: the shoulder's other way, (q0 + pi, -q1, q2 + pi).
/// Bit 1: the wrist's other way, (q4 + pi, pi - q5, q6 + pi). Bit 2: the elbow bends backward.
enum { SWV_ARM_FAMILIES = 8, SWV_ARM_NATURAL_FAMILIES = 4 };

/// Scheme 1: hand pose and swivel give one solution for each family, all eight with the elbow in the same place. Of the
/// whole turns an angle can be given in, the one inside its limits is returned, else the nearest to them (the elbow's in
/// [-pi, pi]). reports[f] says how family f ended; `reports` may be NULL.
SWV_API swv_status swv_arm_solve(const swv_arm *arm, const swv_pose *hand, double swivel, double q[SWV_ARM_FAMILIES][7],
                                 swv_arm_report reports[SWV_ARM_FAMILIES]);

/// The same for one family. `report` may be NULL.
SWV_API swv_status swv_arm_solve_one(const swv_arm *arm, const swv_pose *hand, double swivel, int family, double q[7],
                                     swv_arm_report *report);

/// Scheme 2: hand pose and one joint (any but the elbow's, 3) held at a value: up to four solutions with the elbow
/// bending its natural way, up to eight with both. *count says how many, 0 if none. `reports` may be NULL. Beside the pole,
/// where q0 and q2 (or q4 and q6) turn about one axis, a rounding moves both: the value is met to 1e-15 / |sin q1|
/// (/ |cos q5|), and to 1e-7 where the joint only just gets there.
SWV_API swv_status swv_arm_solve_held(const swv_arm *arm, const swv_pose *hand, int joint, double value,
                                      double q[SWV_ARM_FAMILIES][7], swv_arm_report reports[SWV_ARM_FAMILIES],
                                      int *count);

// ---- limits ----

/// The exact set of swivels at which all seven limits hold, for each family with a natural elbow. A limit counts as
/// kept if exceeded by no more than SWV_LIMIT_TOLERANCE. Empty sets if the hand is out of reach or the elbow's own
/// limit is broken. Where the elbow is nearly straight its bend follows from the last digits of the wrist's position; the set is
/// that of the bend computed, while swv_arm_best tries the others that bring the wrist to the same place.
SWV_API swv_status swv_arm_feasible(const swv_arm *arm, const swv_pose *hand,
                                    swv_swivels swivels[SWV_ARM_NATURAL_FAMILIES]);

/// The swivel furthest from all limits.
typedef struct swv_arm_room {
    int    family;  ///< -1 if no swivel is feasible
    double swivel;
    double margin;  ///< radians from the limit nearest by; pi if no joint has limits
} swv_arm_room;

/// The feasible swivel, over all families with a natural elbow, that leaves the joint nearest to a limit the most room. The
/// elbow does not count: no swivel moves it. Exact to SWV_LIMIT_TOLERANCE, by bisection on how far all limits can be drawn
/// in while some swivel stays feasible: about 50 us.
SWV_API swv_status swv_arm_roomiest(const swv_arm *arm, const swv_pose *hand, swv_arm_room *room);

// ---- one posture ----

/// One posture inside the limits: in each family the feasible swivel nearest to `wish`; of these the posture nearest to
/// `previous` (seven angles, wrapped differences), or if that is NULL the one whose swivel is nearest to the wish. If no
/// swivel is feasible, arm->compromise decides what gives way, and the report says by how much. If the hand is out of
/// reach, the wrist is as near as it gets, and the hand keeps its rotation. `report` may be NULL.
SWV_API swv_status swv_arm_best(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous,
                                double q[7], swv_arm_report *report);

/// Scheme 2, one posture: of the solutions of swv_arm_solve_held one with the elbow bending its natural way, if there is one; of
/// these the one that exceeds its limits least; of these the one nearest to `previous`, or if that is NULL to the swivel
/// `wish`. Where there is none, q is what swv_arm_best returns with no joint held, and the outcome is SWV_OUT_OF_REACH,
/// SWV_TOO_NEAR or SWV_NOT_FOUND. `report` may be NULL.
SWV_API swv_status swv_arm_best_held(const swv_arm *arm, const swv_pose *hand, int joint, double value, double wish,
                                     const double *previous, double q[7], swv_arm_report *report);

/// Position only: the same for the wrist's position, with any rotation of the hand. The wrist's own angles stay as they are in
/// `previous` (0, 0, 0 if that is NULL), or as near to that as their limits allow; report->rotation_error is 0. To keep the
/// hand's rotation in space instead, use swv_arm_best with the rotation it has.
SWV_API swv_status swv_arm_reach(const swv_arm *arm, swv_vec3 wrist, double wish, const double *previous, double q[7],
                                 swv_arm_report *report);

/// Aiming the hand: the wrist at its position, and the hand's z axis, along which the fingers point (a leg: the sole), towards
/// a point. The turn about that axis is the last joint's; it stays as it is in `previous`, as above.
/// report->rotation_error is the angle by which the axis misses the point. SWV_BAD_GOAL if the point is the wrist.
SWV_API swv_status swv_arm_aim_hand(const swv_arm *arm, swv_vec3 wrist, swv_vec3 point, double wish,
                                    const double *previous, double q[7], swv_arm_report *report);

/// Aiming the forearm: the elbow stays where it is in `previous` (required here), and so do the wrist's angles; the
/// shoulder's twist and the elbow's flexion turn the forearm towards a point. report->rotation_error is the angle by which
/// it misses, position_error is 0. SWV_BAD_GOAL if the point is the elbow.
SWV_API swv_status swv_arm_aim_forearm(const swv_arm *arm, swv_vec3 point, const double previous[7], double q[7],
                                       swv_arm_report *report);

/// The posture inside the limits whose hand is nearest to its target: least distance of the wrist first, then least angle of
/// the hand. If swv_arm_best with SWV_ARM_MOVE_SWIVEL finds a posture inside the limits, that one; else LIMITED, with no
/// joint outside. Coordinate descent from several starts, each joint moved exactly to its best until none improves: nearly
/// always, but not provably, the least error there is. Tens to hundreds of us.
SWV_API swv_status swv_arm_closest(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous,
                                   double q[7], swv_arm_report *report);

/// The shoulder as it moves in a living body: clavicle and scapula go along with the humerus (scapulohumeral rhythm), and
/// the human arm of swivel/limb.h hangs on them. You say where the hand is to be; clavicle, scapula, humerus, forearm and
/// hand come out together, each where the others want it.
///
///     swv_upper_limb limb;
///     swv_upper_limb_make_human(&limb, SWV_RIGHT);
///     swv_upper_limb_goal goal = { .arm = { .end = hand } };
///     swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, &report);
///
/// The origin is the sternoclavicular joint (SC), where the clavicle meets the breastbone. Axes belong to the trunk: x to
/// the right, y forward, z up. From there: clavicle SC-AC, scapula AC-GH, humerus GH-elbow, forearm elbow-wrist. A left
/// limb is the mirror image in x of a right one: angles, rhythm and swivel mean the same on both sides.
///
/// The humerus has an elevation (0 hanging, a right angle level, half a turn straight up) and a plane of elevation (0 to
/// the side, a right angle to the front).

// ---- the girdle's angles ----

/// Clavicle and scapula are turned against the trunk, both of them: Rz(protraction) Ry(-elevation) Rx(rotation or tilt).
/// All zero: clavicle and scapula point straight to the side.
enum {
    SWV_CLAVICLE_ELEVATION = 0,
    SWV_CLAVICLE_PROTRACTION,  ///< to the front; at rest it is negative: the clavicle points backward
    SWV_SCAPULA_ELEVATION,     ///< upward rotation
    SWV_SCAPULA_PROTRACTION,   ///< inward rotation
    SWV_SCAPULA_TILT,          ///< to the back
    SWV_CLAVICLE_ROTATION,     ///< about its own axis, to the back; moves nothing else
    SWV_GIRDLE_ANGLES
};

/// "clavicle-elevation" and so on; NULL outside the range.
SWV_API const char *swv_girdle_angle_name(int angle);

// ---- rhythm ----

/// The girdle's angles that go with a humerus at this elevation and plane. `raising` runs from 1, an arm being raised, to
/// -1, one being lowered. Must be continuous and within 1e6 either way; the closer to smooth, the faster the solve.
typedef void (*swv_rhythm_function)(const void *data, double elevation, double plane, double raising,
                                    double angles[SWV_GIRDLE_ANGLES]);

/// With t the elevation, p the plane and F the raising, angle i is
///     c[i][0] + c[i][1] t + c[i][2] p + c[i][3] t^2 + c[i][4] t p + F (c[i][5] + c[i][6] t)
enum { SWV_RHYTHM_TERMS = 7 };

typedef struct swv_rhythm {
    double coefficients[SWV_GIRDLE_ANGLES][SWV_RHYTHM_TERMS];
    /// If true, the clavicle turns about its axis so that AC turns least from `ac_rest`, the scapula as seen from the
    /// clavicle when the arm hangs; else as its row of coefficients says.
    bool                rotation_is_least;
    swv_mat3            ac_rest;
    swv_rhythm_function function;  ///< instead of the coefficients, if not NULL
    const void         *data;
} swv_rhythm;

/// The document's (Ascione, Laccetti, Lapegna, Romano): the regression of de Groot and Brand with the scapula by way of
/// the clavicle. Both rest angles belong to the person; 11.68 and -28.57 degrees are a mean. SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for one
/// beyond 1e6 radians.
SWV_API swv_status swv_rhythm_make_document(swv_rhythm *rhythm, double rest_elevation, double rest_protraction);

/// de Groot and Brand (2001) as the Dynamic Arm Simulator has it: every angle from the humerus. rest may be NULL: a mean.
/// SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for an angle beyond 1e6 radians.
SWV_API swv_status swv_rhythm_make_de_groot(swv_rhythm *rhythm, const double rest[SWV_GIRDLE_ANGLES]);

/// Fitted to what bone pins measured in twelve shoulders (data/shoulder), 0.7 degrees RMS at most in each angle; raising
/// and lowering differ as measured. The default.
SWV_API void swv_rhythm_make_measured(swv_rhythm *rhythm);

/// Your own. `data` is handed to it as it is and must outlive the rhythm.
SWV_API swv_status swv_rhythm_make_function(swv_rhythm *rhythm, swv_rhythm_function function, const void *data);

/// Your own as a table, linear between its entries and constant beyond its ends.
typedef struct swv_rhythm_table {
    int    elevation_count, plane_count;  ///< at least 1
    double first_elevation, last_elevation, first_plane, last_plane;
    /// angles[(elevation * plane_count + plane) * SWV_GIRDLE_ANGLES + angle]; owned by the caller
    const double *angles;
} swv_rhythm_table;

/// SWV_BAD_COUNT, SWV_BAD_LIMITS or SWV_NOT_FINITE if the table is invalid, SWV_BAD_ARGUMENT if an angle is beyond 1e6 radians. It must outlive the rhythm.
SWV_API swv_status swv_rhythm_make_table(swv_rhythm *rhythm, const swv_rhythm_table *table);

/// What the rhythm says, radians. SWV_NOT_FINITE if an argument or, with a function, an angle is not finite.
SWV_API swv_status swv_rhythm_angles(const swv_rhythm *rhythm, double elevation, double plane, double raising,
                                     double angles[SWV_GIRDLE_ANGLES]);

// ---- the limb ----

typedef struct swv_girdle {
    double     clavicle;  ///< length SC-AC
    swv_vec3   scapula;   ///< GH as seen from AC, in the scapula's own axes
    swv_rhythm rhythm;
    double lower[SWV_GIRDLE_ANGLES], upper[SWV_GIRDLE_ANGLES];  ///< the rhythm comes to rest there; infinite: nowhere
    /// By how much at most, in radians, the clavicle goes beyond the rhythm, forward and up, when the arm nears full
    /// extension in that direction. The girdle yields first, the elbow straightens slowly, and the hand stays where it
    /// should be. 0: not at all. At most 0.15.
    double yield;
} swv_girdle;

typedef struct swv_upper_limb {
    swv_girdle girdle;
    /// Of kind SWV_ARM; its side is the limb's. The region and the twist of its shoulder are of the humerus against the
    /// trunk, whether the girdle moves or not. Its softness must be 0: the girdle yields instead.
    swv_limb arm;
    /// Swivels of goals and postures are counted from the lowest elbow, as the document counts them: undefined where the arm
    /// points straight up or down. False: as limb.h does.
    bool swivel_from_lowest;
} swv_upper_limb;

/// Arm 3, forearm 2.7, clavicle 1.654, GH at (0.09, 0.29, -0.5) from AC (one unit is about 10 cm), the document's rhythm and
/// its swivels, nothing limited.
SWV_API swv_status swv_upper_limb_make_document(swv_upper_limb *limb, swv_side side);

/// The arm of swv_limb_make_arm, with the limits of people, on a girdle of that size in metres; the measured rhythm, a yield
/// of 6 degrees.
SWV_API swv_status swv_upper_limb_make_human(swv_upper_limb *limb, swv_side side);

/// The document's table 1. Clavicle and scapula come to rest at its ends. Of the arm: the humerus's elevation, 0 to 150
/// degrees, and its plane, 0 to 150, are three caps; the elbow is the hinge, 0 to 140; its pronosupination, 0 to 175, is
/// counted from full supination: SWV_PRONATION within 87.5 either way. Its range of the elbow's rotation, 0 to 90 degrees
/// outward, is one of the swivel (0 to -90), which no limit of a bone can say: it is the caller's.
SWV_API swv_status swv_upper_limb_limit_as_document(swv_upper_limb *limb);

// ---- solving ----

/// The document's four movements are four parts of a goal: move the wrist (arm.end); turn the elbow about the line from
/// shoulder to wrist (arm.elbow); move the shoulder while the wrist stays; turn the forearm.
typedef struct swv_upper_limb_goal {
    swv_limb_goal arm;                                ///< as for swv_limb_solve, but `end` is from SC
    double shoulder_elevation, shoulder_protraction;  ///< the clavicle beyond what the rhythm says; the scapula follows
    bool   has_pronation;  ///< if arm.position_only: the wrist is straight, and the forearm turned by `pronation`
    double pronation;      ///< SWV_PRONATION
    double raising;        ///< -1 to 1; 0 if it is not known
} swv_upper_limb_goal;

typedef struct swv_upper_limb_posture {
    double           girdle[SWV_GIRDLE_ANGLES];
    swv_limb_posture arm;  ///< of the bones, against the trunk; its shoulder is GH
    double           swivel;
    double           elevation;  ///< of the humerus
    double           plane;
    double           pronation;  ///< SWV_PRONATION
    swv_vec3         ac, gh, elbow, wrist;
} swv_upper_limb_posture;

/// Outcomes here: SWV_REACHED; SWV_OUT_OF_REACH, of every position of the girdle (with SWV_ELBOW_SWIVEL: at that swivel): the
/// posture whose wrist is nearest;
/// SWV_LIMITED: no settled posture brings the hand there within the limits, and what had to give way is in `broken` or the
/// errors; SWV_UNSETTLED: see gh_change.
typedef struct swv_upper_limb_report {
    swv_outcome outcome;
    uint32_t    broken;          ///< bit i: swv_limb_limit i is exceeded
    double      excess;          ///< radians, the largest of any limit; 0 if all hold
    uint32_t    held;            ///< bit i: angle i of the girdle is held at its limit
    double      wished;          ///< the swivel that was asked for, before limits
    double      position_error;  ///< of the wrist, recomputed by forward kinematics
    double      rotation_error;  ///< radians; position_only: of the pronation, if one was asked for
    double      gh_change;       ///< by how much GH would still move
    int         iterations;      ///< how often the girdle was placed
} swv_upper_limb_report;

typedef enum swv_upper_limb_method {
    SWV_UPPER_LIMB_NEWTON = 0,  ///< converges wherever a posture is found; four or five iterations to the last digit
    SWV_UPPER_LIMB_PLAIN,       ///< the document's iteration, to compare with
} swv_upper_limb_method;

/// Zero in any field means its default.
typedef struct swv_upper_limb_options {
    swv_upper_limb_method method;
    double                tolerance;  ///< length, on the change of GH; default 1e-13 of the arm's length
    int max_iterations;               ///< default 400, for each swivel that is tried; hardly ever more than 12 are made
    swv_limb_compromise compromise;   ///< what gives way: the hand, or with SWV_KEEP_HAND the limits
} swv_upper_limb_options;

/// Solve.
///
/// previous where the limb was: of several postures the one continuous with it is taken, and out of reach the closest one
///          continuous with it. It serves SWV_ELBOW_PREVIOUS and position_only as for swv_limb_solve. NULL: the girdle at
///          rest, and the closest one of all
/// options  may be NULL
/// posture  out: always one with bones of their length and the wrist as near as it gets, whatever the outcome; may be
///          the very posture `previous` points to
/// report   may be NULL
///
/// If the elbow that is wished for breaks limits of the arm the nearest swivel that keeps them is taken, the girdle going
/// along. The wish of SWV_ELBOW_NATURAL and SWV_ELBOW_PREVIOUS depends on where GH is, and is met to 1e-4 radians.
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a number that is not finite, a shoulder moved by more than 1e6 radians, or
/// raising outside [-1, 1].
/// SWV_BAD_POSTURE, SWV_BAD_OPTIONS. SWV_BAD_MODEL if the limb is invalid: its arm not made, a leg or softened, or its lengths
/// so large or small beside the girdle's that they are lost. SWV_NOT_FINITE if a rhythm's function returned such a number, or one beyond 1e6.
SWV_API swv_status swv_upper_limb_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                        const swv_upper_limb_posture *previous, const swv_upper_limb_options *options,
                                        swv_upper_limb_posture *posture, swv_upper_limb_report *report);

/// The posture with these angles and bones: places, elevation, plane, swivel and pronation.
SWV_API swv_status swv_upper_limb_forward(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES],
                                          const swv_limb_posture *arm, swv_upper_limb_posture *posture);

/// Poses of all bones from SC, for drawing and skinning.
typedef struct swv_upper_limb_frames {
    swv_pose        clavicle;  ///< at SC
    swv_pose        scapula;   ///< at AC
    swv_limb_frames arm;       ///< as swv_limb_frames_of has them, but from SC
} swv_upper_limb_frames;

/// Those of a posture. twist_weight as for swv_limb_frames_of; SWV_BAD_ARGUMENT for one that is not 0 to 1, SWV_BAD_MODEL and
/// SWV_BAD_POSTURE as for swv_upper_limb_forward.
SWV_API swv_status swv_upper_limb_frames_of(const swv_upper_limb *limb, const swv_upper_limb_posture *posture,
                                            double twist_weight, swv_upper_limb_frames *frames);

/// Rotations of clavicle and scapula against the trunk, and where they are.
SWV_API swv_status swv_girdle_frames(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES],
                                     swv_pose *clavicle, swv_pose *scapula);

/// Where the limb hangs when nothing is asked of it: the girdle with the arm hanging, and GH there.
SWV_API swv_status swv_upper_limb_rest(const swv_upper_limb *limb, double girdle[SWV_GIRDLE_ANGLES], swv_vec3 *gh);

/// A finger in its plane: three bones, three joints, and a last joint that follows the middle one.
///
///     swv_finger finger;
///     swv_finger_make_little(&finger);
///     double            q[SWV_FINGER_SOLUTIONS][3];
///     swv_finger_report report;
///     swv_finger_solve(&finger, (swv_point){ 0.030, -0.020 }, q, &report);
///
/// The knuckle is the origin. At zero the finger is straight along x; a positive angle turns towards y. The limits decide
/// which way it bends: van den Waardenburg's little finger bends downward, with negative angles
/// (swv_finger_make_little).
///
/// The finger is *coupled* where its last joint follows, q[2] = ratio * q[1], as a person's does, and *free* where all
/// three move on their own. Forward kinematics of every posture returned as reached meets the target to 1e-12 of the
/// finger's length.

typedef struct swv_point {
    double x, y;
} swv_point;

/// A part of the middle joint's range in which the distance from knuckle to tip only grows or only shrinks, so that a given
/// distance occurs once or never; and a polynomial that guesses where. See src/hand/bend.c.
typedef struct swv_finger_bend_piece {
    double low, high;        ///< radians
    double at_low, at_high;  ///< squares of the distance there
    double anchor, square;   ///< where it is extreme, here or a little beyond, and its square there
    /// (angle - anchor)/s is nearly a polynomial in scale * s + shift, with s^2 = |square of the distance - square|.
    double scale, shift, guess[8];
} swv_finger_bend_piece;

enum { SWV_FINGER_BEND_PIECES = 24 };

/// Bones of lengths a, b, c, the first angle t, the second ratio * t: how far the end is from the beginning, and back.
typedef struct swv_finger_bend {
    double                a, b, c, ratio;
    int                   count;
    swv_finger_bend_piece pieces[SWV_FINGER_BEND_PIECES];  ///< in order of their angles
} swv_finger_bend;

/// Made by swv_finger_make; writing its fields gives SWV_BAD_MODEL.
typedef struct swv_finger {
    double          lengths[3];          ///< proximal, middle and distal bone, metres
    double          lower[3], upper[3];  ///< limits, radians
    double          ratio;               ///< coupled: last angle = ratio * middle angle
    swv_finger_bend bend;                ///< the coupled finger's distance, computed for its limits
    uint64_t        cookie;              ///< checks that none of these was written
} swv_finger;

/// SWV_BAD_ARGUMENT unless the lengths are positive (1e-50 to 1e50), none is a million times another, and |ratio| <= 3;
/// SWV_BAD_LIMITS if limits cross, are not finite, lie beyond half a turn in the two outer joints, or leave the coupled
/// finger no posture. Takes about 25 us: it prepares what makes swv_finger_solve fast.
SWV_API swv_status swv_finger_make(swv_finger *finger, const double lengths[3], const double lower[3],
                                   const double upper[3], double ratio);

/// The little finger of the models "little-finger" and "little-finger-coupled": 32.7, 18.1 and 16.0 mm, ratio 2/3.
SWV_API void swv_finger_make_little(swv_finger *finger);

/// Position of the tip. `joints` takes the positions of the middle joint, the last joint and the tip; it may be NULL.
SWV_API swv_status swv_finger_forward(const swv_finger *finger, const double q[3], swv_point *tip, swv_point joints[3]);

/// A bone in the plane: where it begins, and its direction, radians from x.
typedef struct swv_finger_frame {
    swv_point origin;
    double    direction;
} swv_finger_frame;

/// Bones as frames, for drawing.
SWV_API swv_status swv_finger_frames(const swv_finger *finger, const double q[3], swv_finger_frame frames[3]);

// ---- how a solve ended ----

/// Outcomes here: SWV_REACHED, all limits hold; SWV_OUT_OF_REACH: the posture is the one whose tip is nearest.
typedef struct swv_finger_report {
    swv_outcome outcome;
    int         count;       ///< postures returned; at least 1
    int         iterations;  ///< of the one-dimensional equation, the most any solution took; 0: closed form
    double      tip_error;   ///< metres, the largest, recomputed by forward kinematics
} swv_finger_report;

// ---- inverse ----

enum { SWV_FINGER_SOLUTIONS = 16 };

/// The coupled finger: every posture inside the limits that brings the tip there, in order of the middle joint's angle;
/// if there is none, the one posture whose tip is nearest. `report` may be NULL.
///
/// With human limits there is at most one. The last angle is exactly ratio * the middle one.
SWV_API swv_status swv_finger_solve(const swv_finger *finger, swv_point tip, double q[SWV_FINGER_SOLUTIONS][3],
                                    swv_finger_report *report);

/// The free finger with its last bone pointing in a given direction (radians from x): up to two postures, in closed
/// form. *count is 0 if no posture inside the limits does.
SWV_API swv_status swv_finger_solve_directed(const swv_finger *finger, swv_point tip, double direction, double q[2][3],
                                             int *count);

/// The free finger with its last bone in any direction. Of all postures inside the limits that bring the tip there, the one
/// nearest to `previous` (sum of squared differences); if that is NULL, the one closest to being coupled, with the least
/// |q[2] - ratio * q[1]|: the coupled posture wherever there is one. If the tip is out of reach, a posture whose
/// tip is nearest. The tip and the limits are exact; the choice is the best to about 1e-7 rad. `report` may be NULL.
SWV_API swv_status swv_finger_solve_free(const swv_finger *finger, swv_point tip, const double *previous, double q[3],
                                         swv_finger_report *report);

// ---- where the tip can be ----

typedef enum swv_finger_kind {
    SWV_FINGER_COUPLED = 0,
    SWV_FINGER_FREE,
} swv_finger_kind;

/// A piece of the reachable area's edge: the path of the tip while one joint turns and the others are held (coupled: the last
/// one follows the middle one). If that is the first joint, or the finger is free, it is an arc of a circle.
typedef struct swv_finger_edge {
    int    joint;     ///< 0, 1, 2: the one that turns
    int    loop;      ///< edges of one closed loop follow each other and share this number, counted from 0
    double q[3];      ///< the other joints are held here; q[joint] = from
    double from, to;  ///< along the edge, in the order of its loop
} swv_finger_edge;

enum { SWV_FINGER_EDGES = 64 };

/// The posture at the fraction t (0 to 1) of an edge. q is untouched if a pointer is NULL or the edge's joint is not 0 to 2.
SWV_API void swv_finger_edge_posture(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge,
                                     double t, double q[3]);

/// The edge of the reachable area: loops that close, to 1e-5 of the finger's length; a point is inside if a ray from it crosses them
/// an odd number of times. Gaps narrower than 1e-6 of the length do not count. Where fewer than two joints can move the area is a curve,
/// and its loop may be open.
SWV_API swv_status swv_finger_outline(const swv_finger *finger, swv_finger_kind kind,
                                      swv_finger_edge edges[SWV_FINGER_EDGES], int *count);

/// Whether the tip can be there, to a distance of 1e-12 of the finger's length.
SWV_API swv_status swv_finger_can_reach(const swv_finger *finger, swv_finger_kind kind, swv_point tip, bool *can);

/// Parts of a segment, sorted and disjoint: 0 is its start, 1 its end.
enum { SWV_FINGER_PARTS = 16 };
typedef struct swv_finger_parts {
    int    count;
    double from[SWV_FINGER_PARTS], to[SWV_FINGER_PARTS];
} swv_finger_parts;

/// Sliding: the parts of the straight line between two points on which the tip can be. A path of many segments is
/// clipped one by one, and followed with swv_finger_solve: where the solution is unique its angles are continuous.
SWV_API swv_status swv_finger_clip(const swv_finger *finger, swv_finger_kind kind, swv_point from, swv_point to,
                                   swv_finger_parts *parts);

// ---- the document's iteration ----

/// Where van den Waardenburg's Newton-Raphson begins.
typedef enum swv_finger_newton_start {
    SWV_FINGER_START_NEUTRAL = 0,  ///< the middle of the limits
    SWV_FINGER_START_EDGE,         ///< straight towards the target: (atan2(y, x), 0)
    SWV_FINGER_START_WEIGHTED,     ///< between these two, by the target's distance
} swv_finger_newton_start;

/// Zero in any field means its default.
typedef struct swv_finger_newton_options {
    swv_finger_newton_start start;
    double                  alpha;           ///< fraction of each step that is taken; default 1
    double                  epsilon;         ///< metres; default 1e-6
    int                     max_iterations;  ///< default 500
    /// SWV_FINGER_START_EDGE: the middle joint starts this far from straight, towards the middle of its limits, radians. The
    /// default, 0, is the document's, where the Jacobian has no inverse.
    double off_straight;
} swv_finger_newton_options;

typedef struct swv_finger_newton_report {
    bool   converged;   ///< the tip came within epsilon
    int    iterations;  ///< steps taken
    double tip_error;   ///< metres
} swv_finger_newton_report;

/// The coupled finger by the document's algorithm 1, with its Jacobian corrected: q <- q + alpha J+ (target - tip),
/// clamped to the limits. It is here for comparison; swv_finger_solve is exact and faster. `options` may be NULL.
SWV_API swv_status swv_finger_newton(const swv_finger *finger, swv_point tip, const swv_finger_newton_options *options,
                                     double q[3], swv_finger_newton_report *report);

/// The human hand: four fingers with coupled joints and a thumb with five axes, 21 joints; forward and inverse
/// kinematics of its fingertips.
///
///     swv_hand hand;
///     swv_hand_make(&hand, SWV_RIGHT, SWV_HAND_LENGTH_MEN);
///     swv_hand_goal goal = { .wrist = wrist, .wanted = SWV_DIGIT_BIT(SWV_INDEX) | SWV_DIGIT_BIT(SWV_THUMB) };
///     goal.tip[SWV_INDEX] = ...;
///     goal.tip[SWV_THUMB] = ...;
///     swv_hand_solve(&hand, &goal, NULL, &posture, &report);
///
/// Axes at the wrist, as in natural.h: a right hand's z points to the fingertips, x where the palm faces, y to the
/// thumb. A left hand is the mirror image in x: its x points away from the palm; its angles and limits are the same.
///
/// All angles are 0 with the fingers straight along z. Flexion, towards the palm, is positive; abduction is positive
/// towards the thumb, and for the thumb's own joints away from the palm.
///
/// Every posture returned as reached meets its targets to 1e-12 m and keeps its limits. Change fingers, thumbs and hands with
/// their makers and setters only: writing their fields gives SWV_BAD_MODEL.

typedef enum swv_digit_name {
    SWV_THUMB = 0,
    SWV_INDEX,
    SWV_MIDDLE,
    SWV_RING,
    SWV_LITTLE,
    SWV_DIGITS,
} swv_digit_name;

#define SWV_DIGIT_BIT(digit) (1u << (digit))

// ---- a finger in space ----

/// Four joints: abduction about the axis normal to the palm, which turns the finger's plane; then, in that plane, flexion of
/// the knuckle (MCP), the middle joint (PIP) and the last joint (DIP, which follows).
typedef struct swv_digit {
    swv_vec3   knuckle;       ///< from the wrist, metres
    double     lower, upper;  ///< limits of the abduction, radians, within half a turn
    swv_finger flexion;       ///< its plane: x along the finger, y towards the palm
} swv_digit;

enum { SWV_DIGIT_SOLUTIONS = 2 * SWV_FINGER_SOLUTIONS };

/// A finger of the hand: its knuckle in the hand's axes, limits of its abduction, and its three joints in their plane.
SWV_API swv_status swv_digit_make(swv_digit *digit, swv_vec3 knuckle, double lower, double upper,
                                  const swv_finger *flexion);

/// Position of the tip, and the direction its pulp faces (a unit vector; may be NULL), for a right hand.
SWV_API swv_status swv_digit_forward(const swv_digit *digit, const double q[4], swv_vec3 *tip, swv_vec3 *pulp);

/// As a chain from the wrist of a right or a left hand, the last joint following.
SWV_API swv_status swv_digit_chain(const swv_digit *digit, swv_side side, swv_chain *chain);

/// Every posture inside the limits that brings the tip there, for a right hand; if there is none, the one whose tip is
/// nearest. q holds abduction, MCP, PIP and DIP flexion. With the tip on the abduction axis any abduction will do: it is then
/// as near to 0 as its limits allow. `report` may be NULL.
SWV_API swv_status swv_digit_solve(const swv_digit *digit, swv_vec3 tip, double q[SWV_DIGIT_SOLUTIONS][4],
                                   swv_finger_report *report);

// ---- the thumb ----

/// Five joints: CMC flexion and abduction about axes that meet at the base of the metacarpal, MCP abduction and flexion
/// about axes that meet at its head, and IP flexion. At zero the thumb is straight along the trapezium's z; its pulp
/// faces the trapezium's x.
typedef struct swv_thumb {
    swv_vec3        base;            ///< of the metacarpal, from the wrist, metres
    swv_mat3        hand_from_base;  ///< the trapezium's axes
    double          lengths[3];      ///< metacarpal, proximal and distal bone
    double          lower[5], upper[5];
    double          ratio;          ///< IP flexion = ratio * MCP flexion, where only the tip is given
    double          mcp_abduction;  ///< its value where only the tip is given
    swv_finger_bend bend;           ///< the distance from base to tip, computed for these
    uint64_t        cookie;         ///< checks that none of these was written
} swv_thumb;

/// Limits within half a turn; IP flexion below the angle at which the line of the distal bone meets the MCP,
/// acos(-distal/proximal). SWV_BAD_ARGUMENT, SWV_BAD_LIMITS, SWV_NOT_FINITE as swv_finger_make.
SWV_API swv_status swv_thumb_make(swv_thumb *thumb, const swv_pose *hand_from_base, const double lengths[3],
                                  const double lower[5], const double upper[5], double ratio);

/// Sets the value at which swv_thumb_solve holds the MCP abduction, within its limits. swv_thumb_make sets 0, or the limit
/// nearest to it.
SWV_API swv_status swv_thumb_hold(swv_thumb *thumb, double mcp_abduction);

/// Position of the tip, and the direction its pulp faces (a unit vector; may be NULL), for a right hand.
SWV_API swv_status swv_thumb_forward(const swv_thumb *thumb, const double q[5], swv_vec3 *tip, swv_vec3 *pulp);

/// As a chain from the wrist of a right or a left hand; all five joints move on their own.
SWV_API swv_status swv_thumb_chain(const swv_thumb *thumb, swv_side side, swv_chain *chain);

enum { SWV_THUMB_SOLUTIONS = 32 };

typedef struct swv_thumb_report {
    swv_outcome outcome;
    int         count;       ///< postures returned; at least 1
    double      tip_error;   ///< metres, the largest, recomputed by forward kinematics
    double      pulp_error;  ///< radians, likewise; 0 where no direction was given
} swv_thumb_report;

/// The tip alone, for a right hand: MCP abduction held, IP following. Every posture inside the limits; if there is
/// none, the one whose tip is nearest. `report` may be NULL.
SWV_API swv_status swv_thumb_solve(const swv_thumb *thumb, swv_vec3 tip, double q[SWV_THUMB_SOLUTIONS][5],
                                   swv_thumb_report *report);

/// The tip, and the direction its pulp faces (need not have unit length): all five joints, every posture inside the limits.
/// If there is none, the one nearest to both, a radian counting as 20 mm.
SWV_API swv_status swv_thumb_solve_directed(const swv_thumb *thumb, swv_vec3 tip, swv_vec3 pulp,
                                            double q[SWV_THUMB_SOLUTIONS][5], swv_thumb_report *report);

// ---- the hand ----

typedef struct swv_hand {
    swv_side  side;
    swv_thumb thumb;
    swv_digit fingers[4];  ///< index to little: fingers[digit - SWV_INDEX]
} swv_hand;

/// Hand lengths, from the wrist to the tip of the middle finger: means of adults (Pheasant 1986), and the model's own.
#define SWV_HAND_LENGTH_MEN   0.190
#define SWV_HAND_LENGTH_WOMEN 0.175
#define SWV_HAND_LENGTH_MODEL 0.191794

/// A hand of average proportions, scaled to this length. Where its numbers come from: data/hand/README.md.
SWV_API swv_status swv_hand_make(swv_hand *hand, swv_side side, double length);

typedef struct swv_hand_posture {
    double thumb[5];
    double fingers[4][4];  ///< abduction, MCP, PIP, DIP flexion
} swv_hand_posture;

/// Tips in the world, from the wrist's pose; `pulps` may be NULL.
SWV_API swv_status swv_hand_forward(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                                    swv_vec3 tips[SWV_DIGITS], swv_vec3 pulps[SWV_DIGITS]);

enum { SWV_DIGIT_BONES = 3 };

/// Bones as frames in the world, for drawing and skinning: proximal, middle and distal; of the thumb metacarpal, proximal
/// and distal. The origin is the joint at which the bone begins, z points along the bone, x where the pulp faces; of a
/// left hand mirrored as its wrist is, x away from the pulp.
SWV_API swv_status swv_hand_frames(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                                   swv_pose bones[SWV_DIGITS][SWV_DIGIT_BONES]);

typedef enum swv_hand_shape {
    SWV_HAND_RELAXED = 0,  ///< every joint a quarter bent: a hand at rest
    SWV_HAND_OPEN,         ///< flat, the fingers a little apart
    SWV_HAND_FIST,
    SWV_HAND_POINT,  ///< the index finger straight, the others as in a fist
} swv_hand_shape;

/// The posture of a shape: relaxed, open, and so on.
SWV_API swv_status swv_hand_shape_posture(const swv_hand *hand, swv_hand_shape shape, swv_hand_posture *posture);

/// Zero in any field means: not wanted, or its default.
typedef struct swv_hand_goal {
    swv_pose       wrist;            ///< world_from_wrist
    uint32_t       wanted;           ///< SWV_DIGIT_BIT of the digits whose tips are given
    swv_vec3       tip[SWV_DIGITS];  ///< in the world
    bool           has_pulp;         ///< the thumb's pulp is to face thumb_pulp, all five of its joints free
    swv_vec3       thumb_pulp;       ///< in the world
    swv_hand_shape shape;            ///< of the digits that are not wanted
    /// How much of a finger's flexion its neighbour shares, if the neighbour is not wanted itself: 0 none; 0.26 in young
    /// people, 0.47 in old ones (van Beek 2019). The next neighbour shares the square of it, and so on.
    double enslaving;
} swv_hand_goal;

typedef struct swv_hand_report {
    uint32_t out_of_reach;  ///< SWV_DIGIT_BIT of the wanted digits whose tips cannot be there; they are nearest to it
    double   tip_error[SWV_DIGITS];  ///< metres; 0 where not wanted
    double   pulp_error;             ///< radians, of the thumb
} swv_hand_report;

/// Wrist and up to five fingertips at once. Of several solutions of a digit the one nearest to `previous` is taken (NULL:
/// to the goal's shape). `report` may be NULL.
SWV_API swv_status swv_hand_solve(const swv_hand *hand, const swv_hand_goal *goal, const swv_hand_posture *previous,
                                  swv_hand_posture *posture, swv_hand_report *report);

typedef struct swv_hand_pinch_report {
    bool     holds;       ///< the tips are exactly `size` apart, all limits hold
    double   gap;         ///< metres between the tips
    double   opposition;  ///< radians by which the pulps fail to face each other
    swv_vec3 tips[2];     ///< of thumb and finger, from the wrist
} swv_hand_pinch_report;

/// Thumb and a finger bent so that their tips are `size` metres apart, an object between them, and their pulps face
/// each other as nearly as they can; the others as in `shape`. If the object is too large, the gap is as large as it
/// gets. Takes about 30 us, at most 150.
///
/// Nothing smaller than a fingertip is held pulp to pulp by this hand, whose bones end in points: tip to tip the pulps of
/// index, middle and ring finger stay 50 to 55 degrees from facing the thumb's, at 10 mm 27 to 33, from 20 to 40 mm at most 20.
/// A global search finds nothing better: tests/hand/hand_pinch.c.
SWV_API swv_status swv_hand_pinch(const swv_hand *hand, swv_digit_name finger, double size, swv_hand_shape shape,
                                  swv_hand_posture *posture, swv_hand_pinch_report *report);

/// Inverse kinematics of any chain: say where things should be, get a posture inside the joint limits.
///
///     swv_goal hand = { .target = pose };
///     swv_solve(&chain, &hand, 1, previous, NULL, q, &report);
///
/// Any number of goals at once, for the tip or any link, weighted or in strict order. Where they cannot all be met, the
/// sum of the squares of their errors, times their weights, is as small as was found, lengths measured in halves of the
/// stretched chain. The same call gives the same bits on every machine: nothing depends on a clock or on chance.
///
/// In real time: pass the last posture as `previous` and set max_restarts to -1. Restarts serve a caller who
/// wants the goal at any price. For a hand that moves beyond the reach of "arm7" they take 400 steps a frame instead of 23,
/// up to max_iterations where reach cannot be ruled out, and joints jump by up to a radian between frames; without them, by
/// 0.02. Within reach a frame takes one step or two, either way.

typedef enum swv_goal_kind {
    SWV_GOAL_POSE = 0,   ///< the link's point is at target.position, and the link is turned as target.rotation says
    SWV_GOAL_POSITION,   ///< the link's point is at target.position
    SWV_GOAL_ROTATION,   ///< the link is turned as target.rotation says
    SWV_GOAL_DIRECTION,  ///< the link's axis points along `direction`; the link may turn about it
    SWV_GOAL_AIM,        ///< the link's axis, starting at the link's point, points at target.position
    SWV_GOAL_DISTANCE,   ///< the link's point is `distance` away from target.position
} swv_goal_kind;

/// Fields that a kind does not name are not read. Zero means: the tip, its origin, weight 1, first in order.
typedef struct swv_goal {
    swv_goal_kind kind;
    int           link;       ///< SWV_TIP, which is 0, or swv_link_of(joint): chain.h
    swv_vec3      point;      ///< in the link's frame
    swv_vec3      axis;       ///< in the link's frame, of any length but zero
    swv_pose      target;     ///< in the world
    swv_vec3      direction;  ///< in the world, of any length but zero
    double        distance;   ///< not negative
    double        weight;     ///< against goals of the same priority; 0 means 1
    /// 0 comes first. A goal does not give way to one of higher number: where both cannot be had it is met if it can be
    /// met alone, else its error stays within 1e-5 of what it is alone. 0 to SWV_MAX_PRIORITY.
    int priority;
} swv_goal;

enum { SWV_MAX_PRIORITY = 3 };

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_solve_options {
    double position_tolerance;  ///< default 1e-6, in the chain's unit of length
    double rotation_tolerance;  ///< radians, default 1e-6
    /// Steps altogether, default 5000. Looking for another start counts as one. A step costs some 0.3 us for seven
    /// joints.
    int max_iterations;
    /// Other starts to try when the first fails: default as many as the iterations allow, 24 where lengths prove that
    /// none can succeed; -1: none, so that the posture is the one that `previous` leads to, also beyond reach.
    int max_restarts;
    /// The other starts are a fixed sequence; each seed has its own.
    uint64_t seed;
    /// What freedom the goals leave is used to be near a preferred posture (dof numbers), near the previous posture,
    /// or near a mean of both by these weights. Weights 0 and 0: neither.
    const double *preferred;
    double        preferred_weight;
    double        previous_weight;
    /// Asked before every step, with `user`; true ends the solve with the best posture so far. May be NULL.
    bool (*should_stop)(void *user);
    void *user;
} swv_solve_options;

/// How far a goal is from being met.
typedef struct swv_goal_error {
    double position;  ///< distance between point and target
    double rotation;  ///< radians between what is and what the goal asks for
} swv_goal_error;

enum { SWV_REPORTED_GOALS = 16 };

/// The certificate. Errors are those of the posture returned, by forward kinematics.
///
/// The outcome is that of the goals that come first, those of the lowest priority number given; the others give way to
/// them, and priority_met and `goals` say how they fared. SWV_REACHED: each of them is met within tolerance; SWV_OUT_OF_REACH,
/// proven: no posture whatever, with limits or without, spans the distance; SWV_LIMITED: the best posture found rests on
/// joint limits that keep it from coming nearer, see at_limit; SWV_NOT_FOUND; SWV_STOPPED.
typedef struct swv_solve_report {
    swv_outcome    outcome;
    int            priority_met;  ///< every goal of this priority and of those before it is met; -1: not even the first
    int            iterations;
    int            evaluations;  ///< of forward kinematics
    int            restarts;
    double         position_error;             ///< the largest of the goals that come first
    double         rotation_error;             ///< likewise, radians
    int            goal_count;                 ///< how many of `goals` are filled in: all of up to SWV_REPORTED_GOALS
    swv_goal_error goals[SWV_REPORTED_GOALS];  ///< of each goal
    uint64_t       at_lower;                   ///< bit i: q[i] is at its lower limit
    uint64_t       at_upper;                   ///< bit i: q[i] is at its upper limit
    uint64_t       at_limit;                   ///< bit i: q[i] is at a limit and would go on if it could
    /// Some goal is missed, and no small change of posture inside the limits comes nearer, to first order: the posture is a
    /// local optimum.
    bool is_stationary;
} swv_solve_report;

/// Find a posture that meets the goals.
///
/// previous  where to begin, dof numbers. A start near the goal, by less than about a radian and half the chain, is followed
///           to the posture it leads to; one far away is only one of several. Numbers outside the limits are brought to
///           them, angles beyond 1e5 that may turn all the way round to within half a turn of 0. NULL: the middle of the
///           limits; where a coordinate has not two of them, the value nearest to 0
/// q         the best posture found, dof numbers, finite and inside the limits; may be the array `previous`
///
/// Returns SWV_OK even if the goals are missed: read report->outcome. REACHED is never said unless forward kinematics
/// does. SWV_BAD_MODEL: the chain fails swv_chain_check, its limits leave a coordinate nothing below 1e100, or it is longer, or
/// coupled by a ratio larger, than 1e100. SWV_BAD_GOAL: an unknown kind, a link or priority out of range, a zero quaternion,
/// axis or direction, a negative weight or distance. SWV_BAD_COUNT: no goals, or too many rows (below). SWV_NOT_FINITE: numbers so large that the errors
/// overflow.
///
/// No allocation. Takes some 25 kB of stack for chains of up to 8 joints with up to 12 rows of goals (a pose has 6, a
/// position or a rotation 3, a direction or an aim 2, a distance 1), 100 kB else. More than 64 rows are for goals of one
/// priority only.
SWV_API swv_status swv_solve(const swv_chain *chain, const swv_goal *goals, int count, const double *previous,
                             const swv_solve_options *options, double *q, swv_solve_report *report);

/// Trees of joints: a body, a robot with legs and arms. Where its links are and how they move; and the posture that brings any
/// number of links to their goals, inside the limits.
///
///     swv_tree_joint joints[] = { { .name = "pelvis", .parent = -1, .kind = SWV_JOINT_FREE, ... }, ... };
///     swv_tree       tree;
///     void          *memory = malloc(swv_tree_size(30));
///     swv_tree_make(&tree, joints, 30, memory, NULL);
///
///     swv_goal feet_and_hands[4] = { { .link = swv_link_of(swv_tree_find(&tree, "left_foot")), .target = pose }, ... };
///     swv_tree_goals goals = { .goals = feet_and_hands, .goal_count = 4 };
///     void          *room = malloc(swv_tree_solve_size(&tree, 4));
///     swv_tree_solve(&tree, &goals, previous, NULL, room, posture, &report);
///
/// Link       A joint moves its link; link and joint have the same frame. Joints may be given in any order.
/// Posture    An array of tree.number_count numbers. Joint j has those from tree.first_number[j] on: none if it is fixed,
///            1 of a hinge (radians) or a slider (metres), 2 of a universal joint (radians), 4 of a ball (quaternion x, y, z, w), 7 of
///            a free joint (position, quaternion). Quaternions need not have unit length on the way in.
/// Freedoms   How a posture can change: tree.freedom_count of them. Joint j has those from tree.first_freedom[j] on: 1 of a hinge
///            or a slider, 2 of a universal joint, 3 of a ball (turns about the world's x, y, z), 6 of a free joint (moves along
///            the world's axes, then turns about them).

enum { SWV_TREE_JOINTS = 256 };

typedef enum swv_joint_kind {
    SWV_JOINT_FIXED = 0,
    SWV_JOINT_HINGE,      ///< turns about `axis`
    SWV_JOINT_SLIDER,     ///< slides along `axis`
    SWV_JOINT_UNIVERSAL,  ///< turns about `axis`, then about `second_axis`, which the first turn carries along
    SWV_JOINT_BALL,       ///< any rotation
    SWV_JOINT_FREE,       ///< any pose; a root only. Its numbers are its pose in the world: `rest` is where it begins
} swv_joint_kind;

/// One joint. Frames, axes and limits are those of the joint in the rest posture, where all angles are 0.
typedef struct swv_tree_joint {
    const char    *name;    ///< unique in the tree; NULL or "" if it has none. The text is not copied
    int            parent;  ///< index of the joint it hangs on; -1: it stands in the world
    swv_joint_kind kind;
    swv_pose       rest;   ///< in the parent's frame, or in the world
    swv_vec3       axis;   ///< in its own frame, of any length but zero. Of a ball: the axis of twist
    swv_vec3 second_axis;  ///< universal: not along `axis`. Ball with limits: the first axis of swing, normal to `axis`
    /// Limits, of each number of a hinge, a slider or a universal joint; -INFINITY and INFINITY, or 0 and 0: none.
    /// Of a ball: [0] twist about `axis`; [1] and [2] swing about `second_axis` and about axis x second_axis, a cone of four
    /// quarter ellipses in the tangents of half the angles, which has 1e-4 to either side inside and stays within (-pi, pi). First the swing by
    /// the smallest turn that takes `axis` to where it points, then in it the twist. A ball with any of these swings no further
    /// than 2 mrad short of half a turn, where its twist would mean nothing.
    double   lower[3], upper[3];
    double   mass;    ///< of the link, not negative; needed for balance only
    swv_vec3 center;  ///< of that mass, in the link's frame
    swv_vec3 low,
        high;  ///< corners of a box around the link's shape, in its frame; both 0: not known. For soles (robot_body.h)
} swv_tree_joint;

/// Made by swv_tree_make; to be read, not written. It points into the memory it was given.
typedef struct swv_tree {
    uint32_t              cookie;
    int                   joint_count;    ///< 1 to SWV_TREE_JOINTS
    int                   number_count;   ///< of a posture
    int                   freedom_count;  ///< of its changes
    double                size;           ///< length of the longest way from a root to a joint, without slides
    const swv_tree_joint *joints;         ///< as given, axes and quaternions of unit length
    const int            *first_number, *first_freedom;  ///< of each joint
    const int            *order;   ///< every joint after the one it hangs on, those below a joint right after it
    const int            *place;   ///< of each joint in `order`
    const int            *below;   ///< order[place[j] + 1] to order[below[j] - 1] are the joints below joint j
    const void           *inside;  ///< for the solver
} swv_tree;

/// Bytes that swv_tree_make needs for a tree of joint_count joints; 0 if the count is out of range.
SWV_API size_t swv_tree_size(int joint_count);

/// Make a tree of `count` joints in `memory`, swv_tree_size(count) bytes aligned for double, which must outlive the tree.
/// fault  takes the joint that a status is about, -1 if all is well; may be NULL. The one output that is written on failure.
///
/// SWV_BAD_COUNT: no joints or too many. SWV_BAD_MODEL: a parent that does not exist, a joint that hangs on itself in the
/// end, a free joint with a parent, a name twice. SWV_BAD_ARGUMENT: an unknown kind, a zero axis or quaternion, a second axis along
/// the first (of a ball: not normal to it), a negative mass, a box with its low corner above the high one. SWV_BAD_LIMITS: a lower limit above the upper one; a ball's
/// cone that is narrower than 1e-4 to a side. SWV_NOT_FINITE: a number that is not finite, or lengths beyond 1e100. Bones of no length are fine.
SWV_API swv_status swv_tree_make(swv_tree *tree, const swv_tree_joint *joints, int count, void *memory, int *fault);

/// SWV_BAD_MODEL unless swv_tree_make made it.
SWV_API swv_status swv_tree_check(const swv_tree *tree);

/// The joint of this name; -1 if there is none, or the tree is not one.
SWV_API int swv_tree_find(const swv_tree *tree, const char *name);

// ---- postures ----

/// The rest posture: zeros and no turn, brought into the limits; free joints at their `rest`.
SWV_API swv_status swv_tree_rest(const swv_tree *tree, double *posture);

/// How far a posture is outside the limits: radians or metres, 0 inside. Of a ball's cone: how far it would have to swing
/// back to the middle. *joint takes the joint that is farthest outside, or -1.
SWV_API swv_status swv_tree_outside(const swv_tree *tree, const double *posture, double *excess, int *joint);

/// Bring a posture inside its limits: numbers to the nearest limit, angles by whole turns where that will do; quaternions
/// to unit length.
SWV_API swv_status swv_tree_clamp(const swv_tree *tree, const double *posture, double *inside);

// ---- forward ----

/// Pose of every link in the world. `frames` takes joint_count poses, by joint. SWV_BAD_POSTURE: a number is not finite, or a
/// quaternion is zero.
SWV_API swv_status swv_tree_frames(const swv_tree *tree, const double *posture, swv_pose *frames);

/// The same where only the numbers of one joint have changed since `frames` was filled: that link and those below it are
/// worked out again, all others are left as they are.
SWV_API swv_status swv_tree_move(const swv_tree *tree, const double *posture, int joint, swv_pose *frames);

/// How a point of a link, given in the link's frame, moves: 6 rows by freedom_count columns, stored by rows. Rows 0 to 2 are
/// the point's velocity, rows 3 to 5 the link's angular velocity, in world axes, per unit of each freedom. `frames` are those
/// of the posture.
SWV_API swv_status swv_tree_jacobian(const swv_tree *tree, const swv_pose *frames, const double *posture, int joint,
                                     swv_vec3 point, double *jacobian);

/// The centre of mass in the world. SWV_BAD_MODEL if no link has mass; SWV_NOT_FINITE if masses are so small or links so far
/// away that it cannot be worked out.
SWV_API swv_status swv_tree_mass_center(const swv_tree *tree, const swv_pose *frames, swv_vec3 *center);

// ---- inverse ----

/// The centre of mass, seen along `up`, lies in a polygon: the soles of the feet that stand.
typedef struct swv_balance {
    const swv_vec3 *support;        ///< corners in the world, in order around; a point or a line are polygons too
    int             support_count;  ///< 1 to SWV_SUPPORT_CORNERS
    swv_vec3        up;             ///< of any length; zero: z
    double          weight;         ///< as a goal's
    int             priority;
} swv_balance;

enum { SWV_SUPPORT_CORNERS = 64 };

/// What is asked of a tree. A goal's link is swv_link_of(joint); a tree has no SWV_TIP.
typedef struct swv_tree_goals {
    const swv_goal    *goals;
    int                goal_count;
    const swv_balance *balance;  ///< NULL: none
} swv_tree_goals;

/// Zero in any field means its default, as in swv_solve_options; a NULL pointer means all defaults.
typedef struct swv_tree_options {
    double position_tolerance;  ///< default 1e-6, in the tree's unit of length
    double rotation_tolerance;  ///< radians, default 1e-6
    /// Steps altogether, default 5000. Limbs that do not know of each other are counted one by one. A step costs some 0.1 us for
    /// each joint that it moves.
    int max_iterations;
    /// Other starts of limbs that fail: default as many as the iterations allow; -1: none, so that the posture is the one that
    /// `previous` leads to.
    int      max_restarts;
    uint64_t seed;  ///< the other starts are a fixed sequence; each seed has its own
    /// Asked before every step, with `user`; true ends the solve with the best posture so far. May be NULL.
    bool (*should_stop)(void *user);
    void *user;
} swv_tree_options;

enum { SWV_TREE_REPORTED_GOALS = 64 };

/// The certificate. Errors are those of the posture returned, by forward kinematics. Outcome and priority_met mean what they do in
/// swv_solve_report; a balance counts as a goal of its priority. at_limit and is_stationary are about the goals that come first.
typedef struct swv_tree_report {
    swv_outcome    outcome;
    int            priority_met;  ///< every goal of this priority and of those before it is met; -1: not even the first
    int            iterations;
    int            restarts;
    double         position_error;  ///< the largest of the goals that come first
    double         rotation_error;  ///< likewise, radians
    double         balance_error;   ///< from the centre of mass, seen along `up`, to its polygon
    int            goal_count;      ///< how many of `goals` are filled in: all of up to SWV_TREE_REPORTED_GOALS
    swv_goal_error goals[SWV_TREE_REPORTED_GOALS];  ///< of each goal
    uint64_t
         at_limit[SWV_TREE_JOINTS / 64];  ///< bit j % 64 of [j / 64]: joint j would go on beyond a limit if it could
    bool is_stationary;
} swv_tree_report;

/// Bytes that swv_tree_solve needs for this many goals; 0 if the tree is not one or the count is negative.
SWV_API size_t swv_tree_solve_size(const swv_tree *tree, int goal_count);

/// Find a posture that meets the goals.
///
/// previous  where to begin, number_count numbers. A start near the goal is followed to the posture it leads to. Numbers outside
///           the limits are brought to them, angles beyond 1e5 to within half a turn of 0 if limits let them. NULL: the middle of
///           the limits, free joints at their rest
/// memory    swv_tree_solve_size(tree, goal_count) bytes, aligned for double; nothing in it is kept from call to call
/// posture   the best posture found, finite and inside the limits; may be the array `previous`. Joints that move no goal
///           stay as they are
///
/// Returns SWV_OK even if the goals are missed: read report->outcome. SWV_BAD_COUNT: neither goals nor balance, or too many corners.
/// SWV_BAD_GOAL: as for swv_solve; a balance without corners, or of a tree without mass. SWV_BAD_POSTURE, SWV_BAD_OPTIONS;
/// SWV_NOT_FINITE: numbers so large that the errors overflow.
SWV_API swv_status swv_tree_solve(const swv_tree *tree, const swv_tree_goals *goals, const double *previous,
                                  const swv_tree_options *options, void *memory, double *posture,
                                  swv_tree_report *report);

/// All postures of an arm that has no closed form: a table of starts, made beforehand (swivel_io/starts_build.h,
/// `swivel table build --kind starts`), and Newton's method from each of them.
///
/// For chains of six or seven joints that turn, whatever their axes: none need be parallel or meet. Of seven joints the last is
/// the redundant one: its angle is given (options), and the other six are found for it.
///
/// What the table promises is measured, not proven: of the solutions that are known, it finds a fraction that the builder
/// states (misses, samples). What it returns is exact: forward kinematics meets the goal to 1e-9.

enum {
    SWV_STARTS_MAX_SOLUTIONS = 16,  ///< six turning joints have no more, unless they have infinitely many
    SWV_STARTS_MAX_JOINTS = 7,
};

/// Why the data is not a valid table. SWV_TABLE_SOUND is 0.
typedef enum swv_table_fault {
    SWV_TABLE_SOUND = 0,
    SWV_TABLE_FOREIGN,    ///< no table at all, or one of a machine with the other byte order
    SWV_TABLE_FUTURE,     ///< of a newer version
    SWV_TABLE_TRUNCATED,  ///< shorter or longer than it says
    SWV_TABLE_CORRUPT,    ///< the checksum is wrong, or something in it contradicts something else
    SWV_TABLE_UNALIGNED,  ///< the memory does not begin at a multiple of 8
    SWV_TABLE_UNPAIRED,   ///< two were wanted, of a position and of an orientation, for one chain
} swv_table_fault;

/// One sentence in English, never NULL.
SWV_API const char *swv_table_fault_text(swv_table_fault fault);

/// The first six joints as Newton's method wants them: docs/derivations/starts.md.
typedef struct swv_starts_shape {
    double   sine[5], cosine[5];  ///< of the angle between axes i and i + 1
    swv_vec3 shift[5];            ///< from axis i to axis i + 1, in the frame of axis i
    double   offset[4];           ///< angle of joint i = angle between frames less offset, joints 2 to 5
    swv_vec3 first[3], origin;    ///< the frame of axis 1, and a point on it, in the base
    swv_vec3 along, mark;         ///< axis 6 and a direction across it, in the frame of joint 6
    double   foot;                ///< from the origin of joint 6 along its axis to where it passes axis 5
    double   length;              ///< of the six joints stretched
    double   lower[SWV_STARTS_MAX_JOINTS], upper[SWV_STARTS_MAX_JOINTS];
} swv_starts_shape;

/// A table of starts, and the chain it was made for. Made by swv_starts_open; read it, do not change it.
typedef struct swv_starts {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    swv_chain            chain;
    uint64_t             seed;
    uint64_t             samples;   ///< postures that the builder drew last, to see what is missed
    uint64_t             misses;    ///< those of them that were not among the solutions found for where they reach
    double               lower[4];  ///< of the grid: distance from axis 1, height along it, cosine and turn of axis 6
    double               cell[4];   ///< sides of a cell
    int                  divisions[4];  ///< cells in a row
    uint32_t             cells;         ///< all of the grid
    uint32_t             count;         ///< starts of all cells
    bool                 completes;     ///< where the number of solutions is odd, one more is looked for
    const uint32_t      *first;         ///< the starts of cell c are first[c] to first[c + 1] - 1
    const int16_t       *starts;        ///< four angles each, 32768 to half a turn
    uint64_t             cookie;
    swv_starts_shape     shape;
} swv_starts;

/// Check bytes from end to end and make them a table of starts for this very chain, limits included. Nothing is copied but the
/// chain. SWV_BAD_MODEL: the chain has not six or seven joints that turn each on its own, or the bytes are no such table, and
/// *fault (may be NULL) says why; SWV_BAD_ARGUMENT: the table was made for another chain.
SWV_API swv_status swv_starts_open(swv_starts *starts, const swv_chain *chain, const void *bytes, size_t size,
                                   swv_table_fault *fault);

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_starts_options {
    double redundant;  ///< angle of the last of seven joints, radians; default 0. Not read for six joints
} swv_starts_options;

typedef struct swv_starts_report {
    swv_outcome outcome;     ///< SWV_REACHED: at least one solution; SWV_NOT_FOUND: none inside the limits
    int         count;       ///< solutions inside the limits
    int         outside;     ///< solutions found that limits forbid
    int         starts;      ///< tried
    int         iterations;  ///< of Newton's method, of all starts
    double
        position_error;  ///< the largest of the solutions returned, by forward kinematics, in the chain's unit of length
    double rotation_error;  ///< likewise, radians
} swv_starts_report;

/// All postures that bring the tip to a pose, each to 1e-9 of the chain's length and 1e-9 rad.
///
/// goal      where the tip is to be, in the world
/// previous  joint_count angles: solutions come nearest first, and angles that limits leave several turns for take the nearest one.
///           An angle beyond 1e5 counts as the one within half a turn of 0. NULL: the posture of zeros
/// q         solutions, joint_count angles each at the beginning of a row; rows from report->count on are untouched
///
/// Two solutions less than 1e-5 rad apart in every angle count as one. Where a chain has infinitely many, some are returned.
/// SWV_BAD_MODEL, SWV_BAD_GOAL, SWV_BAD_POSTURE, SWV_BAD_OPTIONS (a redundant angle that is not finite or outside its limits).
SWV_API swv_status swv_starts_solve(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    const swv_starts_options *options,
                                    double                    q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS],
                                    swv_starts_report        *report);

/// One posture by the engine (solve.h), which begins where the table says instead of searching: at the start of the target's cell that is
/// nearest to a solution inside the limits. Of seven joints the last begins where `previous` has it, and where the table knows nothing
/// for that, at seven other angles across its limits. Where the table knows nothing at all, the engine begins at `previous` and
/// searches as it does without a table.
///
/// options, q and report are those of swv_solve; previous_weight keeps near the table's start.
SWV_API swv_status swv_starts_reach(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    const swv_solve_options *options, double *q, swv_solve_report *report);

/// Following a hand with the seven-joint arm, or a foot with the leg: one posture after the other, each going on smoothly
/// from the last.
///
///     swv_arm_track track;
///     swv_arm_track_start(&track, &arm, NULL);
///     while (next(&hand))
///         swv_arm_track_step(&track, &hand, 1.0 / 60.0, q, NULL);
///
/// No joint ever moves faster than it may, and none leaves its limits. Where the hand can be followed exactly within
/// both, it is; where it cannot, the joints are interpolated until it can be again, and the report says so.

typedef enum swv_track_method {
    /// All seven joints move; the elbow is where a person would hold it, or as near to that as the limits allow. The
    /// posture depends on the hand and on the branch alone, not on the way that led there: a hand that comes back finds
    /// the arm as it was. However slowly or fast a hand passes overhead, the elbow does not dash: unless the limits
    /// leave no other way, it swivels at most eight times as far as the hand goes.
    SWV_TRACK_NATURAL = 0,
    /// The procedure of Tolani and Badler (1996): of up to 24 postures with one joint where it was, the nearest to the
    /// last one. Drifts: after a closed path of the hand the joints are elsewhere, by 30 degrees in the median.
    SWV_TRACK_PAPER,
    /// Of all postures that bring the hand there, the one nearest to the last. Drifts too.
    SWV_TRACK_LEAST,
} swv_track_method;

/// Zero in any field means its default.
typedef struct swv_track_options {
    swv_track_method method;
    double           max_joint_speed;  ///< radians a second; default 10
    /// Seconds; default 0.1. How long the elbow takes to make up for a change of mind: after t seconds the part
    /// (1 + t/T) exp(-t/T) of it is left, but it goes no further than eight times as far as the hand until that rests. A
    /// hand that moves smoothly is followed without delay. SWV_TRACK_NATURAL only.
    double swivel_time;
} swv_track_options;

/// Plain data, to be read, copied and kept by the caller; swv_arm_track_start fills it.
typedef struct swv_arm_track {
    swv_arm           arm;                ///< a copy, its swivels counted from the smooth reference
    swv_track_options options;            ///< no zeros left
    double            nearest, farthest;  ///< the wrist's distances that can be asked for within the elbow's limits
    double            time;               ///< seconds since the first step
    bool              has_posture;        ///< false until the first step, or swv_arm_track_set_posture
    bool              has_goal;           ///< whether `offset` means something
    bool              is_catching_up;     ///< q is on its way to `posture`
    int               family;             ///< of `posture`
    double            q[7];               ///< what the last step returned
    double            posture[7];         ///< what the hand asks for; q itself unless catching up
    double            swivel;             ///< of `posture`
    swv_pose          hand;               ///< where `posture` brings it, in the axes of the closed form (a right arm's)
    swv_vec3          elbow;              ///< unit vector from the shoulder-wrist line to the elbow, likewise
    double            offset;             ///< by how much the swivel is ahead of the one it is drawn to
    double            offset_speed;
} swv_arm_track;

typedef struct swv_track_report {
    /// REACHED, OUT_OF_REACH, TOO_NEAR and SOFTENED as in arm.h. LIMITED: the joints' speed keeps the hand from its target
    /// (is_catching_up), or no posture inside the limits brings it there: then the wrist goes where it should if it can, and
    /// the hand is turned as far as it goes.
    swv_outcome outcome;
    bool        flip;            ///< the posture asked for is further away than the joints can go in this step
    bool        is_catching_up;  ///< q is not yet there: the joints are interpolated, and the hand may be off
    int         family;          ///< bits as in arm.h
    double      swivel;          ///< of the posture asked for, from the smooth reference
    double      position_error;  ///< metres, of q, by forward kinematics
    double      rotation_error;  ///< radians
    int         candidates;      ///< postures SWV_TRACK_PAPER chose from, before limits; 0 with other methods
} swv_track_report;

/// Makes `track` ready for its first step. options may be NULL. SWV_BAD_ARGUMENT for an unknown method, a speed or time
/// that is negative, or lengths that are no arm's; SWV_NOT_FINITE for a NaN or an infinity in the options.
SWV_API swv_status swv_arm_track_start(swv_arm_track *track, const swv_arm *arm, const swv_track_options *options);

/// As if the last step had ended in this posture, whatever came before. Without it the first step chooses one: the
/// elbow as a person would hold it (SWV_TRACK_PAPER: nearly as low as it can be, a little away from the body).
/// SWV_BAD_POSTURE if a joint is outside its limits.
SWV_API swv_status swv_arm_track_set_posture(swv_arm_track *track, const double q[7]);

/// Follow the hand to where it is dt seconds later.
///
/// hand    need not be within reach: the wrist then goes as near as it gets
/// q       out: finite, inside the limits, and no joint further than max_joint_speed dt from where it was. A joint that
///         may turn all the way round goes on from where it was, so its angle may grow beyond half a turn
/// report  may be NULL
///
/// SWV_NOT_FINITE or SWV_BAD_ARGUMENT, with everything untouched, if hand or dt is not finite, the hand's quaternion is
/// zero, dt is not positive or `track` was not started.
SWV_API swv_status swv_arm_track_step(swv_arm_track *track, const swv_pose *hand, double dt, double q[7],
                                      swv_track_report *report);

/// Following a hand with the whole upper limb: the girdle of swivel/shoulder.h carries the arm of swivel/limb_track.h.
///
///     swv_upper_limb_track track;
///     swv_upper_limb_track_start(&track, &limb, NULL);
///     while (next(&hand))
///         swv_upper_limb_track_step(&track, &(swv_upper_limb_goal){ .arm = { .end = hand } }, 1.0 / 60.0, &posture, &report);
///
/// The rules are those of limb_track.h: the hand is exact in every step in which some posture inside the limits, its girdle
/// settled, brings it there; only the elbow is smoothed, and the girdle goes with it.
///
/// Raising and lowering an arm move the girdle on two different ways. `raising` goes from one to the other with the
/// elevation of the humerus, not with time and never by a jump: all the way in SWV_RAISING_TURN of elevation.

/// Radians of elevation in which `raising` goes from -1 to 1 or back.
#define SWV_RAISING_TURN 0.35

/// What `raising`, -1 to 1, becomes when the humerus goes from one elevation to another, radians: as every step of a track has it,
/// for those who solve step by step themselves.
SWV_API double swv_raising_after(double raising, double from, double to);

/// Plain data, to be read, copied and kept by the caller; swv_upper_limb_track_start fills it.
typedef struct swv_upper_limb_track {
    swv_upper_limb         limb;  ///< a copy
    swv_limb_track         arm;   ///< under the girdle
    bool                   has_posture;
    double                 raising;  ///< -1 to 1
    swv_upper_limb_posture posture;  ///< what the last step returned
} swv_upper_limb_track;

typedef struct swv_upper_limb_track_report {
    swv_limb_track_report arm;         ///< of the posture that is returned; the arm's errors are the hand's
    int                   iterations;  ///< of the girdle's solve
    double                raising;
} swv_upper_limb_track_report;

/// Makes `track` ready for its first step. Zero in any field of `options` means its default; may be NULL. Statuses as for
/// swv_upper_limb_solve and swv_limb_track_start.
SWV_API swv_status swv_upper_limb_track_start(swv_upper_limb_track *track, const swv_upper_limb *limb,
                                              const swv_limb_track_options *options);

/// As if the last step had ended in this posture, of which girdle angles and arm count; `raising` stays as it is. It need not be
/// inside the limits. SWV_BAD_POSTURE for numbers that are none, SWV_BAD_MODEL if `track` was not started; it is untouched then.
SWV_API swv_status swv_upper_limb_track_set_posture(swv_upper_limb_track *track, const swv_upper_limb_posture *posture);

/// Follow the goal to where it is dt seconds later; its `raising` is not used. The girdle is placed for the elbow that
/// is carried along, so it is behind by what the elbow swivels in one step; the hand is not. With max_bone_speed the
/// girdle's angles are no faster either. report may be NULL.
///
/// SWV_BAD_GOAL for a goal that swv_upper_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL if
/// `track` was not started; everything is untouched then.
SWV_API swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_upper_limb_goal *goal, double dt,
                                             swv_upper_limb_posture *posture, swv_upper_limb_track_report *report);

/// Your own skeleton: which of its joints are the parts of a human body.
///
///     swv_rig_joint joints[] = { { "Hips", -1, { hips, SWV_QUAT_IDENTITY } }, { "Spine", 0, ... }, ... };
///     swv_rig       rig = { .joints = joints, .joint_count = 65 };
///     swv_binding   binding;
///     swv_rig_bind(&rig, NULL, &binding);
///     int hand = binding.parts[SWV_PART_LEFT_HAND].joint;
///
/// Names are read first: VRM, Mixamo, Rigify, Unreal, CMU, MakeHuman, Rokoko, SMPL, Xsens, Biped, Poser and what is like
/// them. Where names say nothing the shape decides: two pairs of limbs that mirror each other, how long their bones are,
/// which way the toes point. Any rest pose, bone axes, unit and up axis. Nothing is guessed silently: every part has a
/// confidence, a reason, and a rival if another joint came close.

enum { SWV_RIG_JOINTS = 256 };

/// One joint of a skeleton, in any order. Names need not be unique.
typedef struct swv_rig_joint {
    const char *name;    ///< UTF-8; NULL or "" if it has none
    int         parent;  ///< index of the joint it hangs on; -1: none
    swv_pose    rest;    ///< in the world. Only the position is needed to bind; a rotation of all zeros counts as none
} swv_rig_joint;

typedef struct swv_rig {
    const swv_rig_joint *joints;
    int                  joint_count;  ///< 1 to SWV_RIG_JOINTS
    swv_vec3             up;           ///< world direction, any length; zero: find out
    bool is_left_handed;               ///< the axes, as Unity's and Unreal's; false: find out, if names and toes tell
} swv_rig;

/// The parts of the body, by the names of VRM's humanoid bones. Those of the right side follow in the order of the left.
typedef enum swv_part {
    SWV_PART_HIPS = 0,
    SWV_PART_SPINE,
    SWV_PART_CHEST,
    SWV_PART_UPPER_CHEST,
    SWV_PART_NECK,
    SWV_PART_HEAD,
    SWV_PART_JAW,
    SWV_PART_LEFT_EYE,
    SWV_PART_LEFT_UPPER_LEG,
    SWV_PART_LEFT_LOWER_LEG,
    SWV_PART_LEFT_FOOT,
    SWV_PART_LEFT_TOES,
    SWV_PART_LEFT_SHOULDER,  ///< the clavicle
    SWV_PART_LEFT_UPPER_ARM,
    SWV_PART_LEFT_LOWER_ARM,
    SWV_PART_LEFT_HAND,
    SWV_PART_LEFT_THUMB_METACARPAL,
    SWV_PART_LEFT_THUMB_PROXIMAL,
    SWV_PART_LEFT_THUMB_DISTAL,
    SWV_PART_LEFT_INDEX_PROXIMAL,
    SWV_PART_LEFT_INDEX_INTERMEDIATE,
    SWV_PART_LEFT_INDEX_DISTAL,
    SWV_PART_LEFT_MIDDLE_PROXIMAL,
    SWV_PART_LEFT_MIDDLE_INTERMEDIATE,
    SWV_PART_LEFT_MIDDLE_DISTAL,
    SWV_PART_LEFT_RING_PROXIMAL,
    SWV_PART_LEFT_RING_INTERMEDIATE,
    SWV_PART_LEFT_RING_DISTAL,
    SWV_PART_LEFT_LITTLE_PROXIMAL,
    SWV_PART_LEFT_LITTLE_INTERMEDIATE,
    SWV_PART_LEFT_LITTLE_DISTAL,
    SWV_PART_RIGHT_EYE,
    SWV_PART_RIGHT_UPPER_LEG,
    SWV_PART_RIGHT_LOWER_LEG,
    SWV_PART_RIGHT_FOOT,
    SWV_PART_RIGHT_TOES,
    SWV_PART_RIGHT_SHOULDER,
    SWV_PART_RIGHT_UPPER_ARM,
    SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_RIGHT_HAND,
    SWV_PART_RIGHT_THUMB_METACARPAL,
    SWV_PARTS = SWV_PART_RIGHT_EYE + (SWV_PART_RIGHT_EYE - SWV_PART_LEFT_EYE),
} swv_part;

/// The same part of the other side; parts in the middle of the body are their own. -1 outside the range.
SWV_API int swv_part_mirrored(int part);

/// "leftUpperArm" and so on, as VRM spells them; NULL outside the range.
SWV_API const char *swv_part_name(int part);

/// Why a joint is taken for a part.
typedef enum swv_rig_reason {
    SWV_RIG_ABSENT = 0,  ///< no joint found
    SWV_RIG_GIVEN,       ///< the caller said so
    SWV_RIG_NAME,        ///< its name, and it is where it should be
    SWV_RIG_NAME_ONLY,   ///< its name, though it does not hang where it should
    SWV_RIG_PLACE,       ///< its place between parts that have been found
    SWV_RIG_SHAPE,       ///< the skeleton's shape; names say nothing
    SWV_RIG_SHAPE_SIDE,  ///< likewise, and which side is left is only assumed: nothing shows which way the body faces
} swv_rig_reason;

/// A few words in English, never NULL.
SWV_API const char *swv_rig_reason_text(swv_rig_reason reason);

typedef struct swv_bound_part {
    int            joint;       ///< -1: none
    double         confidence;  ///< 0 to 1; below 0.5 a person should look
    swv_rig_reason reason;
    int            rival;  ///< another joint that fits nearly as well; -1: none
} swv_bound_part;

enum { SWV_RIG_TWISTS = 32 };

/// A joint that shares the twist of a part: it lies between that part and the next, or hangs on it as a twist bone.
typedef struct swv_rig_twist {
    int joint, part;
} swv_rig_twist;

typedef struct swv_binding {
    swv_bound_part parts[SWV_PARTS];
    swv_vec3       up, forward;     ///< of the body in the world, unit vectors at right angles
    bool           is_left_handed;  ///< the rig's axes: given, or named sides and toes say so. Else right-handed
    double         height;          ///< from the lowest to the highest bound joint along `up`, in the rig's unit
    int            twist_count;
    swv_rig_twist  twists[SWV_RIG_TWISTS];
} swv_binding;

/// What the caller knows already. Zero in any field means its default.
typedef struct swv_rig_options {
    /// SWV_PARTS numbers, one for each part: the joint + 1 to bind it to; 0: find it; -1: leave it unbound.
    const int *given;
    bool       ignore_names;  ///< by shape alone
} swv_rig_options;

/// Whether a rig can be used. SWV_BAD_COUNT: no joints or too many; SWV_BAD_MODEL: a parent that does not exist, or a joint
/// that hangs on itself in the end; SWV_NOT_FINITE: a rest pose that is not finite or further away than 1e100.
SWV_API swv_status swv_rig_check(const swv_rig *rig);

/// The joint that swv_rig_check finds fault with; -1: none, or the fault is not in a joint.
SWV_API int swv_rig_fault(const swv_rig *rig);

/// Find the parts. Statuses as swv_rig_check; SWV_BAD_OPTIONS: `given` names a joint that does not exist, or one twice.
/// A part that is not there is no error: its joint is -1. Takes about 130 us for 65 joints.
SWV_API swv_status swv_rig_bind(const swv_rig *rig, const swv_rig_options *options, swv_binding *binding);

/// The built-in human: a skeleton by stature and sex, for those who have none of their own.
///
///     swv_rig_joint joints[SWV_HUMAN_JOINTS];
///     swv_rig       rig;
///     swv_human_make(1.75, SWV_FEMALE, joints, &rig);
///     swv_rig_bind(&rig, NULL, &binding);     // and on, as with any skeleton: mount.h, body.h
///
/// Joint i is part i of rig.h, so that joints[SWV_PART_LEFT_HAND] is the left hand: spine, neck, head, jaw, eyes, clavicles, arms,
/// hands with all fingers, legs, feet, toes. Metres; x right, y forward, z up, the floor at z = 0. It stands in a T-pose, palms
/// down; every rotation is the identity, so that a joint's rotation is its turn from there.
///
/// Proportions are the means of ANSUR II (1,986 women and 4,082 men); they grow with the stature. What that survey does not
/// measure, and where joints lie beside its landmarks, comes from others: src/figure/human.c names the source of each number.
/// Upper arm and forearm of a man are those of swv_limb_set_stature. Its thigh and shank are longer than here, by 4 and
/// 5 % of a man's: they are of other people, and with them his hips would be 4 cm higher than the survey has them.
/// The survey's people, arms out, draw their shoulders back: they span 1.03 of a man's stature, this skeleton 1.08.

enum { SWV_HUMAN_JOINTS = SWV_PARTS };

typedef enum swv_sex { SWV_FEMALE = 0, SWV_MALE } swv_sex;

/// Metres. Beyond them no adult's proportions are known to hold.
#define SWV_HUMAN_SHORTEST 1.2
#define SWV_HUMAN_TALLEST  2.3

/// Make the skeleton. The names in it are those of swv_part_name and last; `rig` points to `joints`, which must outlive it.
///
/// stature  body height in metres, SWV_HUMAN_SHORTEST to SWV_HUMAN_TALLEST
///
/// SWV_NOT_FINITE; SWV_BAD_ARGUMENT for a stature outside that range or an unknown sex; SWV_NULL.
SWV_API swv_status swv_human_make(double stature, swv_sex sex, swv_rig_joint joints[SWV_HUMAN_JOINTS], swv_rig *rig);

/// Your skeleton in use: hands and feet go where you say, the rest stays as your animation has it.
///
///     swv_rig_bind(&rig, NULL, &binding);        // once; `rig` is your skeleton in any rest pose
///     swv_mount_make(&rig, &binding, &mount);
///
///     const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end = where };     // each frame, in the world
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, &report);          // locals: joints against their parents
///
/// Arms and legs are those of limb.h, with the lengths of your bones: exact hands and feet, people's limits, the elbow
/// where a person would hold it. What your bones' own axes are does not matter: all is counted from the rest pose. Two
/// things are read from the rest pose and cannot be known from a straight arm: to which side the elbow bends (forward, up
/// if the arm points forward; the knee's: backward) and, of a hand without fingers, where the palm is (the thumb forward).
/// So the rest pose must be one that a body can be in: T, A, hanging, sitting. The zero of a BVH file need not be.
///
/// Locals   Pose of a joint against its parent (without one: in the world), in the rig's unit and axes; joint i of the rig
///          is locals[i]. Scale is not known here: positions are in the unit of the world.
/// Touched  The joints from upper arm to hand, or from thigh to foot, and the twist bones between or on them. Their
///          positions are those of the rest pose. All other locals come out as they went in.
/// Twist    A forearm that turns is spread over its twist bones by where they lie; without any, the bone of the forearm
///          takes half. Likewise those of the upper arm and the leg.

enum { SWV_MOUNT_LIMBS = 4, SWV_MOUNT_TWISTS = 8 };

/// A twist bone: what share of the turn it has taken when the joints it hangs on have taken theirs.
typedef struct swv_mount_twist {
    int      joint;
    bool     is_between;  ///< on the way to the next part; else it only hangs there
    double   share;       ///< of the whole turn, beyond what its parent has
    swv_vec3 axis;        ///< in its own axes if it is between, else in those of its parent
} swv_mount_twist;

/// One arm or leg. Read it; limits may be changed through the setters of limb.h, shares may be written.
typedef struct swv_mount_limb {
    bool            is_there;
    swv_limb        limb;
    int             joints[3];     ///< upper arm, forearm, hand; thigh, shank, foot
    int             trunk;         ///< the joint whose axes, as they were at rest, are the limb's trunk; -1: the world
    bool            is_end_apart;  ///< the hand or foot does not hang on the forearm or shank: its position is set too
    double          shares[2];     ///< of its own twist that the upper arm's bone takes, of the forearm's the forearm's
    swv_quat        joint_from_trunk;    ///< the limb's trunk as seen from `trunk`
    swv_quat        bone_from_joint[3];  ///< how the joints' axes lie in those of the limb's bones
    swv_quat        upper_rest;          ///< the upper bone at rest, as seen from the parent of joints[0]
    double          turn_rest;           ///< pronation or rotation of the foot at rest
    int             twist_count[2];      ///< of the upper and the lower bone, parents first
    swv_mount_twist twists[2][SWV_MOUNT_TWISTS];
} swv_mount_limb;

/// Made by swv_mount_make; plain data, may be copied. It does not need the rig or the binding any more.
typedef struct swv_mount {
    uint32_t       cookie;
    int            joint_count;
    bool           is_left_handed;
    int            parents[SWV_RIG_JOINTS];
    swv_pose       rest[SWV_RIG_JOINTS];    ///< locals of the rest pose
    swv_mount_limb limbs[SWV_MOUNT_LIMBS];  ///< right arm, left arm, right leg, left leg
} swv_mount;

/// Whatever limbs are bound whole (three joints that are apart) are there. Statuses as swv_rig_check; SWV_BAD_ARGUMENT
/// for a binding that is not of this rig.
SWV_API swv_status swv_mount_make(const swv_rig *rig, const swv_binding *binding, swv_mount *mount);

/// The limb that ends in a part: SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT and so on. -1: none such, or not there.
SWV_API int swv_mount_limb_of(const swv_mount *mount, int part);

// ---- posing ----

typedef struct swv_mount_goal {
    int            part;           ///< SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT
    swv_pose       end;            ///< in the world: where that joint is to be, turned as its own axes are
    bool           position_only;  ///< the hand may be turned as it likes: it stays as it was against the forearm
    swv_elbow_wish elbow;          ///< SWV_ELBOW_PREVIOUS: where the animation has it
    double         swivel;         ///< SWV_ELBOW_SWIVEL
    swv_vec3       pole;           ///< SWV_ELBOW_TOWARDS: a place in the world
    double         keep;           ///< 0 to 1: how much of the animation is kept; to fade a goal in or out
} swv_mount_goal;

/// Bring hands and feet to their goals.
///
/// goals      goal_count of them, at most one for each limb
/// animation  joint_count locals; NULL: the rest pose
/// options    what gives way where limits are in the way
/// locals     out, joint_count; may be `animation` itself
/// reports    out, one for each goal, of the posture before any of the animation is kept; lengths in the rig's unit
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a part that is no end of a limb that is there, or one named
/// twice; SWV_BAD_POSTURE for an animation that is not finite; SWV_BAD_COUNT.
SWV_API swv_status swv_mount_solve(const swv_mount *mount, const swv_mount_goal *goals, int goal_count,
                                   const swv_pose *animation, const swv_limb_options *options, swv_pose *locals,
                                   swv_limb_report *reports);

/// Following moving goals: one swv_limb_track for each limb, its rules those of limb_track.h. Plain data.
typedef struct swv_mount_track {
    swv_limb_track_options options;
    bool                   is_following[SWV_MOUNT_LIMBS];  ///< had a goal in the last step
    swv_limb_track         limbs[SWV_MOUNT_LIMBS];
    bool                   is_at_rest[SWV_MOUNT_LIMBS];  ///< not moved by it: nor by another with the same goal
    swv_limb_goal          goals[SWV_MOUNT_LIMBS];       ///< of the last step, as limbs see them
    swv_limb_track_report  reports[SWV_MOUNT_LIMBS];
} swv_mount_track;

/// Makes `track` ready for its first step. SWV_BAD_OPTIONS.
SWV_API swv_status swv_mount_track_start(const swv_mount *mount, const swv_limb_track_options *options,
                                         swv_mount_track *track);

/// As swv_mount_solve, dt seconds after the last step. A limb that had no goal then starts from where the animation has
/// it. SWV_BAD_ARGUMENT for a dt that is not positive; `track` is untouched by a call that fails.
SWV_API swv_status swv_mount_track_step(const swv_mount *mount, swv_mount_track *track, const swv_mount_goal *goals,
                                        int goal_count, double dt, const swv_pose *animation, swv_pose *locals,
                                        swv_limb_track_report *reports);

// ---- postures, in and out ----

/// The posture of a limb in these locals, for reading angles and checking limits: `limb` is one of the mount's, as
/// swv_mount_limb_of numbers them. Skeletons bend as they like: an elbow out of its plane (by more than 0.6 degrees) gives
/// the posture with the same elbow and hand, one bent backward a little is straight. SWV_BAD_COUNT for a limb that is not there; SWV_BAD_POSTURE if its bones have no length in these locals.
SWV_API swv_status swv_mount_read(const swv_mount *mount, int limb, const swv_pose *locals, swv_limb_posture *posture);

/// Set a limb to a posture, twist bones too; all else stays. SWV_BAD_COUNT as above.
SWV_API swv_status swv_mount_write(const swv_mount *mount, int limb, const swv_limb_posture *posture, swv_pose *locals);

/// Poses of all joints in the world. worlds must not be `locals`.
SWV_API swv_status swv_mount_worlds(const swv_mount *mount, const swv_pose *locals, swv_pose *worlds);

/// Fingers of your skeleton: fingertips go where you say, or the hand takes a shape.
///
///     swv_mount_hand_make(&mount, &binding, SWV_LEFT, &fingers);                            // once, after swv_mount_make
///
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, NULL);                     // each frame: the arm, or a whole body,
///     swv_hand_goal touch = { .wanted = SWV_DIGIT_BIT(SWV_INDEX), .shape = SWV_HAND_POINT };
///     touch.tip[SWV_INDEX] = button;                                                        // then its fingers
///     swv_mount_hand_solve(&mount, &fingers, &touch, NULL, locals, &posture, NULL);
///
/// It is the hand of hand.h with your skeleton's knuckles and bones: its limits, its last joints that follow, every fingertip
/// exact. The tip of a finger is the end of its last bone: the joint below it, or where a hand of this size has it if there is none.
/// What the finger joints' own axes are does not matter. A digit is there if its three joints are bound, apart and each hangs on the one before.
///
/// Touched are the bound finger joints, with the positions of the rest pose. Bones of the palm stay as they are; fingertips are exact
/// while those are as at rest.

/// Made by swv_mount_hand_make; plain data, may be copied. Read it; `hand` may be changed as hand.h says.
typedef struct swv_mount_hand {
    uint32_t cookie;
    swv_hand hand;                                          ///< in the rig's unit
    uint32_t there;                                         ///< SWV_DIGIT_BIT of the digits that are there
    int      joints[SWV_DIGITS][SWV_DIGIT_BONES];           ///< -1: none
    swv_quat bone_from_joint[SWV_DIGITS][SWV_DIGIT_BONES];  ///< how the joints' axes lie in those of the bones
} swv_mount_hand;

/// The hand at the end of an arm of the mount. SWV_BAD_MODEL if that arm or all of its digits are not there, or the hand is
/// not from 1e-3 to 1e3 units long;
/// SWV_BAD_ARGUMENT for a binding that is not of the mount's rig, or a side that is none.
SWV_API swv_status swv_mount_hand_make(const swv_mount *mount, const swv_binding *binding, swv_side side,
                                       swv_mount_hand *hand);

/// Sets the digits that are there to a posture: one of swv_hand_shape_posture, or one that a recording or a slider has.
/// locals  in and out, joint_count. SWV_BAD_POSTURE for a posture or locals that are not finite.
SWV_API swv_status swv_mount_hand_write(const swv_mount *mount, const swv_mount_hand *hand,
                                        const swv_hand_posture *posture, swv_pose *locals);

/// Fingertips in the world, with the wrist where `locals` have it: as swv_hand_solve, and written as above.
///
/// goal      its wrist is not read
/// previous  the posture of the last frame; NULL: the goal's shape
/// locals    in and out, joint_count
///
/// 3 us for five fingertips (`./run bench figure`). SWV_BAD_GOAL as swv_hand_solve, and for a digit that is not there.
SWV_API swv_status swv_mount_hand_solve(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_goal *goal,
                                        const swv_hand_posture *previous, swv_pose *locals, swv_hand_posture *posture,
                                        swv_hand_report *report);

/// Where a person's joints are when only some of them are known: head and hands of someone in virtual reality, hips and
/// feet too if they are tracked. Learned from 72 people (data/people), whole bodies in all kinds of motion.
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_pose             poses[SWV_PARTS];
///     swv_natural_body(size, points, 3, poses);
///     // poses[SWV_PART_HIPS], poses[SWV_PART_LEFT_FOOT].position, ...
///
/// Axes    x and y level, z up, the floor at z = 0; metres, or any unit that `size` has too.
/// Head    x right, y where it looks, z up, at the joint between neck and skull. Hips and chest likewise: unturned in someone who
///         stands upright and looks along y.
/// Hand    at the wrist: z to the fingertips, x where the palm faces (of a left hand away from it), as in limb.h.
/// Foot    at the ankle: y to the toes, z up from the sole.
/// size    Thigh, shank, and the spine from the hips to the head's joint, added up: 1.42 m in someone of 1.75 m.
///
/// The answer does not depend on where the body is and which way it looks, is the same at every size, and moves smoothly with
/// the points. It knows nothing of bones' lengths: joints are where people's are on average, not at their distances. How far off,
/// on people who were not fitted: docs/bodies.md.

typedef struct swv_body_point {
    int      part;
    swv_pose pose;  ///< of elbows and knees only the position counts
} swv_body_point;

/// point_count  3 to 11: head and both hands; and any of hips, chest (SWV_PART_UPPER_CHEST), feet, elbows
///              (SWV_PART_LEFT_LOWER_ARM), knees (SWV_PART_LEFT_LOWER_LEG)
/// poses        out: where hips, spine, chest, upper chest, neck, head, and on each side shoulder, upper arm, lower arm, hand, upper
///              leg, lower leg, foot, toes are; how hips and upper chest are turned; all zeros for the rotation of the others.
///              Points that are known come out as they went in. Parts that are not named here are untouched
///
/// SWV_BAD_ARGUMENT for a size that is not positive or beyond 1e100; SWV_BAD_COUNT; SWV_BAD_GOAL for a pose that is not finite, beyond 1e306 or turned
/// by a zero quaternion, a part that is none of these or is there twice, or if the head or a hand is missing.
SWV_API swv_status swv_natural_body(double size, const swv_body_point *points, int point_count,
                                    swv_pose poses[SWV_PARTS]);

/// The whole body on your skeleton, in two ways.
///
/// Tracked  from three to eleven points: head and hands, and any of hips, chest, feet, elbows, knees. What is not tracked is
///          where people have it (natural_body.h): swv_body_solve, or with history swv_body_track_step.
/// Posed    from your animation, by any goals: a hand here, a look there, the feet where they are: swv_body_reach.
///
///     swv_rig_bind(&rig, NULL, &binding);                 // once
///     swv_body_make(&rig, &binding, &body);
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_body_solve(&body, points, 3, NULL, NULL, locals, &report);      // each frame
///
///     const swv_body_goal goals[] = { { .part = SWV_PART_LEFT_HAND, .pose = door_handle },
///                                     { .part = SWV_PART_HEAD, .pose = there, .want = SWV_WANT_GAZE } };
///     swv_body_reach(&body, goals, 2, animation, NULL, locals, &report);  // each frame
///
/// Tracked: the head is where it should be exactly; hips too if they are tracked and the spine is long enough; hands and feet are, wherever
/// the trunk can bring the limbs within reach without folding up. A hand out of reach takes the shoulder along first, then the trunk. Bones keep
/// their lengths.
///
/// Points are poses of those joints of your skeleton, in the world, turned as the joints' own axes are. Locals are as in mount.h.
/// The floor is the world's zero along `up`; body.floor may be changed.

enum { SWV_BODY_SPINE = 24, SWV_BODY_POINTS = 11 };

/// Made by swv_body_make; plain data, may be copied. Limits and twist shares of body.mount.limbs may be changed as mount.h says.
/// How far a sole reaches from its ankle as it rests, in the body's axes. All 0: not known.
typedef struct swv_sole {
    double behind, ahead, right, left;
} swv_sole;

typedef struct swv_body {
    uint32_t  cookie;
    swv_mount mount;
    int       spine_count;                 ///< joints from the hips to the head, both counted
    int       spine[SWV_BODY_SPINE];       ///< hips first
    int       chest;                       ///< which of them carries the arms
    swv_quat  rest_turns[SWV_BODY_SPINE];  ///< in the world, right-handed
    int       clavicles[2];                ///< right, left; -1: none
    int       parts[SWV_PARTS];            ///< the joints of the binding; -1: none
    swv_quat  natural_from_world;          ///< the axes of natural_body.h
    double    floor;                       ///< its height along `up`; 0. May be written
    double    ankles[2];     ///< right, left: how high they rest above the soles, 0.02 sizes below the lowest joint
    swv_sole  soles[2];      ///< right, left: of robots, whose shape is known. Without: a ball 0.08 sizes ahead
    double    size;          ///< thigh, shank, and the spine from the hips to the head's joint, added up
    double    people_size;   ///< the same of someone of natural_body.h with such legs and shoulders
    swv_vec3  to_people[3];  ///< in its axes, as at rest: from the joints of head, hips and chest to where it has them
    double    lift;          ///< how much higher it has ankles
} swv_body;

/// A body needs hips, a head below them in the hierarchy, two arms and two legs: SWV_BAD_MODEL if one is not bound or not there.
/// Other statuses as swv_mount_make; SWV_BAD_COUNT if there are more than SWV_BODY_SPINE joints from the hips to the head.
SWV_API swv_status swv_body_make(const swv_rig *rig, const swv_binding *binding, swv_body *body);

/// The body standing upright, arms hanging: the rest pose with arms lowered. A posture to start from.
/// locals  out, joint_count
SWV_API swv_status swv_body_stand(const swv_body *body, swv_pose *locals);

/// Zero in any field means its default.
typedef struct swv_body_options {
    /// What gives way where limits keep a hand or foot from its point. Tracked hands are best kept: SWV_KEEP_HAND.
    swv_limb_compromise compromise;
} swv_body_options;

typedef struct swv_body_report {
    swv_outcome outcome;  ///< the first of the limbs' that is not SWV_REACHED; SWV_OUT_OF_REACH before others
    /// Of each point as it was given: how far its joint is from it, and how far it is turned, radians (0 for elbows and knees).
    double position_errors[SWV_BODY_POINTS], rotation_errors[SWV_BODY_POINTS];
} swv_body_report;

/// Pose the body.
///
/// points     3 to 11: head and both hands, and any of the others
/// animation  joint_count locals; joints that no part of the body moves (fingers, face, cloth) keep it. NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
///
/// About 20 us from three points and 20 to 25 us from six, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL and SWV_BAD_COUNT as swv_natural_body, SWV_BAD_POSTURE for an animation that is not finite, SWV_BAD_MODEL.
SWV_API swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                                  const swv_pose *animation, const swv_body_options *options, swv_pose *locals,
                                  swv_body_report *report);

// ---- tracked, frame after frame ----

/// A foot; body_track.c says how one that nothing tracks steps. In the axes of natural_body.h.
typedef struct swv_body_foot {
    swv_vec3 ankle;    ///< where it is
    double   heading;  ///< radians about the vertical
    swv_vec3 wish;     ///< where people have it, smoothed
    double   step;     ///< 0: it stands. Else how much of a step is done; 1: it is carried along
    swv_vec3 from;     ///< where the step began
    bool     is_tracked;
} swv_body_foot;

/// What the last frames leave behind; plain data, made by swv_body_track_start, may be copied.
typedef struct swv_body_track {
    uint32_t        cookie;
    bool            has_frame;
    swv_mount_track arms;
    swv_vec3        head, velocity;  ///< level, of the head, per second
    swv_body_foot   feet[2];         ///< right, left
} swv_body_track;

/// Makes `track` ready for its first frame. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_track_start(const swv_body *body, const swv_body_options *options, swv_body_track *track);

/// As swv_body_solve, dt seconds after the last frame, and no later frame is needed. Points are as exact as there, whatever was
/// before. What is not tracked goes on from where it was: a foot stands where it is until the body has moved on, turned or lifted it,
/// then it steps, one after the other; elbows and knees swing to their new place as limb_track.h has them.
///
/// The first frame, one more than a second after the last, and one in which the head has jumped by half the body's size are as
/// swv_body_solve has them. Trackers may come and go from frame to frame.
///
/// Statuses as swv_body_solve; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a track that was not started.
/// `track` is untouched by a call that fails.
SWV_API swv_status swv_body_track_step(const swv_body *body, swv_body_track *track, const swv_body_point *points,
                                       int point_count, double dt, const swv_pose *animation, swv_pose *locals,
                                       swv_body_report *report);

// ---- goals ----

/// What is wanted of a part of the body.
typedef enum swv_body_want {
    SWV_WANT_POSE = 0,  ///< position and rotation
    SWV_WANT_POSITION,  ///< a hand's or foot's rotation against the forearm or shank stays, others' stay in the world
    SWV_WANT_ROTATION,  ///< of hips, chest and head
    SWV_WANT_GAZE,      ///< of the head: that it looks at pose.position
    SWV_WANT_STAY,      ///< where the animation has it: a pin. The pose is not read. Feet without a goal stay too
    SWV_WANT_FREE,      ///< of feet: they go along with the hips
} swv_body_want;

/// One goal. Parts that can have one: hips, upper chest (the joint that carries the arms), head; hands and feet; any joint of
/// a finger, which brings the hand (fingers themselves bend by mount_hand.h); elbows (SWV_PART_LEFT_LOWER_ARM) and knees
/// (SWV_PART_LEFT_LOWER_LEG), which are drawn towards their position.
typedef struct swv_body_goal {
    int           part;
    swv_pose      pose;  ///< in the world, of the joint's own axes
    swv_body_want want;
    double        keep_position;  ///< 0 to 1: how much of the animation's is kept, to fade a goal in or out; 0: exact
    double        keep_rotation;  ///< likewise
} swv_body_goal;

enum { SWV_BODY_GOALS = 16 };

typedef struct swv_body_reach_options {
    /// What gives way where limits keep a hand or foot from its goal. swv_body_follow does not read it: the follower has it.
    swv_limb_compromise compromise;
    bool                balances;  ///< the centre of mass stays above the feet, as long as goals leave it the choice
    /// Shoulders are where the animation has them, but for hands out of reach. For recordings, which have their own.
    bool keeps_shoulders;
} swv_body_reach_options;

typedef struct swv_body_reach_report {
    swv_outcome outcome;  ///< SWV_REACHED if all goals are met
    /// Of each goal: how far its joint is from it, and how far it is turned, radians. Of a gaze: the angle it looks past. 0 for
    /// what was not asked.
    double   position_errors[SWV_BODY_GOALS], rotation_errors[SWV_BODY_GOALS];
    swv_vec3 mass;         ///< centre of mass, in the world
    double   overhang;     ///< how far beyond the feet it is, level; 0: above them
    bool     is_step_due;  ///< a goal is missed or the balance lost because the feet stay: a step would help
} swv_body_reach_report;

/// Move the body from its animation to goals, as little as is needed.
///
/// goals      0 to SWV_BODY_GOALS, at most one for each part
/// animation  joint_count locals to start from; NULL: the rest pose. What is not touched keeps it
/// locals     out, joint_count; may be `animation` itself
///
/// Shoulders go along with raised arms. A hand out of reach takes its shoulder further, then the trunk leans, then hips and knees follow. Feet stay where the
/// animation has them, to 1e-9 of the body, unless a goal says otherwise: they come before all but goals for the hips. Elbows
/// are where people hold them (natural.h), knees where the animation has them. The same call gives the same answer: nothing is
/// remembered, and goals that move a little move the body a little but where an elbow or a knee must change sides, or limits push
/// the trunk: for that there is swv_body_follow.
///
/// 9 us for two hands, two feet and the head, 15 if the trunk must follow, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL for a goal that is not finite or beyond 1e306, twice the same part, a part that can have none or is not bound, a want that is
/// none of its part; SWV_BAD_COUNT, SWV_BAD_POSTURE, SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count,
                                  const swv_pose *animation, const swv_body_reach_options *options, swv_pose *locals,
                                  swv_body_reach_report *report);

// ---- goals, frame after frame ----

/// Where the body was in the last frame; plain data, made by swv_body_follow_start, may be copied.
typedef struct swv_body_follower {
    uint32_t        cookie;
    bool            has_posture, has_swung;
    swv_mount_track arms, legs;
    swv_quat        turns[SWV_BODY_SPINE];  ///< of hips, spine and head against rest, in the world, right-handed
    swv_vec3        hips;                   ///< likewise
    swv_quat        swings[2];              ///< of the clavicles towards hands out of reach: right, left
    swv_quat        shoulders[2];           ///< and with what goes along with raised arms
    swv_vec3        arms_point[2];          ///< upper arms, in axes that turn with the chest
} swv_body_follower;

/// Makes `follower` ready for its first frame. `options` has the compromise of arms and legs, and how fast bones may turn: max_bone_speed, here by
/// default 15 radians per second, more than people need in daily life. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_follow_start(const swv_body *body, const swv_limb_track_options *options,
                                         swv_body_follower *follower);

/// As swv_body_reach, dt seconds after the last frame, and no bone turns faster than it may: elbows and knees that change sides take
/// time for it, the trunk too, and meanwhile hands are behind; the report says how far. Pinned feet stay and limits are kept on the
/// way: where there is no way that keeps both, the body stops until goals move on. The first frame is as swv_body_reach has it.
/// 6 us where swv_body_reach takes 9: limbs whose goals and trunk rest are not solved again. 14 if the trunk must follow.
///
/// Statuses as swv_body_reach; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a follower that was not started.
/// `follower` is untouched by a call that fails.
SWV_API swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                                   int goal_count, double dt, const swv_pose *animation,
                                   const swv_body_reach_options *options, swv_pose *locals,
                                   swv_body_reach_report *report);

/// From devices to joints: a headset, controllers and trackers sit somewhere on a person, turned somehow, and the person is taller
/// or shorter than your skeleton. From one frame in which the person stands as told, all that is found.
///
///     swv_calibration_make(&body, devices, 3, NULL, &calibration);                // once, while the person stands
///
///     swv_calibration_points(&body, &calibration, devices, 3, points);            // each frame
///     swv_body_track_step(&body, &track, points, 3, dt, NULL, locals, &report);
///
/// Stand    upright, knees straight, looking ahead; arms hanging, palms to the thighs, or to the sides, palms down (T). Which of the two
///          is seen from the hands' height.
/// Devices  swv_body_point of the part each sits on, in a world with the skeleton's axes and the floor at its zero; any place, direction and
///          unit. Rotations are those of the devices, whatever their axes are. One at an elbow or knee that has no rotation (all
///          zeros) counts as that joint.
/// Scale    the person's size over the skeleton's, from the height of the head's device. Points come out in the skeleton's
///          size and on its floor: the world of the devices divided by the scale, from its origin, and raised by body.floor.
///
/// What one stand cannot tell: how the devices lie to the joints, level. The body is put where they are off least, all together:
/// controllers that are held alike on both sides do not turn it.

/// Zero in any field means its default.
typedef struct swv_calibration_options {
    /// Where the head's device is in this skeleton, from the head's joint: right, forward, up. Zeros: between the eyes, if
    /// they are bound, else 0.06 sizes (body.size) forward and up.
    swv_vec3 head_device;
    double   scale;  ///< if it is known; 0: from the head's height
} swv_calibration_options;

/// Made by swv_calibration_make; plain data, may be copied and kept.
typedef struct swv_calibration {
    uint32_t cookie;
    double   scale;
    bool     is_t;    ///< arms were to the sides
    double   height;  ///< of the head's joint over the floor, standing; in the unit of the devices
    double   span;    ///< from wrist to wrist, arms to the sides; likewise
    double   arms;    ///< how much longer the person's arms are than the skeleton's times the scale: 1 no longer
    bool     is_known[SWV_PARTS];  ///< had a device
    swv_pose joints[SWV_PARTS];    ///< of the joint, as seen from its device
} swv_calibration;

/// devices  3 to 11, as for swv_body_solve
///
/// SWV_BAD_COUNT, SWV_BAD_GOAL as swv_body_solve, and for a head that is not above the floor, hands at one place, devices so far away that the result
/// would overflow; SWV_BAD_OPTIONS for a scale that
/// is negative or not finite; SWV_BAD_MODEL.
SWV_API swv_status swv_calibration_make(const swv_body *body, const swv_body_point *devices, int device_count,
                                        const swv_calibration_options *options, swv_calibration *calibration);

/// The joints that go with the devices, in the skeleton's size.
/// points  out, device_count; may be `devices` itself
///
/// SWV_BAD_GOAL for a device that was not there in the stand, that is not finite or that is turned by a zero quaternion; SWV_BAD_COUNT;
/// SWV_BAD_MODEL for a calibration that was not made.
SWV_API swv_status swv_calibration_points(const swv_body *body, const swv_calibration *calibration,
                                          const swv_body_point *devices, int device_count, swv_body_point *points);

/// Many bodies in a budget of time: whom to pose in this frame, and in how much detail.
///
///     for (int i = 0; i < count; i++)
///         members[i].distance = distance_to_camera(i);               // each frame
///     swv_crowd_plan(members, count, NULL, &report);
///     for (int i = 0; i < count; i++)
///         if (members[i].detail >= SWV_DETAIL_BODY)
///             swv_body_reach(&bodies[i], ...);                       // the others keep their last posture
///
/// Bodies that are close are posed in every frame, with fingers; further ones every second, fourth, eighth frame. Where that is more
/// than the budget, those go first that are latest for their distance, so that none is forgotten. Costs are counted, not measured: the same
/// calls give the same plan on every machine.

typedef enum swv_detail {
    SWV_DETAIL_NONE = 0,  ///< keep the last posture
    SWV_DETAIL_BODY,      ///< without fingers
    SWV_DETAIL_FINGERS,
} swv_detail;

/// Zero-initialised at first; plain data.
typedef struct swv_crowd_member {
    double     distance;  ///< from who looks, metres or any unit; written by you
    uint32_t   age;       ///< frames since it was posed, and 1; 0: never. Kept by swv_crowd_plan
    swv_detail detail;    ///< out: for this frame
} swv_crowd_member;

/// Zero in any field means its default.
typedef struct swv_crowd_options {
    double budget;              ///< microseconds a frame; default 4,000
    double body_cost;           ///< microseconds a body takes on your slowest machine; default 16, with keeps_shoulders
    double fingers_cost;        ///< the same with fingers; default 20
    double fingers_within;      ///< distance; default 3
    double every_frame_within;  ///< distance; default 10. At twice that every second frame, and so on to every eighth
} swv_crowd_options;

typedef struct swv_crowd_report {
    int      posed;      ///< members that have a detail in this frame
    double   cost;       ///< of them; at most the budget
    int      postponed;  ///< members that were due and did not fit
    uint32_t latest;     ///< the most frames that a member has waited beyond its turn
} swv_crowd_report;

/// Plan a frame. Linear in `count`.
///
/// SWV_BAD_COUNT for a negative count; SWV_BAD_ARGUMENT for a distance that is negative or no number (infinity is far away);
/// SWV_BAD_OPTIONS. Everything is untouched then.
SWV_API swv_status swv_crowd_plan(swv_crowd_member *members, int count, const swv_crowd_options *options,
                                  swv_crowd_report *report);

/// Arms that do not go through the body: how thick it is, how far the arms are from it, and elbows that keep clear of it.
///
///     swv_flesh_make(&body, &flesh);                            // once, after swv_body_make
///     swv_flesh_avoid(&body, &flesh, locals, locals, reports);     // each frame, after whatever posed the body
///
/// Trunk, head and thighs are capsules that go along with their joints; so are the lower half of the upper arm, the forearm and
/// the hand. Radii are those of people over the distance between the shoulders, less what flesh and clothes give way: 97 %
/// of recorded arms are clear of them, 98 % less than 1 cm inside (data/people). They were chosen on these people; on others it was not tried. They may be changed, for a character that is
/// stouter.

enum { SWV_FLESH_SOLIDS = 7 };

/// All places within `radius` of the line between two points, which are in the axes of `joint`, in the rig's unit.
typedef struct swv_capsule {
    int      joint;
    swv_vec3 from, to;
    double   radius;
} swv_capsule;

/// Made by swv_flesh_make. Radii may be written, and capsules moved.
typedef struct swv_flesh {
    uint32_t    cookie;
    swv_capsule solids[SWV_FLESH_SOLIDS];  ///< chest right and left, loins right and left, head, thighs right and left
    double      upper_arm, forearm, hand;  ///< radii
    swv_vec3    knuckles[2];               ///< right, left: where the hand's capsule ends, in the hand's axes
} swv_flesh;

/// SWV_BAD_MODEL for a body that was not made or whose shoulders are in one place.
SWV_API swv_status swv_flesh_make(const swv_body *body, swv_flesh *flesh);

typedef enum swv_arm_segment { SWV_SEGMENT_UPPER_ARM = 0, SWV_SEGMENT_FOREARM, SWV_SEGMENT_HAND } swv_arm_segment;

/// How an arm is clear of the body.
typedef struct swv_clearance {
    double          distance;  ///< from skin to skin, in the rig's unit; negative: how deep inside
    swv_arm_segment segment;   ///< what is nearest to the body, or deepest in it
    int             solid;     ///< which capsule of it
} swv_clearance;

/// arms  out: right, left
///
/// SWV_BAD_MODEL also for radii that are negative or not finite; SWV_BAD_POSTURE.
SWV_API swv_status swv_flesh_clearance(const swv_body *body, const swv_flesh *flesh, const swv_pose *locals,
                                       swv_clearance arms[2]);

/// Turn elbows out of the body: by the smallest turn about the line from shoulder to hand that the limits allow. Shoulder and
/// hand stay where they are. An arm that is clear stays as it is, to the bit; so does one that no turn helps. What the hand
/// itself touches is only reported. A way out that is narrower than 1.7 degrees may be missed.
///
/// animation  joint_count locals; NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
/// reports    out, afterwards: right, left
///
/// 2 us while both arms are clear, 5 us more for each that is not (`./run bench figure`). Statuses as swv_flesh_clearance.
SWV_API swv_status swv_flesh_avoid(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation,
                                   swv_pose *locals, swv_clearance reports[2]);

/// A rest pose for recordings that have none.
///
/// mount.h and body.h count from a rest pose that a body can be in. The zero of a recording need not be one: some have all bones
/// lie along x. What is missing is then in the recording itself: how elbows and knees bend, how feet stand.
///
///     swv_rig_bind(&rig, NULL, &binding);                   // the skeleton of any frame
///     if (!swv_rest_is_posture(&rig, &binding))
///         swv_rest_find(&rig, &binding, clip, frame_count, joints);      // rig.joints = joints; bind again

/// Whether a body can rest so: the head above the hips, feet below them, shoulders beside the neck. Sitting is fine, lying is not. False for a rig or a binding
/// that is invalid, or has no hips, head or legs.
SWV_API bool swv_rest_is_posture(const swv_rig *rig, const swv_binding *binding);

/// The T-pose of a recorded skeleton.
///
/// rig      the skeleton in any posture. Bones' lengths and the way up are taken from it, and which way it faces, to the nearest axis
/// clip     frame_count times joint_count locals, as in mount.h
/// joints   out, joint_count: those of the rig with another rest. May be rig->joints
///
/// Trunk upright, arms aside, legs straight; each about the hinge's axis that its elbow or knee has where it bends, soles as they
/// stand. What the recording does not tell, as the axis of a knee that is never bent, is as it is on average.
///
/// SWV_BAD_MODEL: no hips, head, arms or legs bound, or nothing tells which way it faces; SWV_BAD_ARGUMENT: a binding that is not of this rig; SWV_BAD_COUNT: no frames; SWV_BAD_POSTURE: a clip that is not finite; others as
/// swv_rig_check.
SWV_API swv_status swv_rest_find(const swv_rig *rig, const swv_binding *binding, const swv_pose *clip, int frame_count,
                                 swv_rig_joint *joints);

/// One body's motion on another: other bones, other rest pose, other axes, unit and size.
///
///     swv_retarget_make(&recorded, &mine, NULL, &retarget);                      // two bodies of body.h, once
///     swv_retarget_frame(&retarget, locals, out);                                // a frame as it comes, or
///     swv_retarget_clip(&retarget, clip, frame_count, dt, scratch, out, &report) // a whole clip, feet on the floor
///
/// Carried over  turns of hips, spine, neck and head; directions of all bones of arms and legs; hands, feet, toes and
///               fingers as they are turned against what they hang on. All of that is counted from the bodies' own axes, so rest
///               poses may differ: T, A, sitting.
/// Scaled        the way the hips go, by the length of the legs; where hands are before the chest, by that of the arms.
/// Feet          Of a clip. Where the recorded foot stands, the other one stands: to a hair, at the height of its own sole, while it
///               rolls from heel to toe. The floor is found where the recorded feet are lowest; it comes out at the height of
///               the target body's `floor`. Hips follow where a leg is too short.
/// Limits        are kept unless an option says otherwise: people's, or those that were set in the mount's limbs.

/// Zero in any field means its default.
typedef struct swv_retarget_options {
    bool keep_directions;            ///< hands are where the arm's bones lead, not where they were before the chest
    bool keep_slides;                ///< feet are not held where they stand
    swv_limb_compromise compromise;  ///< SWV_KEEP_LIMITS, or SWV_KEEP_HAND: hands and feet rather than limits
    double              scale;       ///< of the way the hips go; 0: by the length of the legs
    void (*tell)(void *user, int done, int frame_count);  ///< of a clip: called after each frame; may be NULL
    void *user;
} swv_retarget_options;

/// Made by swv_retarget_make. Both bodies must outlive it.
typedef struct swv_retarget {
    uint32_t             cookie;
    const swv_body      *from, *to;
    swv_retarget_options options;
    double               scale, arm_scale;       ///< of legs and arms
    double               half_widths[2];         ///< half the distance between the shoulders: from, to
    double               heights[2][2][2];       ///< of ankle and ball over the floor at rest: from, to; right, left
    int                  below[SWV_BODY_SPINE];  ///< which joints of the source's spine the target's lie between,
    double               along[SWV_BODY_SPINE];  ///< and where between them
    swv_quat             small[SWV_PARTS];       ///< how toes and fingers of both rest against each other
    swv_quat             clavicles[2][2];        ///< at rest, from the chest: from, to; right, left
} swv_retarget;

/// SWV_BAD_MODEL for a body that was not made or whose legs or arms have no length; SWV_BAD_OPTIONS.
SWV_API swv_status swv_retarget_make(const swv_body *from, const swv_body *to, const swv_retarget_options *options,
                                     swv_retarget *retarget);

/// One frame, without a look at what was before: feet are where the legs' directions lead. The recorded floor is that of `from`.
///
/// locals  in, the source's; out  the target's, joint_count each. They must not overlap.
///
/// SWV_BAD_POSTURE for locals that are not finite or have bones of no length.
SWV_API swv_status swv_retarget_frame(const swv_retarget *retarget, const swv_pose *locals, swv_pose *out);

typedef struct swv_retarget_report {
    double floor;          ///< height of the recorded floor along the source's `up`, in its unit
    int    contacts;       ///< how often a foot came down
    int    planted;        ///< frames with at least one foot on the floor
    double farthest_hand;  ///< the largest distance of a hand from where it belongs, in the target's unit
    double farthest_foot;  ///< likewise; that of planted feet is how much they slide
    int    limited;        ///< frames in which limits kept a hand or foot from its place
} swv_retarget_report;

/// How many doubles swv_retarget_clip needs for a clip of this length; 0 if it is not positive.
SWV_API size_t swv_retarget_scratch(int frame_count);

/// A whole clip.
///
/// clip     frame_count times the source's joint_count locals
/// dt       seconds from frame to frame
/// scratch  swv_retarget_scratch(frame_count) doubles
/// out      frame_count times the target's joint_count locals. It must not overlap `clip`
///
/// SWV_BAD_COUNT, SWV_BAD_ARGUMENT for a dt that is not positive; SWV_BAD_POSTURE as above. `out` and `scratch` may have
/// changed when it fails.
SWV_API swv_status swv_retarget_clip(const swv_retarget *retarget, const swv_pose *clip, int frame_count, double dt,
                                     double *scratch, swv_pose *out, swv_retarget_report *report);

/// A humanoid robot as a body: people's motion for its motors.
///
///     swv_robot_body_make(&tree, &binding, &robot);              // once; the binding is that of its links, by swv_rig_bind
///     swv_retarget_make(&recorded, &robot.body, NULL, &retarget);
///     swv_retarget_clip(&retarget, clip, frame_count, dt, scratch, locals, NULL);
///     swv_robot_body_pose(&robot, locals, previous, memory, posture, &report);          // each frame
///
/// A robot's hip is three hinges one after the other, and so is its shoulder. The stand-in is what it would be with ball joints instead: hips,
/// chest, head, and of each limb three joints, where the axes of those hinges meet. It has the robot's lengths and no limits of its own. A posture
/// of the robot then brings feet, hands, elbows, knees and trunk to those of the stand-in, as near as its motors let it: feet first.
///
/// Soles are those of the robot's own shape: the boxes (low, high of tree.h) around what its feet are made of. What stands is heel or ball, and no
/// corner of a sole gets lower than the stand-in's lowest. Of a robot without such boxes they are guessed (body.h), and ankles are what stands.

enum { SWV_ROBOT_BODY_JOINTS = 15 };

/// Made by swv_robot_body_make. The tree must outlive it.
typedef struct swv_robot_body {
    uint32_t        cookie;
    const swv_tree *tree;
    swv_body        body;                              ///< the stand-in, for body.h and retarget.h
    int             links[SWV_ROBOT_BODY_JOINTS];      ///< the joint of the tree that carries each of its joints
    swv_pose        from_link[SWV_ROBOT_BODY_JOINTS];  ///< where it is in the link's frame, at rest
} swv_robot_body;

/// The robot stands at rest; it walks if its root is SWV_JOINT_FREE, which many files have fixed. SWV_BAD_MODEL if it has no hips, or not two arms with elbows and two legs with knees and feet; a forearm
/// without a joint at its end, hand or wrist, ends beyond its centre of mass, which it must have then. Other statuses as swv_tree_check.
SWV_API swv_status swv_robot_body_make(const swv_tree *tree, const swv_binding *binding, swv_robot_body *robot);

/// Bytes that swv_robot_body_pose needs.
SWV_API size_t swv_robot_body_size(const swv_robot_body *robot);

/// How far they are from where they should be, right and left. Of a foot with a sole: what it stands on, where it is lifted to.
typedef struct swv_robot_body_report {
    double feet[2], hands[2];
    double feet_turned[2];  ///< radians
} swv_robot_body_report;

/// The robot's posture for one of its stand-in.
///
/// locals    of the stand-in's 15 joints
/// previous  number_count numbers of the tree, the last frame's; NULL: at rest
/// memory    swv_robot_body_size bytes, aligned for double
/// posture   out, inside the limits; may be `previous`
///
/// Statuses as swv_tree_solve; SWV_BAD_GOAL: a joint further away than 1e306.
SWV_API swv_status swv_robot_body_pose(const swv_robot_body *robot, const swv_pose *locals, const double *previous,
                                       void *memory, double *posture, swv_robot_body_report *report);

/// Many at once, in the widest vector lanes the machine has.
///
/// The caller gives a range, so any thread pool can drive these without a lock. Element i of the output is, bit for
/// bit, what the scalar function of swivel/trig.h returns for element i of the input. Outputs must not overlap each
/// other; an output may be the very array of an input, but must not overlap it otherwise. A NULL: nothing happens.

/// The functions of trig.h for `count` numbers.
SWV_API void swv_batch_sin(const double *angle, double *sine, size_t count);
SWV_API void swv_batch_cos(const double *angle, double *cosine, size_t count);
SWV_API void swv_batch_sincos(const double *angle, double *sine, double *cosine, size_t count);
SWV_API void swv_batch_asin(const double *x, double *angle, size_t count);
SWV_API void swv_batch_acos(const double *x, double *angle, size_t count);
SWV_API void swv_batch_atan2(const double *y, const double *x, double *angle, size_t count);

/// The same in float.
SWV_API void swv_batch_sinf(const float *angle, float *sine, size_t count);
SWV_API void swv_batch_cosf(const float *angle, float *cosine, size_t count);
SWV_API void swv_batch_sincosf(const float *angle, float *sine, float *cosine, size_t count);
SWV_API void swv_batch_asinf(const float *x, float *angle, size_t count);
SWV_API void swv_batch_acosf(const float *x, float *angle, size_t count);
SWV_API void swv_batch_atan2f(const float *y, const float *x, float *angle, size_t count);

/// The instruction set the batch functions use on this machine: "avx512", "avx2" or "baseline".
SWV_API const char *swv_batch_instruction_set(void);

// ---- many arms ----

/// Many targets for one arm, and its postures. Every pointer is an array; element i of all of them belongs together.
/// Outputs must not overlap each other; an output may be the very array of an input, but must not overlap it otherwise.
typedef struct swv_arm_batch {
    const double  *px, *py, *pz;       ///< in: wrist, as seen from the shoulder, metres
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand, a quaternion of any length but zero
    const double  *swivel;             ///< in: radians; beyond 2^50 it counts as 0
    double        *q[7];               ///< out: angles of family 0, each in [-pi, pi]
    unsigned char *outcome;            ///< out: a swv_outcome; the angles of SWV_INVALID_TARGET are 0
} swv_arm_batch;

/// The same in float: half the memory, twice the speed; see below for its error.
typedef struct swv_arm_batchf {
    const float   *px, *py, *pz;
    const float   *qx, *qy, *qz, *qw;
    const float   *swivel;
    float         *q[7];
    unsigned char *outcome;
} swv_arm_batchf;

/// Solve elements first to first + count - 1: hand pose and swivel to the posture of family 0, that is, the elbow bent
/// its natural way, sin q1 >= 0 and cos q5 >= 0. Other families follow from it as swivel/arm.h says.
///
/// The arm's limits are not looked at, so no element is SWV_LIMITED. An element out of reach gets the posture with
/// the wrist as near as it gets, and SWV_OUT_OF_REACH or SWV_TOO_NEAR. Reach is met with a tolerance of 1e-12 of the
/// arm's length, in float 1e-6. No angle is ever NaN.
///
/// Error    hand position, of the arm's length: double 1e-12; float 1e-5, half of all targets 5e-7
/// Bits     an element's result depends on its inputs only, not on its neighbours, the range or the machine. In double
///          it is that of swv_arm_solve without limits, bit for bit, if the quaternion has unit length to 1e-9;
///          otherwise to rounding (swv_arm_solve brings it to unit length first).
///
/// Every array is required. Returns SWV_BAD_MODEL unless the arm has a side and lengths that are positive, neither of them
/// a million times the other (in float: between 1e-4 and 1e4, neither a thousand times the other). Calls may share an
/// arm and a batch from any number of threads if their ranges are disjoint.
SWV_API swv_status swv_batch_arm(const swv_arm *arm, const swv_arm_batch *batch, size_t first, size_t count);
SWV_API swv_status swv_batch_armf(const swv_arm *arm, const swv_arm_batchf *batch, size_t first, size_t count);

// ---- many human limbs ----

/// Many hands or feet for one human limb, and its postures: a crowd. Every pointer is an array; element i of all of them
/// belongs together. Outputs must not overlap each other or an input.
typedef struct swv_limb_batch {
    const double  *px, *py, *pz;       ///< in: wrist or ankle from the shoulder or hip, metres
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand or foot, a quaternion of any length but zero
    const double  *swivel;    ///< in: of the elbow, radians; beyond 2^50 it counts as 0. NULL: the natural elbow
    double        *upper[4];  ///< out: rotation of the upper arm or thigh, x, y, z, w
    double        *lower[4];  ///< out: of the forearm or shank
    double        *end[4];    ///< out: of the hand or foot. All four NULL: it does not yield, see below
    double        *flexion;   ///< out: of the hinge; may be NULL
    unsigned char *outcome;   ///< out: a swv_outcome
} swv_limb_batch;

/// The same in float: half the memory, about twice the speed; see below for its error.
typedef struct swv_limb_batchf {
    const float   *px, *py, *pz;
    const float   *qx, *qy, *qz, *qw;
    const float   *swivel;
    float         *upper[4];
    float         *lower[4];
    float         *end[4];
    float         *flexion;
    unsigned char *outcome;
} swv_limb_batchf;

/// Solve elements first to first + count - 1 as swv_limb_solve does with nothing to start from: the elbow natural or at its
/// swivel, or at the nearest swivel that keeps the limits. Most wishes keep them, and are solved in lanes; each of the others
/// costs a solve (a microsecond).
///
/// Where no posture inside the limits brings the hand there, the outcome is SWV_LIMITED. With `end` the hand then
/// yields, as for SWV_KEEP_LIMITS, which takes many microseconds. Without it the hand is kept, the elbow stays at
/// its wish and limits are exceeded: the time is bounded, and swv_limb_solve knows better.
///
/// Outcomes  as in swv_limb_report: REACHED, OUT_OF_REACH, TOO_NEAR, SOFTENED, LIMITED; and SWV_INVALID_TARGET, whose
///           rotations are the identity and whose flexion is 0. No number is ever NaN.
/// Bits      an element's result depends on its inputs only, not on its neighbours, the range or the machine. In double
///           it is that of swv_limb_solve, bit for bit.
/// Float     the hand is met to 1e-6 of the limb's length, limits are kept to 1e-6 rad; a hand that is beyond reach by
///           less than 5e-6 counts as REACHED. Bones are off by 1e-4 rad at most, where the elbow is bent by less than 0.2
///           by 1e-3. One in ten thousand lies so that the elbow goes the other way.
///
/// Returns SWV_BAD_MODEL for what swv_limb_solve refuses and, in float, for lengths not between 1e-4 and 1e4 or one of them a thousand times
/// the other; SWV_NULL for arrays that are missing, also for some but not all of `end`. Threads as for swv_batch_arm.
SWV_API swv_status swv_batch_limb(const swv_limb *limb, const swv_limb_batch *batch, size_t first, size_t count);
SWV_API swv_status swv_batch_limbf(const swv_limb *limb, const swv_limb_batchf *batch, size_t first, size_t count);

// ---- many upper limbs ----

/// Many wrists for one limb: a crowd. Every pointer is an array; element i of all of them belongs together. Outputs must
/// not overlap each other or an input.
typedef struct swv_upper_limb_batch {
    const double  *wrist[3];   ///< in: x, y, z from the sternoclavicular joint
    const double  *swivel;     ///< in: radians, as the limb counts them
    double        *girdle[5];  ///< out: the angles of swivel/shoulder.h but the clavicle's rotation about its axis
    double        *gh[3];      ///< out: where the shoulder is
    double        *upper[4], *lower[4];  ///< out: rotations of upper arm and forearm, x, y, z, w
    double        *change;               ///< out: by how much GH would still move
    unsigned char *outcome;              ///< out: a swv_outcome
} swv_upper_limb_batch;

/// The same in float: half the memory, more than twice the speed; see below for its error.
typedef struct swv_upper_limb_batchf {
    const float   *wrist[3];
    const float   *swivel;
    float         *girdle[5];
    float         *gh[3];
    float         *upper[4], *lower[4];
    float         *change;
    unsigned char *outcome;
} swv_upper_limb_batchf;

/// Solve elements first to first + count - 1 as swv_upper_limb_solve does with nothing to start from, but with three girdles
/// for each, no more and no less. GH is then right to about 1e-8 of the arm's length for half of the wrists in front of a
/// person; `change` says it for each. One that has not settled to 1e-4 is SWV_UNSETTLED (one in fifty in front, one
/// in twenty anywhere): solve it alone.
/// The arm is exact whatever GH is. Beyond reach it points straight at the wrist. Its limits are not looked at. No number
/// is ever NaN. In float, GH is off by 1e-7 of the arm's length more, 2e-5 at most, the wrist by 1e-5 at most.
///
/// common   may be NULL; its raising and its shoulder's own movement are those of all elements, the rest is not looked at
///
/// An element's result depends on its inputs only, not on its neighbours, the range or the machine. Statuses as for
/// swv_upper_limb_solve, and SWV_BAD_MODEL for a rhythm that is a function and, in float, for an arm not between
/// 1e-4 and 1e4 long. Every array is required. Threads as for swv_batch_arm.
SWV_API swv_status swv_batch_upper_limb(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                        const swv_upper_limb_batch *batch, size_t first, size_t count);
SWV_API swv_status swv_batch_upper_limbf(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                         const swv_upper_limb_batchf *batch, size_t first, size_t count);

#endif
