// SPDX-License-Identifier: MIT
// The built-in human among the models (models_human.h). Metres; limits are radians, in tables degrees.
#include "verbs/models_human.h"

#include <stdio.h>

#include <swivel/hand.h>
#include <swivel/limb.h>

#include "io/json.h"
#include "io/message.h"
#include "words/values.h"

static const char *const sexes[] = { [SWV_FEMALE] = "female", [SWV_MALE] = "male" };

void read_human(const char *stature, const char *sex, human_model *human)
{
    human->stature = 1.75;
    human->sex = (swv_sex)read_word("--sex", sex, 2, sexes);
    if (stature)
        read_numbers("--stature", stature, 1, "a stature is 1 number, in metres", &human->stature);
    if (swv_human_make(human->stature, human->sex, human->joints) != SWV_OK)
        fail("--stature: '%s' is not an adult's body height in metres, %g to %g", stature, SWV_HUMAN_SHORTEST,
             SWV_HUMAN_TALLEST);
    for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {  // each comes after its parent, and none is turned
        const int      parent = human->joints[i].parent;
        const swv_vec3 at = human->joints[i].rest.position;
        human->places[i] = parent < 0 ? at : swv_vec3_add(human->places[parent], at);
    }
}

// ---- for people ----

enum { NO_LIMB = -1, NO_PART = -1, TABLE_5_1_NONE = 0, SEGMENT_LIMITS = 2 };

/// One of the body's segments, or a pair. Those of Chin's thesis are in its tables 5.1 and 5.2.
typedef struct segment {
    const char *name;
    int         part, end;  ///< the joint it turns about, and where it ends; NO_PART: not at a joint
    int         count;      ///< 2: left and right
    int         freedoms, chin;
    int         limb;                    ///< SWV_LIMB_ARM, SWV_LIMB_LEG or NO_LIMB
    int         limits[SEGMENT_LIMITS];  ///< of the limb: SWV_LIMIT_DIRECTION ...; the cone counts as its two angles
    const char *chin_limits[SEGMENT_LIMITS];  ///< degrees, about its axes
} segment;

static const segment segments[] = {
    { "pelvis", SWV_PART_HIPS, SWV_PART_SPINE, 1, 6, 3, NO_LIMB, { 0 }, { NULL } },
    { "loins", SWV_PART_SPINE, SWV_PART_CHEST, 1, 3, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "chest", SWV_PART_CHEST, SWV_PART_UPPER_CHEST, 1, 3, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "upper chest", SWV_PART_UPPER_CHEST, SWV_PART_NECK, 1, 3, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "neck", SWV_PART_NECK, SWV_PART_HEAD, 1, 3, 3, NO_LIMB, { 0 }, { NULL } },
    { "head", SWV_PART_HEAD, NO_PART, 1, 3, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "clavicle", SWV_PART_LEFT_SHOULDER, SWV_PART_LEFT_UPPER_ARM, 2, 2, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "upper arm",
      SWV_PART_LEFT_UPPER_ARM,
      SWV_PART_LEFT_LOWER_ARM,
      2,
      3,
      3,
      SWV_LIMB_ARM,
      { SWV_LIMIT_DIRECTION, SWV_LIMIT_TWIST },
      { "X -60 to 180, Z 0 to 180", "Y -70 to 90" } },
    { "forearm",
      SWV_PART_LEFT_LOWER_ARM,
      SWV_PART_LEFT_HAND,
      2,
      2,
      2,
      SWV_LIMB_ARM,
      { SWV_LIMIT_HINGE, SWV_LIMIT_PRONATION },
      { "X 0 to 150", "Y -80 to 80" } },
    { "hand",
      SWV_PART_LEFT_HAND,
      SWV_PART_LEFT_MIDDLE_PROXIMAL,
      2,
      2,
      3,
      SWV_LIMB_ARM,
      { SWV_LIMIT_CONE },
      { "X -70 to 80, Y 0", "Z -20 to 30" } },
    { "thumb", SWV_PART_LEFT_THUMB_METACARPAL, NO_PART, 2, 5, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "four fingers", SWV_PART_LEFT_INDEX_PROXIMAL, NO_PART, 2, 16, TABLE_5_1_NONE, NO_LIMB, { 0 }, { NULL } },
    { "thigh",
      SWV_PART_LEFT_UPPER_LEG,
      SWV_PART_LEFT_LOWER_LEG,
      2,
      3,
      3,
      SWV_LIMB_LEG,
      { SWV_LIMIT_DIRECTION, SWV_LIMIT_TWIST },
      { NULL } },
    { "shank",
      SWV_PART_LEFT_LOWER_LEG,
      SWV_PART_LEFT_FOOT,
      2,
      2,
      1,
      SWV_LIMB_LEG,
      { SWV_LIMIT_HINGE, SWV_LIMIT_PRONATION },
      { NULL } },
    { "foot", SWV_PART_LEFT_FOOT, SWV_PART_LEFT_TOES, 2, 2, 3, SWV_LIMB_LEG, { SWV_LIMIT_CONE }, { NULL } },
};
enum { SEGMENTS = sizeof segments / sizeof segments[0] };

