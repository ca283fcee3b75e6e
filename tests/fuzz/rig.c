// SPDX-License-Identifier: MIT
// skeleton.h and body.h: skeletons of any joints, hung on each other in any way, under names put together from words that binding knows, words that
// it does not, and arbitrary bytes; what is bound is mounted and brought to a goal.
#include "fuzz.h"
#include "rigs.h"

enum { MOST = 48, NAME = 24 };

static const char *const words[] = {
    "Hips",     "pelvis",     "Spine",      "spine_0",  "Chest",   "UpperChest", "Neck",     "Head",     "jaw",
    "Eye",      "eye",        "UpLeg",      "thigh",    "Leg",     "calf",       "shin",     "knee",     "Foot",
    "foot",     "ankle",      "Toe",        "ball",     "Toes",    "clavicle",   "Shoulder", "collar",   "Arm",
    "UpperArm", "upperarm",   "ForeArm",    "lowerarm", "forearm", "elbow",      "Hand",     "hand",     "wrist",
    "Thumb",    "thumb",      "Index",      "f_index",  "Middle",  "Ring",       "Pinky",    "Little",   "finger",
    "Finger0",  "metacarpal", "proximal",   "distal",   "twist",   "roll",       "end",      "ik",       "pole",
    "ctrl",     "Bip01 ",     "mixamorig:", "J_Bip_",   "DEF-",    "ORG-",       "CC_Base_", "Left",     "Right",
    "left",     "right",      "_l",         "_r",       ".L",      ".R",         "L_",       "R_",       "_",
    " ",        "01",         "02",         "03",       "1",       "2",          "3",        "\xc3\xa4", "\xe5\xb7\xa6",
    "\xff",
};

static void take_name(stream *s, char *name)
{
    size_t length = 0;
    for (int pieces = take_below(s, 4); pieces > 0; --pieces) {
        const char *word = words[take_below(s, (int)(sizeof words / sizeof words[0]))];
        for (; *word && length < NAME - 2; ++word)
            name[length++] = *word;
        if (take_below(s, 16) == 0)
            name[length++] = (char)(1 + take_below(s, 255));
        if (length > NAME - 2)
            length = NAME - 2;
    }
    name[length] = '\0';
}

// In one of three inputs joints hang as chance has it, and may hang on themselves; else each on one before it, most on the last.
static int take_parent(stream *s, int joint, int count, bool is_any)
{
    const int kind = take_below(s, 8);
    if (is_any && kind == 0)
        return take_below(s, count + 2) - 1;
    if (joint == 0 || kind == 1)
        return -1;
    return kind < 6 ? joint - 1 : take_below(s, joint);
}

// Each joint is hung on by those below it; the mirror image of the branch before, now and then.
static void take_joints(stream *s, world_joint *joints, char (*names)[NAME], int count)
{
    const bool   is_any = take_below(s, 3) == 0;
    const double size = take_below(s, 8) ? 1.0 : take_number(s, 0.0, 1e3);
    for (int i = 0; i < count; ++i) {
        swv_pose rest = { { 0, 0, 0 }, { 0, 0, 0, 0 } };
        take_name(s, names[i]);
        const int parent = take_parent(s, i, count, is_any);
        const int twin = take_below(s, 4) == 0 && i > 0 ? take_below(s, i) : -1;
        if (twin >= 0) {
            rest.position = joints[twin].rest.position;
            rest.position.x = -rest.position.x;
        } else {
            const swv_vec3 bone = take_vec3(s, 0.4);
            const swv_vec3 from = parent >= 0 && parent < i ? joints[parent].rest.position : (swv_vec3){ 0, 0, 0 };
            rest.position = swv_vec3_add(from, swv_vec3_scale(size, bone));
        }
        if (take_below(s, 8) == 0)
            rest.rotation = take_quat(s);
        joints[i] = (world_joint){ take_below(s, 16) ? names[i] : NULL, parent, rest };
    }
}

// A cycle in the parent links would loop for ever.
static bool hangs(const world_joint *joints, int count)
{
    for (int i = 0; i < count; ++i) {
        int steps = 0;
        for (int k = i; k >= 0; k = joints[k].parent)
            if (joints[k].parent >= count || joints[k].parent < -1 || ++steps > count)
                return false;
    }
    return true;
}

