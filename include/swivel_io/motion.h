// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_MOTION_H
#define SWIVEL_IO_MOTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"

/// Skeletons and motions from files: one plain structure for every format.
///
///     swv_motion   walk;
///     swv_io_error error;
///     if (swv_motion_read_file("walk.bvh", NULL, &walk, &error) != SWV_OK)
///         fprintf(stderr, "walk.bvh:%ld: %s\n", error.line, error.text);
///
///     const swv_skeleton_options options = { .up = walk.up };                 // the skeleton
///     swv_motion_joints(&walk, -1, joints);                                   // swv_joint joints[walk.joint_count]
///     swv_skeleton_make(joints, walk.joint_count, &options, memory, &skeleton, NULL);
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);
///
///     for (int frame = 0; frame < walk.frame_count; frame++)
///         swv_motion_locals(&walk, frame, locals);  // swv_pose locals[walk.joint_count]: what body.h and retarget.h take
///     swv_motion_free(&walk);
///
/// This is the library swivel_io. It allocates, through the caller's allocator if there is one (cJSON uses malloc while
/// it parses), and opens files. The rest of the contract of base.h holds: no globals, no printing, a status for every
/// bad argument, and a call that fails changes no output except the error.

typedef enum swv_format {
    SWV_FORMAT_AUTO = 0,  ///< reading: detected from the first bytes; writing: by the file's ending
    SWV_FORMAT_BVH,
    SWV_FORMAT_GLTF,  ///< JSON; buffers in it, or in files beside it
    SWV_FORMAT_GLB,
    SWV_FORMAT_VRM,   ///< 0 and 1; parts of the body are given
    SWV_FORMAT_VRMA,  ///< likewise
    SWV_FORMAT_URDF,  ///< robots: see robot.h
    SWV_FORMAT_MJCF,
    SWV_FORMAT_TRC,  ///< markers: joints without parents
    SWV_FORMAT_C3D,  ///< likewise
    SWV_FORMAT_CSV,  ///< columns NAME_px, NAME_py, NAME_pz and perhaps NAME_qx to NAME_qw: poses in the world
    SWV_FORMAT_NPZ,  ///< rotations of SMPL, SMPL-H or SMPL-X, as in AMASS; bone lengths are those of an average human
    SWV_FORMAT_FBX,  ///< by assimp, if installed; only as robust as assimp against bad files
    SWV_FORMAT_DAE,  ///< Collada: likewise
    SWV_FORMAT_COUNT,
} swv_format;

/// "bvh" and so on, as a file's ending; NULL outside the range.
SWV_EXTERN const char *swv_format_name(swv_format format);

// ---- errors, memory ----

/// What is wrong with a file, and where.
typedef struct swv_io_error {
    swv_status status;  ///< SWV_BAD_FILE, SWV_NO_FILE, SWV_NO_MEMORY, SWV_UNSUPPORTED, or the status of a bad argument
    long       line;    ///< of a text, from 1; 0 if it has none
    size_t     offset;  ///< byte of the file, from 0
    char       text[160];  ///< one line of English: "a number expected, 'nan' found"
} swv_io_error;

/// Meaning of position channels below the root of a BVH file. There are two, and files do not say which.
typedef enum swv_bvh_positions {
    SWV_BVH_POSITIONS_GUESSED =
        0,  ///< added if most of the first frame's are 0 where OFFSET is not; otherwise they replace it
    SWV_BVH_POSITIONS_REPLACE,  ///< they replace OFFSET
    SWV_BVH_POSITIONS_ADD,      ///< they are added to OFFSET
} swv_bvh_positions;

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_io_options {
    void *(*allocate)(void *user, size_t size);  ///< aligned as malloc's; NULL: malloc. Both or neither
    void (*release)(void *user, void *memory);
    void             *user;
    size_t            byte_limit;       ///< of all memory in use at one time, default 2 GiB; beyond it SWV_NO_MEMORY
    swv_format        format;           ///< default: detected
    double            metres_per_unit;  ///< overrides the file; default: given or guessed
    swv_vec3          up;               ///< likewise
    swv_bvh_positions bvh_positions;
    int               clip;        ///< which of several motions, from 0
    bool              frees_root;  ///< robots: frees a root that the file has fixed, as most URDF files do
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
    const char *name;    ///< UTF-8, never NULL; need not be unique
    int         parent;  ///< an earlier joint; -1: none
    swv_pose
        rest;  ///< relative to its parent, or in the world. BVH: OFFSET without rotation, which need not be a body pose
    bool          turns;                     ///< frames have its rotation; otherwise it is that of `rest` in all frames
    bool          moves;                     ///< frames have its position
    int           rotation_at, position_at;  ///< index of its numbers in a frame: x, y, z, w and x, y, z; -1: none
    int           channel_count;             ///< BVH: 0 to 6; of other formats 0, and writing chooses
    unsigned char channels[6];               ///< swv_channel
} swv_motion_joint;

