// SPDX-License-Identifier: MIT
// What jumps today. The perturbation tests (perturbation.h) fail where more jumps than is listed here, and where much less does: then
// the row is to be changed or taken out. The list is to become empty. Findings are numbered as in the list that was made of users' programs.
//
// Some choices are global: the nearest of several branches, the best of several minima. Without history they must jump somewhere. So
// functions that take a previous posture are tried with one; "no previous" stands where they are tried without as well.
//
// Not tried:
//   restarts of swv_solve and swv_skeleton_solve, and starts far from the goal   solve.h promises no smoothness there
//   swv_arm_solve, swv_arm6_solve, swv_puma_solve, swv_arm_solve_held        all solutions; the functions that choose one are tried
//   swv_arm_roomiest, swv_arm_feasible, swv_limb_feasible                    sets of swivels and their best, no postures
//   batch.h                                                                  bit for bit the functions tried here
//   forward kinematics                                                       sums of products of sines and cosines
//   crowd.h                                                                  a plan, no posture
//   goals nearer to a shoulder or hip than 0.005 of the limb                 they have no direction
#ifndef SWIVEL_TESTS_KNOWN_JUMPS_H
#define SWIVEL_TESTS_KNOWN_JUMPS_H

/// How the answer ended.
typedef enum jump_where {
    WHERE_REACHED = 0,
    WHERE_LIMITED,
    WHERE_OUT_OF_REACH,  ///< too far or too near
    WHERE_OTHERWISE,     ///< softened, unsettled, not found; or the function does not say
    WHERE_COUNT,
} jump_where;

static const char *const where_constants[WHERE_COUNT] = { "WHERE_REACHED", "WHERE_LIMITED", "WHERE_OUT_OF_REACH",
                                                          "WHERE_OTHERWISE" };

/// How the case was found: perturbation.h.
typedef enum jump_how { HOW_DRAWN = 0, HOW_SEARCHED, HOW_COUNT } jump_how;

static const char *const how_constants[HOW_COUNT] = { "HOW_DRAWN", "HOW_SEARCHED" };

typedef struct known_jump {
    const char *room, *function;
    jump_how    how;
    jump_where  where;
    int         jumps;  ///< cases whose answer moves by more than 1e-3 of the size
    int         cases;  ///< of so many
    double      worst;  ///< the farthest move allowed, of the size: what was seen and 5 % more
} known_jump;

