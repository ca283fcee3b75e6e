// SPDX-License-Identifier: MIT
// The verb models: what models there are, and what they are made of; for people or as JSON.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

#include "io/json.h"
#include "io/message.h"
#include "words/limb_words.h"
#include "words/posture.h"
#include "verbs/models_human.h"
#include "verbs/verb.h"
#include "words/words.h"

/// A model with all that is shown of it.
typedef struct details {
    const swv_model *model;
    swv_chain        chain;
    swv_axis         axes[SWV_MAX_JOINTS];     ///< in the zero posture
    double           lengths[SWV_MAX_JOINTS];  ///< from each joint's origin to the next one's; the last to the tip
    swv_pose         tip;                      ///< in the zero posture
} details;

/// A human limb, for people to read; the rest of it is in limb.h.
typedef struct limb_text {
    const char *name, *summary, *origin, *upper, *lower;
    const char *positive[SWV_LIMB_ANGLES];  ///< what a positive angle does
} limb_text;

enum { LIMBS = 2, LIMB_JOINTS = 4 };  // ball joint, hinge, pronation, wrist

static const limb_text limbs[LIMBS] = {
    { "arm",
      "the human arm: ball joint, hinge, pronation, wrist; limits of people",
      "the shoulder",
      "upper arm",
      "forearm",
      { "plane of elevation: 0 to the side, 90 forward", "0 hanging, 180 straight up", "inward", "0 straight",
        "palm down; 0: the thumb towards the side the elbow bends to", "towards the palm", "towards the thumb" } },
    { "leg",
      "the human leg: ball joint, hinge, rotation of the foot, ankle; limits of people",
      "the hip",
      "thigh",
      "shank",
      { "thigh forward", "away from the other leg", "outward", "0 straight", "toes outward", "the toes go down",
        "the sole faces outward" } },
};

static void find_details(details *d, const char *name)
{
    d->model = find_model(name, &d->chain);
    const swv_status status = swv_chain_to_axes(&d->chain, d->axes, &d->tip);
    if (status != SWV_OK)
        fail("model %s: %s", name, swv_status_text(status));
    const int last = d->chain.joint_count - 1;
    for (int i = 0; i < last; i++)
        d->lengths[i] = swv_vec3_length(d->chain.joints[i + 1].origin);
    d->lengths[last] = swv_vec3_length(d->chain.tip.position);
}

// ---- for people ----

static const double shown_to = 1e-6;  // smaller differences are not shown

static double rounded_to_zero(double value)
{
    return fabs(value) < shown_to ? 0.0 : value;
}

/// Numbers below each other: as many decimals as the one that needs most, up to five digits of a number.
typedef struct column {
    int decimals, width;
} column;

static void fit_column(column *c, double value)
{
    int most = 5;
    for (double rest = fabs(value); rest >= 1.0 && most > 0; rest /= 10.0)
        most--;
    double scale = pow(10.0, c->decimals);
    for (; c->decimals < most && fabs(value - round(value * scale) / scale) > shown_to; scale *= 10.0)
        c->decimals++;
    const int width = snprintf(NULL, 0, "%.*f", c->decimals, rounded_to_zero(value));
    c->width = width > c->width ? width : c->width;
}

static void fit_column_to_vector(column *c, swv_vec3 v)
{
    fit_column(c, v.x);
    fit_column(c, v.y);
    fit_column(c, v.z);
}

static void print_in_column(const column *c, double value)
{
    printf("  %*.*f", c->width, c->decimals, rounded_to_zero(value));
}

static void print_vector_in_columns(const column *c, swv_vec3 v)
{
    print_in_column(c, v.x);
    print_in_column(c, v.y);
    print_in_column(c, v.z);
}

static void print_vector(swv_vec3 v)
{
    printf("(%.6g, %.6g, %.6g)", rounded_to_zero(v.x), rounded_to_zero(v.y), rounded_to_zero(v.z));
}

static void print_limit(double value, bool slides)
{
    if (isinf(value))
        fputs("none", stdout);
    else
        printf("%.6g", !slides ? value * (180.0 / SWV_PI) : value);
}

static void print_joint_limits(const swv_chain_joint *joint, const char *length_unit)
{
    print_limit(joint->lower, joint->slides);
    if (isinf(joint->lower) && isinf(joint->upper))
        return;
    fputs(" to ", stdout);
    print_limit(joint->upper, joint->slides);
    if (joint->slides)
        printf(" %s", length_unit);
}

// Which joint it follows: the one that has the coordinate, should the leader follow another in turn.
static const char *leader_name(const details *d, const swv_chain_joint *joint)
{
    return d->model->joint_names[joint_of_coordinate(&d->chain, joint->coordinate)];
}

