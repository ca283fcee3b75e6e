// SPDX-License-Identifier: MIT
// What the verbs of the closed-form arm share (arm_words.h). Options are degrees where their names say so; inside, metres and radians.
#include "words/arm_words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/json.h"
#include "io/message.h"
#include "io/number.h"
#include "words/names.h"
#include "words/posture.h"
#include "words/values.h"

// ---- words in ----

static void read_wish(const char *text, arm_request *request)
{
    if (!text || strcmp(text, "natural") == 0)
        return;
    if (strcmp(text, "roomiest") == 0) {
        request->wishes = WISH_ROOMIEST;
        return;
    }
    read_numbers("--swivel-deg", text, 1, "a swivel is 1 number, in degrees, or 'natural' or 'roomiest'",
                 &request->wish);
    request->wish *= SWV_PI / 180.0;
    request->wishes = WISH_GIVEN;
}

void read_arm(const char *verb, const arm_words *words, arm_request *request)
{
    swv_chain chain;
    *request = (arm_request){ .model = find_model(words->model, &chain), .has_limits = !words->no_limits };
    const bool is_leg = strcmp(request->model->name, "leg7") == 0;
    if (!is_leg && strcmp(request->model->name, "arm7") != 0)
        fail("%s: supports the models arm7 and leg7, not %s", verb, request->model->name);

    swv_arm *arm = &request->arm;
    if (is_leg)
        swv_arm_make_human_leg(arm);
    else
        swv_arm_make_human(arm);
    if (words->lengths) {
        double lengths[2];
        read_numbers("--lengths", words->lengths, 2, "a limb has 2 lengths", lengths);
        if (swv_arm_make(lengths[0], lengths[1], arm) != SWV_OK)
            fail("--lengths: '%s' are not valid lengths of a limb; both are in metres and must be more than 0",
                 words->lengths);
        arm->is_leg = is_leg;
    }
    if (words->softness) {
        read_numbers("--softness", words->softness, 1, "a softness is 1 number, in metres", &arm->softness);
        if (!(arm->softness >= 0.0 && arm->softness <= 0.5 * (arm->upper_arm + arm->forearm)))
            fail("--softness: '%s' is not between 0 and half the limb's length, in metres", words->softness);
    }
    for (int i = 0; i < 7; i++) {
        const swv_chain_joint *joint = &chain.joints[i];
        const swv_status       status = swv_arm_set_limits(arm, i, words->no_limits ? -INFINITY : joint->lower,
                                                     words->no_limits ? INFINITY : joint->upper);
        if (status != SWV_OK)
            fail("model %s: %s", request->model->name, swv_status_text(status));
    }
    static const char *const sides[] = { "right", "left" }, *const references[] = { "down", "smooth" };
    arm->side = (swv_side)read_word("--side", words->side, 2, sides);
    if (is_leg && words->reference)
        fail("--reference: a leg has one reference only, the knee straight ahead");
    arm->reference = (swv_swivel_reference)read_word("--reference", words->reference, 2, references);
    read_wish(words->swivel, request);
}

static swv_quat rotation_from_euler(const char *text)
{
    static const char *const names[SWV_EULER_ORDER_COUNT] = {
        [SWV_EULER_XYZ] = "XYZ", [SWV_EULER_XZY] = "XZY", [SWV_EULER_YXZ] = "YXZ", [SWV_EULER_YZX] = "YZX",
        [SWV_EULER_ZXY] = "ZXY", [SWV_EULER_ZYX] = "ZYX", [SWV_EULER_XYX] = "XYX", [SWV_EULER_XZX] = "XZX",
        [SWV_EULER_YXY] = "YXY", [SWV_EULER_YZY] = "YZY", [SWV_EULER_ZXZ] = "ZXZ", [SWV_EULER_ZYZ] = "ZYZ",
    };
    while (*text == ' ')
        text++;
    const size_t length = strcspn(text, ", ");
    const char  *rest = text + length + strspn(text + length, " ");
    char         order[4] = "";
    for (size_t i = 0; length == 3 && i < 3; i++)
        order[i] = (char)toupper((unsigned char)text[i]);
    int i = 0;
    while (i < SWV_EULER_ORDER_COUNT && strcmp(order, names[i]) != 0)
        i++;
    if (i == SWV_EULER_ORDER_COUNT)
        fail("--euler-deg: '%.*s' is not an order of axes; it must begin with one, as in ZXY,10,20,30",
             (int)(length < 40 ? length : 40), text);
    double angles[3];
    if (*rest != ',')
        fail("--euler-deg: no angles after the order; as in ZXY,10,20,30");
    read_numbers("--euler-deg, after the order", rest + 1, 3, "an order has 3 angles", angles);
    for (int k = 0; k < 3; k++)
        angles[k] *= SWV_PI / 180.0;
    return swv_quat_from_mat3(swv_mat3_from_euler((swv_euler_order)i, angles));
}

void read_hand(const char *verb, const arm_words *words, swv_pose *hand)
{
    if (!words->hand)
        fail("%s: no target given; use --hand, as in 'swivel help %s'", verb, verb);
    if (words->orient && words->euler)
        fail("%s: --orient and --euler-deg cannot be used together", verb);
    double p[3], r[4] = { 0.0, 0.0, 0.0, 1.0 };
    read_numbers("--hand", words->hand, 3, "a position has 3", p);
    if (words->orient)
        read_numbers("--orient", words->orient, 4, "a quaternion has 4", r);
    *hand = (swv_pose){ { p[0], p[1], p[2] }, { r[0], r[1], r[2], r[3] } };
    if (words->euler)
        hand->rotation = rotation_from_euler(words->euler);
    if (swv_pose_check(hand) != SWV_OK)
        fail("--orient: the quaternion is zero");
}

