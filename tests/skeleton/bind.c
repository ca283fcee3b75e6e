// SPDX-License-Identifier: MIT
// Binding a skeleton: one body under the names of twelve schemes, in any unit, pose, order and direction; by shape alone; and
// what is no body. Real rigs: tests/cli/rig.sh. Lengths are in the skeleton's unit, angles radians; rests are against the parent, places in the world
// (skeleton.h).
#include "check.h"

#include <math.h>
#include <string.h>

#include "skeleton/bind_internal.h"
#include "rigs.h"
#include "swivel/skeleton.h"

// A body of about 1.75 m in T-pose: x left, y up, z forward. The left side; the right is its mirror image.
typedef struct bone {
    int      part, parent;  ///< parts
    swv_vec3 at;
} bone;

static const bone middle[] = {
    { SWV_PART_HIPS, -1, { 0, 0.95, 0 } },
    { SWV_PART_SPINE, SWV_PART_HIPS, { 0, 1.06, -0.01 } },
    { SWV_PART_CHEST, SWV_PART_SPINE, { 0, 1.18, -0.01 } },
    { SWV_PART_UPPER_CHEST, SWV_PART_CHEST, { 0, 1.30, -0.02 } },
    { SWV_PART_NECK, SWV_PART_UPPER_CHEST, { 0, 1.48, -0.01 } },
    { SWV_PART_HEAD, SWV_PART_NECK, { 0, 1.58, 0.01 } },
};
static const bone left[] = {
    { SWV_PART_LEFT_UPPER_LEG, SWV_PART_HIPS, { 0.09, 0.90, 0 } },
    { SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_UPPER_LEG, { 0.09, 0.49, 0.01 } },
    { SWV_PART_LEFT_FOOT, SWV_PART_LEFT_LOWER_LEG, { 0.09, 0.08, -0.02 } },
    { SWV_PART_LEFT_TOES, SWV_PART_LEFT_FOOT, { 0.09, 0.02, 0.11 } },
    { SWV_PART_LEFT_SHOULDER, SWV_PART_UPPER_CHEST, { 0.02, 1.43, 0 } },
    { SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_SHOULDER, { 0.18, 1.43, -0.03 } },
    { SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_UPPER_ARM, { 0.46, 1.43, -0.03 } },
    { SWV_PART_LEFT_HAND, SWV_PART_LEFT_LOWER_ARM, { 0.72, 1.43, -0.03 } },
    { SWV_PART_LEFT_THUMB_METACARPAL, SWV_PART_LEFT_HAND, { 0.75, 1.41, 0 } },
    { SWV_PART_LEFT_THUMB_PROXIMAL, SWV_PART_LEFT_THUMB_METACARPAL, { 0.78, 1.40, 0.02 } },
    { SWV_PART_LEFT_THUMB_DISTAL, SWV_PART_LEFT_THUMB_PROXIMAL, { 0.81, 1.39, 0.04 } },
    { SWV_PART_LEFT_INDEX_PROXIMAL, SWV_PART_LEFT_HAND, { 0.82, 1.43, 0 } },
    { SWV_PART_LEFT_INDEX_INTERMEDIATE, SWV_PART_LEFT_INDEX_PROXIMAL, { 0.86, 1.43, 0 } },
    { SWV_PART_LEFT_INDEX_DISTAL, SWV_PART_LEFT_INDEX_INTERMEDIATE, { 0.88, 1.43, 0 } },
    { SWV_PART_LEFT_MIDDLE_PROXIMAL, SWV_PART_LEFT_HAND, { 0.82, 1.43, -0.022 } },
    { SWV_PART_LEFT_MIDDLE_INTERMEDIATE, SWV_PART_LEFT_MIDDLE_PROXIMAL, { 0.865, 1.43, -0.022 } },
    { SWV_PART_LEFT_MIDDLE_DISTAL, SWV_PART_LEFT_MIDDLE_INTERMEDIATE, { 0.89, 1.43, -0.022 } },
    { SWV_PART_LEFT_RING_PROXIMAL, SWV_PART_LEFT_HAND, { 0.815, 1.43, -0.044 } },
    { SWV_PART_LEFT_RING_INTERMEDIATE, SWV_PART_LEFT_RING_PROXIMAL, { 0.855, 1.43, -0.044 } },
    { SWV_PART_LEFT_RING_DISTAL, SWV_PART_LEFT_RING_INTERMEDIATE, { 0.88, 1.43, -0.044 } },
    { SWV_PART_LEFT_LITTLE_PROXIMAL, SWV_PART_LEFT_HAND, { 0.805, 1.43, -0.065 } },
    { SWV_PART_LEFT_LITTLE_INTERMEDIATE, SWV_PART_LEFT_LITTLE_PROXIMAL, { 0.835, 1.43, -0.065 } },
    { SWV_PART_LEFT_LITTLE_DISTAL, SWV_PART_LEFT_LITTLE_INTERMEDIATE, { 0.855, 1.43, -0.065 } },
};
enum {
    MOST = 400,
    MIDDLE = sizeof middle / sizeof middle[0],
    LEFT = sizeof left / sizeof left[0],
    ALL = MIDDLE + 2 * LEFT
};

