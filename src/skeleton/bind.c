// SPDX-License-Identifier: MIT
// Binding: which joints of a skeleton are the parts of a body.
//
// (1) limb by name   three joints a, b, c, each below the one before, on one side of the body. Of all such the one with the
//                    largest sum of
//                        how well the names fit (bind_names.c)
//                        SHAPE * (shorter bone / longer bone)
//                        - REPEATED for a joint whose parent has the same word, of "upperarm01, upperarm02" the second; and for
//                          one in its parent's place that has a child of the same word
//                        - SKIPPED for every joint between that is neither a twist bone nor without length
// (2) limb by shape  if a limb has no name on either side: pairs of branches at one joint that mirror each other, equal in
//                    number and length. The two pairs that reach furthest are arms and legs; the pair whose joint is an ancestor of
//                    the other's are the legs. Along each branch's longest way, as far as it does not fan out into fingers,
//                    a, b, c as in (1) without names.
// (3) trunk          hips: where legs and head meet, or the joint named so on the way. The way from there to the head is the
//                    spine, up to where the arms branch off; what follows is the neck.
// (4) the rest       clavicle: on the way from the spine to the upper arm; toes below the foot; fingers below the hand, by
//                    name, else by their order from the thumb's side; eyes and jaw by name. Twist bones: what was skipped.
// (5) facing         up: given, else from hips to head and from feet to hips; right: from the left to the right hip, or
//                    from the direction of the toes if names do not tell left from right. If they do, and the toes point
//                    backwards, the axes are left-handed.
//
// In all functions: joints are indices into the skeleton, NONE: none; parts are those of skeleton.h, sides SWV_RIGHT and SWV_LEFT; `kind` and `first`
// are classes of names, whose fits are 0 to 1 (bind_internal.h). Places and directions are in the world at rest, in the skeleton's unit; `up` and
// `right` are unit vectors. Joints nearer to each other than 1e-3 of the skeleton's size are in one place (bind_internal.h).
#include <math.h>

#include "skeleton/bind_internal.h"
#include "swivel/skeleton.h"

enum { NONE = SWVI_BIND_NONE, LIMB = SWVI_BIND_LIMB };
#define NAMED SWVI_BIND_NAMED

// ---- the parts ----

typedef struct binder {
    swvi_survey  s;
    swv_binding *b;
    bool         is_fixed[SWV_PARTS];  ///< given by the caller
} binder;

// How sure a binding is, 0 to 1, for the caller to sort by: chosen. And what it is called.
static const struct {
    double      confidence;
    const char *text;
} reasons[] = {
    // clang-format off
    [SWV_BIND_ABSENT] = { 0.0, "not found" },
    [SWV_BIND_GIVEN] = { 1.0, "given" },
    [SWV_BIND_NAME] = { 0.95, "name" },
    [SWV_BIND_NAME_ONLY] = { 0.5, "name, but it hangs elsewhere" },
    [SWV_BIND_PLACE] = { 0.7, "place between other parts" },
    [SWV_BIND_SHAPE] = { 0.6, "shape" },
    [SWV_BIND_SHAPE_SIDE] = { 0.35, "shape, left and right assumed" },
    // clang-format on
};

static void set_part(swv_binding *b, int part, int joint, double confidence, swv_bind_reason reason, int rival)
{
    b->parts[part].joint = joint;
    b->parts[part].confidence = confidence;
    b->parts[part].reason = reason;
    b->parts[part].rival = rival;
}

// Joint becomes the part, unless one of them is taken. rival: another joint that fits nearly as well, or NONE.
static void bind(binder *m, int part, int joint, swv_bind_reason reason, int rival)
{
    if (joint == NONE || m->is_fixed[part] || m->s.is_used[joint])
        return;
    // A rival takes 0.3 away; what is bound keeps at least 0.1. Chosen.
    const double confidence = reasons[reason].confidence - (rival == NONE ? 0.0 : 0.3);
    set_part(m->b, part, joint, swvi_larger(confidence, 0.1), reason, rival);
    m->s.is_used[joint] = true;
}

static int joint_of(const binder *m, int part)
{
    return m->b->parts[part].joint;
}

// The part of a side, from that of the left.
static int on_side(int left_part, int side)
{
    return side == SWV_LEFT ? left_part : left_part + (SWV_PART_RIGHT_EYE - SWV_PART_LEFT_EYE);
}

static bool is_named(const binder *m, int joint, int kind)
{
    // Leaves out the weakest words of the vocabulary (bind_names.c), as "arm" for a forearm. Chosen.
    return joint != NONE && m->s.names[joint].fits[kind] >= 0.5;
}