int human_freedoms(void)
{
    int sum = 0;
    for (int i = 0; i < SEGMENTS; i++)
        sum += segments[i].count * segments[i].freedoms;
    return sum;
}

// Limit `which` of a segment in words.
static void describe_limit(const segment *s, int which, char *text, size_t size)
{
    text[0] = '\0';
    if (s->limb == NO_LIMB)
        return;
    swv_limb limb;
    (void)swv_limb_make((swv_limb_kind)s->limb, SWV_RIGHT, &limb);
    const swv_limb_limits limits = limb.limits;
    const bool            is_cone = s->limits[0] == SWV_LIMIT_CONE;
    const int             limit = s->limits[which];
    const char           *name =
        is_cone ? swv_limb_angle_name((swv_limb_kind)s->limb, which ? SWV_WRIST_DEVIATION : SWV_WRIST_FLEXION)
                          : swv_limb_limit_name((swv_limb_kind)s->limb, limit);
    if (limit == SWV_LIMIT_DIRECTION && !is_cone) {
        snprintf(text, size, "%s outside %d caps", name, limits.cap_count);
        return;
    }
    const swv_range range = is_cone                    ? (which ? limits.deviation : limits.flexion)
                            : limit == SWV_LIMIT_TWIST ? limits.twist
                            : limit == SWV_LIMIT_HINGE ? limits.hinge
                                                       : limits.pronation;
    snprintf(text, size, "%s %.3g to %.3g", name, shown_degrees(range.lower, 1), shown_degrees(range.upper, 1));
}

static void print_segment(const human_model *h, const segment *s)
{
    char length[16] = "", chin[16] = "-";
    if (s->end != NO_PART)
        snprintf(length, sizeof length, "%.3f", swv_vec3_length(swv_vec3_sub(h->places[s->end], h->places[s->part])));
    if (s->chin != TABLE_5_1_NONE)
        snprintf(chin, sizeof chin, "%d", s->chin);
    for (int which = 0; which < SEGMENT_LIMITS; which++) {
        char        limit[64];
        const char *theirs = s->chin_limits[which] ? s->chin_limits[which] : "";
        describe_limit(s, which, limit, sizeof limit);
        if (which == 0)
            printf("%-12s  %-20s  %6s  %4d  %8s", s->name, h->joints[s->part].name, length, s->freedoms, chin);
        else if (limit[0])
            printf("%-12s  %-20s  %6s  %4s  %8s", "", "", "", "", "");
        if (limit[0])
            printf(*theirs ? "   %-34s %s" : "   %s%s", limit, theirs);
        if (which == 0 || limit[0])
            putchar('\n');
    }
}

void print_human(const human_model *h)
{
    printf(HUMAN_NAME ": " HUMAN_SUMMARY "\n\n"
                      "stature  %g metres, %s\n"
                      "origin   the floor between the feet; x right, y forward, z up. A T-pose, palms down\n"
                      "joints   %d, named as in VRM; the body moves in %d ways\n"
                      "lengths  in metres, to the next joint: means of ANSUR II, in proportion to the stature\n\n",
           h->stature, sexes[h->sex], SWV_HUMAN_JOINTS, human_freedoms());
    puts("segment       turns about           length   dof      Chin   limits (degrees)                   Chin");
    for (int i = 0; i < SEGMENTS; i++)
        print_segment(h, &segments[i]);
    puts("\n"
         "The right side is the mirror image of the left. Jaw, eyes and toes are joints that only your animation "
         "moves.\n"
         "\"Chin\": his thesis of 1996, tables 5.1 and 5.2 (limits of the arm only, from Norkin and White "
         "1988).\n"
         "Where they differ:\n"
         "  pelvis     it also translates; the thesis's only rotates\n"
         "  spine      five joints instead of one, the neck; they have no hard limits but resist bending as people's "
         "do\n"
         "  upper arm  the thesis has one range per axis, each measured alone. In people they depend on each other: "
         "the\n"
         "             directions are a region, and the twist is measured from the rest direction\n"
         "  hand       the thesis's third axis has no range: rotating the hand is the forearm's pronation. Deviation "
         "is\n"
         "             positive towards the thumb here, towards the little finger there\n"
         "  shank      foot-rotation belongs to the shank here, to the foot in the thesis. Both have four for shank "
         "and foot\n"
         "  ranges     the thesis's are for one axis alone; here they contain what people do, with a margin\n"
         "             (docs/limits.md). Those of fingers and thumb are in hand.h");
}

// ---- as JSON ----

void json_human(const human_model *h)
{
    printf("{\"name\": \"" HUMAN_NAME "\",\n \"summary\": \"" HUMAN_SUMMARY "\",\n \"stature\": ");
    json_number(h->stature);
    printf(", \"sex\": \"%s\", \"length_unit\": \"m\",\n \"up\": \"z\", \"joints\": [\n", sexes[h->sex]);
    for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {
        fputs("  {\"name\": ", stdout);
        json_string(h->joints[i].name);
        printf(", \"parent\": %d, \"position\": ", h->joints[i].parent);
        json_vector(h->places[i]);
        puts(i + 1 < SWV_HUMAN_JOINTS ? "}," : "}");
    }
    fputs(" ]}", stdout);
}
