// SPDX-License-Identifier: MIT
// A tree of nodes with curves, as glTF and what assimp reads have it, on its way to a motion.
#ifndef SWIVEL_IO_SCENE_H
#define SWIVEL_IO_SCENE_H

#include "io/io_internal.h"

/// A node's place against its parent: translation, rotation, scale.
typedef struct swvi_trs {
    swv_vec3 t;
    swv_quat r;
    swv_vec3 s;
} swvi_trs;

typedef enum swvi_path { SWVI_TRANSLATION = 0, SWVI_ROTATION, SWVI_SCALE } swvi_path;

/// A curve of a node's translation, rotation or scale.
typedef struct swvi_curve {
    int       node;
    swvi_path path;
    enum { SWVI_LINEAR = 0, SWVI_STEP, SWVI_CUBIC } kind;
    int           count;   ///< keys, at least 1
    const double *times;   ///< seconds, growing
    const double *values;  ///< 3 or 4 numbers a key; of a cubic spline three times as many: slope in, value, slope out
} swvi_curve;

/// Filled in by a reader, but for what is inside. All in scratch.
typedef struct swvi_scene {
    swvi_reading  *r;
    int            node_count;
    const char   **names;             ///< never NULL
    int           *parents;           ///< -1: none
    swvi_trs      *rest;              ///< rotations of unit length
    unsigned char *is_joint;          ///< what skins or a humanoid name
    int            given[SWV_PARTS];  ///< the node + 1 of each part that the file names
    swvi_curve    *curves;
    int            curve_count;

    // inside
    int      *order;               ///< nodes, each after its parent
    int      *joint_of, *node_of;  ///< the joint of a node (-1: none), the node of a joint
    swvi_trs *now;                 ///< of nodes, at a time
    swv_pose *poses;               ///< of nodes in the world, without scale
    swv_mat3 *linear;              ///< of nodes in the world: rotation and scale
} swvi_scene;

/// Room for this many nodes: roots without names at the origin. False if there is no memory.
bool swvi_scene_take(swvi_scene *s, swvi_reading *r, int node_count);

/// s->order: every node after its parent, as in the file if it is so there, else each with what hangs on it right after it. False with an error.
bool swvi_scene_order(swvi_scene *s);

/// What all clips of the file are called: `count` names in the pool, copied and given to the motion. False with an error, also where the options ask
/// for a clip that is not there. names may be NULL: no memory.
bool swvi_scene_name_clips(swvi_reading *r, const char **names, int count);

/// A matrix without shear, by columns, as translation, rotation and scale.
swvi_trs swvi_trs_of_matrix(const double m[16]);

/// Make the motion of a scene: joints, rests, frames. Nodes that hang on themselves give an error.
swv_status swvi_scene_finish(swvi_scene *s);

#endif
