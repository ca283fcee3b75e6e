// SPDX-License-Identifier: MIT
// What decides how bodies move: forces, times, distances and shares that were chosen or measured, each in one line with its unit and
// meaning, and after the bar its source. Tolerances and counts of rounds are not here; neither are the proportions of the built-in human (human.c)
// and what was fitted as a table (natural_body_table.h).
//
// What a quarter more or less of each does to the reference postures: docs/feel.md, made by tools/measure_feel.py. Sources:
//
//   chosen     by hand, looking at bodies that move; nobody measured it
//   people     on recorded people, data/people, by the test that is named (tests/body, tests/retarget, tests/skeleton)
//   Winter     Biomechanics and Motor Control of Human Movement, from Dempster
#ifndef SWIVEL_FEEL_H
#define SWIVEL_FEEL_H

// clang-format off

// Tracked points: body.c
#define SWVI_SPINE_SHORT          0.001   // of its length: a spine between tracked hips and head is stretched to all but this | chosen
#define SWVI_SHOULDER_EARLY       0.02    // of the reach: a tracked hand takes its shoulder along from this much short of it | chosen
#define SWVI_SOLE_BELOW           0.02    // of the size: the sole lies this far below the lowest joint, that of the toes | chosen
#define SWVI_GUESSED_LIFT         0.06    // of the size: guessed feet that are lifted by less are on the floor, or nearly | chosen
#define SWVI_PEOPLE_HEAD_AHEAD    0.036   // of the size: the head of people from between their shoulders, forward | people: body_people.c
#define SWVI_PEOPLE_HEAD_ABOVE    0.098   // the same, up | people: body_people.c
#define SWVI_PEOPLE_HIPS_AHEAD    0.009   // their hips, forward | people: body_people.c
#define SWVI_PEOPLE_HIPS_BELOW    0.238   // the same, down | people: body_people.c
#define SWVI_PEOPLE_CHEST_AHEAD   0.005   // their chest, forward | people: body_people.c
#define SWVI_PEOPLE_CHEST_BELOW   0.053   // the same, down | people: body_people.c
#define SWVI_PEOPLE_ANKLES        0.048   // of the size: their ankles over the sole | people: body_people.c
#define SWVI_PEOPLE_LONGER        0.0195  // of thigh, shank and the way from hip joints to shoulders: by this a size is longer | people: body_people.c
#define SWVI_PEOPLE_SPREAD        0.03    // of the size: by how much people differ in where these joints lie | people: body_people.c

// Tracked points, frame after frame: body_track.c. Lengths in sizes
#define SWVI_TRACK_PAUSE          1.0     // seconds: frames further apart do not belong together | chosen
#define SWVI_TRACK_JUMP           0.5     // no head moves so far between two frames | chosen
#define SWVI_STEP_AWAY            0.10    // a foot so far from where people usually place it makes a step | chosen
#define SWVI_STEP_AT_ONCE         2.0     // of that distance: it does not wait for the other foot | chosen
#define SWVI_FOOT_IN_AIR          0.05    // a foot so high is in the air | chosen
#define SWVI_BODY_GOES            0.35    // a second: a body that moves so fast is walking, and its feet are carried | chosen
#define SWVI_SPEED_TIME           0.3     // seconds over which that speed is taken | chosen
#define SWVI_STEP_TIME            0.25    // seconds of a step | chosen
#define SWVI_STEP_RISE            0.06    // of its length: how high a step goes | chosen
#define SWVI_STANDING_TIME        0.6     // seconds over which the places of feet are smoothed in a stand | chosen
#define SWVI_GOING_TIME           0.05    // the same in a walk | chosen
#define SWVI_TRACK_SWIVEL_TIME    0.02    // seconds in which tracked elbows follow their wish | chosen
#define SWVI_SHANK_LEAN           0.6     // radians: a shank that leans further over its foot raises the heel | chosen; ankles bend by 0.7
#define SWVI_KNEE_ALONG           0.5     // of the distance of a foot from the guess: its knee is shifted by this | chosen