// Names of a scheme; "$" stands for the side, "#" for the number of a finger's joint.
typedef struct scheme {
    const char *name, *sides[2];  ///< of SWV_RIGHT and SWV_LEFT
    const char *middle[MIDDLE];
    const char *side[8];
    const char *fingers[5];  ///< NULL: none
} scheme;

static const scheme schemes[] = {
    { "VRM",
      { "right", "left" },
      { "hips", "spine", "chest", "upperChest", "neck", "head" },
      { "$UpperLeg", "$LowerLeg", "$Foot", "$Toes", "$Shoulder", "$UpperArm", "$LowerArm", "$Hand" },
      { "$Thumb#", "$Index#", "$Middle#", "$Ring#", "$Little#" } },
    { "CMU",
      { "Right", "Left" },
      { "Hips", "LowerBack", "Spine", "Spine1", "Neck", "Head" },
      { "$UpLeg", "$Leg", "$Foot", "$ToeBase", "$Shoulder", "$Arm", "$ForeArm", "$Hand" },
      { NULL } },
    { "VRoid",
      { "R", "L" },
      { "J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest", "J_Bip_C_Neck", "J_Bip_C_Head" },
      { "J_Bip_$_UpperLeg", "J_Bip_$_LowerLeg", "J_Bip_$_Foot", "J_Bip_$_ToeBase", "J_Bip_$_Shoulder",
        "J_Bip_$_UpperArm", "J_Bip_$_LowerArm", "J_Bip_$_Hand" },
      { "J_Bip_$_Thumb#", "J_Bip_$_Index#", "J_Bip_$_Middle#", "J_Bip_$_Ring#", "J_Bip_$_Little#" } },
    { "Mixamo",
      { "Right", "Left" },
      { "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2", "mixamorig:Neck",
        "mixamorig:Head" },
      { "mixamorig:$UpLeg", "mixamorig:$Leg", "mixamorig:$Foot", "mixamorig:$ToeBase", "mixamorig:$Shoulder",
        "mixamorig:$Arm", "mixamorig:$ForeArm", "mixamorig:$Hand" },
      { "mixamorig:$HandThumb#", "mixamorig:$HandIndex#", "mixamorig:$HandMiddle#", "mixamorig:$HandRing#",
        "mixamorig:$HandPinky#" } },
    { "Rigify",
      { "R", "L" },
      { "DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006" },
      { "DEF-thigh.$", "DEF-shin.$", "DEF-foot.$", "DEF-toe.$", "DEF-shoulder.$", "DEF-upper_arm.$", "DEF-forearm.$",
        "DEF-hand.$" },
      { "DEF-thumb.0#.$", "DEF-f_index.0#.$", "DEF-f_middle.0#.$", "DEF-f_ring.0#.$", "DEF-f_pinky.0#.$" } },
    { "Unreal",
      { "r", "l" },
      { "pelvis", "spine_01", "spine_02", "spine_03", "neck_01", "head" },
      { "thigh_$", "calf_$", "foot_$", "ball_$", "clavicle_$", "upperarm_$", "lowerarm_$", "hand_$" },
      { "thumb_0#_$", "index_0#_$", "middle_0#_$", "ring_0#_$", "pinky_0#_$" } },
    { "MakeHuman",
      { "R", "L" },
      { "root", "spine05", "spine03", "spine01", "neck01", "head" },
      { "upperleg01.$", "lowerleg01.$", "foot.$", "toe1-1.$", "clavicle.$", "upperarm01.$", "lowerarm01.$", "wrist.$" },
      { "finger1-#.$", "finger2-#.$", "finger3-#.$", "finger4-#.$", "finger5-#.$" } },
    { "SMPL",
      { "R", "L" },
      { "Pelvis", "Spine1", "Spine2", "Spine3", "Neck", "Head" },
      { "$_Hip", "$_Knee", "$_Ankle", "$_Foot", "$_Collar", "$_Shoulder", "$_Elbow", "$_Wrist" },
      { NULL } },
    { "SMPL-X",
      { "right", "left" },
      { "pelvis", "spine1", "spine2", "spine3", "neck", "head" },
      { "$_hip", "$_knee", "$_ankle", "$_foot", "$_collar", "$_shoulder", "$_elbow", "$_wrist" },
      { "$_thumb#", "$_index#", "$_middle#", "$_ring#", "$_pinky#" } },
    { "Xsens",
      { "Right", "Left" },
      { "Pelvis", "L5", "T12", "T8", "Neck", "Head" },
      { "$UpperLeg", "$LowerLeg", "$Foot", "$Toe", "$Shoulder", "$UpperArm", "$ForeArm", "$Hand" },
      { NULL } },
    { "Biped",
      { "R", "L" },
      { "Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Spine2", "Bip01 Neck", "Bip01 Head" },
      { "Bip01 $ Thigh", "Bip01 $ Calf", "Bip01 $ Foot", "Bip01 $ Toe0", "Bip01 $ Clavicle", "Bip01 $ UpperArm",
        "Bip01 $ Forearm", "Bip01 $ Hand" },
      { "Bip01 $ Finger0@", "Bip01 $ Finger1@", "Bip01 $ Finger2@", "Bip01 $ Finger3@", "Bip01 $ Finger4@" } },
    { "Character Creator",
      { "R", "L" },
      { "CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine01", "CC_Base_Spine02", "CC_Base_NeckTwist01", "CC_Base_Head" },
      { "CC_Base_$_Thigh", "CC_Base_$_Calf", "CC_Base_$_Foot", "CC_Base_$_ToeBase", "CC_Base_$_Clavicle",
        "CC_Base_$_Upperarm", "CC_Base_$_Forearm", "CC_Base_$_Hand" },
      { "CC_Base_$_Thumb#", "CC_Base_$_Index#", "CC_Base_$_Mid#", "CC_Base_$_Ring#", "CC_Base_$_Pinky#" } },
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0], WITH_FINGERS = 0, WITHOUT_FINGERS = 1, UNREAL = 5 };

