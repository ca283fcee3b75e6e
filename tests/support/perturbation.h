// SPDX-License-Identifier: MIT
// The perturbation test: inputs are moved by 1e-6 of the size, the answer may move by 1e-3 of it, or the report says that it
// jumped. docs/smoothness.md says what is promised; known_jumps.h lists what does not keep it yet.
//
// A test file lists its functions. Each of them draws a case from its number, solves it with all inputs moved by a given
// amount in a direction that belongs to the case, and gives the places of the answer. Each function is tried in two ways:
//
// drawn     the inputs as drawn, and moved by 1e-6
// searched  the inputs are moved on, by a tenth of the size or what the function says. Of this way the half in which the answer
//           moves more is kept, again and again, until it is 1e-6 long: that finds a jump that random inputs would hardly meet
//
// A case is the same in every run and with every compiler, so its number is enough to see it again:
//
//     test.perturbation.limb                                       # all cases of all functions
//     test.perturbation.limb 'swv_limb_solve natural' searched 17  # one case: the answer's places, before and after
#ifndef SWIVEL_TESTS_PERTURBATION_H
#define SWIVEL_TESTS_PERTURBATION_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "known_jumps.h"
#include "swivel/geometry.h"
#include "swivel/trig.h"

#define INPUT_MOVE  1e-6  // of the size; radians for rotations
#define ANSWER_MOVE 1e-3  // of the size

// ---- drawing ----
//
// C leaves open in which order arguments, operands and initialisers are worked out. So where two numbers are drawn, each is drawn in a
// statement of its own. Where C does say the order they may share one: an argument is drawn before what its function draws, a condition
// before the value that it chooses.

/// What a case is drawn from. Random numbers do not depend on `move`.
typedef struct draw {
    uint64_t seed;
    double   move;  ///< 0, or how far inputs are moved, of the size and in radians
} draw;

static inline double draw_between(draw *d, double low, double high)
{
    return random_between(&d->seed, low, high);
}

static inline int draw_below(draw *d, int count)
{
    return random_below(&d->seed, count);
}

/// Anything from 2^-halvings of `most` to `most`, each power of two as often as the next: for distances from a border.
static inline double draw_small(draw *d, double most, int halvings)
{
    const int power = draw_below(d, halvings);
    return ldexp(most * draw_between(d, 0.5, 1), -power);
}

/// The same on either side of the border.
static inline double draw_beside(draw *d, double most, int halvings)
{
    const double side = draw_below(d, 2) ? 1.0 : -1.0;
    return side * draw_small(d, most, halvings);
}

static inline swv_vec3 draw_vector(draw *d, double low, double high)
{
    swv_vec3 v;
    v.x = draw_between(d, low, high);
    v.y = draw_between(d, low, high);
    v.z = draw_between(d, low, high);
    return v;
}

static inline swv_vec3 draw_direction(draw *d)
{
    for (;;) {
        const swv_vec3 v = draw_vector(d, -1, 1);
        const double   length = swv_vec3_length(v);
        if (length > 0.1 && length <= 1.0)
            return swv_vec3_normalize(v);
    }
}

static inline swv_quat draw_rotation(draw *d)
{
    const swv_vec3 axis = draw_direction(d);
    const double   first_angle = draw_between(d, -SWV_PI, SWV_PI);
    const swv_vec3 first_axis = draw_direction(d);
    const double   angle = draw_between(d, -SWV_PI, SWV_PI);
    return swv_quat_mul(swv_quat_from_axis_angle(axis, angle), swv_quat_from_axis_angle(first_axis, first_angle));
}

/// Any direction, `least` to `most` sizes long.
static inline swv_vec3 draw_offset(draw *d, double least, double most, double size)
{
    const swv_vec3 direction = draw_direction(d);
    return swv_vec3_scale(draw_between(d, least, most) * size, direction);
}

/// A turn by at most this angle.
static inline swv_quat draw_turn(draw *d, double most)
{
    const swv_vec3 axis = draw_direction(d);
    return swv_quat_from_axis_angle(axis, draw_between(d, 0, most));
}