static void print_following(const details *d, const swv_chain_joint *joint)
{
    printf("; follows %s, ratio %.6g", leader_name(d, joint), joint->ratio);
    if (fabs(joint->offset) >= shown_to)
        printf(", offset %.6g", !joint->slides ? joint->offset * (180.0 / SWV_PI) : joint->offset);
}

static void print_table(void)
{
    puts("name                    joints   dof   summary");
    printf("%-22s  %6d  %4d   %s\n", HUMAN_NAME, SWV_HUMAN_JOINTS, human_freedoms(), HUMAN_SUMMARY);
    for (int i = 0; i < LIMBS; i++)
        printf("%-22s  %6d  %4d   %s\n", limbs[i].name, LIMB_JOINTS, SWV_LIMB_ANGLES, limbs[i].summary);
    for (int i = 0; i < swv_model_count(); i++) {
        swv_chain        chain;
        const swv_model *model = find_model(swv_model_at(i)->name, &chain);
        printf("%-22s  %6d  %4d   %s\n", model->name, model->joint_count, chain.dof, model->summary);
    }
    puts("\n'swivel models NAME' shows the joints, axes, lengths and limits of one.");
}

static void print_joints(const details *d, const char *unit)
{
    const int count = d->chain.joint_count;
    char      point_heading[32];
    snprintf(point_heading, sizeof point_heading, "axis through (%s)", unit);
    int    name_width = 0;
    column point = { 0, 5 }, direction = { 0, 2 }, length = { 0, 7 };  // at least as wide as their headings
    for (int pass = 0; pass < 2; pass++) {  // the widths of the first joints need the decimals of the last
        for (int i = 0; i < count; i++) {
            const int width = (int)strlen(d->model->joint_names[i]);
            name_width = width > name_width ? width : name_width;
            fit_column_to_vector(&point, d->axes[i].point);
            fit_column_to_vector(&direction, d->axes[i].direction);
            fit_column(&length, d->lengths[i]);
        }
    }
    printf("    %-*s  moves     %-*s    %-*s    %*s   limits (degrees)\n", name_width, "joint", 3 * point.width + 4,
           point_heading, 3 * direction.width + 4, "along", length.width, "to next");
    for (int i = 0; i < count; i++) {
        const swv_chain_joint *joint = &d->chain.joints[i];
        printf("%3d %-*s  %-6s  ", i + 1, name_width, d->model->joint_names[i], !joint->slides ? "turns" : "slides");
        print_vector_in_columns(&point, d->axes[i].point);
        fputs("  ", stdout);
        print_vector_in_columns(&direction, d->axes[i].direction);
        fputs("  ", stdout);
        print_in_column(&length, d->lengths[i]);
        fputs("   ", stdout);
        print_joint_limits(joint, d->model->length_unit);
        if (joint->follows >= 0)
            print_following(d, joint);
        putchar('\n');
    }
}

static void print_details(const details *d)
{
    const swv_model *model = d->model;
    const char      *unit = strcmp(model->length_unit, "unit") == 0 ? "units" : model->length_unit;
    const int        count = d->chain.joint_count;
    printf("%s: %s\n\n", model->name, model->summary);
    printf("origin   %s\n", model->origin);
    printf("joints   %d, a posture has %d number%s\n", count, d->chain.dof, d->chain.dof == 1 ? "" : "s");
    printf("lengths  in %s\n", strcmp(unit, "m") == 0 ? "metres" : "units of Chin's thesis");
    fputs("tip      ", stdout);
    print_vector(d->tip.position);
    fputs(" in the zero posture, ", stdout);
    const swv_vec3 turn = swv_rotation_vector_from_quat(d->tip.rotation);
    const double   angle = swv_vec3_length(turn);
    if (angle < shown_to) {
        puts("not turned\n");
    } else {
        printf("turned by %.6g degrees about ", angle * (180.0 / SWV_PI));
        print_vector(swv_vec3_normalize(turn));
        puts("\n");
    }
    print_joints(d, unit);
}

// ---- as JSON ----