typedef struct body {
    world_rig   rig;
    world_joint joints[ALL];
    int         parts[ALL];  ///< what each joint is
    char        names[ALL][64];
} body;

static int joint_of(const body *b, int part)
{
    for (int i = 0; i < b->rig.joint_count; i++)
        if (b->parts[i] == part)
            return i;
    return -1;
}

static int on_side(int left_part, int side)
{
    return side == SWV_LEFT ? left_part : swv_part_mirrored(left_part);
}

// "@" is how Biped counts: nothing for the first joint, then 1 and 2.
static void write_name(char *to, const char *pattern, const char *side, int number)
{
    for (; *pattern; pattern++) {
        if (*pattern == '$')
            to += sprintf(to, "%s", side);
        else if (*pattern == '#')
            to += sprintf(to, "%d", number);
        else if (*pattern == '@')
            to += number > 1 ? sprintf(to, "%d", number - 1) : 0;
        else
            *to++ = *pattern;
    }
    *to = '\0';
}

static void add_joint(body *b, int part, int parent_part, swv_vec3 at, const char *pattern, const char *side,
                      int number)
{
    const int n = b->rig.joint_count++;
    b->parts[n] = part;
    write_name(b->names[n], pattern, side, number);
    b->joints[n] =
        (world_joint){ b->names[n], parent_part < 0 ? -1 : joint_of(b, parent_part), { at, { 0, 0, 0, 0 } } };
}