// Devices that are lost for a while: body_lost.c
#define SWVI_COAST_TIME           0.2     // seconds: a lost point keeps its speed so long, and is drawn home from then on | chosen
#define SWVI_HOME_TIME            0.12    // seconds in which two thirds of the way home are done | chosen
#define SWVI_BACK_TIME            0.6     // seconds until a point is where its device is again | chosen
#define SWVI_DEVICE_JUMP          7.0     // sizes a second: a hand whose speed changes by so much in a frame is not there | chosen; 10 m a second
#define SWVI_FROZEN_TIME          0.1     // seconds: a device that is at one place for longer, to the bit, was frozen | chosen
#define SWVI_THAW_JUMP            2.5     // sizes a second: once it moves again, by more, it is elsewhere | chosen
#define SWVI_HELD_TIME            1.0     // seconds: a hand that stays there so long is | chosen

// Limbs: limb_solve.c, limb_turn.c, limb_track.c. Soft: an elbow a radian from its wish weighs as much as an end turned by so much
#define SWVI_SOFT_ARM             0.5     // radians, of elbow and hand: more leaves the elbow nearer to its wish, the hand further from its rotation | chosen
#define SWVI_SOFT_LEG             1.0     // radians, of knee and foot | chosen
#define SWVI_SOFT_STRAIN          0.25    // radians, where limits give way instead of the end | chosen
#define SWVI_SOFT_EXACT           0.5     // radians: an elbow swings by so much for a hand that is exact then, if the hand turns as fast | chosen
#define SWVI_SWIVEL_SPEED         0.9     // radians in a swivel time: an elbow swings no faster; 15 a second where that time is 0.06 s | chosen
#define SWVI_SWIVEL_GATHER        1.08    // radians over the square of that time: how fast it gathers speed; 300 a second squared there | chosen

// Goals: body_reach.c, body_follow.c
#define SWVI_HEAD_ALONG           0.5     // of the trunk's turn: the head makes it too | chosen
#define SWVI_ARM_ALONG            0.4     // the same of an arm without a goal | chosen
#define SWVI_SIGHT                1.4     // radians: how far a head turns to look | chosen
#define SWVI_OVERHANG             0.02    // of the size: with a centre of mass so far beyond the feet people still stand | chosen
#define SWVI_BALL_AHEAD           0.08    // of the size: the ball of a foot without toes, ahead of the ankle | chosen
#define SWVI_HEEL_BEHIND          0.3     // of the way from ankle to toes: the heel lies this far behind | chosen
#define SWVI_BONE_SPEED           15.0    // radians a second: no bone turns faster unless told | chosen; more than daily life needs
#define SWVI_KNEE_SLOWER          0.5     // of that speed: knees swing so fast where the trunk must move along | chosen

// The trunk: trunk.c
#define SWVI_LIMB_SHORT           0.0005  // of its length: a limb reaches to all but this | chosen
#define SWVI_CLAVICLE_SWING       0.35    // radians: a clavicle swings no further towards a hand | chosen
#define SWVI_CLAVICLE_SOON        0.05    // of the reach: for a hand so far beyond it, half of that | chosen
#define SWVI_HIPS_SHIFT           0.5     // of the size: tracked hips shift by so much as readily as a joint turns by a radian | chosen
#define SWVI_HIPS_HEAVY           0.2     // the same with goals | chosen
#define SWVI_SPINE_BEND           1.5     // radians: how far people bend from the hips to the chest | chosen
#define SWVI_NECK_BEND            1.5     // and from there to the head | chosen
#define SWVI_HIPS_TILT            0.7     // and how far the hips turn | chosen
#define SWVI_BEND_SLACK           0.1     // of its limit: a joint beyond it still turns by this | chosen
#define SWVI_PULL_HAND            6.0     // the largest force of a hand, for a body of size 1 | chosen
#define SWVI_PULL_TRUNK           200.0   // of head and chest | chosen
#define SWVI_PULL_BALANCE         200.0   // of balance | chosen
#define SWVI_PULL_LEG             2e4     // of legs | chosen
#define SWVI_MASS_PELVIS          0.142   // of the body | Winter
#define SWVI_MASS_ABDOMEN         0.139   // of the body | Winter
#define SWVI_MASS_THORAX          0.216   // of the body | Winter
#define SWVI_MASS_HEAD            0.081   // of the body | Winter
#define SWVI_MASS_ARM             0.050   // of the body, with the hand | Winter
#define SWVI_MASS_LEG             0.161   // of the body, with the foot | Winter
#define SWVI_ARM_CENTRE           0.53    // of the way from shoulder to wrist: where that mass is | Winter
#define SWVI_LEG_CENTRE           0.447   // of the way from hip to ankle | Winter
#define SWVI_MASS_UPPER_ARM       0.028   // of the body | Winter
#define SWVI_UPPER_ARM_CENTRE     0.436   // of the way to the elbow | Winter
#define SWVI_MASS_FOREARM         0.022   // of the body, with the hand | Winter
#define SWVI_FOREARM_CENTRE       0.682   // of the way to the wrist | Winter
#define SWVI_MASS_THIGH           0.100   // of the body | Winter
#define SWVI_THIGH_CENTRE         0.433   // of the way to the knee | Winter
#define SWVI_MASS_SHANK           0.061   // of the body, with the foot | Winter
#define SWVI_SHANK_CENTRE         0.606   // of the way to the ankle | Winter
#define SWVI_FOOT_WIDTH           0.03    // of the size: half the width of a foot | chosen