static swv_bind_reason name_or_place(const binder *m, int joint, int kind)
{
    return is_named(m, joint, kind) ? SWV_BIND_NAME : SWV_BIND_PLACE;
}

// The joint whose name fits best, below another (NONE: anywhere). Joints in use and helpers do not count; nor do names that fit less than 0.3, which
// is less than any word of the vocabulary but one half of a pelvis. Chosen.
static int best_named(const binder *m, int kind, int side, int below, int *rival)
{
    int best = NONE;
    *rival = NONE;
    for (int n = 0; n < m->s.count; n++) {
        const int j = m->s.order[n];
        if (m->s.is_used[j] || m->s.names[j].is_helper || m->s.names[j].is_twist || m->s.side[j] != side ||
            m->s.names[j].fits[kind] < 0.3 || (below != NONE && (j == below || !swvi_is_below(m->s.joints, j, below))))
            continue;
        if (best == NONE || m->s.names[j].fits[kind] > m->s.names[best].fits[kind])
            best = j, *rival = NONE;
        else if (m->s.names[j].fits[kind] == m->s.names[best].fits[kind] && !swvi_is_below(m->s.joints, j, best) &&
                 *rival == NONE)
            *rival = j;
    }
    return best;
}

static const int arm_parts[LIMB] = { SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_HAND };
static const int leg_parts[LIMB] = { SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT };

// Two bones and no end: a foot or hand that hangs elsewhere, as those do that are moved by controls. Both names have to fit: 1.5 of 2, chosen.
static swvi_bind_limb two_bones_by_name(const swvi_survey *s, int first, int side)
{
    swvi_bind_limb best = { { NONE, NONE, NONE }, { NONE, NONE, NONE }, 0.0, 0.0 };
    for (int b = 0; b < s->count; b++) {
        const double second = swvi_bind_fit_of(s, b, first + 1, side);
        // No name fits better than 1.
        for (int a = s->joints[b].parent; second >= 0.5 && a != NONE; a = s->joints[a].parent) {
            const double named = swvi_bind_fit_of(s, a, first, side) + second;
            if (named > best.score && named >= 1.5)
                best = (swvi_bind_limb){ { a, b, NONE }, { NONE, NONE, NONE }, named, named };
        }
    }
    return best;
}

// The limb's joints become `parts` (of the left) on `side`. first: the class of its first joint's name; otherwise: the reason where names say
// nothing.
static void bind_limb(binder *m, const swvi_bind_limb *l, const int parts[LIMB], int side, int first,
                      swv_bind_reason otherwise)
{
    for (int k = 0; k < LIMB; k++) {
        const swv_bind_reason reason = l->named >= NAMED ? name_or_place(m, l->joints[k], first + k) : otherwise;
        bind(m, on_side(parts[k], side), l->joints[k], reason, l->rivals[k]);
    }
}

// (1) for both sides: `parts` of the left; first: the class of the first of them.
static void bind_limbs_by_name(binder *m, const int parts[LIMB], int first)
{
    for (int side = 0; side < 2; side++) {
        swvi_bind_limb l = swvi_bind_limb_by_name(&m->s, first, side);
        // A foot that is not below its shin still has its name: three joints of which the last is something else lose to it.
        const swvi_bind_limb two = two_bones_by_name(&m->s, first, side);
        if (two.joints[0] != NONE && (l.joints[0] == NONE || m->s.names[l.joints[2]].fits[first + 2] == 0.0)) {
            int       rival, keep = l.joints[0] == NONE ? NONE : l.joints[2];
            const int end = best_named(m, first + 2, side, NONE, &rival);
            if (end != NONE) {
                bind_limb(m, &two, parts, side, first, SWV_BIND_NAME);
                bind(m, on_side(parts[2], side), end, SWV_BIND_NAME_ONLY, rival);
                continue;
            }
            l = two;
            l.joints[2] = keep;
        }
        if (l.joints[0] != NONE)
            bind_limb(m, &l, parts, side, first, SWV_BIND_NAME);
    }
}

static bool is_bound(const binder *m, int left_part)
{
    return joint_of(m, on_side(left_part, SWV_LEFT)) != NONE || joint_of(m, on_side(left_part, SWV_RIGHT)) != NONE;
}

// The limbs of a mirrored pair: the branch further along `right` is the right one. first: the class of the first of `parts`.
static void bind_pair(binder *m, const swvi_bind_pair *p, const int parts[LIMB], int first, swv_vec3 right,
                      swv_bind_reason reason)
{
    swvi_bind_limb limbs[2];
    double         along[2];
    swvi_bind_limbs_by_shape(&m->s, p, limbs);
    for (int i = 0; i < 2; i++)
        along[i] = limbs[i].joints[1] == NONE ? 0.0 : swv_vec3_dot(swvi_bind_place(&m->s, limbs[i].joints[1]), right);
    for (int i = 0; i < 2; i++)
        bind_limb(m, &limbs[i], parts, (along[i] > along[1 - i]) ? SWV_RIGHT : SWV_LEFT, first, reason);
}