/// The same place, rotation, pose or number, moved.
static inline swv_vec3 moved_place(draw *d, swv_vec3 place, double size)
{
    return swv_vec3_add(place, swv_vec3_scale(d->move * size, draw_direction(d)));
}

static inline swv_quat moved_rotation(draw *d, swv_quat rotation)
{
    return swv_quat_normalize(
        swv_quat_mul(rotation, swv_quat_from_rotation_vector(swv_vec3_scale(d->move, draw_direction(d)))));
}

static inline swv_pose moved_pose(draw *d, swv_pose pose, double size)
{
    pose.position = moved_place(d, pose.position, size);
    pose.rotation = moved_rotation(d, pose.rotation);
    return pose;
}

static inline double moved_number(draw *d, double number)
{
    return number + d->move * draw_between(d, -1, 1);
}

/// The frames before the last one of something that follows do not depend on the move: what is left of them is kept for the next call.
/// True: `state` is from there, and *d goes on as after it.
typedef struct frames_before {
    const void *setup;
    uint64_t    seed, seed_after;
} frames_before;

static inline bool has_frames_before(frames_before *kept, const void *setup, draw *d)
{
    if (kept->setup == setup && kept->seed == d->seed) {
        d->seed = kept->seed_after;
        return true;
    }
    kept->setup = setup;
    kept->seed = d->seed;
    return false;
}

/// A part of the way between two postures that swings from 0 to 1 and back.
typedef struct swing {
    double rate, phase;
} swing;

static inline swing draw_swing(draw *d)
{
    const double rate = draw_between(d, 0.5, 3);
    return (swing){ rate, draw_between(d, 0, 6) };
}

static inline double swing_at(swing s, double t)
{
    return 0.5 + 0.5 * swv_sin(s.phase + s.rate * t);
}

static inline swv_pose between(swv_pose a, swv_pose b, double part)
{
    const swv_vec3 turn = swv_rotation_vector_from_quat(swv_quat_mul(swv_quat_conjugate(a.rotation), b.rotation));
    return (swv_pose){ swv_vec3_add(a.position, swv_vec3_scale(part, swv_vec3_sub(b.position, a.position))),
                       swv_quat_mul(a.rotation, swv_quat_from_rotation_vector(swv_vec3_scale(part, turn))) };
}

// ---- answers ----

enum { ANSWER_PLACES = 512 };

/// What a function says: places relative to the size, how it ended, whether it says that it jumped.
typedef struct answer {
    int         count;  ///< 0: there is no answer, and nothing to compare
    swv_vec3    places[ANSWER_PLACES];
    const char *names[ANSWER_PLACES];
    jump_where  where;
    bool        jumped;
} answer;

static inline void add_place(answer *a, const char *name, swv_vec3 place, double size)
{
    assert_true(a->count < ANSWER_PLACES);
    a->names[a->count] = name;
    a->places[a->count++] = swv_vec3_scale(1.0 / size, place);
}

/// A frame as places: its origin and points on its axes, `arm` away. What is turned moves them, so `arm` weighs turns against shifts: a small
/// turn of t radians counts as a shift by t `arm`. Cases take a quarter of `size`; this was chosen.
static inline void add_frame(answer *a, const char *name, swv_pose frame, double arm, double size)
{
    add_place(a, name, frame.position, size);
    add_place(a, name, swv_pose_apply(frame, (swv_vec3){ arm, 0, 0 }), size);
    add_place(a, name, swv_pose_apply(frame, (swv_vec3){ 0, arm, 0 }), size);
    add_place(a, name, swv_pose_apply(frame, (swv_vec3){ 0, 0, arm }), size);
}

static inline jump_where where_of(swv_outcome outcome)
{
    switch (outcome) {
    case SWV_REACHED:
        return WHERE_REACHED;
    case SWV_LIMITED:
        return WHERE_LIMITED;
    case SWV_OUT_OF_REACH:
    case SWV_TOO_NEAR:
        return WHERE_OUT_OF_REACH;
    default:
        return WHERE_OTHERWISE;
    }
}