void check_target_words(const arm_words *words, const char *path, const char *threads)
{
    if (!words->hand && !path)
        fail("solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)");
    if (words->hand && path)
        fail("solve: --hand and --targets cannot be used together");
    if (path && (words->orient || words->euler))
        fail("solve: %s works only with --hand; each line of --targets has its own",
             words->orient ? "--orient" : "--euler-deg");
    if (path && words->json)
        fail("solve: --json works only with --hand; --targets gives comma-separated values");
    if (threads && !path)
        fail("solve: --threads works only with --targets");
}

double arm_wish(const arm_request *request, const swv_pose *hand)
{
    double       swivel = request->wish;
    swv_arm_room room = { .family = -1 };
    if (request->wishes == WISH_ROOMIEST)
        (void)swv_arm_roomiest(&request->arm, hand, &room);
    if (room.family >= 0)
        return room.swivel;
    if (request->wishes != WISH_GIVEN)
        (void)swv_arm_natural_swivel(&request->arm, hand, &swivel);
    return swivel;
}

// ---- many targets ----

bool row_pose(const double values[7], int field, swv_pose *pose, char problem[CSV_PROBLEM_SIZE])
{
    *pose = (swv_pose){ { values[0], values[1], values[2] }, { values[3], values[4], values[5], values[6] } };
    if (swv_pose_check(pose) == SWV_OK)
        return true;
    snprintf(problem, CSV_PROBLEM_SIZE, "fields %d to %d: the quaternion is zero", field + 3, field + 6);
    return false;
}

// ---- words out ----

// A distance as people say it: 12.3 mm, 4.56 m.
static void write_distance(char *text, size_t size, double metres)
{
    if (metres >= 1.0)
        snprintf(text, size, "%.3g m", metres);
    else
        snprintf(text, size, metres >= 0.1 ? "%.1f mm" : "%.3g mm", 1000.0 * metres);
}

ending arm_ending(const swv_model *model, const swv_arm_report *report)
{
    return (ending){ report->outcome, report->position_error, report->rotation_error, report->outside,
                     model->joint_names };
}

void describe_outcome(char text[OUTCOME_SIZE], const ending *e)
{
    char distance[64];
    write_distance(distance, sizeof distance, e->position_error);
    int         length = 0;
    const char *what = swv_outcome_text(e->outcome);
    if (e->outcome == SWV_OUT_OF_REACH || e->outcome == SWV_SOFTENED)
        length = snprintf(text, OUTCOME_SIZE, "%s: %s short", what, distance);
    else if (e->outcome == SWV_TOO_NEAR)
        length = snprintf(text, OUTCOME_SIZE, "%s: %s off", what, distance);
    else if (e->outcome == SWV_LIMITED && !e->broken)
        length =
            snprintf(text, OUTCOME_SIZE, "%s: %s%s%.3g degrees off", what, e->position_error < 1e-9 ? "" : distance,
                     e->position_error < 1e-9 ? "" : " and ", shown_degrees(e->rotation_error, 3));
    else if (!e->broken)
        length = snprintf(text, OUTCOME_SIZE, "%s", what);
    const char *before = length > 0 ? "; limits broken: " : "limits broken: ";
    for (int i = 0; e->broken >> i; i++) {
        if (!(e->broken >> i & 1))
            continue;
        length += snprintf(text + length, OUTCOME_SIZE - (size_t)length, "%s%s", before, e->names[i]);
        before = ", ";
    }
}

void print_limits(double lower, double upper)
{
    if (isinf(lower) && isinf(upper))
        puts("   none");
    else
        printf("   %.6g to %.6g\n", shown_degrees(lower, 6), shown_degrees(upper, 6));
}

void print_places(bool is_leg, int name_width, int count, const place *places)
{
    static const char *const axes = "xyz";
    printf("    %-*s", name_width, "swivel");
    for (int i = 0; i < count; i++)
        printf(" %9.3f ", shown_degrees(places[i].swivel, 3));
    puts("  degrees");
    for (int axis = 0; axis < 3; axis++) {
        printf("    %s at %-*c", is_leg ? "knee" : "elbow", name_width - (is_leg ? 8 : 9), axes[axis]);
        for (int i = 0; i < count; i++) {
            const swv_vec3 e = places[i].elbow;
            const double   value = axis == 0 ? e.x : axis == 1 ? e.y : e.z;
            printf(" %9.4f ", fabs(value) < 0.00005 ? 0.0 : value);
        }
        puts("  metres");
    }
}

void json_request(const arm_request *request, const swv_pose *hand)
{
    const swv_arm *arm = &request->arm;
    fputs("{\"model\": ", stdout);
    json_string(request->model->name);
    printf(", \"side\": \"%s\", \"reference\": \"%s\", \"upper_arm\": ", arm->side == SWV_LEFT ? "left" : "right",
           arm->is_leg                           ? "ahead"
           : arm->reference == SWV_SWIVEL_SMOOTH ? "smooth"
                                                 : "down");
    json_number(arm->upper_arm);
    fputs(", \"forearm\": ", stdout);
    json_number(arm->forearm);
    printf(", \"limits\": %s,\n \"hand\": ", request->has_limits ? "true" : "false");
    json_pose(*hand);
    fputs(",\n \"wish\": ", stdout);
    json_number(arm_wish(request, hand));
    fputs(",\n", stdout);
}