static swv_vec3 unit_or(swv_vec3 v, swv_vec3 otherwise)
{
    return swv_vec3_length(v) > 0.0 ? swv_vec3_normalize(v) : otherwise;
}

// The world axis nearest to a direction.
static swv_vec3 nearest_axis(swv_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x > y && x > z)
        return (swv_vec3){ v.x < 0 ? -1.0 : 1.0, 0.0, 0.0 };
    return y >= z ? (swv_vec3){ 0.0, v.y < 0 ? -1.0 : 1.0, 0.0 } : (swv_vec3){ 0.0, 0.0, v.z < 0 ? -1.0 : 1.0 };
}

// Which way most rigs face: to z where y is up, to -y where z is.
static swv_vec3 assumed_forward(swv_vec3 up)
{
    return fabs(up.z) > 0.7 ? (swv_vec3){ 0.0, -1.0, 0.0 } : (swv_vec3){ 0.0, 0.0, 1.0 };
}

// (2) for the limbs that no name has given.
static void bind_limbs_by_shape(binder *m)
{
    swvi_bind_pair pairs[2];
    swvi_survey   *s = &m->s;
    const bool     has_arms = is_bound(m, SWV_PART_LEFT_LOWER_ARM), has_legs = is_bound(m, SWV_PART_LEFT_LOWER_LEG);
    if ((has_arms && has_legs) || swvi_bind_find_pairs(s, pairs) < 2)
        return;
    int legs = swvi_is_below(s->joints, pairs[1].at, pairs[0].at) ? 0 : 1;
    if (pairs[0].at == pairs[1].at || (!swvi_is_below(s->joints, pairs[0].at, pairs[1].at) && legs == 1)) {
        // Neither hangs on the other: fingers tell the arms.
        const bool fingers[2] = { swvi_bind_has_fingers(s, pairs[0].branches[0]),
                                  swvi_bind_has_fingers(s, pairs[1].branches[0]) };
        if (fingers[0] == fingers[1])
            return;
        legs = fingers[0] ? 1 : 0;
    }
    const swvi_bind_pair *leg = &pairs[legs], *arm = &pairs[1 - legs];
    const swv_vec3        up =
        unit_or(s->skeleton->up, nearest_axis(swv_vec3_sub(swvi_bind_place(s, arm->at), swvi_bind_place(s, leg->at))));
    // Which way it faces: from the ankles to the toes.
    swv_vec3       forward = { 0.0, 0.0, 0.0 };
    swvi_bind_limb limbs[2];
    swvi_bind_limbs_by_shape(s, leg, limbs);
    for (int i = 0; i < 2; i++) {
        const int foot = limbs[i].joints[2];
        for (int j = 0; foot != NONE && j < s->count; j++)
            if (s->joints[j].parent == foot)
                forward = swv_vec3_add(
                    forward, swvi_normal_part(swv_vec3_sub(swvi_bind_place(s, j), swvi_bind_place(s, foot)), up));
    }
    swv_bind_reason reason = SWV_BIND_SHAPE;
    // Toes shorter than a hundredth of the body point nowhere. Chosen.
    if (swv_vec3_length(forward) < 0.01 * s->size) {
        forward = swvi_normal_part(assumed_forward(up), up);
        reason = SWV_BIND_SHAPE_SIDE;
    }
    const swv_vec3 right = s->skeleton->is_left_handed ? swv_vec3_cross(up, forward) : swv_vec3_cross(forward, up);
    if (!has_legs)
        bind_pair(m, leg, leg_parts, SWVI_BIND_THIGH, right, reason);
    if (!has_arms)
        bind_pair(m, arm, arm_parts, SWVI_BIND_UPPER_ARM, right, reason);
}

// ---- trunk ----

// The joint of this part of the left, else of the right.
static int either(const binder *m, int left_part)
{
    const int left = joint_of(m, left_part);
    return left != NONE ? left : joint_of(m, on_side(left_part, SWV_RIGHT));
}

// Where the ways up from a part of the left and of the right meet.
static int meeting_of(const binder *m, int left_part)
{
    const int left = joint_of(m, left_part), right = joint_of(m, on_side(left_part, SWV_RIGHT));
    return left == NONE ? right : right == NONE ? left : swvi_bind_common_ancestor(&m->s, left, right);
}

