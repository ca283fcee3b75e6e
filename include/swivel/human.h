// SPDX-License-Identifier: MIT
#ifndef SWIVEL_HUMAN_H
#define SWIVEL_HUMAN_H

#include "swivel/base.h"
#include "swivel/rig.h"

/// The built-in human: a skeleton by stature and sex, for those who have none of their own.
///
///     swv_rig_joint joints[SWV_HUMAN_JOINTS];
///     swv_rig       rig;
///     swv_human_make(1.75, SWV_FEMALE, joints, &rig);
///     swv_rig_bind(&rig, NULL, &binding);     // and on, as with any skeleton: mount.h, body.h
///
/// Joint i is part i of rig.h, so that joints[SWV_PART_LEFT_HAND] is the left hand: spine, neck, head, jaw, eyes, clavicles, arms,
/// hands with all fingers, legs, feet, toes. Metres; x right, y forward, z up, the floor at z = 0. It stands in a T-pose, palms
/// down; every rotation is the identity, so that a joint's rotation is its turn from there.
///
/// Proportions are the means of ANSUR II (1,986 women and 4,082 men); they grow with the stature. What that survey does not
/// measure, and where joints lie beside its landmarks, comes from others: src/figure/human.c names the source of each number.
/// Upper arm and forearm of a man are those of swv_limb_set_stature. Its thigh and shank are longer than here, by 4 and
/// 5 % of a man's: they are of other people, and with them his hips would be 4 cm higher than the survey has them.
/// The survey's people, arms out, draw their shoulders back: they span 1.03 of a man's stature, this skeleton 1.08.

enum { SWV_HUMAN_JOINTS = SWV_PARTS };

typedef enum swv_sex { SWV_FEMALE = 0, SWV_MALE } swv_sex;

/// Metres. Beyond them no adult's proportions are known to hold.
#define SWV_HUMAN_SHORTEST 1.2
#define SWV_HUMAN_TALLEST  2.3

/// Make the skeleton. The names in it are those of swv_part_name and last; `rig` points to `joints`, which must outlive it.
///
/// stature  body height in metres, SWV_HUMAN_SHORTEST to SWV_HUMAN_TALLEST
///
/// SWV_NOT_FINITE; SWV_BAD_ARGUMENT for a stature outside that range or an unknown sex; SWV_NULL.
SWV_API swv_status swv_human_make(double stature, swv_sex sex, swv_rig_joint joints[SWV_HUMAN_JOINTS], swv_rig *rig);

#endif
