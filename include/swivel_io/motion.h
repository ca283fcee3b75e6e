// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_MOTION_H
#define SWIVEL_IO_MOTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"

/// Skeletons and motions in files: one plain result for every format.
///
///     swv_motion   walk;
///     swv_io_error error;
///     if (swv_motion_read_file("walk.bvh", NULL, &walk, &error) != SWV_OK)
///         fprintf(stderr, "walk.bvh:%ld: %s\n", error.line, error.text);
///
///     const swv_skeleton_options options = { .up = walk.up };                 // whose body it is
///     swv_motion_joints(&walk, -1, joints);                                   // swv_joint joints[walk.joint_count]
///     swv_skeleton_make(joints, walk.joint_count, &options, memory, &skeleton, NULL);
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);
///
///     for (int frame = 0; frame < walk.frame_count; frame++)
///         swv_motion_locals(&walk, frame, locals);  // swv_pose locals[walk.joint_count]: what body.h and retarget.h take
///     swv_motion_free(&walk);
///
/// This is the library swivel_io. It allocates, through the caller's allocator if there is one (cJSON, while it parses, takes
/// its own memory from malloc), and opens the files it is told to. It keeps the rest of the contract of base.h: no globals, no printing, a status for every bad argument, and
/// outputs untouched by a call that fails, but for the error.

typedef enum swv_format {
    SWV_FORMAT_AUTO = 0,  ///< by the first bytes; to write, by the file's ending
    SWV_FORMAT_BVH,
    SWV_FORMAT_GLTF,  ///< JSON; buffers in it, or in files beside it
    SWV_FORMAT_GLB,
    SWV_FORMAT_VRM,   ///< 0 and 1; parts of the body are given
    SWV_FORMAT_VRMA,  ///< likewise
    SWV_FORMAT_URDF,  ///< robots: see robot.h
    SWV_FORMAT_MJCF,
    SWV_FORMAT_TRC,  ///< markers: joints that hang on nothing
    SWV_FORMAT_C3D,  ///< likewise
    SWV_FORMAT_CSV,  ///< columns NAME_px, NAME_py, NAME_pz and perhaps NAME_qx to NAME_qw: poses in the world
    SWV_FORMAT_NPZ,  ///< rotations of SMPL, SMPL-H or SMPL-X, as AMASS has them; bones of a human of average size stand in
    SWV_FORMAT_FBX,  ///< by assimp, where that is installed; as robust against bad files as that is
    SWV_FORMAT_DAE,  ///< Collada: likewise
    SWV_FORMAT_COUNT,
} swv_format;

/// "bvh" and so on, as a file's ending; NULL outside the range.
SWV_EXTERN const char *swv_format_name(swv_format format);

// ---- errors, memory ----

/// What is wrong with a file, and where.
typedef struct swv_io_error {
    swv_status status;     ///< SWV_BAD_FILE, SWV_NO_FILE, SWV_NO_MEMORY, SWV_UNSUPPORTED or of an argument
    long       line;       ///< of a text, from 1; 0 if it has none
    size_t     offset;     ///< byte of the file, from 0
    char       text[160];  ///< one line of English: "a number expected, 'nan' found"
} swv_io_error;

/// Position channels of joints other than the root say one of two things in BVH files, and no file says which.
typedef enum swv_bvh_positions {
    SWV_BVH_POSITIONS_GUESSED = 0,  ///< added if most of the first frame's are 0 where OFFSET is not; else replaced
    SWV_BVH_POSITIONS_REPLACE,      ///< they stand for OFFSET
    SWV_BVH_POSITIONS_ADD,          ///< they are added to OFFSET
} swv_bvh_positions;

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_io_options {
    void *(*allocate)(void *user, size_t size);  ///< aligned as malloc's; NULL: malloc. Both or neither
    void (*release)(void *user, void *memory);
    void             *user;
    size_t            byte_limit;       ///< of all memory taken at once, default 2 GiB; beyond it SWV_NO_MEMORY
    swv_format        format;           ///< default: found out
    double            metres_per_unit;  ///< if you know better than the file; default: given or guessed
    swv_vec3          up;               ///< likewise
    swv_bvh_positions bvh_positions;
    int               clip;        ///< which of several motions, from 0
    bool              frees_root;  ///< robots: a root that the file has fixed, as URDF mostly has, can go anywhere
    double            frame_time;  ///< seconds, where a format has curves: default the keys' own if even, else 1/60
} swv_io_options;

// ---- a skeleton and how it moves ----

/// Channels of a BVH file, in the order that writing keeps.
typedef enum swv_channel {
    SWV_CHANNEL_X_POSITION = 0,
    SWV_CHANNEL_Y_POSITION,
    SWV_CHANNEL_Z_POSITION,
    SWV_CHANNEL_X_ROTATION,
    SWV_CHANNEL_Y_ROTATION,
    SWV_CHANNEL_Z_ROTATION,
} swv_channel;