// The joint at the end of the way up from where the arms branch off (`chest`): the head, if no name gives one.
static int head_by_shape(const binder *m, int chest, swv_vec3 up)
{
    const swvi_survey *s = &m->s;
    int                best = NONE;
    double             best_height = 0.0;
    for (int i = 0; i < s->count; i++) {
        if (s->joints[i].parent != chest || swvi_is_below(s->joints, joint_of(m, SWV_PART_LEFT_UPPER_ARM), i) ||
            swvi_is_below(s->joints, joint_of(m, SWV_PART_RIGHT_UPPER_ARM), i) ||
            swvi_is_below(s->joints, either(m, SWV_PART_LEFT_UPPER_LEG), i))
            continue;
        const double height =
            s->reach[i] + swv_vec3_dot(swv_vec3_sub(swvi_bind_place(s, i), swvi_bind_place(s, chest)), up);
        if (height > best_height)
            best_height = height, best = i;
    }
    // Along the longest way, until it forks into two alike, as eyes are. The last bone, if longer than those of the neck, goes to
    // the top of the head, and the head is before it.
    double neck = 0.0;
    int    bones = 0;
    while (best != NONE) {
        int next = NONE, other = NONE;
        for (int i = 0; i < s->count; i++) {
            if (s->joints[i].parent != best || swvi_bind_apart(s, i, best) <= 1e-3 * s->size)
                continue;
            if (next == NONE || s->extent[i] > s->extent[next])
                other = next, next = i;
            else if (other == NONE || s->extent[i] > s->extent[other])
                other = i;
        }
        if (next == NONE || (other != NONE && swvi_bind_are_alike(s->extent[next], s->extent[other])))
            break;
        const double bone = swvi_bind_apart(s, next, best);
        // A last bone longer than the neck's on average by 0.3 of it is the head's own. Chosen.
        if (s->below[next] == 1 && bones > 0 && bone > 1.3 * neck / bones)
            break;
        neck += bone;
        bones++;
        best = next;
    }
    return best;
}

// Why a joint is taken for one of the spine.
static swv_bind_reason trunk_reason(const binder *m, int joint)
{
    return is_named(m, joint, SWVI_BIND_SPINE) || is_named(m, joint, SWVI_BIND_CHEST) ? SWV_BIND_NAME : SWV_BIND_PLACE;
}

// The head: named, or by shape from where the arms meet (`shoulders`).
static int bind_head(binder *m, int shoulders, swv_vec3 up)
{
    int head = joint_of(m, SWV_PART_HEAD), rival;
    if (head != NONE)
        return head;
    head = best_named(m, SWVI_BIND_HEAD, SWVI_NO_SIDE, NONE, &rival);
    const swv_bind_reason reason = head != NONE ? SWV_BIND_NAME : SWV_BIND_SHAPE;
    if (head == NONE && shoulders != NONE)
        head = head_by_shape(m, shoulders, up), rival = NONE;
    bind(m, SWV_PART_HEAD, head, reason, rival);
    return head;
}

// The hips: named, on the way up from where the legs meet (`legs`) or above it; else where legs and head (`top`) meet.
static int bind_hips(binder *m, int legs, int top)
{
    const swvi_survey *s = &m->s;
    int                hips = joint_of(m, SWV_PART_HIPS), rival;
    if (hips != NONE)
        return hips;
    const int meeting = legs == NONE ? NONE : top == NONE ? legs : swvi_bind_common_ancestor(s, legs, top);
    hips = best_named(m, SWVI_BIND_HIPS, SWVI_NO_SIDE, NONE, &rival);
    if (hips != NONE && top != NONE && !swvi_is_below(s->joints, top, hips))
        hips = NONE;
    if (hips != NONE)
        bind(m, SWV_PART_HIPS, hips,
             meeting == NONE || swvi_is_below(s->joints, meeting, hips) ? SWV_BIND_NAME : SWV_BIND_NAME_ONLY, rival);
    else if (meeting != NONE)
        bind(m, SWV_PART_HIPS, hips = meeting, SWV_BIND_PLACE, NONE);
    return hips;
}

// How many of the `count` joints on the way from the hips to the head are trunk: up to where the arms branch off (`branch`). Names of the
// spine count beyond that only if a neck is named after them: Rigify's neck is "spine.004".
static int trunk_of(const swvi_survey *s, const int *way, int count, int branch)
{
    bool has_neck = false;
    int  chest = 0;
    for (int i = 0; i < count; i++)
        has_neck |= s->names[way[i]].fits[SWVI_BIND_NECK] > 0.0;
    for (int i = 0; i < count; i++) {
        const double *fits = s->names[way[i]].fits;
        const bool    is_spine = has_neck && (fits[SWVI_BIND_SPINE] > 0.0 || fits[SWVI_BIND_CHEST] > 0.0);
        if (fits[SWVI_BIND_NECK] == 0.0 && (is_spine || branch == NONE || swvi_is_below(s->joints, branch, way[i])))
            chest = i + 1;
    }
    return chest;
}

