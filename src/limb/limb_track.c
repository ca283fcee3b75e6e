// SPDX-License-Identifier: MIT
//
// Following a hand with the human limb: the hand exactly, the elbow smoothly.
//
// Given     the last posture, the hand now, a wish for the elbow
// Find      the swivel phi now
//
// (1) carried  The elbow that does not swivel is carried along: as the line from shoulder to wrist turns by the smallest turn
//              there is, so does the direction from it to the elbow. Swivels are counted from there.
// (2) spring   The swivel is drawn to its goal g as by a critically damped spring: with e = phi - g and its speed v,
//                  e <- (e + k dt) E,  v <- (v - k dt/T) E,  k = v + e/T,  E = exp(-dt/T)
//              for E a rational function that is exact to 0.2 % and, for large steps, still smaller than 1. It gathers speed, and goes, no
//              faster than feel.h says.
// (3) feasible If the wish is feasible and less than NEAR away, and so is the swivel, that is it. Else the feasible swivels,
//              exactly: of their intervals the one the carried elbow is in, or the nearest if it is in none (then the change
//              is forced). The goal is the wish or the end of that interval nearest to it, by a way inside it; the
//              swivel stays inside.
// (4) shared   If no swivel is feasible, or the goal is soft: the goal of the spring is where elbow and end, or with the end kept elbow and
//              limits, share what limits take (limb_turn.c); the swivel stays where the shoulder lets the wrist be in its place.
//     neither  If it is nowhere: the nearest posture that is continuous with the last one, or, if (5) sees to the way
//              there, the nearest of all (limb_closest.c).
// (5) held     If the elbow may swivel only so fast and this is more, it goes as far as it may, by the shorter way that the
//              shoulder has, and the end is turned as near to its target as its limits let it (limb_turn.c). If the
//              shoulder has none, or keeps the wrist from its place, by (6), until all are there. So too if the wrist is wanted
//              nearer than the elbow folds: on the sphere around that hole it is as near as it gets, and past the middle of the
//              hole that place is on the other side, however slowly the target goes. No continuous map takes a ball to its
//              sphere and leaves the sphere where it is: only time makes a way of it.
// (6) speed    If the limb may move only so fast, all its bones go the same part of their way; where that leads out of the
//              limits, joint by joint, round them (limb_between.c). A limb that began outside is excused. max_bone_speed is for
//              every bone. In (5) it is the elbow that may go only so fast about the shoulder; a bone may spin SPIN times as fast.
//
// Degenerate   the whole circle is feasible and the wish is opposite: the elbow goes on the way it is moving
//              no previous posture: swv_limb_solve
//
// Angles in radians, times in seconds, swivels as directions (x, y) too: cosine and sine. Poses are a right limb's, in the trunk's axes
// (limb_internal.h). All constants are chosen; those of docs/feel.md have their effect there.
#include "swivel/limb.h"

#include <math.h>
#include <stddef.h>

#include "feel.h"
#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"
#include "limb/limb_track_internal.h"

// TRIES: ever shorter ways round a limit (0.7^16 is 0.3 %). LOOKS: places on the straight one; more see narrower limits.
enum { TRIES = 16, LOOKS = 8 };
enum { HALVINGS = 10 };           // of the straight way, for the part that is slow enough: to 0.1 %
#define DEFAULT_SWIVEL_TIME 0.06  ///< seconds: a longer time is smoother and later
#define NEAR                0.3   ///< radians: (3). Nearer wishes are taken without finding the set
#define ROUNDED             1e-6  ///< radians; a posture outside by more began there
#define AT_ONCE             0.1   ///< radians; a limit that pushes the elbow along by less in a step forces no change
#define SPIN                2.0  ///< of bones that turn about themselves while the elbow is held back: a bigger one catches up sooner