// The body with a scheme's names, its arms lowered by `drop` radians.
static void make(body *b, const scheme *s, double drop)
{
    b->rig = (world_rig){ .joints = b->joints };
    for (int i = 0; i < MIDDLE; i++)
        add_joint(b, middle[i].part, middle[i].parent, middle[i].at, s->middle[i], "", 0);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < LEFT; i++) {
            const bone *k = &left[i];
            const int   finger = k->part - SWV_PART_LEFT_THUMB_METACARPAL;
            if (finger >= 0 && !s->fingers[0])
                continue;
            swv_vec3       at = k->at;
            const swv_vec3 shoulder = left[5].at;
            if (k->part >= SWV_PART_LEFT_LOWER_ARM) {
                const double x = at.x - shoulder.x, y = at.y - shoulder.y;
                at.x = shoulder.x + cos(drop) * x + sin(drop) * y;
                at.y = shoulder.y - sin(drop) * x + cos(drop) * y;
            }
            at.x = side == SWV_LEFT ? at.x : -at.x;
            add_joint(b, on_side(k->part, side), on_side(k->parent, side), at,
                      finger >= 0 ? s->fingers[finger / 3] : s->side[i], s->sides[side], 1 + finger % 3);
        }
    }
}

// Every joint has its part and no other.
static void assert_bound(const body *b, const swv_binding *binding, const char *what)
{
    for (int i = 0; i < b->rig.joint_count; i++) {
        const int joint = binding->parts[b->parts[i]].joint;
        if (joint != i)
            fail_msg("%s: %s is '%s', bound to '%s'", what, swv_part_name(b->parts[i]), b->names[i],
                     joint < 0                    ? "nothing"
                     : joint < b->rig.joint_count ? b->names[joint]
                                                  : "an extra joint");
    }
    for (int part = 0; part < SWV_PARTS; part++)
        if (binding->parts[part].joint >= 0 && joint_of(b, part) != binding->parts[part].joint)
            fail_msg("%s: %s is bound, and should not be", what, swv_part_name(part));
}

static void twelve_schemes_in_any_pose(void **state)
{
    (void)state;
    for (int i = 0; i < SCHEMES; i++) {
        for (int drop = 0; drop < 4; drop++) {
            body        b;
            swv_binding binding;
            make(&b, &schemes[i], 0.5 * drop);
            assert_int_equal(bind_rig(&b.rig, NULL, &binding), SWV_OK);
            assert_bound(&b, &binding, schemes[i].name);
            assert_near(binding.up.y, 1.0, 1e-12);
            assert_near(binding.forward.z, 1.0, 1e-12);
            for (int part = 0; part < SWV_PARTS; part++)
                assert_true(binding.parts[part].joint < 0 || binding.parts[part].confidence >= 0.5);
        }
    }
}