// Spine, chest and upper chest, of the first `chest` joints of `way`. A joint that is named chest is the chest (else that in the middle); one
// above it that carries the arms the upper chest.
static void bind_spine(binder *m, const int *way, int chest)
{
    int named = NONE;
    if (chest == 0)
        return;
    bind(m, SWV_PART_SPINE, way[0], trunk_reason(m, way[0]), NONE);
    for (int i = 1; i < chest; i++)
        if (m->s.names[way[i]].fits[SWVI_BIND_CHEST] > 0.0 && named == NONE)
            named = i;
    const int lower = named != NONE ? named : chest / 2;
    if (chest > 1)
        bind(m, SWV_PART_CHEST, way[lower], trunk_reason(m, way[lower]), NONE);
    if (chest > 2 && lower < chest - 1)
        bind(m, SWV_PART_UPPER_CHEST, way[chest - 1], trunk_reason(m, way[chest - 1]), NONE);
}

// (3). up: a unit vector, in the world.
static void bind_trunk(binder *m, swv_vec3 up)
{
    const swvi_survey *s = &m->s;
    const int shoulders = meeting_of(m, SWV_PART_LEFT_UPPER_ARM), legs = meeting_of(m, SWV_PART_LEFT_UPPER_LEG);
    const int head = bind_head(m, shoulders, up), top = head != NONE ? head : shoulders;
    const int hips = bind_hips(m, legs, top);
    if (top == NONE || hips == NONE || !swvi_is_below(s->joints, top, hips))
        return;
    // The way from the hips to the head.
    int *const way = s->ways[0];
    int        count = 0;
    for (int j = top; j != hips; j = s->joints[j].parent)
        count++;
    for (int j = top, i = count; j != hips; j = s->joints[j].parent)
        way[--i] = j;
    if (head != NONE)
        count--;  // the head itself
    const int branch = shoulders == NONE ? NONE : swvi_bind_common_ancestor(s, shoulders, top);
    const int chest = trunk_of(s, way, count, branch);
    bind_spine(m, way, chest);
    if (chest < count)
        bind(m, SWV_PART_NECK, way[chest], name_or_place(m, way[chest], SWVI_BIND_NECK), NONE);
}

// ---- the rest ----

// (4) The clavicle of a side: a joint between the arm and where both arms meet.
static void bind_clavicle(binder *m, int side)
{
    const swvi_survey *s = &m->s;
    const int          arm = joint_of(m, on_side(SWV_PART_LEFT_UPPER_ARM, side));
    if (arm == NONE)
        return;
    // On the way up to where both arms meet: the best named, of equals the one nearest to the trunk.
    const int trunk = meeting_of(m, SWV_PART_LEFT_UPPER_ARM);
    int       best = NONE;
    for (int j = s->joints[arm].parent; j != NONE && !m->s.is_used[j] && !swvi_is_below(s->joints, trunk, j);
         j = s->joints[j].parent)
        if (best == NONE || s->names[j].fits[SWVI_BIND_CLAVICLE] >= s->names[best].fits[SWVI_BIND_CLAVICLE])
            best = j;
    bind(m, on_side(SWV_PART_LEFT_SHOULDER, side), best, name_or_place(m, best, SWVI_BIND_CLAVICLE), NONE);
}

// (4) The toes of a side: named below the foot, else the only joint that hangs on it.
static void bind_toes(binder *m, int side)
{
    const swvi_survey *s = &m->s;
    const int          foot = joint_of(m, on_side(SWV_PART_LEFT_FOOT, side));
    if (foot == NONE)
        return;
    int       rival;
    const int named = best_named(m, SWVI_BIND_TOES, side, foot, &rival);
    if (named != NONE) {
        bind(m, on_side(SWV_PART_LEFT_TOES, side), named, SWV_BIND_NAME, rival);
        return;
    }
    int only = NONE, count = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->joints[i].parent == foot && !s->names[i].is_helper && swvi_bind_apart(s, i, foot) > 1e-3 * s->size)
            only = i, count++;
    }
    if (count == 1)
        bind(m, on_side(SWV_PART_LEFT_TOES, side), only, SWV_BIND_PLACE, NONE);
}

