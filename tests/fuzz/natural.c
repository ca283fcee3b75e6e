// SPDX-License-Identifier: MIT
// limb.h.
#include "fuzz.h"

// Within a rounding of the reach a wrist is at the shoulder.
static void check_direction(swv_status status, swv_vec3 direction, swv_vec3 wrist, double reach)
{
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_ARGUMENT || status == SWV_BAD_GOAL);
        CHECK_UNTOUCHED(direction);
        return;
    }
    CHECK_NEAR(length_of(direction), 1.0, 1e-12);
    const double n = length_of(wrist);
    if (n > 1e-9 * reach && n < 1e100 * reach && n > 1e-200 && n < 1e200)
        CHECK_NEAR((wrist.x / n) * direction.x + (wrist.y / n) * direction.y + (wrist.z / n) * direction.z, 0.0, 1e-9);
}

static bool is_member(const swv_swivels *set, double angle, double slack)
{
    for (int i = 0; i < set->count; ++i)
        for (int turns = -1; turns <= 1; ++turns)
            if (angle + turns * 2 * SWV_PI >= set->from[i] - slack && angle + turns * 2 * SWV_PI <= set->to[i] + slack)
                return true;
    return false;
}

static void check_swivels(stream *s)
{
    swv_swivels set = { 0 };
    double      at = take_number(s, -SWV_PI, 0.0);
    const int   count = take_below(s, SWV_MAX_SWIVEL_INTERVALS);  // one less than the most: a part may split one in two
    if (!(at >= -SWV_PI && at < SWV_PI))
        return;
    const double end = at + 2 * SWV_PI;
    for (; set.count < count; ++set.count) {  // sorted and disjoint, less than a turn in all
        const double from = at + (double)take_byte(s) / 512 + 1e-6, to = from + (double)take_byte(s) / 512;
        if (!(to < end && from < SWV_PI))
            break;
        set.from[set.count] = from;
        set.to[set.count] = at = to;
    }
    const double wish = take_number(s, -10.0, 10.0);
    double       found = 99.0;
    if (swv_swivels_nearest(&set, wish, &found)) {
        CHECK(isfinite(found) && (fabs(wish) > 1e3 || is_member(&set, remainder(found, 2 * SWV_PI), 1e-9)));
        double best = 10.0;
        for (int i = 0; i < set.count; ++i)
            best = fmin(best, fmin(fabs(remainder(wish - set.from[i], 2 * SWV_PI)),
                                   fabs(remainder(wish - set.to[i], 2 * SWV_PI))));
        if (is_member(&set, remainder(wish, 2 * SWV_PI), 0.0))
            best = 0.0;
        if (fabs(wish) < 1e3)
            CHECK(fabs(remainder(found - wish, 2 * SWV_PI)) <= best + 1e-9);
    } else {
        CHECK(set.count == 0 || !isfinite(wish));
    }
    CHECK(swv_swivels_middle(&set, &found) == (set.count > 0));
    const double      from = take_number(s, -10.0, 10.0), to = take_number(s, -10.0, 10.0);
    const swv_swivels part = swv_swivels_within(&set, from, to);
    CHECK(part.count >= 0 && part.count <= SWV_MAX_SWIVEL_INTERVALS);
    for (int i = 0; i < part.count; ++i) {
        const double middle = 0.5 * (part.from[i] + part.to[i]);
        CHECK(part.from[i] >= -SWV_PI && part.from[i] < SWV_PI && part.to[i] >= part.from[i]);
        CHECK(is_member(&set, middle, 1e-9));
        CHECK(i == 0 || part.from[i] > part.to[i - 1]);
    }
    if (fabs(from) < 1e3 && fabs(to) < 1e3 && from <= to)
        for (int i = 0; i < 8; ++i) {  // and nothing is lost
            const double angle = from + (to - from) * (i + 0.5) / 8;
            if (is_member(&set, remainder(angle, 2 * SWV_PI), -1e-9))
                CHECK(is_member(&part, remainder(angle, 2 * SWV_PI), 1e-9));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream         s = stream_of(data, size);
    const swv_side side = (swv_side)take_below(&s, s.is_wild ? 3 : 2);
    const double   reach = take_number(&s, 0.1, 2.0);
    const swv_pose hand = take_pose(&s, 1.0);
    swv_vec3       d;
    double         pronation;
    PAINT(d);
    check_direction(swv_natural_elbow(side, reach, &hand, &d), d, hand.position, reach);
    PAINT(d);
    check_direction(swv_natural_elbow_at(side, reach, hand.position, &d), d, hand.position, reach);
    PAINT(d);
    check_direction(swv_natural_knee(side, reach, &hand, &d), d, hand.position, reach);
    PAINT(d);
    check_direction(swv_natural_elbow_soechting(side, reach, hand.position, &d), d, hand.position, reach);
    if (swv_natural_pronation(side, reach, hand.position, &pronation) == SWV_OK)
        CHECK(fabs(pronation) <= SWV_PI);
    check_swivels(&s);
    return 0;
}