/// How far the place that moves most does; *place takes which.
static inline double answer_move(const answer *a, const answer *b, int *place)
{
    double most = 0.0;
    *place = 0;
    if (!a->count || !b->count)
        return 0.0;
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const double moved = swv_vec3_length(swv_vec3_sub(a->places[i], b->places[i]));
        if (moved > most) {
            most = moved;
            *place = i;
        }
    }
    return most;
}

/// Of all solutions, `count` rows of `stride` numbers, the one whose angles are nearest to a posture; -1 if there are none.
static inline int nearest_row(const double *rows, int stride, int count, int angles, const double *posture)
{
    int    nearest = -1;
    double least = INFINITY;
    for (int row = 0; row < count; row++) {
        double distance = 0.0;
        for (int i = 0; i < angles; i++) {
            const double off = swv_angle_wrap(rows[row * stride + i] - posture[i]);
            distance += off * off;
        }
        if (distance < least) {
            least = distance;
            nearest = row;
        }
    }
    return nearest;
}

// ---- functions under test ----

typedef struct perturbed {
    const char *name;  ///< the function, and how it is called if there are several ways
    /// Draw the case, solve it and fill in the answer, which is all zeros before.
    void (*solve)(const void *setup, draw *d, answer *out);
    const void *setup;            ///< what it wants to know; may be NULL
    int         drawn, searched;  ///< how many cases of each
    unsigned    meets;            ///< bit for each jump_where that the drawn cases must meet, all of them together
    double      span;             ///< how far the search goes, of the size; 0: a tenth
} perturbed;

#define MEETS(where) (1u << (where))
#define MEETS_ALL    (MEETS(WHERE_REACHED) | MEETS(WHERE_LIMITED) | MEETS(WHERE_OUT_OF_REACH))

static inline void solve_case(const perturbed *f, int number, double move, answer *out)
{
    // Of its own for each case, and the same for all functions: a new name changes nothing.
    draw d = { swv_random_for(2027, 0, (uint64_t)number), move };
    memset(out, 0, sizeof *out);
    f->solve(f->setup, &d, out);
    for (int i = 0; i < out->count; i++)
        assert_true(swv_vec3_is_finite(out->places[i]));
}

/// Two moves of the inputs, and their answers.
typedef struct stretch {
    double low, high;
    answer at_low, at_high;
} stretch;

/// Keep the half in which the answer moves more, until the stretch is no longer than `length`.
static inline void narrow(const perturbed *f, int number, double length, stretch *s)
{
    static answer middle;
    int           place;
    while (s->high - s->low > length) {
        const double at = 0.5 * (s->low + s->high);
        solve_case(f, number, at, &middle);
        if (answer_move(&s->at_low, &middle, &place) >= answer_move(&middle, &s->at_high, &place)) {
            s->high = at;
            s->at_high = middle;
        } else {
            s->low = at;
            s->at_low = middle;
        }
    }
}

/// The stretch of a case, 1e-6 long.
static inline void stretch_of(const perturbed *f, jump_how how, int number, stretch *s)
{
    const double span = f->span > 0.0 ? f->span : 0.1;
    s->low = 0.0;
    s->high = how == HOW_DRAWN ? INPUT_MOVE : span;
    solve_case(f, number, s->low, &s->at_low);
    solve_case(f, number, s->high, &s->at_high);
    narrow(f, number, INPUT_MOVE, s);
}

/// Whether the answer still jumps when the stretch is a millionth as long. If not, it is continuous there but steep.
static inline bool is_torn(const perturbed *f, int number, stretch *s)
{
    int place;
    narrow(f, number, 1e-6 * INPUT_MOVE, s);
    return answer_move(&s->at_low, &s->at_high, &place) > ANSWER_MOVE;
}

static const char *const where_names[WHERE_COUNT] = { "reached", "limited", "out of reach", "otherwise" };
static const char *const how_names[HOW_COUNT] = { "drawn", "searched" };