// Arms clear of the body: flesh.c. Over the distance between the shoulders. Standing, half breadths of chest (0.40) and loins (0.46) and half
// depths (0.34) of ANSUR II's men are larger; 18 % of people's elbows are inside of those. Of these, 3 %: tests/body/flesh.c
#define SWVI_UPPER_ARM_FROM       0.5     // of the upper arm: where its capsule begins | chosen
#define SWVI_FOREARM_TO           0.75    // of the forearm: where its capsule ends | chosen
#define SWVI_CHEST_BREADTH        0.32    // half the breadth of the chest | people: flesh.c
#define SWVI_CHEST_DEPTH          0.26    // half its depth | people: flesh.c
#define SWVI_LOINS_BREADTH        0.33    // half the breadth of the loins | people: flesh.c
#define SWVI_LOINS_DEPTH          0.26    // half their depth | people: flesh.c
#define SWVI_HEAD_RADIUS          0.24    // of the head | people: flesh.c
#define SWVI_HEAD_FROM            0.15    // above its joint: where its capsule begins | chosen
#define SWVI_HEAD_TO              0.50    // and where it ends | chosen
#define SWVI_THIGH_RADIUS         0.15    // of the thigh | people: flesh.c
#define SWVI_THIGH_FROM           0.2     // of its length: where its capsule begins | chosen
#define SWVI_UPPER_ARM_RADIUS     0.10    // of the upper arm | people: flesh.c
#define SWVI_FOREARM_RADIUS       0.085   // of the forearm | people: flesh.c
#define SWVI_HAND_RADIUS          0.06    // of the hand | people: flesh.c
#define SWVI_KNUCKLES             0.45    // beyond the wrist: where the capsule of a hand without fingers ends | chosen
#define SWVI_WAIST                0.45    // of the way from hip joints to shoulders: where chest and loins meet | chosen

// Limbs on a skeleton: mount.c
#define SWVI_BEND_SLIGHT          0.087   // sine of 5 degrees: an elbow bent less at rest does not show its plane | chosen
#define SWVI_BEND_CLEAR           0.5     // sine: one bent more shows it whichever side it is on | chosen
#define SWVI_LEG_STANDS           0.966   // cosine of 15 degrees: a leg nearer to the vertical stands, and its sole is level | chosen
#define SWVI_PLANE_OF_JOINTS      0.5     // sine of the flexion from which the plane of a limb is that of its joints alone | chosen
#define SWVI_PLANE_OF_BONES       0.3     // how much the turn of the bones counts in a straight limb | chosen
#define SWVI_OVERSTRETCHED        0.42    // sine: a limb bent backward by less is stretched too far | chosen
#define SWVI_BONES_WRONG          0.71    // sine: of one bent backward by more the bones are turned wrong | chosen
#define SWVI_HINGE_ASIDE          0.01    // an elbow whose bones leave its plane by less is a hinge | chosen
#define SWVI_HINGE_BACKWARD       0.1     // radians: one bent backward by less is straight | chosen
#define SWVI_TWIST_AT_START       0.05    // of its part: a twist bone nearer to the start shares nothing | chosen
#define SWVI_TWIST_FADES          2.4     // radians: bones share less of a turn that is larger | chosen; people's forearms turn by 1.75
#define SWVI_FOREARM_TWIST        0.5     // of the pronation: a forearm without twist bones turns by this | chosen

