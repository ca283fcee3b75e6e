// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_RIG_NAMES_H
#define SWIVEL_SKELETON_RIG_NAMES_H

#include <stdbool.h>

/// What a joint's name can say it is. Some names fit several: "shoulder" is the clavicle of one scheme, the upper arm of another.
typedef enum swvi_rig_class {
    SWVI_RIG_HIPS,
    SWVI_RIG_SPINE,
    SWVI_RIG_CHEST,
    SWVI_RIG_NECK,
    SWVI_RIG_HEAD,
    SWVI_RIG_JAW,
    SWVI_RIG_EYE,
    SWVI_RIG_CLAVICLE,
    SWVI_RIG_UPPER_ARM,
    SWVI_RIG_LOWER_ARM,
    SWVI_RIG_HAND,
    SWVI_RIG_THIGH,
    SWVI_RIG_SHIN,
    SWVI_RIG_FOOT,
    SWVI_RIG_TOES,
    SWVI_RIG_FINGER,
    SWVI_RIG_CLASSES,
} swvi_rig_class;

enum { SWVI_NO_SIDE = -1 };

typedef struct swvi_rig_name {
    int    side;       ///< SWV_LEFT, SWV_RIGHT or SWVI_NO_SIDE
    int    finger;     ///< 0 thumb to 4 little; -1: none, or "finger" with a number: see digit
    int    digit;      ///< the first digit after a word of the body; -1: none
    int    last;       ///< the last number in the name; -1: none
    bool   is_helper;  ///< a control, an attachment or an end marker: not a bone of the body
    bool   is_twist;
    bool   is_metacarpal;           ///< of a finger, before its first joint
    double fits[SWVI_RIG_CLASSES];  ///< 0 to 1
} swvi_rig_name;

/// Reads a name: words split where the case changes, at digits and at all that is neither. NULL is an empty one.
void swvi_rig_read_name(const char *text, swvi_rig_name *name);

#endif