enum { LOOKED_AT = 25 };  // of the jumps, to see whether they are torn

/// What came of the cases of one function that ended in one way.
typedef struct jump_tally {
    int    cases, jumps, torn, said;
    double worst;
    int    worst_case;
    char   worst_place[64];
} jump_tally;

/// One function, tried in one way.
typedef struct perturbation {
    const char      *room;
    const perturbed *function;
    jump_how         how;
    char             name[96];
} perturbation;

static inline const known_jump *known_jump_of(const perturbation *p, jump_where where)
{
    for (size_t i = 0; i < sizeof known_jumps / sizeof known_jumps[0]; i++) {
        const known_jump *known = &known_jumps[i];
        if (!strcmp(known->room, p->room) && !strcmp(known->function, p->function->name) && known->how == p->how &&
            known->where == where)
            return known;
    }
    return NULL;
}

/// The list against what was counted. More jumps than listed fail, much fewer too, so that the list shrinks. Where only some of the
/// cases are tried (SWIVEL_SAMPLED, SWIVEL_SANITIZED) they are the first ones of all: no more jumps than listed.
static inline bool agrees_with_list(const perturbation *p, jump_where where, const jump_tally *t, bool all_cases)
{
    const known_jump *known = known_jump_of(p, where);
    const int         jumps = known ? known->jumps : 0;
    bool              agrees = true;
    if (t->jumps > jumps) {
        print_error("%s, %s: %d of %d cases jump, known_jumps.h lists %d. The worst: %g of the size, %s, case %d\n",
                    p->name, where_names[where], t->jumps, t->cases, jumps, t->worst, t->worst_place, t->worst_case);
        agrees = false;
    } else if (known && t->worst > known->worst) {
        print_error("%s, %s: an answer moves by %g of the size (%s, case %d), known_jumps.h lists at most %g\n",
                    p->name, where_names[where], t->worst, t->worst_place, t->worst_case, known->worst);
        agrees = false;
    }
    if (known && all_cases && 2 * t->jumps < known->jumps) {
        print_error("%s, %s: only %d of %d cases jump, known_jumps.h lists %d. Fewer jumps are better: %s\n", p->name,
                    where_names[where], t->jumps, t->cases, known->jumps,
                    t->jumps ? "write the new numbers into the list" : "take the row out of the list");
        agrees = false;
    }
    if (!agrees)
        print_error("the row as it would be now:\n    { \"%s\", \"%s\", %s, %s, %d, %d, %.2g },\n", p->room,
                    p->function->name, how_constants[p->how], where_constants[where], t->jumps, t->cases,
                    1.05 * t->worst);
    return agrees;
}

/// All cases of one function in one way. *state is a perturbation.
static inline void small_moves_give_small_moves(void **state)
{
    const perturbation *p = *state;
    const perturbed    *f = p->function;
    const int           all = p->how == HOW_DRAWN ? f->drawn : f->searched, cases = CASES(all);
    jump_tally          tallies[WHERE_COUNT] = { 0 };
    double              largest_kept = 0.0;
    static stretch      s;
    for (int number = 0; number < cases; number++) {
        stretch_of(f, p->how, number, &s);
        int          place;
        const double moved = answer_move(&s.at_low, &s.at_high, &place);
        jump_tally  *t = &tallies[s.at_low.where];
        t->cases++;
        if (moved <= ANSWER_MOVE) {
            largest_kept = fmax(largest_kept, moved);
        } else if (s.at_low.jumped || s.at_high.jumped) {
            t->said++;
        } else {
            t->jumps++;
            if (moved > t->worst) {
                t->worst = moved;
                t->worst_case = number;
                snprintf(t->worst_place, sizeof t->worst_place, "%s", s.at_low.names[place]);
            }
            if (t->jumps <= LOOKED_AT)
                t->torn += is_torn(f, number, &s);
        }
    }
    print_message("%s: %d cases; those that do not jump move by at most %.1e\n", p->name, cases, largest_kept);
    bool agrees = true;
    for (int where = 0; where < WHERE_COUNT; where++) {
        const jump_tally *t = &tallies[where];
        if (p->how == HOW_DRAWN && cases == all && (f->meets & MEETS(where)) && !t->cases) {
            print_error("%s: no case is %s\n", f->name, where_names[where]);
            agrees = false;
        }
        if (!t->cases && !known_jump_of(p, (jump_where)where))
            continue;
        print_message("    %-13s%6d", where_names[where], t->cases);
        if (t->jumps)
            print_message(", %d jump, worst %.3g (%s, case %d), %d of the first %d torn", t->jumps, t->worst,
                          t->worst_place, t->worst_case, t->torn, t->jumps < LOOKED_AT ? t->jumps : LOOKED_AT);
        if (t->said)
            print_message(", %d say that they jump", t->said);
        print_message("\n");
        agrees = agrees_with_list(p, (jump_where)where, t, cases == all) && agrees;
    }
    assert_true(agrees);
}

