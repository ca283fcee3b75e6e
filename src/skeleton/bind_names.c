// SPDX-License-Identifier: MIT
// What the names of joints say. A name becomes words in lower case ("mixamorig_LeftForeArm": mixamorig left fore arm); words
// for a side and numbers are taken out, the rest is one string ("mixamorigforearm") in which known words are looked for, the
// longer ones first.
#include "skeleton/bind_internal.h"

#include <string.h>

// The words of a name, and letters of a word with its end; more are left out. Chosen: the longest word that is known has 10.
enum { WORDS = 16, WORD = 24 };

typedef struct words {
    int  count;
    char word[WORDS][WORD];
} words;

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// A word ends where letters become digits or digits letters, before an upper case letter that follows a lower case one, and
// before the last of several upper case letters that is followed by a lower case one: "LHipJoint" is l, hip, joint.
static words split(const char *text)
{
    words w = { 0 };
    int   length = 0;
    for (int i = 0; text[i]; i++) {
        const char c = text[i], before = i > 0 ? text[i - 1] : '\0', after = text[i + 1];
        const bool is_part = is_lower(c) || is_upper(c) || is_digit(c);
        const bool begins = is_part && (is_digit(c) != is_digit(before) || (is_upper(c) && is_lower(before)) ||
                                        (is_upper(c) && is_upper(before) && is_lower(after)));
        if ((!is_part || begins) && length > 0) {
            length = 0;
            if (++w.count == WORDS)
                break;
        }
        if (is_part && length < WORD - 1) {
            w.word[w.count][length++] = is_upper(c) ? (char)(c - 'A' + 'a') : c;
            w.word[w.count][length] = '\0';
        }
    }
    w.count += w.count < WORDS && length > 0;
    return w;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(word, *list))
            return true;
    return false;
}

static bool begins_with(const char *word, const char *with)
{
    while (*with && *word == *with)
        word++, with++;
    return !*with;
}

static bool contains(const char *text, const char *word)
{
    while (*text && !begins_with(text, word))
        text++;
    return *text;
}

// Words that say nothing of the body, and would be mistaken for words that do.
static const char *const noise[] = { "armature",   "skeleton", "rig",    "mixamorig", "def",  "org", "bip", "biped",
                                     "valvebiped", "cc",       "joint",  "bone",      "jnt",  "bn",  "j",   "f",
                                     "character",  "human",    "rokoko", "body",      "skel", "sk",  "m",   NULL };
static const char *const helpers[] = { "ik",     "pole",    "target", "control", "ctrl",     "slot",   "socket",
                                       "attach", "prop",    "weapon", "helper",  "effector", "end",    "nub",
                                       "tip",    "top",     "site",   "dummy",   "marker",   "mesh",   "geo",
                                       "heel",   "locator", "null",   "root",    "goal",     "muscle", NULL };
static const char *const twists[] = { "twist", "roll", "twister", NULL };
static const char *const lefts[] = { "l", "left", "lft", NULL };
static const char *const rights[] = { "r", "right", "rgt", NULL };

static const struct {
    const char *word;
    bool        is_whole;  ///< a word of the name, not a part of one
    int         finger;
} fingers[] = {
    { "thumb", false, 0 }, { "index", false, 1 },  { "pointer", true, 1 },   { "middle", false, 2 },
    { "mid", true, 2 },    { "ring", true, 3 },    { "handring", false, 3 }, { "fingerring", false, 3 },
    { "pinky", false, 4 }, { "pinkie", false, 4 }, { "little", false, 4 },
};

typedef struct fit {
    int    kind;
    double value;
} fit;

// The first that is found counts: longer words before those they contain. 1: nothing fits
// better; less where a name may mean another part too, or another joint is likelier meant. Chosen.
enum { ALIKE = 7 };  // most words of a row
static const struct {
    const char *words[ALIKE];
    bool        is_whole;
    fit         fits[2];
} vocabulary[] = {
    { { "forefoot" }, false, { { SWVI_BIND_TOES, 1.0 } } },
    { { "metatars" }, false, { { SWVI_BIND_TOES, 0.4 } } },
    { { "toe" }, false, { { SWVI_BIND_TOES, 1.0 } } },
    { { "ball" }, true, { { SWVI_BIND_TOES, 0.9 } } },
    { { "foot" }, false, { { SWVI_BIND_FOOT, 0.95 } } },
    { { "ankle" }, false, { { SWVI_BIND_FOOT, 1.0 } } },
    { { "forearm", "lowerarm", "lowarm", "loarm", "elbow" }, false, { { SWVI_BIND_LOWER_ARM, 1.0 } } },
    { { "upperarm", "uparm" }, false, { { SWVI_BIND_UPPER_ARM, 1.0 } } },
    { { "shldr" }, false, { { SWVI_BIND_UPPER_ARM, 0.9 }, { SWVI_BIND_CLAVICLE, 0.5 } } },
    { { "shoulder" }, false, { { SWVI_BIND_CLAVICLE, 0.9 }, { SWVI_BIND_UPPER_ARM, 0.6 } } },
    { { "clav", "collar" }, false, { { SWVI_BIND_CLAVICLE, 1.0 } } },
    { { "scapula" }, false, { { SWVI_BIND_CLAVICLE, 0.7 } } },
    { { "upleg", "upperleg", "thigh", "femur" }, false, { { SWVI_BIND_THIGH, 1.0 } } },
    { { "lowerleg", "lowleg", "loleg", "shin", "calf", "knee", "tibia" }, false, { { SWVI_BIND_SHIN, 1.0 } } },
    { { "leg" }, false, { { SWVI_BIND_SHIN, 0.8 }, { SWVI_BIND_THIGH, 0.6 } } },
    { { "wrist" }, false, { { SWVI_BIND_HAND, 1.0 } } },
    { { "hand" }, false, { { SWVI_BIND_HAND, 0.95 } } },
    { { "carpus" }, false, { { SWVI_BIND_HAND, 0.9 } } },
    { { "palm" }, false, { { SWVI_BIND_HAND, 0.6 } } },
    { { "arm" }, false, { { SWVI_BIND_UPPER_ARM, 0.8 }, { SWVI_BIND_LOWER_ARM, 0.4 } } },
    { { "neck", "cervical" }, false, { { SWVI_BIND_NECK, 1.0 } } },
    { { "head" }, true, { { SWVI_BIND_HEAD, 1.0 } } },
    { { "skull" }, false, { { SWVI_BIND_HEAD, 0.8 } } },
    { { "chest", "thorax", "ribcage" }, false, { { SWVI_BIND_CHEST, 1.0 } } },
    { { "torso" }, false, { { SWVI_BIND_SPINE, 0.8 } } },
    { { "spine", "abdomen" }, false, { { SWVI_BIND_SPINE, 1.0 } } },
    { { "back", "waist" }, false, { { SWVI_BIND_SPINE, 0.8 } } },
    { { "eye" }, true, { { SWVI_BIND_EYE, 1.0 } } },
    { { "jaw" }, true, { { SWVI_BIND_JAW, 1.0 } } },
    { { "hips", "pelvis", "hip" }, false, { { SWVI_BIND_HIPS, 1.0 } } },
};

