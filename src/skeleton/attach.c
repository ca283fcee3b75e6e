// SPDX-License-Identifier: MIT
//
// Limbs whose bones do not carry each other. In rigs for animators hands and feet are often children of a control or of the root,
// and follow their limbs only while the animation does. The bones are where they should be: other parents are all that is needed.
// Joints are indices into the skeleton, -1: none; parts and the binding are those of skeleton.h; places are at rest in the world, lengths metres.
#include "math/scalar.h"
#include "swivel/skeleton.h"

static const int ends[] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
enum { LIMBS = 4, BONES = 3 };

// How far a hand or foot is from the elbow or knee, of how far that is from the shoulder or hip: what is nearer or farther belongs
// elsewhere. Chosen: wide, so that the proportions of any figure pass.
#define NEAREST  0.3
#define FARTHEST 3.0

// The skeleton, and joints of it that hang elsewhere now: at most two of each limb.
typedef struct attached {
    const swv_skeleton *skeleton;
    int                 count, bones[2 * LIMBS], parents[2 * LIMBS];
} attached;

// Of a joint as it hangs now.
static int parent_of(const attached *a, int joint)
{
    for (int i = 0; i < a->count; i++)
        if (a->bones[i] == joint)
            return a->parents[i];
    return a->skeleton->joints[joint].parent;
}

static bool is_below(const attached *a, int joint, int above)
{
    while (joint >= 0 && joint != above)
        joint = parent_of(a, joint);
    return joint == above;
}

// Whether bones[2] is as far from bones[1] as a hand or foot may be from its elbow or knee; bones[0]: shoulder or hip.
static bool could_end(const attached *a, const int bones[BONES])
{
    const swv_pose *at = a->skeleton->rest_frames;
    const swv_vec3  first = at[bones[0]].position, middle = at[bones[1]].position;
    const double    length = swv_vec3_length(swv_vec3_sub(middle, first));
    const double    apart = swv_vec3_length(swv_vec3_sub(at[bones[2]].position, middle));
    return apart > NEAREST * length && apart < FARTHEST * length;
}

// Attaches the limb that ends in part `end`, whose other bones are the two parts before it; the part that cannot be attached, or -1.
static int attach(attached *a, const swv_binding *b, int end)
{
    int bones[BONES];
    for (int k = 0; k < BONES; k++)
        bones[k] = b->parts[end - 2 + k].joint;
    for (int k = 1; k < BONES; k++) {
        if (bones[k - 1] < 0 || bones[k] < 0 || is_below(a, bones[k], bones[k - 1]))
            continue;
        if (is_below(a, bones[k - 1], bones[k]) || (k == 2 && (bones[0] < 0 || !could_end(a, bones))))
            return end - 2 + k;
        a->bones[a->count] = bones[k];
        a->parents[a->count++] = bones[k - 1];
    }
    return -1;
}

swv_status swv_skeleton_attach(const swv_skeleton *skeleton, const swv_binding *binding, swv_joint *joints, int *hips,
                               int *fault)
{
    int part = -1, *const where = fault ? fault : &part;
    *where = -1;
    if (!skeleton || !binding || !joints || !hips)
        return SWV_NULL;
    const swv_status status = swv_skeleton_check(skeleton);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(binding->up) || !swvi_vec3_is_finite(binding->forward))
        return SWV_BAD_ARGUMENT;
    for (int i = 0; i < SWV_PARTS; i++) {
        if (binding->parts[i].joint >= -1 && binding->parts[i].joint < skeleton->joint_count)
            continue;
        *where = i;
        return SWV_BAD_ARGUMENT;
    }
    attached  a = { .skeleton = skeleton };
    const int right = binding->parts[SWV_PART_RIGHT_UPPER_LEG].joint,
              left = binding->parts[SWV_PART_LEFT_UPPER_LEG].joint;
    // Hips that do not carry both legs are hips by name only: the joint above them that does carries the body.
    int above = binding->parts[SWV_PART_HIPS].joint;
    while (above >= 0 && !(is_below(&a, right, above) && is_below(&a, left, above)))
        above = parent_of(&a, above);
    for (int i = 0; i < LIMBS; i++) {
        *where = attach(&a, binding, ends[i]);
        if (*where >= 0)
            return SWV_BAD_MODEL;
    }
    for (int j = 0; j < skeleton->joint_count; j++) {
        // As it hangs now, where it was in the world; one that was free is a ball, as only roots are free.
        const int parent = parent_of(&a, j);
        joints[j] = skeleton->joints[j];
        if (parent == joints[j].parent)
            continue;
        joints[j].parent = parent;
        joints[j].kind = joints[j].kind == SWV_JOINT_FREE ? SWV_JOINT_BALL : joints[j].kind;
        joints[j].rest = swv_pose_mul(swv_pose_inverse(skeleton->rest_frames[parent]), skeleton->rest_frames[j]);
    }
    *hips = above >= 0 ? above : binding->parts[SWV_PART_HIPS].joint;
    return SWV_OK;
}