swv_status swv_limb_track_start(const swv_limb *limb, const swv_limb_track_options *options, swv_limb_track *track)
{
    if (!track)
        return SWV_NULL;
    const swv_status status = swvi_limb_verify(limb);
    if (status != SWV_OK)
        return status;
    swv_limb_track_options o = options ? *options : (swv_limb_track_options){ 0 };
    if (!swvi_is_finite(o.swivel_time) || !swvi_is_finite(o.max_bone_speed) || o.max_bone_speed < 0.0 ||
        !swvi_is_finite(o.max_swivel_speed) || o.max_swivel_speed < 0.0 ||
        (o.compromise != SWV_KEEP_LIMITS && o.compromise != SWV_KEEP_HAND))
        return SWV_BAD_OPTIONS;
    o.swivel_time = o.swivel_time == 0.0 ? DEFAULT_SWIVEL_TIME : o.swivel_time;
    *track = (swv_limb_track){ .limb = *limb, .options = o };
    return SWV_OK;
}

swv_status swv_limb_track_set_posture(swv_limb_track *track, const swv_limb_posture *posture)
{
    if (!track)
        return SWV_NULL;
    swv_status status = swvi_limb_verify(&track->limb);
    if (status == SWV_OK)
        status = swvi_limb_verify_posture(posture);
    if (status != SWV_OK)
        return status;
    track->posture = *posture;
    track->has_posture = true;
    track->swivel_speed = 0.0;
    track->is_catching_up = false;
    return SWV_OK;
}

// (2) From 0 towards `goal`, radians; time: T, seconds; *speed: radians a second, in and out.
static double spring(double goal, double time, double dt, double *speed)
{
    if (!(time > 1e-6 * dt && time > 1e-100)) {  // at once, or as good as that: a millionth of the step, chosen
        *speed = 0.0;
        return goal;
    }
    // The rational function for exp(-x) of (2), as in Lowe, Critically damped ease-in/ease-out smoothing, 2004 (Game Programming Gems 4).
    const double x = dt / time, decay = 1.0 / (1.0 + x * (1.0 + x * (0.48 + 0.235 * x)));
    const double k = (*speed - goal / time) * dt, e = (k - goal) * decay;
    const double was = *speed, next = (was - k / time) * decay;
    // As a body gathers speed, and so that it comes to rest at the goal; from there on the spring brakes at twice that at most.
    const double gather = SWVI_SWIVEL_GATHER / (time * time);
    const double fastest = swvi_smaller(SWVI_SWIVEL_SPEED / time, sqrt(2.0 * gather * fabs(goal)));
    const double up = swvi_smaller(fastest, swvi_larger(was, 0.0) + gather * dt),
                 down = swvi_smaller(fastest, swvi_larger(-was, 0.0) + gather * dt);
    *speed = swvi_clamp(-down, up, next);
    return *speed == next ? goal + e : swvi_clamp(-fabs(goal), fabs(goal), 0.5 * (was + *speed) * dt);
}

// A direction turned by an angle, radians.
static void turn(double angle, double *x, double *y)
{
    double s, c;
    swv_sincos(angle, &s, &c);
    const double was = *x;
    *x = c * was - s * *y;
    *y = s * was + c * *y;
}

// The interval of a set that the carried swivel is in, or else the nearest one, counted from the carried swivel: low to high,
// which hold 0 or lie on one side of it; radians.
static void interval_around(const swvi_ways *set, double carried, double *low, double *high)
{
    const swv_swivels swivels = swvi_ways_angles(set);
    double            nearest = INFINITY;
    for (int i = 0; i < swivels.count; ++i) {
        const double width = swivels.to[i] - swivels.from[i], from = swv_angle_wrap(swivels.from[i] - carried);
        for (int turns = -1; turns <= 1; ++turns) {
            const double a = from + 2.0 * SWV_PI * turns, b = a + width;
            const double distance = a > 0.0 ? a : b < 0.0 ? -b : 0.0;
            if (distance < nearest) {
                nearest = distance;
                *low = a;
                *high = b;
            }
        }
    }
    if (*high - *low >= 2.0 * SWV_PI) {
        *low = -INFINITY;
        *high = INFINITY;
    }
}