// The finger that a name means, 0 (thumb) to 4. Words for fingers fit 1, "finger" itself 0.5 (bind_names.c). "finger" with a number counts from 0 or
// from 1, as the skeleton does.
static int finger_of(const swvi_survey *s, int joint, int counts_from)
{
    const swvi_bind_name *name = &s->names[joint];
    if (name->fits[SWVI_BIND_FINGER] < 0.5 || name->is_helper || name->is_twist)
        return NONE;
    if (name->finger >= 0)
        return name->finger;
    // "Finger12" is the third joint of finger 1.
    return name->digit >= counts_from && name->digit < counts_from + 5 ? name->digit - counts_from : NONE;
}

// A finger, 0 (thumb) to 4, of a side: its first three joints. Each finger has three parts, one after the other.
static void bind_finger(binder *m, int side, int finger, const int *joints, int count, swv_bind_reason reason)
{
    const int first = on_side(SWV_PART_LEFT_THUMB_METACARPAL + 3 * finger, side);
    for (int k = 0; k < count && k < 3; k++)
        bind(m, first + k, joints[k], reason, NONE);
}

// (4) Binds the fingers of a side below joint `above` whose names tell which they are; each takes the joints that bear its name, one below
// the other. False if there are none. A skeleton counts "finger" (the words that fit 0.5, bind_names.c) from 0 if one of its names has a 0. More
// than three joints with a name: the first may be the one in the palm.
static bool fingers_by_name(binder *m, int side, int above)
{
    const swvi_survey *s = &m->s;
    int                counts_from = 1;
    bool               is_any = false;
    for (int i = 0; i < s->count; i++)
        if (s->names[i].fits[SWVI_BIND_FINGER] == 0.5 && s->names[i].digit == 0)
            counts_from = 0;
    for (int finger = 0; finger < 5; finger++) {
        int *const way = s->ways[0];
        int        count = 0;
        for (int n = 0; n < s->count; n++) {
            const int j = s->order[n];
            if (j == above || !swvi_is_below(s->joints, j, above) || s->side[j] != side ||
                finger_of(s, j, counts_from) != finger || m->s.is_used[j] || (finger > 0 && s->names[j].is_metacarpal))
                continue;
            if (count == 0 || swvi_is_below(s->joints, j, way[count - 1]))
                way[count++] = j;
        }
        // A first joint without a number, those after it with: it lies in the palm.
        const int skip = finger > 0 && count > 3 && s->names[way[0]].last < 0 && s->names[way[1]].last >= 0;
        is_any |= count > 0;
        bind_finger(m, side, finger, way + skip, count - skip, SWV_BIND_NAME);
    }
    return is_any;
}

// Without names: branches of the hand with two joints or more, in their order across the palm. The thumb is the one that
// begins nearest to the wrist. Fewer than 5 branches have no thumb to count from, more than 5 are no hand.
static void fingers_by_shape(binder *m, int side, int hand, swv_bind_reason reason)
{
    const swvi_survey *s = &m->s;
    // Room for one more than 5, so that more are noticed.
    int row[6], count = 0, thumb = 0;
    for (int i = 0; i < s->count && count < 6; i++)
        if (s->joints[i].parent == hand && !m->s.is_used[i] && s->below[i] >= 2 && s->reach[i] > 0.0)
            row[count++] = i;
    if (count != 5)
        return;  // without a thumb, which end is the index cannot be told
    for (int i = 1; i < count; i++)
        if (swvi_bind_apart(s, row[i], hand) < swvi_bind_apart(s, row[thumb], hand))
            thumb = i;
    // In the order of their distance from the thumb, itself first.
    const int origin = row[thumb];
    for (int i = thumb; i > 0; i--)
        row[i] = row[i - 1];
    row[0] = origin;
    for (int i = 2; i < count; i++)
        for (int k = i; k > 1 && swvi_bind_apart(s, row[k], origin) < swvi_bind_apart(s, row[k - 1], origin); k--) {
            const int other = row[k];
            row[k] = row[k - 1];
            row[k - 1] = other;
        }
    for (int finger = 0; finger < 5; finger++) {
        int *const way = s->ways[0];
        int        steps = 0;
        for (int j = row[finger]; j != NONE;) {
            way[steps++] = j;
            int next = NONE;
            for (int i = 0; i < s->count; i++)
                if (s->joints[i].parent == j)
                    next = i;
            j = next;
        }
        bind_finger(m, side, finger, way, steps, reason);
    }
}

// Joint shares the twist of a part, unless it is used already or there is no room.
static void add_twist(binder *m, int joint, int part)
{
    if (m->s.is_used[joint] || m->b->twist_count == SWV_BINDING_TWISTS)
        return;
    m->b->twists[m->b->twist_count].joint = joint;
    m->b->twists[m->b->twist_count++].part = part;
    m->s.is_used[joint] = true;
}