/// One case, shown.
static inline void show_case(const perturbation *p, int number)
{
    static stretch s;
    stretch_of(p->function, p->how, number, &s);
    printf("inputs moved by %.9g and by %.9g\n", s.low, s.high);
    for (int i = 0; i < s.at_low.count; i++) {
        const swv_vec3 a = s.at_low.places[i], b = s.at_high.places[i];
        printf("%-24s (%9.6f %9.6f %9.6f) -> (%9.6f %9.6f %9.6f)  moved %.2e\n", s.at_low.names[i], a.x, a.y, a.z, b.x,
               b.y, b.z, swv_vec3_length(swv_vec3_sub(a, b)));
    }
    printf("%s -> %s%s\n", where_names[s.at_low.where], where_names[s.at_high.where],
           s.at_low.jumped || s.at_high.jumped ? ", said to jump" : "");
    printf("%s\n", is_torn(p->function, number, &s) ? "torn: it jumps however little the input moves" : "not torn");
}

/// main() of a test file: its room, its functions, and the program's arguments.
static inline int run_perturbations(const char *room, const perturbed *functions, int count, int argc, char **argv)
{
    static struct CMUnitTest tests[128];
    static perturbation      ways[128];
    int                      n = 0;
    for (int i = 0; i < count; i++)
        for (int how = 0; how < HOW_COUNT && n < 128; how++) {
            perturbation *p = &ways[n];
            *p = (perturbation){ room, &functions[i], (jump_how)how, "" };
            if (!(how == HOW_DRAWN ? functions[i].drawn : functions[i].searched))
                continue;
            snprintf(p->name, sizeof p->name, "%s, %s", functions[i].name, how_names[how]);
            if (argc == 4 && !strcmp(argv[1], functions[i].name) && !strcmp(argv[2], how_names[how])) {
                show_case(p, atoi(argv[3]));
                return 0;
            }
            tests[n] = (struct CMUnitTest){ p->name, small_moves_give_small_moves, NULL, NULL, p };
            n++;
        }
    if (argc > 1) {
        fprintf(stderr, "usage: %s [FUNCTION drawn|searched CASE]\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < sizeof known_jumps / sizeof known_jumps[0]; i++) {
        bool is_tried = strcmp(known_jumps[i].room, room) != 0;
        for (int k = 0; k < n && !is_tried; k++)
            is_tried = !strcmp(known_jumps[i].function, ways[k].function->name) && known_jumps[i].how == ways[k].how;
        if (!is_tried) {
            fprintf(stderr, "known_jumps.h lists %s of %s, which is not tried\n", known_jumps[i].function, room);
            return 1;
        }
    }
    return _cmocka_run_group_tests(room, tests, (size_t)n, NULL, NULL);
}

#define RUN_PERTURBATIONS(room, functions, argc, argv) \
    run_perturbations(room, functions, (int)(sizeof(functions) / sizeof(functions)[0]), argc, argv)

#endif