// (3) The swivel's turn from the carried one, inside the set, radians; `wish` is counted from the carried one, too.
static double follow(const swv_limb_track *track, const swvi_ways *set, double carried, double wish, double dt,
                     double *speed, bool *forced)
{
    double low = 0.0, high = 0.0;
    interval_around(set, carried, &low, &high);
    const double start = swvi_clamp(low, high, 0.0);
    *forced = fabs(start) > AT_ONCE;
    if (*forced)
        *speed = 0.0;
    // The wish, by whichever whole turn is inside, or nearest to it.
    double goal = start, least = INFINITY;
    bool   is_torn = false;
    for (int turns = -1; turns <= 1; ++turns) {
        const double there = wish + 2.0 * SWV_PI * turns, inside = swvi_clamp(low, high, there);
        const double off = fabs(there - inside), way = fabs(inside - start);
        // The opposite side is as near either way: go on as before. Back would be the way that the spring needs to stop and to return.
        const double against = *speed * (inside - start) < 0.0 ? 2.0 * fabs(*speed) * track->options.swivel_time : 0.0;
        // Of turns equally near to the wish the one with the shorter way: 1e-3 of it counts. Chosen.
        const double cost = off + 1e-3 * (way + against);
        is_torn = fabs(cost - least) < 1e-3 * SWVI_TIE ? fabs(inside - goal) > AT_ONCE : is_torn && cost > least;
        if (cost < least) {
            least = cost;
            goal = inside;
        }
    }
    *forced |= is_torn;
    return swvi_clamp(low, high, start + spring(goal - start, track->options.swivel_time, dt, speed));
}

// (6) The rotation this part (0 to 1) of the way.
static swvi_rotation part_of_turn(swvi_rotation from, swvi_rotation to, double part)
{
    const swv_quat a = swvi_quat_of(from), b = swvi_quat_of(to);
    const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(b, swv_quat_conjugate(a)));
    return swvi_rotation_of(
        swv_quat_normalize(swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(part, v)), a)));
}

// By how much the limit that is exceeded most is, radians; 0: all inside.
static double excess_of(const swv_limb *limb, const swvi_limb_pose *pose)
{
    double excess[SWV_LIMB_LIMITS], most = 0.0;
    swvi_limb_excess(limb->kind, &limb->limits, swvi_rotation_of(limb->_private.rest), pose, excess);
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i)
        most = swvi_larger(most, excess[i]);
    return most;
}

// The pose after a part (0 to 1) of the straight way from the previous posture to `goal`; a free end goes along with the forearm.
static swvi_limb_pose part_of_way(const swvi_limb_problem *problem, const swvi_limb_pose *goal, double part)
{
    const swvi_limb_pose *was = &problem->previous;
    swvi_limb_pose        pose = { .upper = part_of_turn(was->upper, goal->upper, part),
                                   .flexion = was->flexion + part * (goal->flexion - was->flexion) };
    double                s, c;
    swv_sincos(0.5 * pose.flexion, &s, &c);
    pose.lower = swvi_rotation_y(pose.upper, s, c);
    pose.end = problem->target.is_free ? swvi_limb_end_of(pose.lower, swvi_limb_relative(was->lower, was->end))
                                       : part_of_turn(was->end, goal->end, part);
    return pose;
}

/// The most that a limb may move in a step, radians.
typedef struct pace {
    double elbow;  ///< about the shoulder
    double bone;   ///< any bone's turn
} pace;

// By how much the elbow moves about the shoulder on the way to a pose, radians.
static double elbow_turn(const swvi_limb_problem *problem, const swvi_limb_pose *to)
{
    const swv_vec3 a = swvi_axis_z(problem->previous.upper), b = swvi_axis_z(to->upper);
    return swv_atan2(swv_vec3_length(swv_vec3_cross(a, b)), swv_vec3_dot(a, b));
}

// Whether bones surely turn by less than `most`, radians, the elbow about the shoulder too: told without their angles.
static bool is_surely_slow(const swvi_limb_problem *problem, const swvi_limb_pose *to, double most)
{
    const swvi_limb_pose *was = &problem->previous;
    return swvi_is_turn_below(swvi_quat_of(was->upper), swvi_quat_of(to->upper), most) &&
           swvi_is_turn_below(swvi_quat_of(was->lower), swvi_quat_of(to->lower), most) &&
           (problem->target.is_free || swvi_is_turn_below(swvi_quat_of(was->end), swvi_quat_of(to->end), most));
}

