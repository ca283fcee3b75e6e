// SPDX-License-Identifier: MIT
// Many bodies in a budget.
//
// A member is due every 1, 2, 4 or 8 frames, by its distance. Its lateness is the frames beyond that, counted in its own
// intervals: it decides who goes first. Lateness falls into few classes, so one pass counts what each class costs, and
// a second one takes classes from the latest down; of the class in which the budget ends it takes the first members until
// it is spent. The rest are later by the next frame, and then before others.
//
// Distances are in the caller's unit, costs in microseconds, ages and intervals in frames.
#include <stdbool.h>

#include "feel.h"
#include "math/scalar.h"
#include "swivel/body.h"

// How late a member is, in intervals: beyond 62 all are alike; 64 classes make a small table.
// An age counts a million frames, nearly five hours at 60 a second. Chosen.
enum { CLASSES = 64, NEVER = CLASSES - 1, NOT_DUE = -1, MAX_AGE = 1 << 20 };

// The options with defaults (feel.h) for what is 0; NULL: all of them.
static swv_crowd_options with_defaults(const swv_crowd_options *given)
{
    swv_crowd_options o = given ? *given : (swv_crowd_options){ .budget = 0.0 };
    o.budget = o.budget == 0.0 ? SWVI_CROWD_BUDGET : o.budget;
    o.body_cost = o.body_cost == 0.0 ? SWVI_CROWD_BODY : o.body_cost;
    o.fingers_cost = o.fingers_cost == 0.0 ? SWVI_CROWD_FINGERS : o.fingers_cost;
    o.fingers_within = o.fingers_within == 0.0 ? SWVI_CROWD_NEAR : o.fingers_within;
    o.every_frame_within = o.every_frame_within == 0.0 ? SWVI_CROWD_EVERY_FRAME : o.every_frame_within;
    return o;
}

// In frames, by the distance, as swv_crowd_options says.
static uint32_t interval_of(double distance, const swv_crowd_options *o)
{
    const double d = o->every_frame_within;
    return distance <= d ? 1 : distance <= 2.0 * d ? 2 : distance <= 4.0 * d ? 4 : 8;
}

// How many intervals late; those who were never posed come before all.
static int class_of(const swv_crowd_member *m, const swv_crowd_options *o)
{
    const uint32_t interval = interval_of(m->distance, o);
    if (m->age == 0)
        return NEVER;
    if (m->age < interval)
        return NOT_DUE;
    const uint32_t late = (m->age - interval) / interval;
    return late < NEVER - 1 ? (int)late : NEVER - 1;
}

static double cost_of(const swv_crowd_member *m, const swv_crowd_options *o)
{
    return m->distance <= o->fingers_within ? o->fingers_cost : o->body_cost;
}

// All five are finite and positive.
static bool are_options(const swv_crowd_options *o)
{
    const double numbers[] = { o->budget, o->body_cost, o->fingers_cost, o->fingers_within, o->every_frame_within };
    bool         are = true;
    for (int i = 0; i < 5; i++)
        are = are && swvi_is_finite(numbers[i]) && numbers[i] > 0.0;
    return are;
}

/// What is posed in this frame: all of the classes from `whole` up, and of the next what `left` pays for.
typedef struct plan {
    int    whole;
    double left;
} plan;

// Costs by class, then whole classes from the latest down while the budget lasts.
static plan plan_of(const swv_crowd_member *members, int count, const swv_crowd_options *o)
{
    double costs[CLASSES] = { 0.0 };
    for (int i = 0; i < count; i++) {
        const int late = class_of(&members[i], o);
        if (late != NOT_DUE)
            costs[late] += cost_of(&members[i], o);
    }
    plan p = { CLASSES, o->budget };
    while (p.whole > 0 && costs[p.whole - 1] <= p.left)
        p.left -= costs[--p.whole];
    return p;
}

// One member's turn: taken or not, and counted. A member's age is the frames since it was posed, plus 1; 0: never.
static void decide(swv_crowd_member *m, const swv_crowd_options *o, plan *p, swv_crowd_report *r)
{
    const int    late = class_of(m, o);
    const double cost = cost_of(m, o);
    const bool   is_last_class = late != NOT_DUE && late == p->whole - 1;
    const bool   is_taken = late >= p->whole || (is_last_class && cost <= p->left);
    if (is_last_class && is_taken)
        p->left -= cost;
    const uint32_t beyond = late == NOT_DUE || late == NEVER ? 0 : m->age - interval_of(m->distance, o);
    r->latest = beyond > r->latest ? beyond : r->latest;
    m->detail = !is_taken ? SWV_DETAIL_NONE : m->distance <= o->fingers_within ? SWV_DETAIL_FINGERS : SWV_DETAIL_BODY;
    m->age = is_taken ? 1 : m->age == 0 ? 0 : m->age < MAX_AGE ? m->age + 1 : m->age;
    r->posed += is_taken;
    r->cost += is_taken ? cost : 0.0;
    r->postponed += late != NOT_DUE && !is_taken;
}

swv_status swv_crowd_plan(swv_crowd_member *members, int count, const swv_crowd_options *options,
                          swv_crowd_report *report)
{
    const swv_crowd_options o = with_defaults(options);
    if (!members)
        return SWV_NULL;
    if (count < 0)
        return SWV_BAD_COUNT;
    if (!are_options(&o))
        return SWV_BAD_OPTIONS;
    for (int i = 0; i < count; i++)
        if (!(members[i].distance >= 0.0))
            return SWV_BAD_ARGUMENT;
    plan             p = plan_of(members, count, &o);
    swv_crowd_report r = { .posed = 0 };
    for (int i = 0; i < count; i++)
        decide(&members[i], &o, &p, &r);
    r.outcome = r.postponed > 0 ? SWV_LIMITED : SWV_REACHED;
    if (report)
        *report = r;
    return SWV_OK;
}
