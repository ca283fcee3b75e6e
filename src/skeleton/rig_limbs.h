// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_RIG_LIMBS_H
#define SWIVEL_SKELETON_RIG_LIMBS_H

#include "skeleton/rig_names.h"
#include "math/scalar.h"
#include "swivel/skeleton.h"

enum { SWVI_RIG_NONE = -1, SWVI_RIG_LIMB = 3 };

/// A rig, and what is worked out from it once.
typedef struct swvi_skeleton {
    const swv_rig_joint *joints;
    int                  count;
    double               size;                  ///< largest extent of all joints
    int                  side[SWV_RIG_JOINTS];  ///< its own, else that of the joint it hangs on
    swvi_rig_name        names[SWV_RIG_JOINTS];
    int                  order[SWV_RIG_JOINTS];  ///< parents first
    // Of a joint and all that hangs on it:
    int    below[SWV_RIG_JOINTS];   ///< how many they are
    double reach[SWV_RIG_JOINTS];   ///< the longest way down, in lengths of bones
    double total[SWV_RIG_JOINTS];   ///< the length of all bones
    double extent[SWV_RIG_JOINTS];  ///< from the joint's parent to the furthest of them, straight
} swvi_skeleton;

/// Three joints, each below the one before: upper arm, forearm, hand; thigh, shin, foot.
typedef struct swvi_rig_limb {
    int    joints[SWVI_RIG_LIMB], rivals[SWVI_RIG_LIMB];
    double score, named;  ///< all of it, and the names' part
} swvi_rig_limb;

/// Two branches at one joint that mirror each other.
typedef struct swvi_rig_pair {
    int    at, branches[2];
    double reach;
} swvi_rig_pair;

SWV_INLINE swv_vec3 swvi_rig_place(const swvi_skeleton *s, int joint)
{
    return s->joints[joint].rest.position;
}

/// Metres, or what the rig's unit is. Joints nearer than a thousandth of the skeleton's size are in one place: chosen.
SWV_INLINE double swvi_rig_apart(const swvi_skeleton *s, int a, int b)
{
    return swv_vec3_length(swv_vec3_sub(swvi_rig_place(s, a), swvi_rig_place(s, b)));
}

SWV_INLINE bool swvi_rig_is_below(const swvi_skeleton *s, int joint, int ancestor)
{
    while (joint != SWVI_RIG_NONE && joint != ancestor)
        joint = s->joints[joint].parent;
    return joint == ancestor;
}

SWV_INLINE int swvi_rig_common_ancestor(const swvi_skeleton *s, int a, int b)
{
    while (a != SWVI_RIG_NONE && !swvi_rig_is_below(s, b, a))
        a = s->joints[a].parent;
    return a;
}

SWV_INLINE bool swvi_rig_are_alike(double a, double b)
{
    // Lengths of two sides that differ by at most 7 %. Chosen.
    return swvi_smaller(a, b) >= 0.93 * swvi_larger(a, b);
}

/// Limbs whose three names fit less than this in sum, 3 at best, have none. Chosen.
#define SWVI_RIG_NAMED 1.0

void swvi_rig_survey(const swv_rig *rig, bool ignore_names, swvi_skeleton *s);

/// How well a name fits a class; below -1.5: it is out of the question.
double swvi_rig_fit_of(const swvi_skeleton *s, int joint, int kind, int side);

/// The best three joints of a side by their names. first: the class of the first; the others' follow it.
swvi_rig_limb swvi_rig_limb_by_name(const swvi_skeleton *s, int first, int side);

/// The two pairs that reach furthest, neither of which is a part of the other; how many there are.
int swvi_rig_find_pairs(const swvi_skeleton *s, swvi_rig_pair pairs[2]);

/// Whether some joint of a branch fans out into three or more.
bool swvi_rig_has_fingers(const swvi_skeleton *s, int branch);

/// Three joints in each branch of a pair, by shape.
void swvi_rig_limbs_by_shape(const swvi_skeleton *s, const swvi_rig_pair *p, swvi_rig_limb limbs[2]);

#endif