// The most that a bone turns, radians. A free end is not known yet: it goes along with the forearm.
static double fastest_turn(const swvi_limb_problem *problem, const swvi_limb_pose *to)
{
    const swvi_limb_pose *was = &problem->previous;
    const double          upper = swv_quat_angle_between(swvi_quat_of(was->upper), swvi_quat_of(to->upper)),
                 lower = swv_quat_angle_between(swvi_quat_of(was->lower), swvi_quat_of(to->lower)),
                 end = swv_quat_angle_between(swvi_quat_of(was->end), swvi_quat_of(to->end));
    return swvi_larger(swvi_larger(upper, lower), problem->target.is_free ? lower : end);
}

// Whether a part (0 to 1) of the straight way is slow enough.
static bool is_in_pace(const swvi_limb_problem *problem, const swvi_limb_pose *goal, double part, pace most)
{
    const swvi_limb_pose there = part_of_way(problem, goal, part);
    return !(elbow_turn(problem, &there) > most.elbow) &&
           !(fastest_turn(problem, &there) > most.bone * (1.0 + SWV_LIMIT_TOLERANCE));
}

// The longest part of the straight way that is slow enough. On a part of it the lower bone may turn by more than that part of its whole
// turn, as it hangs on the upper one and the hinge.
static double part_in_pace(const swvi_limb_problem *problem, const swvi_limb_pose *goal, pace most)
{
    const double fastest = fastest_turn(problem, goal);
    double       high = fastest > most.bone ? most.bone / fastest : 1.0, low = 0.0;
    if (is_in_pace(problem, goal, high, most))
        return high;
    for (int i = 0; i < HALVINGS; ++i) {
        const double middle = 0.5 * (low + high);
        *(is_in_pace(problem, goal, middle, most) ? &low : &high) = middle;
    }
    return low;
}

// Whether no limit is exceeded by more than `allowed`, radians, on the straight way: looked at LOOKS times, at `part` and at
// eighths of the whole way.
static bool is_straight_way_inside(const swvi_limb_problem *problem, const swvi_limb_pose *goal, double part,
                                   double allowed)
{
    for (int i = 0; i < LOOKS; ++i) {
        const swvi_limb_pose there = part_of_way(problem, goal, i == 0 ? part : (double)i / LOOKS);
        if (!(excess_of(problem->limb, &there) <= allowed))
            return false;
    }
    return true;
}

// Joint by joint, round the limits: the longest of ever shorter ways, `part` (0 to 1) at first, on which nothing is too fast and no limit exceeded
// by more than `allowed`, radians; none if there is no such.
static swvi_limb_pose way_round(const swvi_limb_problem *problem, swvi_limb_pose goal, double part, pace most,
                                double allowed)
{
    const swvi_limb_pose *was = &problem->previous;
    if (problem->target.is_free)
        goal.end = swvi_limb_end_of(goal.lower, swvi_limb_relative(was->lower, was->end));
    for (int tries = 0; tries < TRIES; ++tries, part *= 0.7) {  // 0.7: chosen
        const swvi_limb_pose pose = swvi_limb_part_of_way(problem->limb, was, &goal, part);
        if (fastest_turn(problem, &pose) <= most.bone && elbow_turn(problem, &pose) <= most.elbow &&
            excess_of(problem->limb, &pose) <= allowed)
            return pose;
    }
    return *was;
}