static void json_joint(const details *d, int i)
{
    const swv_chain_joint *joint = &d->chain.joints[i];
    fputs("    {\"name\": ", stdout);
    json_string(d->model->joint_names[i]);
    printf(", \"type\": \"%s\", \"coordinate\": ", !joint->slides ? "revolute" : "prismatic");
    if (joint->follows < 0) {
        printf("%d, \"follows\": null", joint->coordinate);
    } else {
        fputs("null, \"follows\": {\"joint\": ", stdout);
        json_string(leader_name(d, joint));
        fputs(", \"ratio\": ", stdout);
        json_number(joint->ratio);
        fputs(", \"offset\": ", stdout);
        json_number(joint->offset);
        putchar('}');
    }
    fputs(",\n     \"axis\": {\"point\": ", stdout);
    json_vector(d->axes[i].point);
    fputs(", \"direction\": ", stdout);
    json_vector(d->axes[i].direction);
    fputs("},\n     \"length_to_next\": ", stdout);
    json_number(d->lengths[i]);
    fputs(", \"lower\": ", stdout);
    json_number(joint->lower);
    fputs(", \"upper\": ", stdout);
    json_number(joint->upper);
    putchar('}');
}

static void json_details(const details *d)
{
    const swv_model *model = d->model;
    const struct {
        const char *key, *value;
    } texts[] = { { "name", model->name },
                  { "summary", model->summary },
                  { "origin", model->origin },
                  { "length_unit", model->length_unit },
                  { "angle_unit", "rad" } };
    for (int i = 0; i < 5; i++) {
        printf("%s\"%s\": ", i == 0 ? "{" : ",\n ", texts[i].key);
        json_string(texts[i].value);
    }
    printf(",\n \"joint_count\": %d, \"dof\": %d,\n \"base\": ", d->chain.joint_count, d->chain.dof);
    json_pose(d->chain.base);
    fputs(",\n \"tip\": ", stdout);
    json_pose(d->tip);
    puts(",\n \"joints\": [");
    for (int i = 0; i < d->chain.joint_count; i++) {
        json_joint(d, i);
        puts(i + 1 < d->chain.joint_count ? "," : "");
    }
    fputs(" ]}", stdout);
}

// ---- the human limbs: no chains, but bones, angles and limits ----

static void find_limb(int i, limb_request *r)
{
    read_limb("models", &(limb_words){ .common.model = limbs[i].name }, r);
}

static void print_range(const char *name, swv_range range)
{
    printf("    %-20s", name);
    print_limits(range.lower, range.upper);
}

static void print_limb(int i)
{
    limb_request r;
    find_limb(i, &r);
    const swv_limb_limits *limits = &r.limb.limits;
    printf("%s: %s\n\n", limbs[i].name, limbs[i].summary);
    printf("origin   %s; x right, y forward, z up\n", limbs[i].origin);
    printf("joints   %d, a posture has %d angles\n", LIMB_JOINTS, SWV_LIMB_ANGLES);
    printf("lengths  %s %.6g, %s %.6g metres\n\n", limbs[i].upper, r.limb.upper, limbs[i].lower, r.limb.lower);
    puts("    angle                 positive");
    for (int k = 0; k < SWV_LIMB_ANGLES; k++)
        printf("%3d %-20s  %s\n", k + 1, r.angle_names[k], limbs[i].positive[k]);
    puts("\n    limit                 degrees");
    printf("    %-20s   outside %d caps of the sphere\n", r.limit_names[SWV_LIMIT_DIRECTION], limits->cap_count);
    print_range(r.limit_names[SWV_LIMIT_TWIST], limits->twist);
    print_range(r.limit_names[SWV_LIMIT_HINGE], limits->hinge);
    print_range(r.limit_names[SWV_LIMIT_PRONATION], limits->pronation);
    print_range(r.angle_names[SWV_WRIST_FLEXION], limits->flexion);
    print_range(r.angle_names[SWV_WRIST_DEVIATION], limits->deviation);
    printf("    (the last two together: %s, a cone of quarter ellipses)\n", r.limit_names[SWV_LIMIT_CONE]);
}

static void json_named(const char *before, const char *name, const double *values, int count)
{
    printf("%s\"%s\": ", before, name);
    json_numbers(values, count);
}

static void json_range(const char *before, const char *name, swv_range range)
{
    json_named(before, name, (const double[]){ range.lower, range.upper }, 2);
}