// (4) Twist bones of the limb of `parts` (of the left) on a side: joints between its joints, and those named so that hang on them.
static void find_twists(binder *m, const int parts[LIMB], int side)
{
    const swvi_survey *s = &m->s;
    for (int k = 0; k < LIMB; k++) {
        const int part = on_side(parts[k], side), joint = joint_of(m, part);
        if (joint == NONE)
            continue;
        const int next = k + 1 < LIMB ? joint_of(m, on_side(parts[k + 1], side)) : NONE;
        if (next != NONE && swvi_is_below(s->joints, next, joint))
            for (int j = s->joints[next].parent; j != joint; j = s->joints[j].parent)
                add_twist(m, j, part);
        for (int i = 0; i < s->count; i++)
            if (s->joints[i].parent == joint && s->names[i].is_twist && !s->names[i].is_helper)
                add_twist(m, i, part);
    }
}

// Whether named feet have their toes behind them: more than 120 degrees (cosine -0.5) from `forward`, not just aside. Chosen.
static bool toes_point_against(const binder *m, swv_vec3 forward)
{
    swv_vec3 sum = { 0.0, 0.0, 0.0 };
    for (int side = 0; side < 2; side++) {
        const int foot = joint_of(m, on_side(SWV_PART_LEFT_FOOT, side)),
                  toes = joint_of(m, on_side(SWV_PART_LEFT_TOES, side));
        const swv_bind_reason reason = m->b->parts[on_side(SWV_PART_LEFT_UPPER_LEG, side)].reason;
        if (foot != NONE && toes != NONE && (reason == SWV_BIND_NAME || reason == SWV_BIND_GIVEN))
            sum = swv_vec3_add(sum, swv_vec3_sub(swvi_bind_place(&m->s, toes), swvi_bind_place(&m->s, foot)));
    }
    return swv_vec3_dot(sum, forward) < -0.5 * swv_vec3_length(sum) * swv_vec3_length(forward);
}

// (5) Fills up, forward, height and handedness of the binding, from the parts bound so far.
static void find_facing(binder *m)
{
    const swvi_survey *s = &m->s;
    const int          hips = joint_of(m, SWV_PART_HIPS), head = joint_of(m, SWV_PART_HEAD),
              foot = either(m, SWV_PART_LEFT_FOOT);
    // Y, unless the way from hips to head and that from foot to hips agree on another: rest poses need not stand.
    swv_vec3 trunk = { 0.0, 1.0, 0.0 }, leg = trunk;
    if (hips != NONE && head != NONE)
        leg = trunk = swv_vec3_sub(swvi_bind_place(s, head), swvi_bind_place(s, hips));
    if (hips != NONE && foot != NONE)
        leg = swv_vec3_sub(swvi_bind_place(s, hips), swvi_bind_place(s, foot));
    const swv_vec3 y = { 0.0, 1.0, 0.0 };
    const swv_vec3 up =
        unit_or(s->skeleton->up, swv_vec3_dot(trunk, leg) > 0.0 ? nearest_axis(swv_vec3_add(trunk, leg)) : y);
    const int pairs[] = { SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_HAND };
    swv_vec3  right = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 3; i++) {
        const int left = joint_of(m, pairs[i]), other = joint_of(m, on_side(pairs[i], SWV_RIGHT));
        // A millionth of the body apart: nowhere yet. Chosen.
        if (left != NONE && other != NONE && swv_vec3_length(right) < 1e-6 * s->size)
            right = swvi_normal_part(swv_vec3_sub(swvi_bind_place(s, other), swvi_bind_place(s, left)), up);
    }
    swv_vec3 forward = swv_vec3_cross(up, right);
    if (s->skeleton->is_left_handed || toes_point_against(m, forward)) {
        m->b->is_left_handed = true;
        forward = swv_vec3_scale(-1.0, forward);
    }
    m->b->up = up;
    m->b->forward = unit_or(forward, unit_or(swvi_normal_part(assumed_forward(up), up), up));
    double low = INFINITY, high = -INFINITY;
    for (int part = 0; part < SWV_PARTS; part++) {
        if (joint_of(m, part) == NONE)
            continue;
        const double height = swv_vec3_dot(swvi_bind_place(s, joint_of(m, part)), up);
        low = swvi_smaller(low, height);
        high = swvi_larger(high, height);
    }
    m->b->height = high > low ? high - low : 0.0;
}

// ---- public ----