// Whether a word of the vocabulary is in the name: among its words, or, if it need not be whole, anywhere in their string.
static bool has(const words *w, const char *joined, const char *word, bool is_whole)
{
    if (!is_whole)
        return contains(joined, word);
    for (int i = 0; i < w->count; i++)
        if (!strcmp(w->word[i], word))
            return true;
    return !strcmp(joined, word);
}

// text: UTF-8. A name of a finger fits 1 if it says which, 0.5 if it is "finger" alone: its number tells (bind.c). Chosen.
void swvi_bind_read_name(const char *text, swvi_bind_name *name)
{
    *name = (swvi_bind_name){ .side = SWVI_NO_SIDE, .finger = -1, .digit = -1, .last = -1 };
    if (!text)
        return;
    const words w = split(text);
    char        joined[WORDS * WORD] = "";
    int         length = 0;
    for (int i = 0; i < w.count; i++) {
        const char *word = w.word[i];
        const bool  is_alone = w.count == 2 && is_digit(w.word[1][0]);
        if (is_digit(word[0])) {
            int number = 0;
            // Longer numbers name nothing, and would overflow.
            for (int k = 0; word[k] && number < 100000; k++)
                number = 10 * number + (word[k] - '0');
            name->last = number;
            if (name->digit < 0 && joined[0])
                name->digit = word[0] - '0';
        } else if (is_alone && (!strcmp(word, "l") || !strcmp(word, "t"))) {
            name->fits[SWVI_BIND_SPINE] = 1.0;  // a vertebra: L5, T8
        } else if (is_one_of(word, lefts)) {
            name->side = SWV_LEFT;
        } else if (is_one_of(word, rights)) {
            name->side = SWV_RIGHT;
        } else {
            name->is_helper |= is_one_of(word, helpers);
            name->is_twist |= is_one_of(word, twists);
            if (is_one_of(word, noise))
                continue;
            if (name->side == SWVI_NO_SIDE && begins_with(word, "left") && word[4]) {
                name->side = SWV_LEFT;
                word += 4;
            } else if (name->side == SWVI_NO_SIDE && begins_with(word, "right") && word[5]) {
                name->side = SWV_RIGHT;
                word += 5;
            }
            for (; *word; word++)
                joined[length++] = *word;
        }
    }
    name->is_metacarpal = contains(joined, "metacarp") || contains(joined, "inhand");
    for (size_t i = 0; i < sizeof fingers / sizeof fingers[0]; i++) {
        if (has(&w, joined, fingers[i].word, fingers[i].is_whole) && !contains(joined, "toe")) {
            name->finger = fingers[i].finger;
            name->fits[SWVI_BIND_FINGER] = 1.0;
            return;
        }
    }
    if (contains(joined, "finger")) {
        name->fits[SWVI_BIND_FINGER] = 0.5;
        return;
    }
    if (name->is_metacarpal)
        return;
    for (size_t i = 0; i < sizeof vocabulary / sizeof vocabulary[0]; i++) {
        bool is_there = false;
        for (int k = 0; k < ALIKE && vocabulary[i].words[k]; k++)
            is_there = is_there || has(&w, joined, vocabulary[i].words[k], vocabulary[i].is_whole);
        if (!is_there)
            continue;
        for (int k = 0; k < 2; k++)
            if (vocabulary[i].fits[k].value > 0.0)
                name->fits[vocabulary[i].fits[k].kind] = vocabulary[i].fits[k].value;
        // Half a pelvis is a joint before the thigh, one hip the thigh itself.
        if (name->side != SWVI_NO_SIDE && name->fits[SWVI_BIND_HIPS] > 0.0) {
            name->fits[SWVI_BIND_HIPS] = 0.0;
            // Both lose against any joint named thigh. Chosen.
            name->fits[SWVI_BIND_THIGH] = contains(joined, "pelvis") ? 0.1 : 0.8;
        }
        return;
    }
}