static void json_limb(int i)
{
    limb_request r;
    find_limb(i, &r);
    const swv_limb_limits *limits = &r.limb.limits;
    printf("{\"name\": \"%s\",\n \"summary\": \"%s\",\n \"origin\": \"%s\",\n", limbs[i].name, limbs[i].summary,
           limbs[i].origin);
    printf(" \"length_unit\": \"m\",\n \"angle_unit\": \"rad\",\n \"joint_count\": %d, \"dof\": %d,\n \"upper\": ",
           LIMB_JOINTS, SWV_LIMB_ANGLES);
    json_number(r.limb.upper);
    fputs(", \"lower\": ", stdout);
    json_number(r.limb.lower);
    fputs(",\n \"angles\": [", stdout);
    for (int k = 0; k < SWV_LIMB_ANGLES; k++)
        printf("%s\"%s\"", k == 0 ? "" : ", ", r.angle_names[k]);
    puts("],\n \"limits\": {\"caps\": [");
    for (int k = 0; k < limits->cap_count; k++) {
        fputs("     {\"axis\": ", stdout);
        json_vector(limits->caps[k].axis);
        fputs(", \"radius\": ", stdout);
        json_number(limits->caps[k].radius);
        puts(k + 1 < limits->cap_count ? "}," : "}");
    }
    fputs("    ],\n    \"rest\": ", stdout);
    json_vector(limits->rest);
    fputs(", \"rest-bend\": ", stdout);
    json_vector(limits->rest_bend);
    json_range(",\n    ", r.limit_names[SWV_LIMIT_TWIST], limits->twist);
    json_range(",\n    ", r.limit_names[SWV_LIMIT_HINGE], limits->hinge);
    json_range(",\n    ", r.limit_names[SWV_LIMIT_PRONATION], limits->pronation);
    json_range(",\n    ", r.angle_names[SWV_WRIST_FLEXION], limits->flexion);
    json_range(",\n    ", r.angle_names[SWV_WRIST_DEVIATION], limits->deviation);
    fputs("}}", stdout);
}

// Which of the limbs, or -1.
static int limb_of(const char *name)
{
    for (int i = 0; i < LIMBS; i++) {
        if (strcmp(name, limbs[i].name) == 0)
            return i;
    }
    return -1;
}

// ---- the verb ----

static void run(int count, char **words)
{
    const char     *name = NULL, *stature = NULL, *sex = NULL;
    bool            json = false;
    const parameter parameters[] = {
        { "NAME", .text = &name },
        { "--stature", .text = &stature },
        { "--sex", .text = &sex },
        { "--json", .flag = &json },
    };
    sort_words("models", count, words, parameters, 4);
    const bool is_human = name && strcmp(name, HUMAN_NAME) == 0;
    if ((stature || sex) && !is_human)
        fail("models: %s works only with " HUMAN_NAME, stature ? "--stature" : "--sex");

    details     d;
    human_model human;
    read_human(stature, sex, &human);
    if (is_human) {
        if (json) {
            json_human(&human);
            putchar('\n');
        } else {
            print_human(&human);
        }
    } else if (name && limb_of(name) >= 0) {
        if (json) {
            json_limb(limb_of(name));
            putchar('\n');
        } else {
            print_limb(limb_of(name));
        }
    } else if (name) {
        find_details(&d, name);
        if (json) {
            json_details(&d);
            putchar('\n');
        } else {
            print_details(&d);
        }
    } else if (json) {
        putchar('[');
        json_human(&human);
        for (int i = 0; i < LIMBS; i++) {
            fputs(",\n", stdout);
            json_limb(i);
        }
        for (int i = 0; i < swv_model_count(); i++) {
            fputs(",\n", stdout);
            find_details(&d, swv_model_at(i)->name);
            json_details(&d);
        }
        puts("]");
    } else {
        print_table();
    }
}

const verb models_verb = {
    "models",
    "the built-in models: their joints, axes, lengths and limits",
    "usage: swivel models [NAME] [--json]\n"
    "       swivel models human [--stature M] [--sex female|male] [--json]\n"
    "\n"
    "Lists the models, or shows one: for each joint its axis in the zero posture (a point on it and its direction),\n"
    "the distance from its origin to that of the next joint, and its limits. The human limbs arm and leg are not "
    "chains of\n"
    "such joints: their anatomical angles, lengths and limits are shown.\n"
    "\n"
    "human is a whole skeleton with the mean proportions of women or men: its segments, lengths, degrees of freedom "
    "and\n"
    "limits are shown. As JSON it is a skeleton that 'swivel body' and 'swivel rig info' read.\n"
    "\n"
    "  NAME       the model to show\n"
    "  --stature M, --sex female|male\n"
    "             the human's body height in metres, 1.2 to 2.3, and sex. Default: 1.75, female\n"
    "  --json     everything as JSON: a list of models, or the one; angles in radians, infinite limits null. \"tip\" "
    "is\n"
    "             its pose in the zero posture, \"coordinate\" the index of a joint's value in a posture. A coupled "
    "joint\n"
    "             has the value ratio * other + offset. arm and leg have angles and limits instead of joints\n"
    "\n"
    "example:\n"
    "  swivel models human --stature 1.75 --sex female\n",
    run,
};