static const known_jump known_jumps[] = {
    // Finding 1. Where limits are in the way, the swivel that misses the hand's rotation least is taken, and after it the position. Two
    // swivels far apart can miss alike: the elbow changes sides. Where limits leave two ranges of swivels, the nearest one changes.
    { "limb", "swv_limb_solve natural", HOW_SEARCHED, WHERE_LIMITED, 22, 150, 1 },
    { "limb", "swv_limb_solve natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 16, 136, 0.99 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_REACHED, 5, 226, 0.61 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_LIMITED, 23, 148, 0.99 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_OUT_OF_REACH, 23, 126, 0.97 },
    { "limb", "swv_limb_solve towards", HOW_DRAWN, WHERE_LIMITED, 1, 827, 0.0033 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_REACHED, 9, 219, 0.93 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_LIMITED, 22, 129, 0.95 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_OUT_OF_REACH, 18, 152, 0.99 },
    { "limb", "swv_limb_solve previous", HOW_SEARCHED, WHERE_REACHED, 2, 222, 0.3 },
    { "limb", "swv_limb_solve previous", HOW_SEARCHED, WHERE_LIMITED, 30, 144, 0.99 },
    { "limb", "swv_limb_solve previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 13, 134, 0.86 },
    { "limb", "swv_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_REACHED, 1, 220, 0.044 },
    { "limb", "swv_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_LIMITED, 28, 225, 1 },
    { "limb", "swv_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 13, 55, 0.77 },
    { "limb", "swv_limb_solve previous, keep hand", HOW_SEARCHED, WHERE_REACHED, 2, 223, 0.22 },
    { "limb", "swv_limb_solve previous, keep hand", HOW_SEARCHED, WHERE_LIMITED, 30, 219, 1 },
    { "limb", "swv_limb_solve previous, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 9, 58, 0.77 },
    { "limb", "swv_limb_solve natural, position only", HOW_DRAWN, WHERE_REACHED, 1, 1685, 0.0021 },
    { "limb", "swv_limb_solve natural, position only", HOW_SEARCHED, WHERE_REACHED, 5, 282, 0.75 },
    { "limb", "swv_limb_solve natural, position only", HOW_SEARCHED, WHERE_LIMITED, 22, 79, 0.94 },
    { "limb", "swv_limb_solve natural, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 8, 139, 0.94 },
    { "limb", "swv_limb_solve previous, position only", HOW_DRAWN, WHERE_REACHED, 1, 1698, 0.0014 },
    { "limb", "swv_limb_solve previous, position only", HOW_SEARCHED, WHERE_REACHED, 6, 282, 0.97 },
    { "limb", "swv_limb_solve previous, position only", HOW_SEARCHED, WHERE_LIMITED, 10, 80, 1 },
    { "limb", "swv_limb_solve previous, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 138, 0.54 },

    // Steep, not torn: the line from shoulder to wrist passes the direction in which swivel 0 is undefined.
    { "limb", "swv_limb_posture_at", HOW_SEARCHED, WHERE_LIMITED, 6, 882, 0.005 },

    // A straight limb has no plane: within 1e-3 of straight the bones' twist follows the last digits of the points, or the hand.
    { "limb", "swv_limb_posture_from_points", HOW_DRAWN, WHERE_REACHED, 460, 3000, 0.21 },
    { "limb", "swv_limb_posture_from_points", HOW_SEARCHED, WHERE_REACHED, 158, 1000, 0.21 },

    // Steep, not torn: a field of directions has singular points (natural.h).
    { "limb", "swv_natural_elbow", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1000, 0.0035 },
    { "limb", "swv_natural_elbow_at", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1000, 0.002 },

    // Finding 7. The elbow crosses forbidden swivels, or goes from one compromise to another, and `forced` is not set.
    { "limb_track", "swv_limb_track_step", HOW_SEARCHED, WHERE_REACHED, 2, 561, 0.0065 },
    { "limb_track", "swv_limb_track_step", HOW_SEARCHED, WHERE_LIMITED, 4, 246, 0.89 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_SEARCHED, WHERE_REACHED, 2, 541, 0.0046 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_SEARCHED, WHERE_LIMITED, 10, 262, 0.068 },
    { "limb_track", "swv_limb_track_step, swivel speed", HOW_SEARCHED, WHERE_LIMITED, 8, 253, 0.14 },
    { "limb_track", "swv_limb_track_step, keep hand", HOW_SEARCHED, WHERE_REACHED, 1, 546, 0.0023 },
    { "limb_track", "swv_limb_track_step, keep hand", HOW_SEARCHED, WHERE_LIMITED, 4, 318, 0.88 },

    // As swv_limb_solve (finding 1), and the girdle goes along with the elbow. Otherwise: unsettled.
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_DRAWN, WHERE_LIMITED, 3, 712, 0.22 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_REACHED, 4, 140, 0.5 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_LIMITED, 28, 103, 1 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 54, 0.088 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_OTHERWISE, 3, 3, 0.69 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_DRAWN, WHERE_LIMITED, 4, 692, 0.023 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_REACHED, 2, 148, 0.51 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_LIMITED, 25, 94, 1 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 57, 0.011 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.67 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_DRAWN, WHERE_LIMITED, 11, 682, 0.4 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_SEARCHED, WHERE_REACHED, 4, 134, 0.6 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_SEARCHED, WHERE_LIMITED, 41, 113, 1.1 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_DRAWN, WHERE_LIMITED, 7, 691, 0.73 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_LIMITED, 24, 114, 1 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 58, 0.62 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_OTHERWISE, 2, 2, 0.0018 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_DRAWN, WHERE_LIMITED, 24, 890, 0.88 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_REACHED, 2, 134, 0.17 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_LIMITED, 45, 144, 0.97 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_DRAWN, WHERE_LIMITED, 4, 384, 0.58 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_REACHED, 2, 185, 0.79 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_LIMITED, 18, 62, 1.1 },

    // As swv_limb_track_step (finding 7).
    { "shoulder", "swv_upper_limb_track_step", HOW_DRAWN, WHERE_REACHED, 1, 779, 0.0097 },
    { "shoulder", "swv_upper_limb_track_step", HOW_SEARCHED, WHERE_LIMITED, 4, 164, 0.4 },
    { "shoulder", "swv_upper_limb_track_step", HOW_SEARCHED, WHERE_OUT_OF_REACH, 7, 69, 0.95 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 239, 0.035 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_REACHED, 1, 244, 0.0012 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_LIMITED, 6, 185, 0.088 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_OUT_OF_REACH, 4, 71, 0.06 },

    // A tip out of reach: the nearest place of the reachable area changes from one part of its edge to another. Within reach: a
    // solution leaves the limits, and the next one is far away.
    { "hand", "swv_hand_solve, no previous", HOW_DRAWN, WHERE_OUT_OF_REACH, 3, 885, 0.063 },
    { "hand", "swv_hand_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 71, 436, 0.45 },
    { "hand", "swv_hand_solve", HOW_DRAWN, WHERE_REACHED, 1, 1136, 0.0027 },
    { "hand", "swv_hand_solve", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 864, 0.072 },
    { "hand", "swv_hand_solve", HOW_SEARCHED, WHERE_REACHED, 2, 150, 0.081 },
    { "hand", "swv_hand_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 83, 450, 0.48 },
    { "hand", "swv_hand_solve, pulp", HOW_DRAWN, WHERE_REACHED, 65, 1321, 0.062 },
    { "hand", "swv_hand_solve, pulp", HOW_SEARCHED, WHERE_REACHED, 9, 117, 0.06 },
    { "hand", "swv_hand_solve, pulp", HOW_SEARCHED, WHERE_OUT_OF_REACH, 103, 483, 0.45 },

    // The same for one digit: of all solutions the one nearest to where it was.
    { "hand", "swv_digit_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 51, 432, 0.48 },
    { "hand", "swv_thumb_solve", HOW_DRAWN, WHERE_REACHED, 134, 2227, 0.081 },
    { "hand", "swv_thumb_solve", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 773, 0.032 },
    { "hand", "swv_thumb_solve", HOW_SEARCHED, WHERE_REACHED, 62, 609, 0.081 },
    { "hand", "swv_thumb_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 29, 391, 0.42 },
    { "hand", "swv_thumb_solve_directed", HOW_DRAWN, WHERE_REACHED, 66, 1355, 0.061 },
    { "hand", "swv_thumb_solve_directed", HOW_SEARCHED, WHERE_REACHED, 14, 221, 0.058 },
    { "hand", "swv_thumb_solve_directed", HOW_SEARCHED, WHERE_OUT_OF_REACH, 54, 379, 0.15 },

    // It has no previous posture and looks for the best of all: two far apart are equally good.
    { "hand", "swv_hand_pinch", HOW_DRAWN, WHERE_REACHED, 5, 1413, 0.016 },
    { "hand", "swv_hand_pinch", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 587, 0.0037 },
    { "hand", "swv_hand_pinch", HOW_SEARCHED, WHERE_REACHED, 206, 268, 0.79 },
    { "hand", "swv_hand_pinch", HOW_SEARCHED, WHERE_OUT_OF_REACH, 28, 132, 0.035 },

    // From one start, without restarts: another step is taken and the posture found is another, where freedom is left, where the goal is out of
    // reach, or where one of two ways ends at a limit (reached, then limited).
    { "solve", "swv_solve, pose", HOW_DRAWN, WHERE_REACHED, 11, 1434, 0.15 },
    { "solve", "swv_solve, pose", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 491, 0.1 },
    { "solve", "swv_solve, pose", HOW_SEARCHED, WHERE_REACHED, 7, 293, 0.37 },
    { "solve", "swv_solve, position", HOW_DRAWN, WHERE_REACHED, 8, 1481, 0.016 },
    { "solve", "swv_solve, position", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 517, 0.008 },
    { "solve", "swv_solve, position", HOW_SEARCHED, WHERE_REACHED, 5, 304, 0.26 },
    { "solve", "swv_solve, position", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 96, 0.47 },
    { "solve", "swv_solve, position nearest to previous", HOW_DRAWN, WHERE_OUT_OF_REACH, 3, 521, 0.086 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_REACHED, 2, 298, 0.022 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 13, 98, 0.67 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_OTHERWISE, 3, 3, 0.31 },
    { "solve", "swv_solve, position, then direction", HOW_DRAWN, WHERE_REACHED, 3, 1451, 0.095 },
    { "solve", "swv_solve, position, then direction", HOW_DRAWN, WHERE_OUT_OF_REACH, 3, 499, 0.076 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_REACHED, 12, 279, 0.53 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_OUT_OF_REACH, 17, 111, 0.52 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_OTHERWISE, 2, 7, 0.92 },

    // The same on trees with a free root, where more freedom is left: pelvis and elbows end elsewhere.
    { "solve", "swv_skeleton_solve", HOW_DRAWN, WHERE_REACHED, 4, 1000, 0.02 },
    { "solve", "swv_skeleton_solve", HOW_SEARCHED, WHERE_REACHED, 87, 178, 0.49 },
    { "solve", "swv_skeleton_solve", HOW_SEARCHED, WHERE_LIMITED, 21, 21, 0.68 },
    { "solve", "swv_skeleton_solve", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.31 },
    { "solve", "swv_skeleton_solve, far hands", HOW_DRAWN, WHERE_REACHED, 24, 742, 0.26 },
    { "solve", "swv_skeleton_solve, far hands", HOW_DRAWN, WHERE_LIMITED, 93, 254, 0.78 },
    { "solve", "swv_skeleton_solve, far hands", HOW_DRAWN, WHERE_OTHERWISE, 3, 4, 0.45 },
    { "solve", "swv_skeleton_solve, far hands", HOW_SEARCHED, WHERE_REACHED, 70, 141, 0.58 },
    { "solve", "swv_skeleton_solve, far hands", HOW_SEARCHED, WHERE_LIMITED, 58, 58, 0.91 },
    { "solve", "swv_skeleton_solve, far hands", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.68 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_DRAWN, WHERE_REACHED, 12, 469, 0.36 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_DRAWN, WHERE_LIMITED, 218, 524, 0.84 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_DRAWN, WHERE_OTHERWISE, 2, 7, 0.29 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_SEARCHED, WHERE_REACHED, 50, 100, 0.49 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_SEARCHED, WHERE_LIMITED, 95, 99, 1.3 },
    { "solve", "swv_skeleton_solve, far hands, balance", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.51 },

    // All solutions; the nearest one is taken here. Solutions come and go in pairs, and a table of starts misses some.
    { "starts", "swv_starts_solve", HOW_DRAWN, WHERE_REACHED, 1, 1965, 0.1 },
    { "starts", "swv_starts_solve", HOW_SEARCHED, WHERE_REACHED, 45, 293, 0.59 },

    // Finding 1: limbs are those of swv_limb_solve.
    { "mount", "swv_mount_solve natural", HOW_SEARCHED, WHERE_LIMITED, 3, 38, 0.25 },
    { "mount", "swv_mount_solve natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 397, 0.22 },
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_REACHED, 4, 196, 0.15 },
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_LIMITED, 2, 35, 0.18 },
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_OUT_OF_REACH, 12, 369, 0.15 },
    { "mount", "swv_mount_solve previous", HOW_SEARCHED, WHERE_REACHED, 1, 176, 0.13 },
    { "mount", "swv_mount_solve previous", HOW_SEARCHED, WHERE_LIMITED, 4, 39, 0.22 },
    { "mount", "swv_mount_solve previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 10, 385, 0.27 },
    { "mount", "swv_mount_solve natural, position only", HOW_SEARCHED, WHERE_LIMITED, 1, 4, 0.33 },
    { "mount", "swv_mount_solve natural, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 385, 0.031 },

    // An elbow or knee of the animation that is out of its hinge's plane by more than 0.6 degrees is read in another way (mount.h).
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_REACHED, 16, 176, 0.094 },
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_LIMITED, 5, 33, 0.36 },
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_OUT_OF_REACH, 28, 391, 0.14 },

    // Finding 7: limbs are those of swv_limb_track_step.
    { "mount", "swv_mount_track_step", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 277, 0.0014 },
    { "mount", "swv_mount_track_step, bone speed", HOW_SEARCHED, WHERE_REACHED, 1, 321, 0.0023 },
    { "mount", "swv_mount_track_step, bone speed", HOW_SEARCHED, WHERE_LIMITED, 2, 14, 0.011 },

    // The 0.6 degrees, seen alone: what is read changes by 0.003 of the body.
    { "mount", "swv_mount_read", HOW_SEARCHED, WHERE_OTHERWISE, 241, 500, 0.003 },

    // As swv_hand_solve.
    { "mount", "swv_mount_hand_solve", HOW_SEARCHED, WHERE_REACHED, 5, 346, 0.098 },
    { "mount", "swv_mount_hand_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 28, 254, 0.18 },
    { "mount", "swv_mount_hand_solve, no previous", HOW_SEARCHED, WHERE_REACHED, 4, 314, 0.1 },
    { "mount", "swv_mount_hand_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 22, 286, 0.14 },

    // Finding 2. The trunk is moved step by step until hands are in reach, and stops where a step does not help.
    { "body_points", "swv_body_solve, 3 points", HOW_DRAWN, WHERE_REACHED, 1, 1355, 0.0018 },
    { "body_points", "swv_body_solve, 3 points", HOW_DRAWN, WHERE_LIMITED, 1, 88, 0.0026 },
    { "body_points", "swv_body_solve, 3 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 373, 557, 0.24 },
    { "body_points", "swv_body_solve, 3 points", HOW_SEARCHED, WHERE_LIMITED, 2, 22, 0.3 },
    { "body_points", "swv_body_solve, 3 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 70, 97, 0.25 },
    { "body_points", "swv_body_solve, 6 points", HOW_DRAWN, WHERE_REACHED, 3, 649, 0.0085 },
    { "body_points", "swv_body_solve, 6 points", HOW_DRAWN, WHERE_LIMITED, 4, 23, 0.024 },
    { "body_points", "swv_body_solve, 6 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 445, 1328, 0.28 },
    { "body_points", "swv_body_solve, 6 points", HOW_SEARCHED, WHERE_REACHED, 1, 117, 0.2 },
    { "body_points", "swv_body_solve, 6 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 102, 279, 0.26 },
    { "body_points", "swv_body_solve, 11 points", HOW_DRAWN, WHERE_REACHED, 2, 616, 0.035 },
    { "body_points", "swv_body_solve, 11 points", HOW_DRAWN, WHERE_LIMITED, 2, 27, 0.026 },
    { "body_points", "swv_body_solve, 11 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 456, 1357, 0.29 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_REACHED, 2, 108, 0.026 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_LIMITED, 1, 6, 0.23 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 137, 286, 0.31 },
    { "body_points", "swv_body_solve, 3 points, keep hand", HOW_DRAWN, WHERE_LIMITED, 110, 257, 0.28 },
    { "body_points", "swv_body_solve, 3 points, keep hand", HOW_DRAWN, WHERE_OUT_OF_REACH, 261, 399, 0.36 },
    { "body_points", "swv_body_solve, 3 points, keep hand", HOW_SEARCHED, WHERE_LIMITED, 26, 52, 0.24 },
    { "body_points", "swv_body_solve, 3 points, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 59, 75, 0.22 },

    // Finding 2, with history: the trunk has none.
    { "body_points", "swv_body_track_step, 3 points", HOW_DRAWN, WHERE_LIMITED, 1, 82, 0.002 },
    { "body_points", "swv_body_track_step, 3 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 406, 549, 0.24 },
    { "body_points", "swv_body_track_step, 3 points", HOW_SEARCHED, WHERE_REACHED, 1, 258, 0.0023 },
    { "body_points", "swv_body_track_step, 3 points", HOW_SEARCHED, WHERE_LIMITED, 5, 30, 0.15 },
    { "body_points", "swv_body_track_step, 3 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 83, 112, 0.24 },
    { "body_points", "swv_body_track_step, 6 points", HOW_DRAWN, WHERE_REACHED, 3, 490, 0.016 },
    { "body_points", "swv_body_track_step, 6 points", HOW_DRAWN, WHERE_LIMITED, 2, 36, 0.0049 },
    { "body_points", "swv_body_track_step, 6 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 464, 1474, 0.23 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_REACHED, 2, 89, 0.024 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_LIMITED, 4, 16, 0.11 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 115, 295, 0.31 },

    // Finding 1: legs and arms are those of swv_limb_solve; and limits push the trunk by steps.
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_LIMITED, 2, 44, 0.12 },
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_OUT_OF_REACH, 4, 186, 0.11 },
    { "body_goals", "swv_body_reach, hips and feet", HOW_SEARCHED, WHERE_REACHED, 1, 108, 0.058 },
    { "body_goals", "swv_body_reach, hips and feet", HOW_SEARCHED, WHERE_LIMITED, 2, 16, 0.12 },
    { "body_goals", "swv_body_reach, hips and feet", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 276, 0.0035 },
    { "body_goals", "swv_body_reach, keep hand", HOW_SEARCHED, WHERE_REACHED, 3, 191, 0.16 },
    { "body_goals", "swv_body_reach, keep hand", HOW_SEARCHED, WHERE_LIMITED, 2, 51, 0.14 },
    { "body_goals", "swv_body_reach, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 158, 0.19 },
    { "body_goals", "swv_body_reach, balances", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 898, 0.024 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_REACHED, 10, 185, 0.23 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_LIMITED, 4, 38, 0.062 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_OUT_OF_REACH, 20, 177, 0.16 },

    // An elbow or knee of the animation that is out of its hinge's plane by more than 0.6 degrees is read in another way (mount.h).
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_REACHED, 46, 180, 0.094 },
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_LIMITED, 5, 41, 0.18 },
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_OUT_OF_REACH, 30, 179, 0.086 },

    // Bones are slowed down, but towards a posture that jumps.
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_REACHED, 1, 180, 0.046 },
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_LIMITED, 5, 55, 0.041 },
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 165, 0.034 },
    { "body_goals", "swv_body_follow, hips and feet", HOW_SEARCHED, WHERE_REACHED, 2, 97, 0.015 },
    { "body_goals", "swv_body_follow, hips and feet", HOW_SEARCHED, WHERE_LIMITED, 1, 21, 0.04 },
    { "body_goals", "swv_body_follow, hips and feet", HOW_SEARCHED, WHERE_OUT_OF_REACH, 4, 282, 0.033 },

    // The nearest turn of the elbow that is clear of the body changes sides.
    { "body_goals", "swv_flesh_avoid", HOW_SEARCHED, WHERE_LIMITED, 1, 21, 0.023 },

    // Whether a foot stands is decided frame by frame, yes or no. With keep_slides nothing jumps.
    { "motion", "swv_retarget_clip", HOW_SEARCHED, WHERE_OTHERWISE, 48, 60, 0.075 },

    // Finding 14: the first frame is a minimum among several.
    { "motion", "swv_robot_body_pose, no previous", HOW_DRAWN, WHERE_OTHERWISE, 4, 2000, 0.0011 },
    { "motion", "swv_robot_body_pose, no previous", HOW_SEARCHED, WHERE_OTHERWISE, 14, 400, 0.3 },

    // Seen at a knee; the cause was not looked into.
    { "markers", "swv_markers_fit", HOW_SEARCHED, WHERE_OTHERWISE, 8, 80, 0.013 },

    // Of up to eight families the posture nearest to the previous one among those inside the limits: it changes where a family meets a limit.
    { "tolani_badler", "swv_arm_best", HOW_DRAWN, WHERE_REACHED, 10, 1678, 0.44 },
    { "tolani_badler", "swv_arm_best", HOW_SEARCHED, WHERE_REACHED, 10, 249, 0.57 },
    { "tolani_badler", "swv_arm_best", HOW_SEARCHED, WHERE_LIMITED, 36, 165, 1 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_DRAWN, WHERE_REACHED, 21, 1709, 0.62 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_SEARCHED, WHERE_REACHED, 15, 246, 0.37 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_SEARCHED, WHERE_LIMITED, 30, 159, 1 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 95, 0.0013 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_REACHED, 26, 552, 0.85 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_LIMITED, 19, 225, 0.31 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_OUT_OF_REACH, 17, 223, 0.54 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_REACHED, 3, 41, 0.42 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_LIMITED, 14, 33, 0.9 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 26, 0.97 },
    { "tolani_badler", "swv_arm_best_held", HOW_DRAWN, WHERE_REACHED, 2, 705, 0.24 },
    { "tolani_badler", "swv_arm_best_held", HOW_DRAWN, WHERE_LIMITED, 36, 1104, 0.95 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_REACHED, 6, 91, 0.53 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_LIMITED, 58, 239, 1 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_OTHERWISE, 28, 71, 1 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_REACHED, 26, 2037, 0.73 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_LIMITED, 20, 295, 0.51 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_OUT_OF_REACH, 16, 668, 0.5 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_REACHED, 22, 313, 0.96 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_LIMITED, 20, 78, 1 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_OUT_OF_REACH, 8, 109, 0.51 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_REACHED, 14, 766, 0.51 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_LIMITED, 9, 1563, 0.46 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_OUT_OF_REACH, 12, 671, 0.51 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_REACHED, 12, 111, 0.75 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_LIMITED, 51, 278, 1 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 19, 111, 0.52 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_REACHED, 28, 551, 0.73 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_LIMITED, 20, 229, 0.61 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_OUT_OF_REACH, 20, 220, 0.7 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_REACHED, 8, 46, 0.32 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_LIMITED, 14, 33, 0.73 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 21, 0.49 },
    { "tolani_badler", "swv_arm_solve_one", HOW_SEARCHED, WHERE_LIMITED, 1, 395, 0.0012 },

    // A posture of another family is taken, and `flip` is not set: the joints are fast enough to be there in one frame, or are on their way.
    { "tolani_badler", "swv_arm_track_step, natural", HOW_SEARCHED, WHERE_REACHED, 1, 84, 0.0045 },
    { "tolani_badler", "swv_arm_track_step, natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 59, 0.066 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_DRAWN, WHERE_REACHED, 1, 385, 0.0067 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_SEARCHED, WHERE_REACHED, 11, 73, 0.068 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 56, 0.042 },
    { "tolani_badler", "swv_arm_track_step, least", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 47, 0.0015 },

    // As swv_arm_best: the nearest of eight families inside the limits.
    { "chin", "swv_arm6_best", HOW_DRAWN, WHERE_REACHED, 1, 1875, 0.0033 },
    { "chin", "swv_arm6_best", HOW_SEARCHED, WHERE_REACHED, 1, 474, 0.17 },
    { "chin", "swv_arm6_best", HOW_SEARCHED, WHERE_LIMITED, 43, 313, 0.95 },

    // A tenth of a radian from the solution: a line search takes another step and leads elsewhere.
    { "chin", "swv_study_solve, newton", HOW_SEARCHED, WHERE_REACHED, 1, 297, 0.098 },
    { "chin", "swv_study_solve, newton", HOW_SEARCHED, WHERE_OTHERWISE, 1, 3, 0.77 },
    { "chin", "swv_study_solve, broyden", HOW_SEARCHED, WHERE_REACHED, 4, 297, 0.56 },
    { "chin", "swv_study_solve, broyden", HOW_SEARCHED, WHERE_OTHERWISE, 3, 3, 0.45 },
    { "chin", "swv_study_solve, bfgs", HOW_SEARCHED, WHERE_REACHED, 2, 300, 0.037 },
    { "chin", "swv_study_solve, fletcher", HOW_SEARCHED, WHERE_REACHED, 1, 299, 0.07 },
    { "chin", "swv_study_solve, fletcher", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.61 },
    { "chin", "swv_study_solve, frprm", HOW_SEARCHED, WHERE_OTHERWISE, 2, 4, 0.0017 },
    { "chin", "swv_study_solve, powell", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.12 },

    // As swv_arm_best: the nearest of eight families inside the limits.
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_REACHED, 93, 701, 0.91 },
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_LIMITED, 12, 70, 1 },
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_OUT_OF_REACH, 27, 229, 0.99 },

    // Look-up: at the border of two cells the answers differ by their errors, and a branch that ends in one is missing.
    { "kim_tarokh", "swv_table_solve", HOW_SEARCHED, WHERE_REACHED, 219, 500, 0.79 },
    { "kim_tarokh", "swv_adaptive_solve", HOW_SEARCHED, WHERE_REACHED, 65, 500, 0.93 },

    // With limits the nearest swivel that keeps them changes. Their own iteration is unsettled in few cases.
    { "ascione", "swv_upper_limb_solve, plain", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 491, 0.023 },
    { "ascione", "swv_upper_limb_solve, plain", HOW_SEARCHED, WHERE_OTHERWISE, 1, 2, 0.023 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_REACHED, 4, 231, 0.75 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_LIMITED, 3, 68, 0.53 },

    // Out of reach: the nearest place changes from one part of the edge to another.
    { "waardenburg", "swv_finger_solve_free", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 74, 0.89 },
    { "waardenburg", "swv_finger_solve_free, no previous", HOW_SEARCHED, WHERE_REACHED, 1, 929, 0.1 },
    { "waardenburg", "swv_finger_solve_free, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 71, 0.44 },

    // Newton's iteration clamped to the limits, for comparison: it does not settle beyond reach.
    { "waardenburg", "swv_finger_newton", HOW_DRAWN, WHERE_REACHED, 27, 2617, 0.1 },
    { "waardenburg", "swv_finger_newton", HOW_DRAWN, WHERE_OUT_OF_REACH, 69, 383, 1.7 },
    { "waardenburg", "swv_finger_newton", HOW_SEARCHED, WHERE_REACHED, 17, 666, 0.0043 },
    { "waardenburg", "swv_finger_newton", HOW_SEARCHED, WHERE_OUT_OF_REACH, 143, 334, 1.8 },

    // A line that touches the edge: the part on it is as long as the square root of how deep it goes.
    { "waardenburg", "swv_finger_clip", HOW_SEARCHED, WHERE_REACHED, 2, 494, 0.0016 },
    { "waardenburg", "swv_finger_clip", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 506, 0.0022 },
};

#endif