/// A point at the end of a bone that is not a joint: BVH's End Site.
typedef struct swv_motion_end {
    int      joint;
    swv_vec3 offset;  ///< in the joint's frame
} swv_motion_end;

/// Made by the readers and by swv_motion_make; freed by swv_motion_free. Its numbers may be changed; it owns what it
/// points to.
typedef struct swv_motion {
    swv_format        format;  ///< it was read from
    int               joint_count;
    swv_motion_joint *joints;  ///< each joint after its parent
    int               end_count;
    swv_motion_end   *ends;

    int     frame_count;
    double  frame_time;  ///< seconds
    int     frame_size;  ///< numbers of a frame
    double *frames;      ///< frame_count times frame_size; NULL if there are none, or they are streamed

    /// Markers: frame_count times joint_count, 0 where one was not seen; its numbers are then those of the last or
    /// first time it was seen. NULL: all were seen.
    const unsigned char *seen;

    double   metres_per_unit;      ///< of all lengths here; 0: unknown
    char     unit_reason[96];      ///< how it was found, in English
    swv_vec3 up;                   ///< unit vector; zero: unknown
    char     up_reason[96];        ///< likewise
    bool     positions_are_added;  ///< BVH: position channels are added to OFFSET

    const int         *given;  ///< VRM: the joint + 1 of each part, for swv_bind_options; NULL: the file does not say
    int                clip_count;  ///< count of motions in the file; `clip` is the one that was read
    int                clip;
    const char *const *clips;  ///< their names, "" if they have none

    const int *nodes;  ///< glTF and formats based on it: the node of each joint; NULL: other formats

    swv_joint         *robot;        ///< URDF, MJCF: the joints of a skeleton (robot.h); NULL: not a robot
    const char *const *joint_names;  ///< likewise: of each joint, "" if it has none. `joints` have the names of links

    int                warning_count;
    const char *const *warnings;  ///< what was ignored or changed while reading, in English
    void              *inside;    ///< the memory of all this
} swv_motion;

// ---- in and out ----

/// Read `size` bytes. error may be NULL. SWV_BAD_FILE: see the error; SWV_NO_MEMORY; SWV_UNSUPPORTED: a format that
/// this library was built without, or a file with features that are not read; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_motion_read(const void *bytes, size_t size, const swv_io_options *options, swv_motion *motion,
                                      swv_io_error *error);

/// The same from a file. Statuses as swv_motion_read; SWV_NO_FILE if it cannot be opened or read: see errno.
SWV_EXTERN swv_status swv_motion_read_file(const char *path, const swv_io_options *options, swv_motion *motion,
                                           swv_io_error *error);

/// Free a motion's memory and zero it. A zeroed one is allowed.
SWV_EXTERN void swv_motion_free(swv_motion *motion);

/// Receives the next bytes of a file; returning false ends the writing with SWV_NO_FILE.
typedef bool (*swv_sink)(void *user, const void *bytes, size_t size);

/// Write as options->format, which must be BVH, GLB, VRMA or CSV (poses in the world). GLB and VRMA are metres with y
/// up, whatever the motion is in; a GLB has a plain body of bones. A VRMA needs a human body, which is rotated to face
/// z and placed on the floor. Its rest pose must be a T-pose: give such a motion. SWV_BAD_MODEL: what cannot be
/// written, such as joints that do not come after their parents, or no body; SWV_NOT_FINITE; SWV_UNSUPPORTED: a format
/// that is only read; SWV_NO_FILE: the sink ended it; SWV_NO_MEMORY; SWV_BAD_OPTIONS. Here options must not be NULL.
SWV_EXTERN swv_status swv_motion_write(const swv_motion *motion, const swv_io_options *options, swv_sink sink,
                                       void *user, swv_io_error *error);

/// The same to a file, by its ending unless options->format is set. Existing files are replaced when the new one is
/// complete. Statuses as swv_motion_write.
SWV_EXTERN swv_status swv_motion_write_file(const char *path, const swv_motion *motion, const swv_io_options *options,
                                            swv_io_error *error);