enum { SWV_MOTION_JOINTS = 4096 };

typedef struct swv_motion_joint {
    const char   *name;    ///< UTF-8, never NULL; need not be unique
    int           parent;  ///< an earlier joint; -1: none
    swv_pose      rest;   ///< against its parent, or in the world. BVH: OFFSET and no turn, which need not be a posture
    bool          turns;  ///< frames have a rotation of it; else it is that of `rest` in all of them
    bool          moves;  ///< frames have a position of it
    int           rotation_at, position_at;  ///< where in a frame its numbers are: x, y, z, w and x, y, z; -1: nowhere
    int           channel_count;             ///< BVH: 0 to 6; of other formats 0, and writing chooses
    unsigned char channels[6];               ///< swv_channel
} swv_motion_joint;

/// A point at the end of a bone that is no joint of its own: BVH's End Site.
typedef struct swv_motion_end {
    int      joint;
    swv_vec3 offset;  ///< in the joint's frame
} swv_motion_end;

/// Made by the readers and by swv_motion_make; freed by swv_motion_free. Numbers in it may be changed; what it points to
/// belongs to it.
typedef struct swv_motion {
    swv_format        format;  ///< it was read from
    int               joint_count;
    swv_motion_joint *joints;  ///< every joint after the one it hangs on
    int               end_count;
    swv_motion_end   *ends;

    int     frame_count;
    double  frame_time;  ///< seconds
    int     frame_size;  ///< numbers of a frame
    double *frames;      ///< frame_count times frame_size; NULL if there are none, or they are streamed

    /// Markers: frame_count times joint_count, 0 where one was not seen; its numbers are then those of when it was seen last, or
    /// first. NULL: all were.
    const unsigned char *seen;

    double   metres_per_unit;      ///< of all lengths here; 0: nothing tells
    char     unit_reason[96];      ///< how that is known, in English
    swv_vec3 up;                   ///< unit vector; zero: nothing tells
    char     up_reason[96];        ///< likewise
    bool     positions_are_added;  ///< BVH: position channels are added to OFFSET

    const int         *given;  ///< VRM: the joint + 1 of each part, for swv_bind_options; NULL: the file does not say
    int                clip_count;  ///< motions in the file, of which `clip` is read
    int                clip;
    const char *const *clips;  ///< their names, "" if they have none

    const int *nodes;  ///< glTF and what is like it: the node of each joint; NULL: other formats

    swv_joint         *robot;        ///< URDF, MJCF: the joints of a skeleton (robot.h); NULL: no robot
    const char *const *joint_names;  ///< likewise: of each joint, "" if it has none. `joints` have the names of links

    int                warning_count;
    const char *const *warnings;  ///< what was ignored or changed in reading, in English
    void              *inside;    ///< the memory of all this
} swv_motion;

// ---- in and out ----

/// Read `size` bytes. error may be NULL. SWV_BAD_FILE: see the error; SWV_NO_MEMORY; SWV_UNSUPPORTED: a format that this
/// library was built without, or a file that needs more than is read here; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_motion_read(const void *bytes, size_t size, const swv_io_options *options, swv_motion *motion,
                                      swv_io_error *error);

/// The same from a file. Statuses as swv_motion_read; SWV_NO_FILE if it cannot be opened or read; errno says why.
SWV_EXTERN swv_status swv_motion_read_file(const char *path, const swv_io_options *options, swv_motion *motion,
                                           swv_io_error *error);

/// Free what a motion holds and zero it. A zeroed one is fine.
SWV_EXTERN void swv_motion_free(swv_motion *motion);

/// Takes the next bytes of a file that is written; false ends the writing with SWV_NO_FILE.
typedef bool (*swv_sink)(void *user, const void *bytes, size_t size);

/// Write as options->format, which must be BVH, GLB, VRMA or CSV (poses in the world). GLB and VRMA are metres with y up,
/// whatever the motion is in; a GLB has a plain body of bones. A VRMA wants a human body, which at rest is turned to face z and
/// stood on the floor, and is meant to rest in a T-pose: see that the motion does. SWV_BAD_MODEL: what cannot be written, such as
/// joints that do not come after their parents, or no body; SWV_NOT_FINITE; SWV_UNSUPPORTED: a format that is only read; SWV_NO_FILE: the
/// sink took no more; SWV_NO_MEMORY; SWV_BAD_OPTIONS. Here options must not be NULL.
SWV_EXTERN swv_status swv_motion_write(const swv_motion *motion, const swv_io_options *options, swv_sink sink,
                                       void *user, swv_io_error *error);

