// SPDX-License-Identifier: MIT
// Skeletons of the people of data/people, each with bones of their own length.
#ifndef SWIVEL_TESTS_PEOPLE_SKELETON_H
#define SWIVEL_TESTS_PEOPLE_SKELETON_H

#include "bodies.h"
#include "rigs.h"
#include "swivel/body.h"

// How the database's skeleton rests, in the axes of body.h: T, palms down, legs spread. Directions of bones.
typedef struct bone {
    int      part, parent;
    swv_vec3 along;
} bone;

static const bone bones[PLACES] = {
    { SWV_PART_HIPS, -1, { 0, 0, 0 } },
    { SWV_PART_SPINE, SWV_PART_HIPS, { 0, -0.1, 0.995 } },
    { SWV_PART_CHEST, SWV_PART_SPINE, { 0, -0.05, 0.999 } },
    { SWV_PART_UPPER_CHEST, SWV_PART_CHEST, { 0, 0, 1 } },
    { SWV_PART_NECK, SWV_PART_UPPER_CHEST, { 0, 0, 1 } },
    { SWV_PART_HEAD, SWV_PART_NECK, { 0, 0.2, 0.98 } },
    { SWV_PART_LEFT_UPPER_LEG, SWV_PART_HIPS, { -0.65, 0.25, -0.71 } },
    { SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_UPPER_LEG, { -0.342, 0, -0.94 } },
    { SWV_PART_LEFT_FOOT, SWV_PART_LEFT_LOWER_LEG, { -0.342, 0, -0.94 } },
    { SWV_PART_LEFT_TOES, SWV_PART_LEFT_FOOT, { -0.07, 0.97, -0.24 } },
    { SWV_PART_LEFT_SHOULDER, SWV_PART_UPPER_CHEST, { 0, 0, 0 } },
    { SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_SHOULDER, { -0.9, 0, 0.43 } },
    { SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_UPPER_ARM, { -1, 0, 0 } },
    { SWV_PART_LEFT_HAND, SWV_PART_LEFT_LOWER_ARM, { -1, 0, 0 } },
    { SWV_PART_RIGHT_UPPER_LEG, SWV_PART_HIPS, { 0.65, 0.25, -0.71 } },
    { SWV_PART_RIGHT_LOWER_LEG, SWV_PART_RIGHT_UPPER_LEG, { 0.342, 0, -0.94 } },
    { SWV_PART_RIGHT_FOOT, SWV_PART_RIGHT_LOWER_LEG, { 0.342, 0, -0.94 } },
    { SWV_PART_RIGHT_TOES, SWV_PART_RIGHT_FOOT, { 0.07, 0.97, -0.24 } },
    { SWV_PART_RIGHT_SHOULDER, SWV_PART_UPPER_CHEST, { 0, 0, 0 } },
    { SWV_PART_RIGHT_UPPER_ARM, SWV_PART_RIGHT_SHOULDER, { 0.9, 0, 0.43 } },
    { SWV_PART_RIGHT_LOWER_ARM, SWV_PART_RIGHT_UPPER_ARM, { 1, 0, 0 } },
    { SWV_PART_RIGHT_HAND, SWV_PART_RIGHT_LOWER_ARM, { 1, 0, 0 } },
};

// A person's bone at rest. The joints of hips and shoulders rest where this posture has them in the axes of pelvis and chest.
static swv_vec3 bone_at_rest(const body *b, const bone *k)
{
    const bool is_hip = k->part == SWV_PART_LEFT_UPPER_LEG || k->part == SWV_PART_RIGHT_UPPER_LEG;
    const bool is_shoulder = k->part == SWV_PART_LEFT_UPPER_ARM || k->part == SWV_PART_RIGHT_UPPER_ARM;
    if (!is_hip && !is_shoulder)
        return swv_vec3_scale(k->parent < 0 ? 0.0 : apart(b, k->part, k->parent), swv_vec3_normalize(k->along));
    const swv_quat carrier = b->poses[is_hip ? SWV_PART_HIPS : SWV_PART_UPPER_CHEST].rotation;
    return swv_quat_rotate(swv_quat_conjugate(carrier),
                           swv_vec3_sub(b->poses[k->part].position, b->poses[k->parent].position));
}

// The skeleton of a person: joint i is places_of[i], all axes the world's at rest.
static void make_skeleton(const body *b, swv_body *out)
{
    static world_joint joints[PLACES];
    swv_pose           at[SWV_PARTS];
    for (int i = 0; i < PLACES; i++) {
        const bone    *k = &bones[i];
        int            parent = -1;
        const swv_vec3 from = k->parent < 0 ? (swv_vec3){ 0, 0, 0.95 } : at[k->parent].position;
        assert_int_equal(k->part, places_of[i]);
        for (int j = 0; j < i; j++)
            if (places_of[j] == k->parent)
                parent = j;
        at[k->part] = (swv_pose){ swv_vec3_add(from, bone_at_rest(b, k)), { 0, 0, 0, 1 } };
        joints[i] = (world_joint){ swv_part_name(k->part), parent, at[k->part] };
    }
    const world_rig rig = { .joints = joints, .joint_count = PLACES, .up = { 0, 0, 1 } };
    swv_binding     binding;
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    assert_int_equal(body_of_rig(&rig, &binding, out, NULL), SWV_OK);
    assert_int_equal(out->chest, 3);
}

// The points as poses of this skeleton's joints.
static void make_points(const body *b, const swv_body *skeleton, swv_body_point points[11])
{
    for (int i = 0; i < 11; i++) {
        const int limb = swv_mount_limb_of(&skeleton->mount, points_of[i]);
        points[i] = b->points[i];
        if (limb >= 0)
            points[i].pose.rotation =
                swv_quat_mul(points[i].pose.rotation, skeleton->mount.limbs[limb].bone_from_joint[2]);
    }
}

#endif