// (6) The answer no further from the previous posture than `most`: true if it goes a part of the way only.
static bool slow_down(const swvi_limb_problem *problem, pace most, swvi_limb_answer *answer)
{
    const swvi_limb_pose goal = answer->pose;
    if (is_surely_slow(problem, &goal, swvi_smaller(most.bone, most.elbow)) ||
        (!(fastest_turn(problem, &goal) > most.bone) && !(elbow_turn(problem, &goal) > most.elbow)))
        return false;
    const double part = part_in_pace(problem, &goal, most);
    // A straight elbow is now and then outside by what rounding makes of it: it goes round too.
    const double was = excess_of(problem->limb, &problem->previous), allowed = swvi_larger(was, SWV_LIMIT_TOLERANCE);
    const bool   is_clear = problem->compromise != SWV_KEEP_LIMITS || was > ROUNDED ||
                          is_straight_way_inside(problem, &goal, part, allowed);
    answer->pose = is_clear ? part_of_way(problem, &goal, part) : way_round(problem, goal, part, most, allowed);
    answer->is_inside = false;
    answer->is_behind = true;
    // What rounding excused of a straight elbow at the goal is no excuse on the way.
    answer->forgiven = swvi_smaller(answer->forgiven, swvi_limb_most_forgiven(problem->limb, answer->pose.flexion));
    return true;
}

// (5) The answer, no further than `most` (radians) from the carried swivel (x, y). True if the wrist is off its way, or may be.
static bool hold_back(const swvi_limb_problem *problem, double x, double y, double most, bool was_catching_up,
                      swvi_limb_answer *answer)
{
    const double turned = swv_atan2(x * answer->y - y * answer->x, x * answer->x + y * answer->y);
    const double reach = problem->limb->upper + problem->limb->lower;
    const bool   is_too_near = problem->target.circle.excess < -1e-12 * reach;
    const pace   held = { .elbow = most, .bone = SPIN * most };
    swvi_ways    set;
    if (answer->is_inside && !was_catching_up && fabs(turned) <= most)
        return is_too_near && slow_down(problem, held, answer);
    const bool has_place = swvi_limb_feasible(problem->limb, SWVI_SHOULDER_LIMITS, &problem->target, &set);
    if (!has_place || was_catching_up)
        return slow_down(problem, held, answer) || !has_place;
    if (fabs(turned) <= most)
        return is_too_near && slow_down(problem, held, answer);
    double low = 0.0, high = 0.0, way = INFINITY;
    interval_around(&set, swv_atan2(y, x), &low, &high);
    for (int turns = -1; turns <= 1; ++turns) {
        const double there = turned + 2.0 * SWV_PI * turns;
        if (there >= low - AT_ONCE && there <= high + AT_ONCE && fabs(there) < fabs(way))
            way = there;
    }
    if (!(fabs(way) < INFINITY))
        return slow_down(problem, held, answer);
    turn(swvi_clamp(-most, most, way), &x, &y);
    const swvi_limb_answer goal = *answer;
    if (!swvi_limb_look_at(problem, x, y, answer)) {
        // The carried elbow is where the shoulder may not be, and this is not far enough.
        if (problem->compromise == SWV_KEEP_LIMITS &&
            !swvi_limb_is_inside(problem->limb, SWVI_SHOULDER_LIMITS, answer->pose.upper, answer->pose.end)) {
            *answer = goal;
            (void)slow_down(problem, held, answer);
            return true;
        }
        if (!problem->target.is_free)
            answer->pose = swvi_limb_turned_at(problem->limb, &problem->target, x, y);
    }
    answer->is_behind = true;
    return is_too_near && slow_down(problem, held, answer);
}