// Rest poses of recordings: rest.c. Lengths over that of the leg
#define SWVI_REST_UPRIGHT         0.7     // cosine: a trunk that leans more is not at rest | chosen
#define SWVI_REST_BELOW           0.3     // feet that are less below the hips are not either | chosen
#define SWVI_REST_SHRUGGED        0.8     // sine: no clavicle at rest points up more steeply | chosen
#define SWVI_REST_BENT            0.003   // mean square of the sine: a hinge bent less does not show its axis | chosen
#define SWVI_REST_LOW             0.04    // feet higher above their lowest place say little of the floor | chosen
#define SWVI_REST_ALIGNED         0.5     // cosine: the bones of a finger are in line at zero | chosen
#define SWVI_REST_APART           0.01    // shorter bones of the spine have no direction | chosen
#define SWVI_REST_SOLE            0.04    // how high the lowest joint is over the sole | chosen

// Devices: calibration.c
#define SWVI_EYES                 0.06    // of the size: eyes that are not bound, ahead of the joint of the head and above it | chosen
#define SWVI_T_HEIGHT             0.7     // of the height of the head: hands above it are held to the sides | chosen

// Recorded motion on other bodies: retarget.c, retarget_clip.c, retarget_limbs.c. Lengths over that of the leg
#define SWVI_REST_STANDS          0.06    // of the size: a rest pose with soles nearer to zero stands there | chosen
#define SWVI_CONTACT_LOW          0.05    // what stands is not higher | chosen
#define SWVI_CONTACT_SLOW         0.40    // a second: nor faster | chosen
#define SWVI_CONTACT_SPAN         0.033   // seconds over which that speed is taken | chosen
#define SWVI_CONTACT_GAP          0.05    // seconds: contacts less apart are one | chosen
#define SWVI_CONTACT_TOUCH        0.03    // seconds: shorter contacts are none | chosen
#define SWVI_SOLE_FLAT            0.14    // radians: soles that point up or down by less are made flat in a contact | chosen
#define SWVI_TOES_UP              0.2     // radians: a sole that points up by more stands on the heel | chosen
#define SWVI_SOLE_TILTED          0.35    // radians: no rest pose has soles that are off by more | chosen
#define SWVI_CONTACT_RAMP         0.1     // seconds in which a sole becomes flat | chosen
#define SWVI_BELOW_FLOOR          0.1     // of the frames: the lower foot is below the floor in no more | chosen
#define SWVI_BALL_CLEAR           0.06    // the balls of feet in the air are higher | chosen
#define SWVI_BALL_AWAY            0.03    // once they are further from where they stood or will stand | chosen
#define SWVI_SHIFT_FADE           0.5     // seconds in which shifts fade before the first contact and after the last | chosen

// Robots: robot_body.c. Weights of goals, lengths in sizes, turns in radians: feet stand to a tenth of a millimetre, hands are where they belong
// where they can be; turns of upper arms and hands only choose where the rest leaves a choice
#define SWVI_ROBOT_FOREARM        1.6     // how far a forearm without a wrist reaches, over the distance of its centre of mass | chosen
#define SWVI_ROBOT_NECK           0.2     // of the leg: the head above the shoulders | chosen
#define SWVI_ROBOT_FEET           100.0   // of the place of feet | chosen
#define SWVI_ROBOT_SOLES          0.6     // of their turn | chosen
#define SWVI_ROBOT_HANDS          5.0     // of the place of hands | chosen
#define SWVI_ROBOT_TRUNK          0.5     // of the hips | chosen
#define SWVI_ROBOT_CHEST          0.5     // of the turn of the chest | chosen
#define SWVI_ROBOT_BENDS          0.5     // of the place of elbows and knees | chosen
#define SWVI_ROBOT_TURNS          0.05    // of the turn of upper arms and hands | chosen
#define SWVI_ROBOT_STAYS          0.2     // of motors where they were: less, and arms jump; more, and hands come late | chosen
#define SWVI_ROBOT_LOOSER         0.1     // of that weight, in each round of the first posture | chosen

// Crowds: crowd.c, if the options are 0
#define SWVI_CROWD_BUDGET         4000.0  // microseconds a frame | chosen
#define SWVI_CROWD_BODY           16.0    // microseconds a body | measured: bench figure
#define SWVI_CROWD_FINGERS        20.0    // microseconds a body with fingers | measured: bench figure
#define SWVI_CROWD_NEAR           3.0     // metres: bodies as near have fingers | chosen
#define SWVI_CROWD_EVERY_FRAME    10.0    // metres: bodies as near are posed in every frame | chosen

// clang-format on

#endif