// A body turned, scaled, its joints in another order.
static void disguise(const body *b, uint64_t *seed, body *out)
{
    const double   half = sqrt(0.5), scale = pow(10.0, random_between(seed, -3, 3));
    const swv_quat turns[] = { { 0, 0, 0, 1 }, { half, 0, 0, half }, { 0, half, 0, half }, { 0, 1, 0, 0 } };
    const swv_quat turn = turns[random_below(seed, 4)];
    int            order[ALL], place[ALL];
    *out = *b;
    for (int i = 0; i < b->rig.joint_count; i++) {
        const int k = (int)random_below(seed, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < b->rig.joint_count; i++)
        place[order[i]] = i;
    for (int i = 0; i < b->rig.joint_count; i++) {
        const world_joint *from = &b->joints[order[i]];
        out->parts[i] = b->parts[order[i]];
        memcpy(out->names[i], b->names[order[i]], sizeof out->names[i]);
        out->joints[i] =
            (world_joint){ out->names[i],
                           from->parent < 0 ? -1 : place[from->parent],
                           { swv_vec3_scale(scale, swv_quat_rotate(turn, from->rest.position)), { 0, 0, 0, 0 } } };
    }
    out->rig.joints = out->joints;
}

static void any_unit_direction_and_order(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int n = 0; n < CASES(2000); n++) {
        body        b, moved;
        swv_binding binding;
        make(&b, &schemes[n % SCHEMES], random_between(&seed, -0.3, 1.4));
        disguise(&b, &seed, &moved);
        assert_int_equal(bind_rig(&moved.rig, NULL, &binding), SWV_OK);
        assert_bound(&moved, &binding, schemes[n % SCHEMES].name);
        // Right is forward x up.
        const swv_vec3 across = swv_vec3_sub(moved.joints[joint_of(&moved, SWV_PART_RIGHT_UPPER_LEG)].rest.position,
                                             moved.joints[joint_of(&moved, SWV_PART_LEFT_UPPER_LEG)].rest.position);
        assert_true(swv_vec3_dot(swv_vec3_cross(binding.forward, binding.up), across) > 0.0);
    }
}

// Without names: all of it, left and right by where the toes point. Where they point nowhere, sides are only assumed.
static void by_shape_alone(void **state)
{
    (void)state;
    uint64_t               seed = 4;
    const swv_bind_options shape = { .ignore_names = true };
    body                   b, moved;
    swv_binding            binding;
    for (int n = 0; n < CASES(2000); n++) {
        make(&b, &schemes[n % 2 ? WITH_FINGERS : WITHOUT_FINGERS], random_between(&seed, 0.0, 1.2));
        disguise(&b, &seed, &moved);
        assert_int_equal(bind_rig(&moved.rig, &shape, &binding), SWV_OK);
        assert_bound(&moved, &binding, "by shape");
        for (int part = 0; part < SWV_PARTS; part++)
            assert_true(binding.parts[part].reason != SWV_BIND_NAME);
    }
    make(&b, &schemes[WITHOUT_FINGERS], 0.0);
    for (int side = 0; side < 2; side++) {
        const int toes = joint_of(&b, on_side(SWV_PART_LEFT_TOES, side)), foot = b.joints[toes].parent;
        b.joints[toes].rest.position = swv_vec3_add(b.joints[foot].rest.position, (swv_vec3){ 0, -0.06, 0 });
    }
    assert_int_equal(bind_rig(&b.rig, &shape, &binding), SWV_OK);
    assert_int_equal(binding.parts[SWV_PART_LEFT_HAND].reason, SWV_BIND_SHAPE_SIDE);
    assert_true(binding.parts[SWV_PART_LEFT_HAND].confidence < 0.5);
}

