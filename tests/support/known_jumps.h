// SPDX-License-Identifier: MIT
// What jumps today. The perturbation tests (perturbation.h) fail where more jumps than is listed here, and where much less does: then
// the row is to be changed or taken out. The list is to become empty. Findings are numbered as in the list that was made of users' programs.
//
// Some choices are global: the nearest of several branches, the best of several minima. Without history they must jump somewhere. So
// functions that take a previous posture are tried with one; "no previous" stands where they are tried without as well.
//
// Not tried:
//   restarts of swv_solve, and starts far from the goal   solve.h promises no smoothness there
//   swv_arm_solve, swv_arm6_solve, swv_puma_solve, swv_arm_solve_held        all solutions; the functions that choose one are tried
//   swv_arm_roomiest, swv_arm_feasible, swv_limb_feasible                    sets of swivels and their best, no postures
//   batch.h                                                                  bit for bit the functions tried here
//   forward kinematics                                                       sums of products of sines and cosines
//   body.h                                                                  a plan, no posture
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
    { "limb", "swv_limb_solve natural", HOW_SEARCHED, WHERE_LIMITED, 6, 156, 0.46 },
    { "limb", "swv_limb_solve natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 146, 0.48 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_REACHED, 2, 202, 0.33 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_LIMITED, 5, 153, 0.46 },
    { "limb", "swv_limb_solve swivel", HOW_SEARCHED, WHERE_OUT_OF_REACH, 4, 145, 0.48 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_REACHED, 1, 200, 0.099 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_LIMITED, 8, 158, 0.46 },
    { "limb", "swv_limb_solve towards", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 142, 0.35 },
    { "limb", "swv_limb_solve previous", HOW_SEARCHED, WHERE_LIMITED, 7, 154, 0.47 },
    { "limb", "swv_limb_solve previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 143, 0.25 },
    { "limb", "swv_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_LIMITED, 10, 240, 0.89 },
    { "limb", "swv_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 20, 65, 0.77 },
    { "limb", "swv_limb_solve previous, keep hand", HOW_SEARCHED, WHERE_LIMITED, 8, 240, 0.89 },
    { "limb", "swv_limb_solve previous, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 18, 61, 0.77 },
    { "limb", "swv_limb_solve natural, position only", HOW_SEARCHED, WHERE_LIMITED, 4, 91, 0.87 },
    { "limb", "swv_limb_solve natural, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 148, 0.99 },
    { "limb", "swv_limb_solve previous, position only", HOW_SEARCHED, WHERE_LIMITED, 4, 90, 0.83 },
    { "limb", "swv_limb_solve previous, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 159, 0.54 },

    // Steep, not torn: the line from shoulder to wrist passes the direction in which swivel 0 is undefined.
    { "limb", "swv_limb_posture_at", HOW_SEARCHED, WHERE_LIMITED, 1, 875, 0.0028 },

    // A straight limb has no plane: within 1e-3 of straight the bones' twist follows the last digits of the points, or the hand.
    { "limb", "swv_limb_posture_from_points", HOW_DRAWN, WHERE_REACHED, 456, 3000, 0.21 },
    { "limb", "swv_limb_posture_from_points", HOW_SEARCHED, WHERE_REACHED, 145, 1000, 0.21 },

    // Steep, not torn: a field of directions has singular points (limb.h).
    { "limb", "swv_natural_elbow", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1000, 0.0054 },

    // For comparison only: it jumps where the line points straight up or down, as limb.h says.
    { "limb", "swv_natural_elbow_soechting", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1000, 0.011 },

    // Finding 7. The elbow crosses forbidden swivels, or goes from one compromise to another, and `forced` is not set.
    { "limb_track", "swv_limb_track_step", HOW_SEARCHED, WHERE_REACHED, 1, 568, 0.0068 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_SEARCHED, WHERE_LIMITED, 2, 251, 0.015 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 611, 0.0078 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_SEARCHED, WHERE_REACHED, 1, 564, 0.0068 },
    { "limb_track", "swv_limb_track_step, bone speed", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 184, 0.0035 },
    { "limb_track", "swv_limb_track_step, swivel speed", HOW_SEARCHED, WHERE_LIMITED, 8, 248, 0.13 },
    { "limb_track", "swv_limb_track_step, swivel speed", HOW_SEARCHED, WHERE_REACHED, 1, 565, 0.0068 },
    { "limb_track", "swv_limb_track_step, keep hand", HOW_SEARCHED, WHERE_LIMITED, 3, 315, 0.027 },
    { "limb_track", "swv_limb_track_step, keep hand", HOW_SEARCHED, WHERE_REACHED, 1, 567, 0.006 },

    // As swv_limb_solve (finding 1), and the girdle moves with the elbow. Otherwise: unsettled.
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_DRAWN, WHERE_LIMITED, 7, 697, 0.78 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_REACHED, 2, 141, 0.47 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_LIMITED, 32, 100, 1 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 57, 0.016 },
    { "shoulder", "swv_upper_limb_solve, no previous", HOW_SEARCHED, WHERE_OTHERWISE, 2, 2, 0.66 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_DRAWN, WHERE_LIMITED, 8, 696, 0.11 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_REACHED, 2, 147, 0.89 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_LIMITED, 34, 97, 1.1 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 54, 0.045 },
    { "shoulder", "swv_upper_limb_solve natural", HOW_SEARCHED, WHERE_OTHERWISE, 2, 2, 0.2 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_DRAWN, WHERE_LIMITED, 11, 695, 1 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_SEARCHED, WHERE_REACHED, 7, 143, 0.9 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_SEARCHED, WHERE_LIMITED, 28, 101, 1 },
    { "shoulder", "swv_upper_limb_solve swivel", HOW_SEARCHED, WHERE_OTHERWISE, 2, 2, 0.0029 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_DRAWN, WHERE_LIMITED, 9, 697, 0.23 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_REACHED, 1, 142, 0.35 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_LIMITED, 28, 104, 1.1 },
    { "shoulder", "swv_upper_limb_solve previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 53, 0.046 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_DRAWN, WHERE_LIMITED, 26, 902, 0.9 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_REACHED, 2, 149, 0.89 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_LIMITED, 34, 125, 1 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 25, 0.045 },
    { "shoulder", "swv_upper_limb_solve natural, keep hand", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.0011 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_DRAWN, WHERE_LIMITED, 6, 425, 0.82 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_REACHED, 6, 190, 0.81 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_LIMITED, 15, 53, 1.1 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 56, 0.27 },
    { "shoulder", "swv_upper_limb_solve previous, position only", HOW_SEARCHED, WHERE_OTHERWISE, 1, 1, 0.0041 },

    // As swv_limb_track_step (finding 7).
    { "shoulder", "swv_upper_limb_track_step", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 214, 0.79 },
    { "shoulder", "swv_upper_limb_track_step", HOW_SEARCHED, WHERE_REACHED, 4, 248, 0.036 },
    { "shoulder", "swv_upper_limb_track_step", HOW_SEARCHED, WHERE_LIMITED, 10, 182, 0.98 },
    { "shoulder", "swv_upper_limb_track_step", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 73, 0.93 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 215, 0.013 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_REACHED, 3, 234, 0.017 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_LIMITED, 15, 196, 0.092 },
    { "shoulder", "swv_upper_limb_track_step, bone speed", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 72, 0.092 },

    // A tip out of reach: the nearest place of the reachable area changes from one part of its edge to another. Within reach: a
    // solution leaves the limits, and the next one is far away.
    { "hand", "swv_hand_solve, no previous", HOW_DRAWN, WHERE_REACHED, 1, 1163, 0.0044 },
    { "hand", "swv_hand_solve, no previous", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 837, 0.067 },
    { "hand", "swv_hand_solve, no previous", HOW_SEARCHED, WHERE_REACHED, 2, 184, 0.069 },
    { "hand", "swv_hand_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 73, 416, 0.48 },
    { "hand", "swv_hand_solve", HOW_DRAWN, WHERE_REACHED, 1, 1163, 0.0044 },
    { "hand", "swv_hand_solve", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 837, 0.067 },
    { "hand", "swv_hand_solve", HOW_SEARCHED, WHERE_REACHED, 4, 185, 0.081 },
    { "hand", "swv_hand_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 71, 415, 0.48 },
    { "hand", "swv_hand_solve, pulp", HOW_DRAWN, WHERE_REACHED, 63, 1334, 0.062 },
    { "hand", "swv_hand_solve, pulp", HOW_SEARCHED, WHERE_REACHED, 10, 145, 0.062 },
    { "hand", "swv_hand_solve, pulp", HOW_SEARCHED, WHERE_OUT_OF_REACH, 106, 455, 0.48 },

    // The same for one digit: of all solutions the one nearest to where it was.
    { "hand", "swv_digit_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 49, 408, 0.48 },
    { "hand", "swv_thumb_solve", HOW_DRAWN, WHERE_REACHED, 127, 2248, 0.081 },
    { "hand", "swv_thumb_solve", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 752, 0.035 },
    { "hand", "swv_thumb_solve", HOW_SEARCHED, WHERE_REACHED, 60, 595, 0.081 },
    { "hand", "swv_thumb_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 34, 405, 0.081 },
    { "hand", "swv_thumb_solve, pulp", HOW_DRAWN, WHERE_REACHED, 70, 1372, 0.061 },
    { "hand", "swv_thumb_solve, pulp", HOW_SEARCHED, WHERE_REACHED, 21, 237, 0.061 },
    { "hand", "swv_thumb_solve, pulp", HOW_SEARCHED, WHERE_OUT_OF_REACH, 62, 363, 0.13 },

    // It has no previous posture and looks for the best of all: two far apart are equally good.
    { "hand", "swv_hand_pinch", HOW_DRAWN, WHERE_REACHED, 7, 1446, 0.65 },
    { "hand", "swv_hand_pinch", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 554, 0.0017 },
    { "hand", "swv_hand_pinch", HOW_SEARCHED, WHERE_REACHED, 227, 284, 0.79 },
    { "hand", "swv_hand_pinch", HOW_SEARCHED, WHERE_OUT_OF_REACH, 14, 116, 0.014 },

    // From one start, without restarts: another step is taken and the posture found is another, where freedom is left, where the goal is out of
    // reach, or where one of two ways ends at a limit (reached, then limited).
    { "solve", "swv_solve, pose", HOW_DRAWN, WHERE_REACHED, 12, 1448, 0.095 },
    { "solve", "swv_solve, pose", HOW_SEARCHED, WHERE_REACHED, 7, 285, 0.46 },
    { "solve", "swv_solve, pose", HOW_SEARCHED, WHERE_LIMITED, 1, 7, 0.27 },
    { "solve", "swv_solve, pose", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 104, 0.12 },
    { "solve", "swv_solve, position", HOW_DRAWN, WHERE_REACHED, 4, 1510, 0.022 },
    { "solve", "swv_solve, position", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 490, 0.0064 },
    { "solve", "swv_solve, position", HOW_SEARCHED, WHERE_REACHED, 3, 293, 0.94 },
    { "solve", "swv_solve, position", HOW_SEARCHED, WHERE_LIMITED, 1, 2, 0.45 },
    { "solve", "swv_solve, position", HOW_SEARCHED, WHERE_OUT_OF_REACH, 8, 105, 0.16 },
    { "solve", "swv_solve, position nearest to previous", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 490, 0.0064 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_REACHED, 2, 293, 0.94 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_LIMITED, 1, 2, 0.45 },
    { "solve", "swv_solve, position nearest to previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 8, 105, 0.16 },
    { "solve", "swv_solve, position, then direction", HOW_DRAWN, WHERE_REACHED, 2, 1461, 0.0029 },
    { "solve", "swv_solve, position, then direction", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 490, 0.01 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_REACHED, 17, 288, 0.85 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_OUT_OF_REACH, 13, 105, 0.52 },
    { "solve", "swv_solve, position, then direction", HOW_SEARCHED, WHERE_OTHERWISE, 3, 7, 0.52 },

    // The same on trees with a free root, where more freedom is left: pelvis and elbows end elsewhere.
    { "solve", "swv_solve, bodies", HOW_SEARCHED, WHERE_REACHED, 75, 175, 0.57 },
    { "solve", "swv_solve, bodies", HOW_SEARCHED, WHERE_LIMITED, 17, 18, 0.78 },
    { "solve", "swv_solve, bodies", HOW_SEARCHED, WHERE_OTHERWISE, 7, 7, 0.79 },
    { "solve", "swv_solve, bodies, far hands", HOW_DRAWN, WHERE_REACHED, 24, 741, 0.29 },
    { "solve", "swv_solve, bodies, far hands", HOW_DRAWN, WHERE_LIMITED, 120, 257, 0.81 },
    { "solve", "swv_solve, bodies, far hands", HOW_DRAWN, WHERE_OTHERWISE, 2, 2, 0.22 },
    { "solve", "swv_solve, bodies, far hands", HOW_SEARCHED, WHERE_REACHED, 76, 138, 0.57 },
    { "solve", "swv_solve, bodies, far hands", HOW_SEARCHED, WHERE_LIMITED, 57, 58, 0.9 },
    { "solve", "swv_solve, bodies, far hands", HOW_SEARCHED, WHERE_OTHERWISE, 4, 4, 0.91 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_DRAWN, WHERE_REACHED, 17, 452, 0.17 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_DRAWN, WHERE_LIMITED, 238, 543, 0.81 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_DRAWN, WHERE_OTHERWISE, 2, 5, 0.45 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_SEARCHED, WHERE_REACHED, 37, 78, 0.28 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_SEARCHED, WHERE_LIMITED, 116, 119, 0.95 },
    { "solve", "swv_solve, bodies, far hands, balance", HOW_SEARCHED, WHERE_OTHERWISE, 3, 3, 0.61 },

    // All solutions; the nearest one is taken here. Solutions come and go in pairs, and a table of starts misses some.
    { "starts", "swv_starts_solve", HOW_DRAWN, WHERE_REACHED, 1, 1970, 0.12 },
    { "starts", "swv_starts_solve", HOW_SEARCHED, WHERE_REACHED, 36, 294, 0.57 },

    // Finding 1: limbs are those of swv_limb_solve.
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_LIMITED, 1, 28, 0.14 },
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 352, 0.089 },
    { "mount", "swv_mount_solve towards", HOW_SEARCHED, WHERE_OTHERWISE, 8, 155, 0.14 },

    // An elbow or knee of the animation that is out of its hinge's plane by more than 0.6 degrees is read in another way (body.h).
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_REACHED, 10, 179, 0.061 },
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_LIMITED, 6, 26, 0.14 },
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_OUT_OF_REACH, 24, 388, 0.18 },
    { "mount", "swv_mount_solve previous, animation", HOW_SEARCHED, WHERE_OTHERWISE, 4, 28, 0.061 },

    // Finding 7: limbs are those of swv_limb_track_step.
    { "mount", "swv_mount_track_step", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 281, 0.006 },
    { "mount", "swv_mount_track_step, bone speed", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 503, 0.0076 },
    { "mount", "swv_mount_track_step, bone speed", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 281, 0.013 },
    { "mount", "swv_mount_track_step, bone speed", HOW_SEARCHED, WHERE_OTHERWISE, 1, 10, 0.0017 },

    // The 0.6 degrees, seen alone: what is read changes by 0.003 of the body.
    { "mount", "swv_mount_read", HOW_SEARCHED, WHERE_OTHERWISE, 229, 500, 0.0043 },

    // As swv_hand_solve.
    { "mount", "swv_mount_hand_solve", HOW_SEARCHED, WHERE_REACHED, 1, 340, 0.073 },
    { "mount", "swv_mount_hand_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 27, 260, 0.14 },
    { "mount", "swv_mount_hand_solve, no previous", HOW_SEARCHED, WHERE_REACHED, 1, 340, 0.073 },
    { "mount", "swv_mount_hand_solve, no previous", HOW_SEARCHED, WHERE_OUT_OF_REACH, 27, 260, 0.14 },

    // Finding 2. The trunk is moved step by step until hands are in reach, and stops where a step does not help.
    { "body_points", "swv_body_solve, 3 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 117, 0.0011 },
    { "body_points", "swv_body_solve, 6 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 1331, 0.0036 },
    { "body_points", "swv_body_solve, 6 points", HOW_SEARCHED, WHERE_REACHED, 1, 130, 0.027 },
    { "body_points", "swv_body_solve, 6 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 19, 267, 0.078 },
    { "body_points", "swv_body_solve, 6 points", HOW_SEARCHED, WHERE_LIMITED, 1, 6, 0.016 },
    { "body_points", "swv_body_solve, 11 points", HOW_DRAWN, WHERE_REACHED, 3, 664, 0.037 },
    { "body_points", "swv_body_solve, 11 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 10, 1358, 0.0026 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_REACHED, 10, 106, 0.046 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 51, 277, 0.3 },
    { "body_points", "swv_body_solve, 11 points", HOW_SEARCHED, WHERE_OTHERWISE, 2, 12, 0.19 },
    { "body_points", "swv_body_solve, 3 points, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 85, 0.0011 },

    // Finding 2, with history: the trunk has none.
    { "body_points", "swv_body_track_step, 6 points", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 1453, 0.0016 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_REACHED, 2, 95, 0.0075 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_OUT_OF_REACH, 32, 294, 0.14 },
    { "body_points", "swv_body_track_step, 6 points", HOW_SEARCHED, WHERE_OTHERWISE, 2, 6, 0.0025 },

    // Finding 1: legs and arms are those of swv_limb_solve; and limits push the trunk by steps.
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_REACHED, 2, 210, 0.14 },
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_LIMITED, 5, 36, 0.12 },
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_OUT_OF_REACH, 18, 141, 0.071 },
    { "body_goals", "swv_body_reach", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 806, 0.0012 },
    { "body_goals", "swv_body_reach", HOW_SEARCHED, WHERE_OTHERWISE, 3, 56, 0.33 },
    { "body_goals", "swv_body_reach, hips and feet", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 268, 0.016 },
    { "body_goals", "swv_body_reach, keep hand", HOW_SEARCHED, WHERE_LIMITED, 10, 127, 0.19 },
    { "body_goals", "swv_body_reach, keep hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 16, 122, 0.1 },
    { "body_goals", "swv_body_reach, keep hand", HOW_DRAWN, WHERE_LIMITED, 1, 603, 0.0012 },
    { "body_goals", "swv_body_reach, balances", HOW_DRAWN, WHERE_REACHED, 1, 934, 0.0023 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_REACHED, 7, 209, 0.16 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_LIMITED, 3, 36, 0.12 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_OUT_OF_REACH, 37, 145, 0.16 },
    { "body_goals", "swv_body_reach, balances", HOW_DRAWN, WHERE_OUT_OF_REACH, 2, 821, 0.0012 },
    { "body_goals", "swv_body_reach, balances", HOW_SEARCHED, WHERE_OTHERWISE, 6, 52, 0.37 },

    // An elbow or knee of the animation that is out of its hinge's plane by more than 0.6 degrees is read in another way (body.h).
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_REACHED, 40, 205, 0.097 },
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_LIMITED, 15, 36, 0.21 },
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_OUT_OF_REACH, 30, 148, 0.081 },
    { "body_goals", "swv_body_reach, animation", HOW_SEARCHED, WHERE_OTHERWISE, 14, 52, 0.33 },

    // Bones are slowed down, but towards a posture that jumps.
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_REACHED, 6, 159, 0.023 },
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_LIMITED, 5, 44, 0.017 },
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_OUT_OF_REACH, 27, 143, 0.047 },
    { "body_goals", "swv_body_follow", HOW_SEARCHED, WHERE_OTHERWISE, 4, 52, 0.059 },
    { "body_goals", "swv_body_follow, hips and feet", HOW_SEARCHED, WHERE_OUT_OF_REACH, 6, 269, 0.073 },

    // The nearest turn of the elbow that is clear of the body changes sides.
    { "body_goals", "swv_flesh_avoid", HOW_SEARCHED, WHERE_REACHED, 1, 368, 0.089 },
    { "body_goals", "swv_flesh_avoid", HOW_SEARCHED, WHERE_LIMITED, 4, 32, 0.11 },

    // Whether a foot stands is decided frame by frame, yes or no. With keep_slides nothing jumps.
    { "motion", "swv_retarget_clip", HOW_SEARCHED, WHERE_OTHERWISE, 48, 60, 0.069 },

    // Finding 14: the first frame is a minimum among several.
    { "motion", "swv_robot_body_pose, no previous", HOW_DRAWN, WHERE_OTHERWISE, 1, 1000, 0.0074 },
    { "motion", "swv_robot_body_pose, no previous", HOW_SEARCHED, WHERE_OTHERWISE, 5, 200, 0.22 },

    // Seen at a knee; the cause was not looked into.
    { "markers", "swv_markers_fit", HOW_SEARCHED, WHERE_OTHERWISE, 7, 80, 0.031 },

    // Of up to eight families the posture nearest to the previous one among those inside the limits: it changes where a family meets a limit.
    { "tolani_badler", "swv_arm_best", HOW_DRAWN, WHERE_REACHED, 12, 1698, 0.82 },
    { "tolani_badler", "swv_arm_best", HOW_SEARCHED, WHERE_REACHED, 6, 254, 0.34 },
    { "tolani_badler", "swv_arm_best", HOW_SEARCHED, WHERE_LIMITED, 29, 159, 1 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_DRAWN, WHERE_REACHED, 21, 1698, 0.82 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_SEARCHED, WHERE_REACHED, 16, 257, 0.52 },
    { "tolani_badler", "swv_arm_best, hold joint", HOW_SEARCHED, WHERE_LIMITED, 29, 156, 1 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_REACHED, 22, 589, 0.82 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_LIMITED, 15, 206, 0.72 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_DRAWN, WHERE_OUT_OF_REACH, 20, 205, 0.67 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_REACHED, 3, 48, 0.066 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_LIMITED, 10, 36, 0.95 },
    { "tolani_badler", "swv_arm_best, give up hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 16, 0.95 },
    { "tolani_badler", "swv_arm_best_held", HOW_DRAWN, WHERE_REACHED, 4, 810, 0.68 },
    { "tolani_badler", "swv_arm_best_held", HOW_DRAWN, WHERE_OTHERWISE, 2, 450, 0.82 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_REACHED, 9, 114, 0.45 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_LIMITED, 50, 218, 1 },
    { "tolani_badler", "swv_arm_best_held", HOW_SEARCHED, WHERE_OTHERWISE, 14, 82, 1 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_REACHED, 31, 2029, 0.92 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_LIMITED, 21, 278, 0.52 },
    { "tolani_badler", "swv_arm_reach", HOW_DRAWN, WHERE_OUT_OF_REACH, 13, 693, 0.51 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_REACHED, 16, 309, 0.81 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_LIMITED, 20, 84, 1 },
    { "tolani_badler", "swv_arm_reach", HOW_SEARCHED, WHERE_OUT_OF_REACH, 7, 107, 0.51 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_REACHED, 8, 741, 0.55 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_LIMITED, 9, 1566, 0.52 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_DRAWN, WHERE_OUT_OF_REACH, 4, 693, 0.51 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_REACHED, 12, 114, 0.91 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_LIMITED, 65, 276, 1 },
    { "tolani_badler", "swv_arm_aim_hand", HOW_SEARCHED, WHERE_OUT_OF_REACH, 21, 110, 0.51 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_REACHED, 20, 589, 0.82 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_LIMITED, 15, 206, 0.72 },
    { "tolani_badler", "swv_arm_closest", HOW_DRAWN, WHERE_OUT_OF_REACH, 20, 205, 0.67 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_REACHED, 3, 48, 0.066 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_LIMITED, 10, 36, 0.95 },
    { "tolani_badler", "swv_arm_closest", HOW_SEARCHED, WHERE_OUT_OF_REACH, 3, 16, 0.95 },

    // A posture of another family is taken, and `flip` is not set: the joints are fast enough to be there in one frame, or are on their way.
    { "tolani_badler", "swv_arm_track_step, natural", HOW_SEARCHED, WHERE_LIMITED, 1, 65, 0.023 },
    { "tolani_badler", "swv_arm_track_step, natural", HOW_SEARCHED, WHERE_OUT_OF_REACH, 2, 45, 0.013 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_DRAWN, WHERE_OUT_OF_REACH, 1, 273, 0.0012 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_SEARCHED, WHERE_REACHED, 9, 86, 0.023 },
    { "tolani_badler", "swv_arm_track_step, paper", HOW_SEARCHED, WHERE_OUT_OF_REACH, 4, 45, 0.0092 },
    { "tolani_badler", "swv_arm_track_step, least", HOW_SEARCHED, WHERE_LIMITED, 1, 65, 0.023 },
    { "tolani_badler", "swv_arm_track_step, least", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 45, 0.014 },

    // As swv_arm_best: the nearest of eight families inside the limits.
    { "chin", "swv_arm6_best", HOW_DRAWN, WHERE_REACHED, 1, 1821, 0.0021 },
    { "chin", "swv_arm6_best", HOW_SEARCHED, WHERE_REACHED, 1, 500, 0.22 },
    { "chin", "swv_arm6_best", HOW_SEARCHED, WHERE_LIMITED, 44, 292, 0.95 },

    // A tenth of a radian from the solution: a line search takes another step and leads elsewhere.
    { "chin", "swv_study_solve, newton", HOW_SEARCHED, WHERE_REACHED, 1, 300, 0.73 },
    { "chin", "swv_study_solve, broyden", HOW_SEARCHED, WHERE_REACHED, 1, 300, 0.73 },
    { "chin", "swv_study_solve, bfgs", HOW_SEARCHED, WHERE_REACHED, 2, 300, 0.076 },
    { "chin", "swv_study_solve, fletcher", HOW_SEARCHED, WHERE_REACHED, 4, 300, 0.077 },
    { "chin", "swv_study_solve, frprm", HOW_SEARCHED, WHERE_REACHED, 1, 100, 0.054 },
    { "chin", "swv_study_solve, powell", HOW_SEARCHED, WHERE_REACHED, 1, 100, 0.038 },
    { "chin", "swv_study_solve, praxis", HOW_SEARCHED, WHERE_REACHED, 3, 100, 0.19 },

    // As swv_arm_best: the nearest of eight families inside the limits.
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_REACHED, 104, 737, 0.98 },
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_LIMITED, 16, 56, 0.99 },
    { "kim_tarokh", "swv_puma_best", HOW_SEARCHED, WHERE_OUT_OF_REACH, 17, 207, 0.92 },

    // Look-up: at the border of two cells the answers differ by their errors, and a branch that ends in one is missing.
    { "kim_tarokh", "swv_table_solve", HOW_SEARCHED, WHERE_REACHED, 216, 500, 0.88 },
    { "kim_tarokh", "swv_adaptive_solve", HOW_DRAWN, WHERE_REACHED, 1, 3000, 0.0056 },
    { "kim_tarokh", "swv_adaptive_solve", HOW_SEARCHED, WHERE_REACHED, 59, 500, 0.98 },

    // With limits the nearest swivel that keeps them changes. Their own iteration is unsettled in few cases.
    { "ascione", "swv_ascione_solve", HOW_SEARCHED, WHERE_REACHED, 1, 291, 0.013 },
    { "ascione", "swv_ascione_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 88, 0.027 },
    { "ascione", "swv_ascione_solve", HOW_SEARCHED, WHERE_OTHERWISE, 5, 21, 0.23 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_REACHED, 1, 225, 0.03 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_LIMITED, 3, 77, 0.84 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 96, 0.01 },
    { "ascione", "swv_upper_limb_solve, their limits", HOW_SEARCHED, WHERE_OTHERWISE, 1, 2, 0.0011 },

    // Out of reach: the nearest place changes from one part of the edge to another.
    { "waardenburg", "swv_finger_solve", HOW_SEARCHED, WHERE_OUT_OF_REACH, 1, 194, 0.89 },
    { "waardenburg", "swv_finger_solve_free, no previous", HOW_SEARCHED, WHERE_REACHED, 2, 935, 0.053 },

    // Newton's iteration clamped to the limits, for comparison: it does not settle beyond reach.
    { "waardenburg", "swv_finger_newton", HOW_DRAWN, WHERE_REACHED, 25, 2621, 0.091 },
    { "waardenburg", "swv_finger_newton", HOW_DRAWN, WHERE_OUT_OF_REACH, 57, 379, 1.8 },
    { "waardenburg", "swv_finger_newton", HOW_SEARCHED, WHERE_REACHED, 8, 679, 0.0044 },
    { "waardenburg", "swv_finger_newton", HOW_SEARCHED, WHERE_OUT_OF_REACH, 141, 321, 1.8 },

    // A line that touches the edge: the part on it is as long as the square root of how deep it goes.
    { "waardenburg", "swv_finger_clip", HOW_SEARCHED, WHERE_REACHED, 1, 531, 0.0018 },
};

#endif