static void check_binding(const world_rig *rig, const swv_binding *b, const int *given)
{
    bool is_used[MOST] = { false };
    for (int i = 0; i < SWV_PARTS; ++i) {
        const int             joint = b->parts[i].joint, rival = b->parts[i].rival;
        const swv_bind_reason reason = b->parts[i].reason;
        CHECK(joint >= -1 && joint < rig->joint_count && rival >= -1 && rival < rig->joint_count);
        CHECK(b->parts[i].confidence >= 0.0 && b->parts[i].confidence <= 1.0);
        CHECK((joint == -1) == (reason == SWV_BIND_ABSENT));
        CHECK(reason >= SWV_BIND_ABSENT && reason <= SWV_BIND_SHAPE_SIDE && swv_bind_reason_text(reason)[0] != '\0');
        CHECK(joint == -1 || rival != joint);
        if (joint >= 0) {
            CHECK(!is_used[joint]);
            is_used[joint] = true;
        }
        if (given && given[i] > 0)
            CHECK(joint == given[i] - 1 && reason == SWV_BIND_GIVEN);
        if (given && given[i] < 0)
            CHECK(joint == -1);
    }
    CHECK(b->twist_count >= 0 && b->twist_count <= SWV_BINDING_TWISTS);
    for (int i = 0; i < b->twist_count; ++i) {
        const int joint = b->twists[i].joint, part = b->twists[i].part;
        CHECK(joint >= 0 && joint < rig->joint_count && part >= 0 && part < SWV_PARTS);
        CHECK(!is_used[joint] && b->parts[part].joint >= 0);
    }
    CHECK_NEAR(length_of(b->up), 1.0, 1e-12);
    CHECK_NEAR(length_of(b->forward), 1.0, 1e-12);
    CHECK_NEAR(b->up.x * b->forward.x + b->up.y * b->forward.y + b->up.z * b->forward.z, 0.0, 1e-12);
    double low = INFINITY, high = -INFINITY, size = 0.0;
    for (int i = 0; i < SWV_PARTS; ++i) {
        if (b->parts[i].joint < 0)
            continue;
        const swv_vec3 p = rig->joints[b->parts[i].joint].rest.position;
        const double   height = p.x * b->up.x + p.y * b->up.y + p.z * b->up.z;
        low = fmin(low, height);
        high = fmax(high, height);
        size = fmax(size, length_of(p));
    }
    CHECK_NEAR(b->height, high >= low ? high - low : 0.0, 1e-12 * size);
}

static swv_vec3 world_of(const world_joint *joints, const swv_pose *locals, int joint, turn *rotation)
{
    swv_vec3 at = locals[joint].position;
    turn     by = turn_of(locals[joint].rotation);
    for (int k = joints[joint].parent; k >= 0; k = joints[k].parent) {
        const turn over = turn_of(locals[k].rotation);
        at = swv_vec3_add(locals[k].position, turned(over, at));
        by = turn_by(over, by);
    }
    *rotation = by;
    return at;
}

