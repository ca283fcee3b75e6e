// SPDX-License-Identifier: MIT
//
// Limbs whose bones do not carry each other. In rigs for animators hands and feet are often children of a control or of the root,
// and follow their limbs only while the animation does. The bones are where they should be: other parents are all that is needed.
#include <string.h>

#include "math/scalar.h"
#include "swivel/skeleton.h"

static const int ends[] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
enum { LIMBS = 4, BONES = 3 };

// How far a hand or foot is from the elbow or knee, of how far that is from the shoulder or hip: what is nearer or farther belongs
// elsewhere.
#define NEAREST  0.3
#define FARTHEST 3.0

static bool is_below(const swv_rig_joint *joints, int joint, int above)
{
    while (joint >= 0 && joint != above)
        joint = joints[joint].parent;
    return joint == above;
}

static bool could_end(const swv_rig_joint *joints, const int bones[BONES])
{
    const swv_vec3 first = joints[bones[0]].rest.position, middle = joints[bones[1]].rest.position;
    const double   length = swv_vec3_length(swv_vec3_sub(middle, first));
    const double   apart = swv_vec3_length(swv_vec3_sub(joints[bones[2]].rest.position, middle));
    return apart > NEAREST * length && apart < FARTHEST * length;
}

// Hips that do not carry both legs are hips by name only: the joint above them that does carries the body.
static int hips_of(const swv_rig_joint *joints, const swv_binding *b)
{
    const int hips = b->parts[SWV_PART_HIPS].joint, right = b->parts[SWV_PART_RIGHT_UPPER_LEG].joint,
              left = b->parts[SWV_PART_LEFT_UPPER_LEG].joint;
    int above = hips;
    while (above >= 0 && !(is_below(joints, right, above) && is_below(joints, left, above)))
        above = joints[above].parent;
    return above >= 0 ? above : hips;
}

// Attaches one limb; the part that cannot be attached, or -1.
static int attach(swv_rig_joint *joints, const swv_binding *b, int end)
{
    int bones[BONES];
    for (int k = 0; k < BONES; k++)
        bones[k] = b->parts[end - 2 + k].joint;
    for (int k = 1; k < BONES; k++) {
        if (bones[k - 1] < 0 || bones[k] < 0 || is_below(joints, bones[k], bones[k - 1]))
            continue;
        if (is_below(joints, bones[k - 1], bones[k]) || (k == 2 && (bones[0] < 0 || !could_end(joints, bones))))
            return end - 2 + k;
        joints[bones[k]].parent = bones[k - 1];
    }
    return -1;
}

swv_status swv_rig_attach(const swv_rig *rig, const swv_binding *binding, int *parents, int *hips, int *fault)
{
    int part = -1, *const where = fault ? fault : &part;
    *where = -1;
    if (!rig || !binding || !parents || !hips)
        return SWV_NULL;
    const swv_status status = swv_rig_check(rig, NULL);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(binding->up) || !swvi_vec3_is_finite(binding->forward))
        return SWV_BAD_ARGUMENT;
    for (int i = 0; i < SWV_PARTS; i++) {
        if (binding->parts[i].joint >= -1 && binding->parts[i].joint < rig->joint_count)
            continue;
        *where = i;
        return SWV_BAD_ARGUMENT;
    }
    swv_rig_joint joints[SWV_RIG_JOINTS];
    memcpy(joints, rig->joints, sizeof(swv_rig_joint) * (size_t)rig->joint_count);
    const int above = hips_of(joints, binding);
    for (int i = 0; i < LIMBS; i++) {
        *where = attach(joints, binding, ends[i]);
        if (*where >= 0)
            return SWV_BAD_MODEL;
    }
    for (int j = 0; j < rig->joint_count; j++)
        parents[j] = joints[j].parent;
    *hips = above;
    return SWV_OK;
}
