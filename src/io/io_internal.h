// SPDX-License-Identifier: MIT
// What the readers and writers share: memory, errors, making a motion.
#ifndef SWIVEL_IO_INTERNAL_H
#define SWIVEL_IO_INTERNAL_H

#include "swivel_io/motion.h"

// ---- memory ----

struct swvi_block;

/// Memory taken piece by piece and given back all at once. It lies in its own first block.
typedef struct swvi_pool {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    void              *user;
    size_t             limit, used;  ///< bytes of all blocks
    struct swvi_block *blocks;
    unsigned char     *next;  ///< what is left of the newest small block
    size_t             left;  ///< bytes of that
} swvi_pool;

/// A pool with the allocator of the options; NULL if there is no memory.
swvi_pool *swvi_pool_make(const swv_io_options *options);
void       swvi_pool_free(swvi_pool *pool);

/// count * size bytes, zeroed, aligned for anything; NULL if there are none. A count of 0 gives some memory too.
void *swvi_pool_take(swvi_pool *pool, size_t count, size_t size);

/// A copy of `length` bytes of text, ended by a zero.
char *swvi_take_text(swvi_pool *pool, const char *text, size_t length);

/// An array that grows: room for one more element of `size` bytes, at the end of *array, which has *count of *capacity.
/// What was outgrown stays in the pool. NULL if there is no memory.
void *swvi_grow(swvi_pool *pool, void *array, int *count, int *capacity, size_t size);

// ---- reading ----

/// What a reader is given and makes. Its `motion` lives in `pool`; `scratch` is freed when it returns.
typedef struct swvi_reading {
    const unsigned char  *bytes;
    size_t                size;
    const char           *folder;   ///< of the file, with its last slash; NULL: bytes from memory
    const swv_io_options *options;  ///< never NULL
    swvi_pool            *pool, *scratch;
    swv_motion           *motion;
    swv_io_error         *error;  ///< never NULL
    int                   warning_capacity, joint_capacity, robot_capacity;
    unsigned char        *seen;  ///< of markers: the array that motion->seen becomes
    swv_joint *robot;  ///< of a robot: the array that motion->robot becomes. While it is read, names are of joints
} swvi_reading;

/// Fill in an error: its line from 1 (0: none), its byte in the file, a text as printf makes it. Returns its status.
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
swv_status
swvi_fail(swv_io_error *error, swv_status status, long line, size_t offset, const char *format, ...);

/// Defaults instead of NULL.
const swv_io_options *swvi_options(const swv_io_options *options);

/// SWV_NULL if an argument is missing; SWV_BAD_OPTIONS and why.
swv_status swvi_check(const swv_io_options *options, bool is_missing, swv_io_error *error);

swv_status swvi_no_memory(swv_io_error *error);

/// The same for functions that return whether they could: false.
bool swvi_fail_memory(swv_io_error *error);

/// All bytes of a file, in the pool. NULL with an error.
unsigned char *swvi_load(const char *path, swvi_pool *pool, size_t *size, swv_io_error *error);

/// A number of up to four bytes, the lowest first; a float of IEEE 754, likewise.
uint32_t swvi_word_at(const unsigned char *bytes, int size);
double   swvi_float_at(const unsigned char *bytes);

/// Note what was ignored. False with an error if there is no memory.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool
swvi_warn(swvi_reading *r, const char *format, ...);

/// Set rotation_at, position_at and frame_size from `turns` and `moves`, and take the frames. False if there is no memory.
bool swvi_motion_lay_out(swvi_pool *pool, swv_motion *motion, bool with_frames);

/// The numbers of a frame.
static inline double *swvi_frame_at(const swv_motion *motion, int frame)
{
    return motion->frames + (size_t)frame * (size_t)motion->frame_size;
}

/// The pose of a joint in a frame (its numbers); NULL: at rest.
swv_pose swvi_motion_pose(const swv_motion_joint *joint, const double *frame);

/// A pose with lengths times `scale`; of a root in a world that is turned by `rotation`.
swv_pose swvi_pose_transformed(swv_pose pose, bool is_root, double scale, swv_quat rotation);

/// The rotation from a (share 0) to b (share 1) by the shortest turn.
swv_quat swvi_quat_part(swv_quat a, swv_quat b, double share);

/// The rotation that takes x to `right`, y to what of `forward` is normal to it, z up. Of any length, in one frame.
swv_quat swvi_quat_of_axes(swv_vec3 right, swv_vec3 forward);

/// Which joints are a body's, as it stands in a frame (-1: at rest), to *binding. SWV_NO_MEMORY, or what keeps it from being bound.
swv_status swvi_motion_bind(swvi_pool *pool, const swv_motion *motion, int frame, swv_binding *binding);

/// Fill in unit and up: what the options say, what the format says (metres_per_unit and up as they are, if not zero), or
/// what a body tells.
bool swvi_guess(swv_motion *motion, const swv_io_options *options);

// One for each format. The motion is zeroed when they begin.
swv_status swvi_bvh_read(swvi_reading *r);
swv_status swvi_gltf_read(swvi_reading *r);
swv_status swvi_robot_read(swvi_reading *r);
swv_status swvi_trc_read(swvi_reading *r);
swv_status swvi_c3d_read(swvi_reading *r);
swv_status swvi_csv_read(swvi_reading *r);
swv_status swvi_npz_read(swvi_reading *r);
swv_status swvi_assimp_read(swvi_reading *r);

/// Room for markers without names, and for what is seen. False if there is no memory.
bool swvi_markers_take(swvi_reading *r, int marker_count, int frame_count);

/// Fill the gaps, set the rests to the first frame.
void swvi_markers_finish(swvi_reading *r);

/// What a file says of its unit: mm, cm, dm, m, in; others are not known.
void swvi_unit_of(swv_motion *m, const char *word, size_t length);

/// One more link of a robot, at `rest` below `parent`, fixed; its index, -1 with an error.
int swvi_robot_add(swvi_reading *r, int parent, swv_pose rest);

/// What follows what, as a skeleton takes it: what it would refuse is left out, with a warning. False with an error.
bool swvi_robot_couple(swvi_reading *r);

/// Turns, moves, unit and up of a robot whose joints are filled in.
swv_status swvi_robot_finish(swvi_reading *r);

/// The sizes of each: half the edges; half the axes; radius and half the length along z; the same without the round ends; radius.
typedef enum swvi_shape { SWVI_BOX = 0, SWVI_ELLIPSOID, SWVI_CYLINDER, SWVI_CAPSULE, SWVI_BALL } swvi_shape;

bool swvi_has_box(const swv_joint *j);

/// Make the link's box hold this shape too, which is at `at` in the link's frame. Metres.
void swvi_add_shape(swv_joint *j, swvi_shape shape, swv_pose at, const double sizes[3]);

struct swvi_element;
swv_status swvi_mjcf_read(swvi_reading *r, const struct swvi_element *root);

// ---- writing ----

/// What a writer is given: where the bytes go, memory that is freed when it returns, what takes an error.
typedef struct swvi_writing {
    swv_format        format;
    const swv_motion *motion;
    swv_sink          sink;
    void             *user;
    swvi_pool        *scratch;
    swv_io_error     *error;
} swvi_writing;

swv_status swvi_bvh_write(swvi_writing *w);
swv_status swvi_glb_write(swvi_writing *w);  ///< VRMA too
swv_status swvi_csv_write(swvi_writing *w);

#endif