size_t swv_skeleton_bind_size(int joint_count)
{
    swvi_survey unused;
    if (joint_count < 1 || joint_count > SWV_SKELETON_JOINTS)
        return 0;
    const size_t to_bind = swvi_bind_divide(joint_count, NULL, &unused), to_rest = swvi_rest_size(joint_count);
    return to_bind > to_rest ? to_bind : to_rest;
}

swv_status swv_skeleton_bind(const swv_skeleton *skeleton, const swv_bind_options *options, void *memory,
                             swv_binding *binding)
{
    const swv_status status = swvi_status_or_null(swvi_skeleton_status(skeleton), !memory || !binding);
    if (status != SWV_OK)
        return status;
    swv_binding found = { .twist_count = 0 };
    binder      m = { .b = &found };
    (void)swvi_bind_divide(skeleton->joint_count, memory, &m.s);
    swvi_bind_survey(skeleton, options && options->ignore_names, &m.s);
    for (int part = 0; part < SWV_PARTS; part++)
        set_part(&found, part, NONE, 0.0, SWV_BIND_ABSENT, NONE);
    for (int part = 0; options && options->given && part < SWV_PARTS; part++) {
        const int given = options->given[part];
        if (given == 0)
            continue;
        if (given < -1 || given > skeleton->joint_count || (given > 0 && m.s.is_used[given - 1]))
            return SWV_BAD_OPTIONS;
        bind(&m, part, given > 0 ? given - 1 : NONE, SWV_BIND_GIVEN, NONE);
        m.is_fixed[part] = true;
    }
    bind_limbs_by_name(&m, leg_parts, SWVI_BIND_THIGH);
    bind_limbs_by_name(&m, arm_parts, SWVI_BIND_UPPER_ARM);
    bind_limbs_by_shape(&m);
    find_facing(&m);
    bind_trunk(&m, found.up);
    const int head = joint_of(&m, SWV_PART_HEAD);
    int       rival;
    for (int side = 0; side < 2; side++) {
        const int hand = joint_of(&m, on_side(SWV_PART_LEFT_HAND, side)),
                  forearm = joint_of(&m, on_side(SWV_PART_LEFT_LOWER_ARM, side));
        bind_clavicle(&m, side);
        bind_toes(&m, side);
        // Some rigs hang fingers on the forearm, beside the hand.
        if (hand != NONE && !fingers_by_name(&m, side, forearm != NONE ? forearm : hand))
            fingers_by_shape(&m, side, hand,
                             found.parts[on_side(SWV_PART_LEFT_HAND, side)].reason == SWV_BIND_SHAPE_SIDE
                                 ? SWV_BIND_SHAPE_SIDE
                                 : SWV_BIND_SHAPE);
        find_twists(&m, arm_parts, side);
        find_twists(&m, leg_parts, side);
        if (head != NONE)
            bind(&m, on_side(SWV_PART_LEFT_EYE, side), best_named(&m, SWVI_BIND_EYE, side, head, &rival), SWV_BIND_NAME,
                 NONE);
    }
    if (head != NONE)
        bind(&m, SWV_PART_JAW, best_named(&m, SWVI_BIND_JAW, SWVI_NO_SIDE, head, &rival), SWV_BIND_NAME, NONE);
    find_facing(&m);
    *binding = found;
    return SWV_OK;
}

int swv_part_mirrored(int part)
{
    if (part < 0 || part >= SWV_PARTS)
        return NONE;
    const int side = SWV_PART_RIGHT_EYE - SWV_PART_LEFT_EYE;
    return part < SWV_PART_LEFT_EYE ? part : part < SWV_PART_RIGHT_EYE ? part + side : part - side;
}

const char *swv_part_name(int part)
{
#define SIDED(side)                                                                                           \
    side "Eye", side "UpperLeg", side "LowerLeg", side "Foot", side "Toes", side "Shoulder", side "UpperArm", \
        side "LowerArm", side "Hand", side "ThumbMetacarpal", side "ThumbProximal", side "ThumbDistal",       \
        side "IndexProximal", side "IndexIntermediate", side "IndexDistal", side "MiddleProximal",            \
        side "MiddleIntermediate", side "MiddleDistal", side "RingProximal", side "RingIntermediate",         \
        side "RingDistal", side "LittleProximal", side "LittleIntermediate", side "LittleDistal"
    static const char *const names[SWV_PARTS] = { "hips", "spine", "chest",       "upperChest",  "neck",
                                                  "head", "jaw",   SIDED("left"), SIDED("right") };
#undef SIDED
    return part >= 0 && part < SWV_PARTS ? names[part] : NULL;
}

const char *swv_bind_reason_text(swv_bind_reason reason)
{
    return (size_t)reason < sizeof reasons / sizeof reasons[0] ? reasons[reason].text : "unknown reason";
}
