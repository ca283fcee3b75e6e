// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_BIND_NAMES_H
#define SWIVEL_SKELETON_BIND_NAMES_H

#include <stdbool.h>

/// What a joint's name can say it is. Some names fit several: "shoulder" is the clavicle of one scheme, the upper arm of another.
typedef enum swvi_bind_class {
    SWVI_BIND_HIPS,
    SWVI_BIND_SPINE,
    SWVI_BIND_CHEST,
    SWVI_BIND_NECK,
    SWVI_BIND_HEAD,
    SWVI_BIND_JAW,
    SWVI_BIND_EYE,
    SWVI_BIND_CLAVICLE,
    SWVI_BIND_UPPER_ARM,
    SWVI_BIND_LOWER_ARM,
    SWVI_BIND_HAND,
    SWVI_BIND_THIGH,
    SWVI_BIND_SHIN,
    SWVI_BIND_FOOT,
    SWVI_BIND_TOES,
    SWVI_BIND_FINGER,
    SWVI_BIND_CLASSES,
} swvi_bind_class;

enum { SWVI_NO_SIDE = -1 };

typedef struct swvi_bind_name {
    int    side;       ///< SWV_LEFT, SWV_RIGHT or SWVI_NO_SIDE
    int    finger;     ///< 0 thumb to 4 little; -1: none, or "finger" with a number: see digit
    int    digit;      ///< the first digit after a word of the body; -1: none
    int    last;       ///< the last number in the name; -1: none
    bool   is_helper;  ///< a control, an attachment or an end marker: not a bone of the body
    bool   is_twist;
    bool   is_metacarpal;            ///< of a finger, before its first joint
    double fits[SWVI_BIND_CLASSES];  ///< 0 to 1
} swvi_bind_name;

/// Reads a name: words split where the case changes, at digits and at all that is neither. NULL is an empty one.
void swvi_bind_read_name(const char *text, swvi_bind_name *name);

#endif
