// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_BIND_INTERNAL_H
#define SWIVEL_SKELETON_BIND_INTERNAL_H

#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"

// ---- names ----

/// What a joint's name can say it is. Some names fit several: "shoulder" is the clavicle of one scheme, the upper arm of another.
typedef enum swvi_bind_class {
    SWVI_BIND_HIPS,
    SWVI_BIND_SPINE,
    SWVI_BIND_CHEST,
    SWVI_BIND_NECK,
    SWVI_BIND_HEAD,
    SWVI_BIND_JAW,
    SWVI_BIND_EYE,
    SWVI_BIND_CLAVICLE,
    SWVI_BIND_UPPER_ARM,
    SWVI_BIND_LOWER_ARM,
    SWVI_BIND_HAND,
    SWVI_BIND_THIGH,
    SWVI_BIND_SHIN,
    SWVI_BIND_FOOT,
    SWVI_BIND_TOES,
    SWVI_BIND_FINGER,
    SWVI_BIND_CLASSES,
} swvi_bind_class;

enum { SWVI_NO_SIDE = -1 };

typedef struct swvi_bind_name {
    int    side;       ///< SWV_LEFT, SWV_RIGHT or SWVI_NO_SIDE
    int    finger;     ///< 0 thumb to 4 little; -1: none, or "finger" with a number: see digit
    int    digit;      ///< the first digit after a word of the body; -1: none
    int    last;       ///< the last number in the name; -1: none
    bool   is_helper;  ///< a control, an attachment or an end marker: not a bone of the body
    bool   is_twist;
    bool   is_metacarpal;            ///< of a finger, before its first joint
    double fits[SWVI_BIND_CLASSES];  ///< 0 to 1
} swvi_bind_name;

/// Reads a name: words split where the case changes, at digits and at all that is neither. NULL is an empty one.
void swvi_bind_read_name(const char *text, swvi_bind_name *name);

// ---- limbs ----

enum { SWVI_BIND_NONE = -1, SWVI_BIND_LIMB = 3 };

/// A skeleton at rest, and what is worked out from it once. Arrays are by joint, in the caller's memory; lengths in the skeleton's unit. Joints are
/// indices, -1: none; sides SWV_RIGHT, SWV_LEFT or SWVI_NO_SIDE; `kind` and `first`: swvi_bind_class.
typedef struct swvi_survey {
    const swv_skeleton *skeleton;
    const swv_joint    *joints;
    int                 count;
    double              size;  ///< largest extent of all joints
    swvi_bind_name     *names;
    int                *side;   ///< its own, else that of its parent
    int                *order;  ///< parents first, of equals the one given first
    // Of a joint and all that hangs on it:
    int    *below;   ///< how many they are
    double *reach;   ///< the longest way down, in lengths of bones
    double *total;   ///< the length of all bones
    double *extent;  ///< from the joint's parent to the furthest of them, straight
    // Room for what looks for limbs and ways:
    double *best_of[SWVI_BIND_LIMB];
    int    *ways[2];
    bool   *is_used;  ///< bound already
} swvi_survey;

/// Divides the memory for so many joints; returns how many bytes that takes. `memory` may be NULL.
size_t swvi_bind_divide(int count, void *memory, swvi_survey *s);

/// Three joints, each below the one before: upper arm, forearm, hand; thigh, shin, foot.
typedef struct swvi_bind_limb {
    int    joints[SWVI_BIND_LIMB], rivals[SWVI_BIND_LIMB];
    double score, named;  ///< all of it, and the names' part
} swvi_bind_limb;

/// Two branches at one joint that mirror each other.
typedef struct swvi_bind_pair {
    int    at, branches[2];
    double reach;  ///< from `at` to the furthest joint of a branch, straight
} swvi_bind_pair;

SWV_INLINE swv_vec3 swvi_bind_place(const swvi_survey *s, int joint)
{
    return s->skeleton->rest_frames[joint].position;
}

/// Metres, or what the skeleton's unit is. Joints nearer than a thousandth of its size are in one place: chosen.
SWV_INLINE double swvi_bind_apart(const swvi_survey *s, int a, int b)
{
    return swv_vec3_length(swv_vec3_sub(swvi_bind_place(s, a), swvi_bind_place(s, b)));
}

SWV_INLINE int swvi_bind_common_ancestor(const swvi_survey *s, int a, int b)
{
    while (a != SWVI_BIND_NONE && !swvi_is_below(s->joints, b, a))
        a = s->joints[a].parent;
    return a;
}

SWV_INLINE bool swvi_bind_are_alike(double a, double b)
{
    // Lengths of two sides that differ by at most 7 %. Chosen.
    return swvi_smaller(a, b) >= 0.93 * swvi_larger(a, b);
}

/// Limbs whose three names fit less than this in sum, 3 at best, have none. Chosen.
#define SWVI_BIND_NAMED 1.0

/// Of a survey whose memory is divided.
void swvi_bind_survey(const swv_skeleton *skeleton, bool ignore_names, swvi_survey *s);

/// How well a name fits a class; below -1.5: it is out of the question.
double swvi_bind_fit_of(const swvi_survey *s, int joint, int kind, int side);

/// The best three joints of a side by their names. first: the class of the first; the others' follow it.
swvi_bind_limb swvi_bind_limb_by_name(const swvi_survey *s, int first, int side);

/// The two pairs that reach furthest, neither of which is a part of the other; how many there are.
int swvi_bind_find_pairs(const swvi_survey *s, swvi_bind_pair pairs[2]);

/// Whether some joint of a branch fans out into three or more.
bool swvi_bind_has_fingers(const swvi_survey *s, int branch);

/// Three joints in each branch of a pair, by shape.
void swvi_bind_limbs_by_shape(const swvi_survey *s, const swvi_bind_pair *p, swvi_bind_limb limbs[2]);

#endif