// dt in seconds. Swivels are counted from the carried one: `wish` is that far away, radians.
swv_status swvi_limb_track_next(const swv_limb_track *track, const swv_limb_goal *goal, double dt, swvi_limb_step *step)
{
    swvi_limb_problem problem;
    const swv_status  status = swvi_limb_problem_of(&track->limb, goal, track->has_posture ? &track->posture : NULL,
                                                    track->options.compromise, &problem);
    if (status != SWV_OK)
        return status;
    if (!(dt > 0.0 && dt < INFINITY))
        return SWV_BAD_ARGUMENT;

    *step = (swvi_limb_step){ .is_catching_up = false };
    swv_limb_track_report *r = &step->report;
    if (!track->has_posture)
        return swv_limb_solve(&track->limb, goal, NULL, track->options.compromise, &step->posture, &r->limb);
    // (1), (2)
    swvi_limb_answer answer;
    double           x = problem.wish_x, y = problem.wish_y, speed = track->swivel_speed, forgiven;
    if (goal->elbow != SWV_ELBOW_PREVIOUS)  // which wishes for just that
        swvi_limb_carried_swivel(&problem, &x, &y);
    const double carried_x = x, carried_y = y;
    const double cosine = x * problem.wish_x + y * problem.wish_y, sine = x * problem.wish_y - y * problem.wish_x;
    const double wish = swv_atan2(sine, cosine);
    double       free_speed = speed, free_x = x, free_y = y;
    turn(spring(wish, track->options.swivel_time, dt, &free_speed), &free_x, &free_y);
    // (3), (4)
    swvi_ways  set;
    const bool is_there = free_x == problem.wish_x && free_y == problem.wish_y;
    if (fabs(wish) < NEAR && swvi_limb_look_at(&problem, problem.wish_x, problem.wish_y, &answer) &&
        (is_there || swvi_limb_look_at(&problem, free_x, free_y, &answer))) {
        speed = free_speed;
    } else if (!problem.is_soft && swvi_limb_feasible_set(&problem, &set, &forgiven)) {
        turn(follow(track, &set, swv_atan2(y, x), wish, dt, &speed, &r->was_forced), &x, &y);
        (void)swvi_limb_look_at(&problem, x, y, &answer);
        answer.is_inside = answer.is_inside || forgiven == SWV_LIMIT_TOLERANCE;
        answer.forgiven = forgiven;
    } else if (swvi_limb_shareable(&problem, &set)) {
        swvi_limb_answer shared = { .x = problem.wish_x, .y = problem.wish_y };
        swvi_limb_share(&problem, &set, &shared);
        const double way = swv_atan2(x * shared.y - y * shared.x, x * shared.x + y * shared.y);
        // (5) sees to the way there.
        const bool is_paced = track->options.max_swivel_speed > 0.0;
        turn(is_paced ? way : follow(track, &set, swv_atan2(y, x), way, dt, &speed, &r->was_forced), &x, &y);
        speed = is_paced ? 0.0 : speed;
        if (!swvi_limb_look_at(&problem, x, y, &answer))
            swvi_limb_share_at(&problem, x, y, &answer);
        answer.is_torn |= shared.is_torn;
    } else {
        answer = (swvi_limb_answer){ .x = x, .y = y, .forgiven = SWV_LIMIT_TOLERANCE };
        swvi_limb_give_way(&problem, track->options.max_swivel_speed > 0.0 ? NULL : &problem.previous, &answer);
        speed = 0.0;
    }
    if (track->options.max_swivel_speed > 0.0) {
        const double most = track->options.max_swivel_speed;
        step->is_catching_up = hold_back(&problem, carried_x, carried_y, most * dt, track->is_catching_up, &answer);
        speed = swvi_clamp(-most, most, speed);
    }
    if (track->options.max_bone_speed > 0.0)
        (void)slow_down(&problem, (pace){ INFINITY, track->options.max_bone_speed * dt }, &answer);
    swvi_limb_finish(&problem, &answer, &step->posture, &r->limb);
    r->was_forced |= r->limb.is_torn;
    r->is_behind = answer.is_behind;
    r->swivel_speed = speed;
    return SWV_OK;
}

void swvi_limb_track_take(swv_limb_track *track, const swvi_limb_step *step)
{
    track->posture = step->posture;
    track->has_posture = true;
    track->is_catching_up = step->is_catching_up;
    track->swivel_speed = step->report.swivel_speed;
}

swv_status swv_limb_track_step(swv_limb_track *track, const swv_limb_goal *goal, double dt, swv_limb_posture *posture,
                               swv_limb_track_report *report)
{
    if (!track || !posture)
        return SWV_NULL;
    swvi_limb_step   step;
    const swv_status status = swvi_limb_track_next(track, goal, dt, &step);
    if (status != SWV_OK)
        return status;
    swvi_limb_track_take(track, &step);
    *posture = step.posture;
    if (report)
        *report = step.report;
    return SWV_OK;
}
