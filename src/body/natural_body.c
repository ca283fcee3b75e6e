// SPDX-License-Identifier: MIT
// The whole body from a few points: tools/fit_body.py says how the networks were made, and numbers what is done here. Poses are in the axes of body.h
// (z up, the floor at 0), `size` is the body's in their unit; the networks' numbers are lengths over that size, and parts of unit vectors.
#include "body/natural_body.h"

#include <math.h>

#include "body/mount_internal.h"
#include "math/scalar.h"

// Counts: what may be known beside head and hands, in the order of the inputs, the first WITH_TURN of it with their rotation (elbows and knees by
// their place alone); joints that are found; the first of the optional ones whose rotation is found too.
enum { OPTIONAL = 8, WITH_TURN = 4, OUTPUTS = 19, TURNED = 2 };
static const int optional[OPTIONAL] = { SWV_PART_HIPS,           SWV_PART_UPPER_CHEST,    SWV_PART_LEFT_FOOT,
                                        SWV_PART_RIGHT_FOOT,     SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_ARM,
                                        SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG };
// Joints that are found: MIDDLE of the middle, SIDE of the left, as many of the right.
enum { MIDDLE = 5, SIDE = 7 };
static const int outputs[MIDDLE + SIDE] = { SWV_PART_HIPS,           SWV_PART_SPINE,          SWV_PART_CHEST,
                                            SWV_PART_UPPER_CHEST,    SWV_PART_NECK,           SWV_PART_LEFT_UPPER_LEG,
                                            SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT,      SWV_PART_LEFT_TOES,
                                            SWV_PART_LEFT_SHOULDER,  SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM };

// No body's joint is further from its head than this many sizes; what is, counts as there.
#define LARGEST  1e100  // size: beyond it places overflow
#define FURTHEST 4.0    // Chosen, with room to spare

// ---- (3) ----

// One or two sets of numbers, side by side: weights are read once for both.
enum { WIDTH = SWVI_BODY_ANY_INPUTS > SWVI_BODY_ANY_HIDDEN ? SWVI_BODY_ANY_INPUTS : SWVI_BODY_ANY_HIDDEN, LANES = 2 };

// sums = scale * (weights * inputs + constants), of one lane or two; all unitless.
// `numbers` has a row of `count` weights for each input, then the constants.
// Returns the numbers of the next layer.
static const int16_t *add_layer(float inputs[LANES][WIDTH], int lanes, int input_count, const int16_t *numbers,
                                float scale, int count, float sums[LANES][WIDTH])
{
    float *one = sums[0], *two = sums[1];
    for (int j = 0; j < count; j++)
        one[j] = two[j] = (float)numbers[input_count * count + j];
    for (int i = 0; i < input_count; i++) {
        const float    x = inputs[0][i], y = inputs[1][i];
        const int16_t *row = numbers + i * count;
        if (lanes == LANES) {
#pragma omp simd
            for (int j = 0; j < count; j++) {
                const float weight = (float)row[j];
                one[j] += x * weight;
                two[j] += y * weight;
            }
        } else if (x != 0.0f) {  // 0: a point that is not known
#pragma omp simd
            for (int j = 0; j < count; j++)
                one[j] += x * (float)row[j];
        }
    }
    for (int k = 0; k < lanes; k++)
        for (int j = 0; j < count; j++)
            sums[k][j] *= scale;
    return numbers + (input_count + 1) * count;
}

// x / sqrt(1 + x^2), the unit of every layer but the last.
static void bend(float *sums, int count)
{
#pragma omp simd
    for (int j = 0; j < count; j++)
        sums[j] /= sqrtf(1.0f + sums[j] * sums[j]);
}

// Inputs and outputs are those of (2) and (3) in tools/fit_body.py: lengths in parts of the body's size, in axes level with the head.
static void run(const swvi_body_net *net, float inputs[LANES][WIDTH], int lanes, float out[LANES][WIDTH])
{
    const int      hidden = net->hidden_count;
    const int16_t *numbers = net->numbers;
    float          layers[2][LANES][WIDTH];
    for (int i = 0; i < net->bend_count; i++) {
        float(*next)[WIDTH] = layers[i % 2];
        numbers = add_layer(inputs, lanes, i ? hidden : net->input_count, numbers, net->scales[i], hidden, next);
        for (int k = 0; k < lanes; k++)
            bend(next[k], hidden);
        inputs = next;
    }
    (void)add_layer(inputs, lanes, hidden, numbers, net->scales[net->bend_count], SWVI_BODY_OUTPUTS, out);
}

// Mirrored in x: one vector, an axis that is reversed too.
static void mirror(const float *v, float *out)
{
    out[0] = -v[0];
    out[1] = v[1];
    out[2] = v[2];
}

static void mirror_reversed(const float *v, float *out)
{
    out[0] = v[0];
    out[1] = -v[1];
    out[2] = -v[2];
}