// Names of one and the same part: each says it as surely as the others of its row.
static void names_that_mean_the_same_fit_the_same(void **state)
{
    (void)state;
    static const struct {
        int         kind;
        const char *names[8];
    } rows[] = {
        { SWVI_BIND_THIGH, { "left_thigh", "LeftUpLeg", "J_Bip_L_UpperLeg", "upper_leg.L", "femur_l" } },
        { SWVI_BIND_SHIN, { "left_shin", "LeftLowerLeg", "lowleg.L", "Bip01 L Calf", "l_knee", "tibia_l" } },
        { SWVI_BIND_UPPER_ARM, { "upperarm_l", "DEF-upper_arm.L", "LeftUpArm" } },
        { SWVI_BIND_LOWER_ARM, { "LeftForeArm", "lowerarm_l", "LeftLowArm", "left_elbow" } },
        { SWVI_BIND_CLAVICLE, { "clavicle_l", "LeftCollar", "clav.L" } },
        { SWVI_BIND_HIPS, { "hips", "Pelvis", "CC_Base_Hip", "mixamorig:Hips" } },
        { SWVI_BIND_SPINE, { "spine", "abdomen", "L5", "T8" } },
        { SWVI_BIND_CHEST, { "chest", "thorax", "ribcage" } },
        { SWVI_BIND_NECK, { "neck", "cervical" } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        swvi_bind_name first, other;
        swvi_bind_read_name(rows[i].names[0], &first);
        for (int k = 0; k < 8 && rows[i].names[k]; k++) {
            swvi_bind_read_name(rows[i].names[k], &other);
            if (other.fits[rows[i].kind] != first.fits[rows[i].kind] || other.fits[rows[i].kind] < 0.9)
                fail_msg("%s fits by %g, %s by %g", rows[i].names[0], first.fits[rows[i].kind], rows[i].names[k],
                         other.fits[rows[i].kind]);
        }
    }
}

static void twist_bones_and_controls(void **state)
{
    (void)state;
    body        b;
    swv_binding binding;
    world_joint joints[ALL + 6];
    make(&b, &schemes[UNREAL], 0.3);
    const int n = b.rig.joint_count, upper = joint_of(&b, SWV_PART_LEFT_UPPER_ARM),
              lower = joint_of(&b, SWV_PART_LEFT_LOWER_ARM);
    const int hand = joint_of(&b, SWV_PART_LEFT_HAND), foot = joint_of(&b, SWV_PART_LEFT_FOOT);
    memcpy(joints, b.joints, sizeof b.joints);
    joints[n] = (world_joint){ "upperarm_twist_01_l", upper, joints[upper].rest };
    joints[n + 1] = (world_joint){ "lowerarm_twist_01_l", lower, joints[lower].rest };
    joints[n + 2] = (world_joint){ "ik_hand_l", 0, joints[hand].rest };
    joints[n + 3] = (world_joint){ "ik_foot_l", 0, joints[foot].rest };
    joints[n + 4] = (world_joint){ "weapon_l", hand, joints[hand].rest };
    joints[n + 5] = (world_joint){ "head_end", joint_of(&b, SWV_PART_HEAD), joints[hand].rest };
    const world_rig rig = { .joints = joints, .joint_count = n + 6 };
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    assert_bound(&b, &binding, "with twist bones");
    assert_int_equal(binding.twist_count, 2);
    assert_int_equal(binding.twists[0].joint, n);
    assert_int_equal(binding.twists[0].part, SWV_PART_LEFT_UPPER_ARM);
    assert_int_equal(binding.twists[1].joint, n + 1);
    assert_int_equal(binding.twists[1].part, SWV_PART_LEFT_LOWER_ARM);
}

static void the_caller_knows_better(void **state)
{
    (void)state;
    body        b;
    swv_binding binding;
    int         given[SWV_PARTS] = { 0 };
    make(&b, &schemes[WITHOUT_FINGERS], 0.0);
    const int              toes = joint_of(&b, SWV_PART_LEFT_TOES);
    const swv_bind_options options = { .given = given };
    given[SWV_PART_JAW] = toes + 1;
    given[SWV_PART_HEAD] = -1;
    assert_int_equal(bind_rig(&b.rig, &options, &binding), SWV_OK);
    assert_int_equal(binding.parts[SWV_PART_JAW].joint, toes);
    assert_int_equal(binding.parts[SWV_PART_JAW].reason, SWV_BIND_GIVEN);
    assert_int_equal(binding.parts[SWV_PART_LEFT_TOES].joint, -1);
    assert_int_equal(binding.parts[SWV_PART_HEAD].joint, -1);
    assert_int_equal(binding.parts[SWV_PART_RIGHT_HAND].joint, joint_of(&b, SWV_PART_RIGHT_HAND));
    given[SWV_PART_NECK] = toes + 1;
    assert_int_equal(bind_rig(&b.rig, &options, &binding), SWV_BAD_OPTIONS);
    given[SWV_PART_NECK] = ALL + 1;
    assert_int_equal(bind_rig(&b.rig, &options, &binding), SWV_BAD_OPTIONS);
}

static void no_arms_three_arms_one_place(void **state)
{
    (void)state;
    body        b;
    swv_binding binding;
    world_joint joints[ALL + 4];
    int         count = 0, place[ALL];
    make(&b, &schemes[WITHOUT_FINGERS], 0.0);
    for (int i = 0; i < b.rig.joint_count; i++) {
        const int part = b.parts[i] >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(b.parts[i]) : b.parts[i];
        if (part >= SWV_PART_LEFT_SHOULDER)
            continue;
        joints[count] = b.joints[i];
        joints[count].parent = b.joints[i].parent < 0 ? -1 : place[b.joints[i].parent];
        place[i] = count++;
    }
    const world_rig legs = { .joints = joints, .joint_count = count };
    assert_int_equal(bind_rig(&legs, NULL, &binding), SWV_OK);
    assert_int_equal(binding.parts[SWV_PART_LEFT_HAND].joint, -1);
    assert_true(binding.parts[SWV_PART_LEFT_FOOT].joint >= 0 && binding.parts[SWV_PART_HEAD].joint >= 0);
    // A third arm, named as the left one: one is taken, the other is its rival.
    memcpy(joints, b.joints, sizeof b.joints);
    count = b.rig.joint_count;
    int parent = joint_of(&b, SWV_PART_UPPER_CHEST);
    for (int part = SWV_PART_LEFT_SHOULDER; part <= SWV_PART_LEFT_HAND; part++) {
        joints[count] = b.joints[joint_of(&b, part)];
        joints[count].rest.position.y -= 0.3;
        joints[count].parent = parent;
        parent = count++;
    }
    const world_rig three = { .joints = joints, .joint_count = count };
    assert_int_equal(bind_rig(&three, NULL, &binding), SWV_OK);
    assert_true(binding.parts[SWV_PART_LEFT_HAND].rival >= 0);
    assert_true(binding.parts[SWV_PART_LEFT_HAND].confidence < binding.parts[SWV_PART_RIGHT_HAND].confidence);
    // Bones without length: names still count.
    for (int i = 0; i < b.rig.joint_count; i++)
        b.joints[i].rest.position = (swv_vec3){ 0, 0, 0 };
    assert_int_equal(bind_rig(&b.rig, NULL, &binding), SWV_OK);
    assert_int_equal(binding.parts[SWV_PART_LEFT_HAND].joint, joint_of(&b, SWV_PART_LEFT_HAND));
}

static void bad_arguments(void **state)
{
    (void)state;
    body        b;
    swv_binding binding;
    swv_status  status;
    make(&b, &schemes[0], 0.0);
    rig_skeleton *made = make_rig_skeleton(&b.rig, &status, NULL);
    assert_non_null(made);
    assert_int_equal(swv_skeleton_bind(&made->skeleton, NULL, NULL, &binding), SWV_NULL);
    assert_int_equal(swv_skeleton_bind(&made->skeleton, NULL, made->scratch, NULL), SWV_NULL);
    assert_int_equal(swv_skeleton_bind(NULL, NULL, made->scratch, &binding), SWV_NULL);
    const swv_skeleton none = { .joint_count = 1 };
    assert_int_equal(swv_skeleton_bind(&none, NULL, made->scratch, &binding), SWV_BAD_MODEL);
    free(made);
    assert_int_equal(swv_skeleton_bind_size(0), 0);
    assert_int_equal(swv_skeleton_bind_size(SWV_SKELETON_JOINTS + 1), 0);
    assert_true(swv_skeleton_bind_size(SWV_SKELETON_JOINTS) > swv_skeleton_bind_size(1));
}

// As many joints as a skeleton has: in one chain, none of them named, and all of them named like a hand in one place.
static void as_many_as_there_can_be(void **state)
{
    (void)state;
    static world_joint many[SWV_SKELETON_JOINTS];
    for (int named = 0; named < 2; named++) {
        swv_binding binding;
        for (int i = 0; i < SWV_SKELETON_JOINTS; i++)
            many[i] = (world_joint){ named ? "LeftHand" : NULL, i - 1, { { 0, named ? 0 : i, 0 }, { 0, 0, 0, 0 } } };
        const world_rig rig = { .joints = many, .joint_count = SWV_SKELETON_JOINTS };
        assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    }
}

// Any tree with any words in its names: every joint is one part at most, and all that is said is finite.
static void anything_at_all(void **state)
{
    (void)state;
    static const char *const words[] = { "left",     "R",     "hand", "arm",    "Leg",      "thigh",     "foot",
                                         "spine",    "chest", "Neck", "head",   "3",        "12",        "Index",
                                         "twist",    "IK",    "hips", "toe",    "eye",      "",          "_",
                                         "0",        "knee",  "ring", "Finger", "wrist",    "forearm",   "jaw",
                                         "\xc3\xa4", "calf",  "tip",  "l",      "shoulder", "metacarpal" };
    uint64_t                 seed = 6;
    for (int n = 0; n < CASES(20000); n++) {
        static world_joint joints[MOST];
        static char        names[MOST][64];
        const int          count = 1 + (int)random_below(&seed, n % 50 ? 30 : MOST);
        for (int i = 0; i < count; i++) {
            names[i][0] = '\0';
            for (int k = (int)random_below(&seed, 4); k > 0; k--)
                strcat(names[i], words[random_below(&seed, sizeof words / sizeof words[0])]);
            const double size = random_below(&seed, 3) ? 1.0 : 0.0;
            joints[i] =
                (world_joint){ random_below(&seed, 20) ? names[i] : NULL,
                               random_below(&seed, 9) ? (int)random_below(&seed, i + 1) - 1 : -1,
                               { { size * random_between(&seed, -1, 1), size * random_between(&seed, -1, 1), size },
                                 { 0, 0, 0, 0 } } };
        }
        const world_rig rig = {
            joints, count, { 0, 0, random_below(&seed, 2) ? 1.0 : 0.0 }, random_below(&seed, 4) == 0
        };
        const swv_bind_options options = { .ignore_names = random_below(&seed, 3) == 0 };
        swv_binding            binding;
        int                    uses[MOST] = { 0 };
        assert_int_equal(bind_rig(&rig, &options, &binding), SWV_OK);
        for (int part = 0; part < SWV_PARTS; part++) {
            const int    joint = binding.parts[part].joint, rival = binding.parts[part].rival;
            const double confidence = binding.parts[part].confidence;
            assert_true(joint >= -1 && joint < count && rival >= -1 && rival < count);
            assert_true(joint < 0 ? confidence == 0.0 : confidence > 0.0 && confidence <= 1.0);
            assert_true(joint < 0 || ++uses[joint] == 1);
        }
        assert_near(swv_vec3_length(binding.up), 1.0, 1e-9);
        assert_near(swv_vec3_length(binding.forward), 1.0, 1e-9);
        assert_near(swv_vec3_dot(binding.up, binding.forward), 0.0, 1e-9);
        assert_true(binding.height >= 0.0 && binding.height < 10.0);
    }
}

static void names_of_parts(void **state)
{
    (void)state;
    assert_string_equal(swv_part_name(SWV_PART_LEFT_UPPER_ARM), "leftUpperArm");
    assert_string_equal(swv_part_name(SWV_PART_RIGHT_THUMB_METACARPAL), "rightThumbMetacarpal");
    assert_string_equal(swv_part_name(SWV_PARTS - 1), "rightLittleDistal");
    assert_null(swv_part_name(SWV_PARTS));
    assert_null(swv_part_name(-1));
    for (int part = 0; part < SWV_PARTS; part++)
        assert_int_equal(swv_part_mirrored(swv_part_mirrored(part)), part);
    assert_int_equal(swv_part_mirrored(SWV_PART_LEFT_HAND), SWV_PART_RIGHT_HAND);
    assert_int_equal(swv_part_mirrored(-1), -1);
    assert_string_equal(swv_bind_reason_text(SWV_BIND_NAME), "name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twelve_schemes_in_any_pose),
        cmocka_unit_test(any_unit_direction_and_order),
        cmocka_unit_test(by_shape_alone),
        cmocka_unit_test(names_that_mean_the_same_fit_the_same),
        cmocka_unit_test(twist_bones_and_controls),
        cmocka_unit_test(the_caller_knows_better),
        cmocka_unit_test(no_arms_three_arms_one_place),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(as_many_as_there_can_be),
        cmocka_unit_test(anything_at_all),
        cmocka_unit_test(names_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