/// A character's own GLB or VRM with unchanged meshes, skins and materials, and with this motion as its only clip.
///
/// character  the file, `size` bytes
/// motion     of the joints that swv_motion_read finds in it, in their order and unit
/// options    memory; may be NULL
///
/// SWV_UNSUPPORTED: a file without mesh, with external buffers, or with a joint whose scale differs between axes;
/// SWV_BAD_MODEL: a motion of other joints, or without frames. Other statuses as swv_motion_read and swv_motion_write.
SWV_EXTERN swv_status swv_gltf_animate(const void *character, size_t size, const swv_motion *motion,
                                       const swv_io_options *options, swv_sink sink, void *user, swv_io_error *error);

// ---- in use ----

/// A new motion to be filled in: joints (name, parent, rest, turns, moves, channels are copied; other fields are set),
/// frame_count frames at rest, no ends, unit and up of the options. SWV_BAD_COUNT; SWV_BAD_MODEL: a parent that is not
/// an earlier joint; SWV_NOT_FINITE; SWV_BAD_ARGUMENT: a frame time that is negative; SWV_NO_MEMORY; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_motion_make(const swv_motion_joint *joints, int joint_count, int frame_count,
                                      double frame_time, const swv_io_options *options, swv_motion *motion,
                                      swv_io_error *error);

/// Poses of the joints relative to their parents in a frame; -1: at rest. `locals` takes joint_count poses.
/// SWV_BAD_COUNT.
SWV_EXTERN swv_status swv_motion_locals(const swv_motion *motion, int frame, swv_pose *locals);

/// The same between frames, `seconds` after the first: rotations along the shortest path, positions linearly. Times
/// outside the motion give its first or last frame. SWV_BAD_COUNT: no frames; SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_sample(const swv_motion *motion, double seconds, swv_pose *locals);

/// Set a frame. Joints without `turns` or `moves` keep their rest. SWV_BAD_COUNT; SWV_NOT_FINITE and SWV_BAD_POSTURE (a
/// zero quaternion) leave the frame unchanged.
SWV_EXTERN swv_status swv_motion_put(swv_motion *motion, int frame, const swv_pose *locals);

/// Poses in the world from those relative to the parents. worlds must not be `locals`. SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_worlds(const swv_motion *motion, const swv_pose *locals, swv_pose *worlds);

/// Joints to make a character's skeleton of (swv_skeleton_make), in the posture of a frame; -1: at rest. Roots are
/// free, all others balls: a robot's own are motion->robot. `joints` takes joint_count entries, which have pointers to
/// the motion's names. SWV_BAD_COUNT: no such frame.
SWV_EXTERN swv_status swv_motion_joints(const swv_motion *motion, int frame, swv_joint *joints);

/// Scale all lengths and rotate the world: to metres by scale = metres_per_unit, to z up by swv_quat_between(up, z).
/// Unit, up, rests, frames and ends follow. SWV_BAD_ARGUMENT: a scale that is not positive, a zero quaternion;
/// SWV_NOT_FINITE.
SWV_EXTERN swv_status swv_motion_transform(swv_motion *motion, double scale, swv_quat rotation);

// ---- BVH of any length, in constant memory ----

/// Delivers the next bytes of a file, up to `size`; 0 at its end, SIZE_MAX if it cannot be read.
typedef size_t (*swv_source)(void *user, void *bytes, size_t size);

typedef struct swv_bvh swv_bvh;

/// Read the skeleton and everything before the frames. Free it with swv_bvh_close. SWV_BAD_FILE; SWV_NO_FILE: the
/// source cannot be read; SWV_NO_MEMORY; SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_bvh_open(swv_source source, void *user, const swv_io_options *options, swv_bvh **bvh,
                                   swv_io_error *error);

/// The skeleton: a motion without frames; its frame_count is that of the file. NULL if bvh is.
SWV_EXTERN const swv_motion *swv_bvh_motion(const swv_bvh *bvh);

/// The next frames, up to max_count: `frames` takes frame_size numbers of each. *count is 0 at the end. After a failure
/// the stream has ended: further calls return the same failure. SWV_BAD_FILE; SWV_NO_FILE; SWV_BAD_COUNT: max_count is
/// negative.
SWV_EXTERN swv_status swv_bvh_frames(swv_bvh *bvh, int max_count, double *frames, int *count, swv_io_error *error);

/// Close it and free its memory. NULL is allowed.
SWV_EXTERN void swv_bvh_close(swv_bvh *bvh);

#endif