// The network for head and hands, of the points in both[0] and of their mirror image, which both[1] takes: found[0] is the mean of the two.
// Inputs: the head's height, its y and z axes, then left and right hand (fit_body.py, 2), places in parts of the body's size.
static void run_both_ways(const swvi_body_net *net, float both[LANES][WIDTH], float found[LANES][WIDTH])
{
    // A hand is a place, the axis to the palm, which mirrors reversed, and that to the fingers.
    enum { HAND = 9 };  // numbers of a hand
    const float *inputs = both[0], *hands = inputs + SWVI_BODY_THREE_INPUTS - 2 * HAND;
    float       *turned = both[1], *out = found[0];
    turned[0] = inputs[0];
    mirror(inputs + 1, turned + 1);
    mirror(inputs + 4, turned + 4);
    for (int i = 0; i < 2; i++) {
        float *to = turned + (hands - inputs) + (1 - i) * HAND;
        mirror(hands + i * HAND, to);
        mirror_reversed(hands + i * HAND + 3, to + 3);
        mirror(hands + i * HAND + 6, to + 6);
    }
    run(net, both, LANES, found);
    for (int i = 0; i < OUTPUTS + 2 * TURNED; i++) {
        const int other = i < MIDDLE || i >= OUTPUTS ? i : i < MIDDLE + SIDE ? i + SIDE : i - SIDE;
        float     there[3];
        mirror(found[1] + 3 * other, there);
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = 0.5f * (out[3 * i + k] + there[k]);
    }
}

// ---- (1), (2) ----

// Level axes: forward = (x, y), right = (y, -x).
typedef struct heading {
    double x, y;
} heading;

static swv_vec3 into(heading h, swv_vec3 v)
{
    return (swv_vec3){ h.y * v.x - h.x * v.y, h.x * v.x + h.y * v.y, v.z };
}

static swv_vec3 out_of(heading h, swv_vec3 v)
{
    return (swv_vec3){ h.y * v.x + h.x * v.y, h.y * v.y - h.x * v.x, v.z };
}

// The way the head faces, level. One that looks up or down is taken back to level by 0.9 of it along its own up, so that there is a heading where it
// looks straight down. Chosen; tools/fit_body.py does the same.
static heading heading_of(swv_quat head)
{
    const swv_vec3 f = swv_quat_rotate(head, (swv_vec3){ 0.0, 1.0, 0.0 }),
                   u = swv_quat_rotate(head, (swv_vec3){ 0.0, 0.0, 1.0 });
    const swv_vec3 level = swv_vec3_normalize((swv_vec3){ f.x - 0.9 * f.z * u.x, f.y - 0.9 * f.z * u.y, 0.0 });
    const bool     has_any = level.x != 0.0 || level.y != 0.0;
    return has_any ? (heading){ level.x, level.y } : (heading){ 0.0, 1.0 };
}

static float *put(float *next, swv_vec3 v)
{
    next[0] = (float)v.x;
    next[1] = (float)v.y;
    next[2] = (float)v.z;
    return next + 3;
}

// A place as the networks take it: from the head, in parts of the body's size, seen along the heading. Returns what comes next.
static float *put_place(float *next, heading h, swv_vec3 head, swv_vec3 place, double size)
{
    // Divided first: neither may overflow.
    const swv_vec3 v = { place.x / size - head.x / size, place.y / size - head.y / size,
                         place.z / size - head.z / size };
    const swv_vec3 near_by = { swvi_clamp(-FURTHEST, FURTHEST, v.x), swvi_clamp(-FURTHEST, FURTHEST, v.y),
                               swvi_clamp(-FURTHEST, FURTHEST, v.z) };
    return put(next, into(h, near_by));
}

static float *put_axis(float *next, heading h, swv_quat turn, swv_vec3 axis)
{
    return put(next, into(h, swv_quat_rotate(turn, axis)));
}

static swv_vec3 vector_at(const float *numbers)
{
    return (swv_vec3){ (double)numbers[0], (double)numbers[1], (double)numbers[2] };
}

// The rotation with this y axis, and a z axis as near to that as it can be; the identity if they are along each other (x is then 0, else 1 long).
static swv_quat turn_of(swv_vec3 towards_y, swv_vec3 towards_z)
{
    const swv_vec3 y = swv_vec3_normalize(towards_y);
    const swv_vec3 x = swv_vec3_normalize(swv_vec3_cross(y, towards_z)), z = swv_vec3_cross(x, y);
    const swv_mat3 a = { { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } };
    return swv_vec3_dot(x, x) > 0.5 ? swv_quat_from_mat3(a) : (swv_quat)SWV_IDENTITY_QUAT;
}