// Only the limb's own joints and twist bones move, and the hand is as far from its goal as is said.
static void try_mount(stream *s, const world_rig *rig, const swv_binding *binding)
{
    static const int ends[SWV_MOUNT_LIMBS] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT,
                                               SWV_PART_LEFT_FOOT };
    swv_mount        mount;
    PAINT(mount);
    if (mount_rig(rig, binding, &mount, NULL) != SWV_OK) {
        CHECK_UNTOUCHED(mount);
        return;
    }
    const int             which = take_below(s, SWV_MOUNT_LIMBS), end = binding->parts[ends[which]].joint;
    const swv_mount_limb *limb = &mount.limbs[which];
    const double          reach = limb->is_there ? limb->limb.upper + limb->limb.lower : 1.0;
    swv_mount_goal        goal = { .part = ends[which],
                                   .is_position_only = take_bool(s),
                                   .elbow = (swv_elbow_wish)take_below(s, s->is_wild ? 5 : 4),
                                   .swivel = take_number(s, -4.0, 4.0),
                                   .pole = take_vec3(s, 2.0 * reach) };
    goal.end = take_pose(s, 1.2 * reach);
    if (limb->is_there)
        goal.end.position = swv_vec3_add(goal.end.position, rig->joints[limb->joints[0]].rest.position);
    swv_pose        locals[MOST];
    swv_limb_report report;
    PAINT(locals);
    const swv_status status = swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, &report, NULL);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL);
        CHECK_UNTOUCHED(locals);
        return;
    }
    CHECK(limb->is_there);
    for (int i = 0; i < rig->joint_count; ++i) {
        CHECK(all_finite(&locals[i].position.x, 3) && all_finite(&locals[i].rotation.x, 4));
        bool is_its_own = i == limb->joints[0] || i == limb->joints[1] || i == limb->joints[2];
        for (int b = 0; b < 2; ++b)
            for (int k = 0; k < limb->twist_count[b]; ++k)
                is_its_own = is_its_own || i == limb->twists[b][k].joint;
        CHECK(is_its_own || memcmp(&locals[i], &mount.skeleton->joints[i].rest, sizeof locals[i]) == 0);
    }
    turn           rotation;
    const swv_vec3 at = world_of(rig->joints, locals, end, &rotation);
    double         size = reach;
    for (int i = 0; i < rig->joint_count; ++i)
        size = fmax(size, length_of(rig->joints[i].rest.position));
    const double miss = apart(at, goal.end.position);
    check_distance(report.position_error, miss, 1e-9 * (size + miss));
    if (report.outcome == SWV_REACHED && !goal.is_position_only)
        CHECK_NEAR(angle_between(rotation, turn_of(goal.end.rotation)), 0.0, 1e-7);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream      s = stream_of(data, size);
    const int   count = take_below(&s, MOST + 1);
    world_joint joints[MOST];
    char        names[MOST][NAME];
    int         given[SWV_PARTS] = { 0 };
    take_joints(&s, joints, names, count);
    world_rig rig = { .joints = joints, .joint_count = count };
    if (take_below(&s, 3) == 0)
        rig.up = take_vec3(&s, 1.0);
    const bool is_given = take_below(&s, 3) == 0;
    for (int i = is_given ? take_below(&s, 4) : 0; i > 0; --i)
        given[take_below(&s, SWV_PARTS)] = take_below(&s, count + 3) - 1;
    const swv_bind_options options = { is_given ? given : NULL, take_below(&s, 4) == 0 };

    int           fault = -2;
    swv_status    status;
    rig_skeleton *made = make_rig_skeleton(&rig, &status, &fault);
    free(made);
    free_rig_skeletons();
    CHECK(status == SWV_BAD_OPTIONS ? rig.up.x - rig.up.x + rig.up.y - rig.up.y + rig.up.z - rig.up.z != 0.0 : true);
    if (status == SWV_BAD_OPTIONS ||
        status == SWV_BAD_ARGUMENT)  // an up that is not finite; a rotation that is nearly none
        return 0;
    CHECK(status == SWV_OK || status == SWV_BAD_COUNT || status == SWV_BAD_MODEL || status == SWV_NOT_FINITE);
    CHECK(count == 0 ? status == SWV_BAD_COUNT || status == SWV_NOT_FINITE : status != SWV_BAD_COUNT);
    CHECK(status != SWV_OK || hangs(joints, count));
    CHECK(status != SWV_BAD_MODEL || !hangs(joints, count));
    CHECK(fault >= -1 && fault < count && (status != SWV_OK || fault == -1));

    swv_binding binding;
    PAINT(binding);
    const swv_status bound = bind_rig(&rig, &options, &binding);
    if (bound == SWV_OK) {
        CHECK(status == SWV_OK);
        check_binding(&rig, &binding, options.given);
        try_mount(&s, &rig, &binding);
    } else {
        CHECK(bound == status || (status == SWV_OK && bound == SWV_BAD_OPTIONS && is_given));
        CHECK_UNTOUCHED(binding);
    }
    return 0;
}