/// The same to a file, by its ending unless options->format says. A file of this name is replaced once the new one is whole.
/// Statuses as swv_motion_write.
SWV_EXTERN swv_status swv_motion_write_file(const char *path, const swv_motion *motion, const swv_io_options *options,
                                            swv_io_error *error);

/// A character's own GLB or VRM, its meshes, skins and materials as they are, with this motion as its one clip.
///
/// character  the file, `size` bytes
/// motion     of its joints: those that swv_motion_read finds in it, in that order and in that unit
/// options    memory; may be NULL
///
/// SWV_UNSUPPORTED: it has no mesh, not all of its buffers in it, or a joint whose scale is not the same in all directions; SWV_BAD_MODEL: a motion of other
/// joints, or without frames. Other statuses as swv_motion_read and swv_motion_write.
SWV_EXTERN swv_status swv_gltf_animate(const void *character, size_t size, const swv_motion *motion,
                                       const swv_io_options *options, swv_sink sink, void *user, swv_io_error *error);

// ---- in use ----

/// A motion to fill in: joints (name, parent, rest, turns, moves, channels are copied; the rest is set), frame_count frames
/// at rest, no ends, unit and up of the options. SWV_BAD_COUNT; SWV_BAD_MODEL: a parent that is not an earlier joint;
/// SWV_NOT_FINITE; SWV_BAD_ARGUMENT: a frame time that is negative; SWV_NO_MEMORY; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_motion_make(const swv_motion_joint *joints, int joint_count, int frame_count,
                                      double frame_time, const swv_io_options *options, swv_motion *motion,
                                      swv_io_error *error);

/// Poses of the joints against their parents in a frame; -1: at rest. `locals` takes joint_count poses. SWV_BAD_COUNT.
SWV_EXTERN swv_status swv_motion_locals(const swv_motion *motion, int frame, swv_pose *locals);

/// The same between frames, `seconds` after the first: rotations on the shortest way, positions straight. Before the first
/// frame the first, after the last the last. SWV_BAD_COUNT: no frames; SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_sample(const swv_motion *motion, double seconds, swv_pose *locals);

/// Set a frame. Joints that do not turn, or do not move, keep their rest. SWV_BAD_COUNT; SWV_NOT_FINITE and SWV_BAD_POSTURE
/// (a zero quaternion) leave the frame untouched.
SWV_EXTERN swv_status swv_motion_put(swv_motion *motion, int frame, const swv_pose *locals);

/// Poses in the world from those against the parents. worlds must not be `locals`. SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_worlds(const swv_motion *motion, const swv_pose *locals, swv_pose *worlds);

/// Joints to make a character's skeleton of (swv_skeleton_make), as it stands in a frame; -1: at rest. Roots are free, all others balls: a robot's own
/// are motion->robot. `joints` takes joint_count entries, which have pointers to the motion's names. SWV_BAD_COUNT: no such frame.
SWV_EXTERN swv_status swv_motion_joints(const swv_motion *motion, int frame, swv_joint *joints);

/// Scale all lengths and turn the world: to metres by scale = metres_per_unit, to z up by swv_quat_between(up, z). Unit, up,
/// rests, frames and ends follow. SWV_BAD_ARGUMENT: a scale that is not positive, a zero quaternion; SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_transform(swv_motion *motion, double scale, swv_quat rotation);

// ---- BVH of any length, in constant memory ----

/// Gives the next bytes of a file, up to `size`; 0 at its end, SIZE_MAX if it cannot be read.
typedef size_t (*swv_source)(void *user, void *bytes, size_t size);

typedef struct swv_bvh swv_bvh;

/// Read the skeleton and what precedes the frames. Free it with swv_bvh_close. SWV_BAD_FILE; SWV_NO_FILE: the source cannot be read;
/// SWV_NO_MEMORY; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_bvh_open(swv_source source, void *user, const swv_io_options *options, swv_bvh **bvh,
                                   swv_io_error *error);

/// The skeleton: a motion without frames, whose frame_count is the one the file says. NULL if bvh is.
SWV_EXTERN const swv_motion *swv_bvh_motion(const swv_bvh *bvh);

/// The next frames, up to max_count: `frames` takes frame_size numbers of each. *count is 0 at the end. After a failure the
/// stream is over: the same failure comes again. SWV_BAD_FILE; SWV_NO_FILE; SWV_BAD_COUNT: max_count is negative.
SWV_EXTERN swv_status swv_bvh_frames(swv_bvh *bvh, int max_count, double *frames, int *count, swv_io_error *error);

/// Close it and free its memory. NULL is fine.
SWV_EXTERN void swv_bvh_close(swv_bvh *bvh);

#endif