// The points by their parts, in the axes of body.h, rotations of unit length.
static swv_status sort_points(const swv_body_point *points, int count, swv_pose poses[SWV_PARTS],
                              bool is_known[SWV_PARTS])
{
    for (int i = 0; i < count; i++) {
        const int part = points[i].part;
        int       among = OPTIONAL - 1;  // which of the optional ones it is; -1: none
        while (among >= 0 && optional[among] != part)
            among--;
        if (among < 0 && part != SWV_PART_HEAD && part != SWV_PART_LEFT_HAND && part != SWV_PART_RIGHT_HAND)
            return SWV_BAD_GOAL;
        poses[part] = points[i].pose;
        if (among >= WITH_TURN)
            poses[part].rotation = (swv_quat)SWV_IDENTITY_QUAT;
        if (is_known[part] || swv_pose_check(&poses[part]) != SWV_OK || !swvi_has_room(points[i].pose.position))
            return SWV_BAD_GOAL;
        is_known[part] = true;
    }
    return is_known[SWV_PART_HEAD] && is_known[SWV_PART_LEFT_HAND] && is_known[SWV_PART_RIGHT_HAND] ? SWV_OK
                                                                                                    : SWV_BAD_GOAL;
}

swv_status swvi_natural_body(const swvi_body_nets *nets, double size, const swv_body_point *points, int point_count,
                             swv_pose poses[SWV_PARTS])
{
    static const int16_t        three[] = { SWVI_BODY_THREE_NUMBERS }, any[] = { SWVI_BODY_ANY_NUMBERS };
    static const swvi_body_nets own = {
        { SWVI_BODY_THREE_INPUTS, SWVI_BODY_THREE_HIDDEN, SWVI_BODY_THREE_BENDS, SWVI_BODY_THREE_SCALES, three },
        { SWVI_BODY_ANY_INPUTS, SWVI_BODY_ANY_HIDDEN, SWVI_BODY_ANY_BENDS, SWVI_BODY_ANY_SCALES, any },
    };
    if (!points || !poses)
        return SWV_NULL;
    if (!(size > 0.0 && size <= LARGEST))
        return SWV_BAD_ARGUMENT;
    if (point_count < 3 || point_count > 3 + OPTIONAL)
        return SWV_BAD_COUNT;
    swv_pose         given[SWV_PARTS];
    bool             is_known[SWV_PARTS] = { false };
    const swv_status status = sort_points(points, point_count, given, is_known);
    if (status != SWV_OK)
        return status;

    const swv_vec3 x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 }, z = { 0.0, 0.0, 1.0 };
    const swv_pose head = given[SWV_PART_HEAD];
    const heading  h = heading_of(head.rotation);
    float          inputs[LANES][WIDTH] = { { 0.0f } }, found[LANES][WIDTH], *next = inputs[0];
    *next++ = (float)swvi_clamp(-FURTHEST, FURTHEST, head.position.z / size);
    next = put_axis(next, h, head.rotation, y);
    next = put_axis(next, h, head.rotation, z);
    for (int side = 0; side < 2; side++) {
        const swv_pose hand = given[side ? SWV_PART_RIGHT_HAND : SWV_PART_LEFT_HAND];
        next = put_place(next, h, head.position, hand.position, size);
        next = put_axis(next, h, hand.rotation, x);
        next = put_axis(next, h, hand.rotation, z);
    }
    for (int i = 0; i < OPTIONAL; i++) {
        const bool     has_turn = i < WITH_TURN;
        const swv_pose pose = given[optional[i]];
        if (is_known[optional[i]]) {
            next[0] = 1.0f;
            float *place = put_place(next + 1, h, head.position, pose.position, size);
            if (has_turn)
                put_axis(put_axis(place, h, pose.rotation, y), h, pose.rotation, z);
        }
        next += has_turn ? 10 : 4;  // whether it is known, a place of 3, two axes of 3 each
    }
    nets = nets ? nets : &own;
    if (point_count == 3)
        run_both_ways(&nets->three, inputs, found);
    else
        run(&nets->any, inputs, 1, found);
    for (int i = 0; i < OUTPUTS; i++) {
        const swv_vec3 place = out_of(h, vector_at(found[0] + 3 * i));
        const int      part = i < MIDDLE + SIDE ? outputs[i] : swv_part_mirrored(outputs[i - SIDE]);
        poses[part] = (swv_pose){ swv_vec3_add(head.position, swv_vec3_scale(size, place)), { 0.0, 0.0, 0.0, 0.0 } };
    }
    for (int i = 0; i < TURNED; i++) {
        const float *axes = found[0] + 3 * (OUTPUTS + 2 * i);
        poses[optional[i]].rotation = turn_of(out_of(h, vector_at(axes)), out_of(h, vector_at(axes + 3)));
    }
    for (int i = 0; i < point_count; i++)
        poses[points[i].part] = points[i].pose;
    return SWV_OK;
}

swv_status swv_natural_body(double size, const swv_body_point *points, int point_count, swv_pose poses[SWV_PARTS])
{
    return swvi_natural_body(NULL, size, points, point_count, poses);
}
