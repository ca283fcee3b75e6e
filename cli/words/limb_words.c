// SPDX-License-Identifier: MIT
// What the verbs of the human limb share (limb_words.h). Options are degrees where their names say so; inside, metres and radians.
#include "words/limb_words.h"

#include <stdio.h>
#include <string.h>

#include "io/json.h"
#include "io/message.h"
#include "words/values.h"

// ---- words in ----

static const char *const names[] = { [SWV_LIMB_ARM] = "arm", [SWV_LIMB_LEG] = "leg" };

bool names_limb(const char *word)
{
    return strcmp(word, names[SWV_LIMB_ARM]) == 0 || strcmp(word, names[SWV_LIMB_LEG]) == 0;
}

bool is_about_limb(int count, char **words)
{
    if (count > 0 && words[0][0] != '-')
        return names_limb(words[0]);
    for (int i = 0; i < count; i++) {
        if (names_limb(words[i]))
            return true;
    }
    return false;
}

static void read_size(const limb_words *words, swv_limb *limb)
{
    const char *lengths = words->common.lengths, *stature = words->stature, *softness = words->common.softness;
    if (lengths && stature)
        fail("--lengths and --stature cannot be used together");
    if (lengths) {
        double l[2];
        read_numbers("--lengths", lengths, 2, "a limb has 2 lengths", l);
        if (swv_limb_set_lengths(limb, l[0], l[1]) != SWV_OK)
            fail("--lengths: '%s' are not valid lengths of a limb; both are in metres and must be more than 0",
                 lengths);
    }
    if (stature) {
        double height;
        read_numbers("--stature", stature, 1, "a stature is 1 number, in metres", &height);
        if (swv_limb_set_stature(limb, height) != SWV_OK)
            fail("--stature: '%s' is not a body height; it is in metres and must be more than 0", stature);
    }
    if (softness) {
        read_numbers("--softness", softness, 1, "a softness is 1 number, in metres", &limb->softness);
        if (!(limb->softness >= 0.0 && limb->softness <= 0.5 * (limb->upper + limb->lower)))
            fail("--softness: '%s' is not between 0 and half the limb's length, in metres", softness);
    }
}

static void read_wish(const limb_words *words, swv_limb_goal *goal)
{
    const char *swivel = words->common.swivel;
    if (swivel && words->towards)
        fail("--swivel-deg and --elbow-towards cannot be used together");
    if (words->towards) {
        double d[3];
        read_numbers("--elbow-towards", words->towards, 3, "a direction has 3", d);
        goal->elbow = SWV_ELBOW_TOWARDS;
        goal->direction = (swv_vec3){ d[0], d[1], d[2] };
        if (!(swv_vec3_length(goal->direction) > 0.0))
            fail("--elbow-towards: the direction is zero");
    } else if (swivel && strcmp(swivel, "natural") != 0) {
        goal->elbow = SWV_ELBOW_SWIVEL;
        read_numbers("--swivel-deg", swivel, 1, "a swivel is 1 number, in degrees, or 'natural'", &goal->swivel);
        goal->swivel *= SWV_PI / 180.0;
    } else if (words->previous && !swivel) {
        goal->elbow = SWV_ELBOW_PREVIOUS;
    }
}

void describe_limb_posture(char text[EXPECTED_SIZE], const limb_request *request)
{
    snprintf(text, EXPECTED_SIZE, "a posture of %s has %d ('swivel models %s' shows its angles)", request->name,
             SWV_LIMB_ANGLES, request->name);
}

void read_limb_posture(const char *option, const char *text, const limb_request *request, swv_limb_posture *posture)
{
    double q[SWV_LIMB_ANGLES];
    char   expected[EXPECTED_SIZE];
    describe_limb_posture(expected, request);
    read_numbers(option, text, SWV_LIMB_ANGLES, expected, q);
    for (int i = 0; i < SWV_LIMB_ANGLES; i++)
        q[i] *= SWV_PI / 180.0;
    const swv_status status = swv_limb_posture_from_angles(&request->limb, q, posture);
    if (status == SWV_BAD_POSTURE)
        fail("%s: %s", option, limb_hinge_problem(request));
    if (status != SWV_OK)
        fail("%s: %s", option, swv_status_text(status));
}

const char *limb_hinge_problem(const limb_request *request)
{
    return request->limb.kind == SWV_LIMB_LEG ? "the fourth angle, knee-flexion, is 0 to 180 degrees"
                                              : "the fourth angle, elbow-flexion, is 0 to 180 degrees";
}

void read_limb(const char *verb, const limb_words *words, limb_request *request)
{
    const char *model = words->common.model;
    if (!names_limb(model))
        fail("%s: supports the models arm and leg, not %s", verb, model);
    const bool               is_leg = strcmp(model, names[SWV_LIMB_LEG]) == 0;
    static const char *const sides[] = { "right", "left" };
    const swv_side           side = (swv_side)read_word("--side", words->common.side, 2, sides);
    *request = (limb_request){ .name = names[is_leg], .has_limits = !words->common.no_limits };
    (void)swv_limb_make(is_leg ? SWV_LIMB_LEG : SWV_LIMB_ARM, side, &request->limb);
    if (words->common.no_limits) {
        swv_limb_limits none;
        (void)swv_limb_no_limits(&none);
        (void)swv_limb_set_limits(&request->limb, &none);
    }
    read_size(words, &request->limb);
    for (int i = 0; i < SWV_LIMB_ANGLES; i++)
        request->angle_names[i] = swv_limb_angle_name(request->limb.kind, i);
    for (int i = 0; i < SWV_LIMB_LIMITS; i++)
        request->limit_names[i] = swv_limb_limit_name(request->limb.kind, i);
    request->goal.is_position_only = words->is_position_only;
    request->compromise = words->keep_hand ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
    read_wish(words, &request->goal);
    if (words->previous) {
        read_limb_posture("--previous", words->previous, request, &request->previous);
        request->has_previous = true;
    }
}

// ---- words out ----

swv_status find_limb_solution(const limb_request *request, const swv_pose *end, limb_solution *solution)
{
    swv_limb_goal goal = request->goal;
    swv_pose      reached;
    goal.end = *end;
    swv_status status = swv_limb_solve(&request->limb, &goal, request->has_previous ? &request->previous : NULL,
                                       request->compromise, &solution->posture, &solution->report);
    if (status == SWV_OK)
        status = swv_limb_angles(&request->limb, &solution->posture, solution->angles);
    if (status == SWV_OK)
        status = swv_limb_forward(&request->limb, &solution->posture, &reached, &solution->elbow);
    return status;
}

ending limb_ending(const limb_request *request, const swv_limb_report *report)
{
    return (ending){ report->outcome, report->position_error, report->rotation_error, report->broken,
                     request->limit_names };
}

void json_limb_request(const limb_request *request, const swv_pose *end)
{
    const swv_limb *limb = &request->limb;
    printf("{\"model\": \"%s\", \"side\": \"%s\", \"upper\": ", request->name,
           limb->side == SWV_LEFT ? "left" : "right");
    json_number(limb->upper);
    fputs(", \"lower\": ", stdout);
    json_number(limb->lower);
    printf(", \"limits\": %s,\n \"hand\": ", request->has_limits ? "true" : "false");
    json_pose(*end);
    fputs(",\n", stdout);
}
