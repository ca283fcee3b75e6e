#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""contract.py LIBSWIVEL_PAPERS.a LIBSWIVEL.a [CC [FLAG ...]]: every public function keeps the contract of base.h.

Reads the headers that swivel.h and swivel_papers.h include and writes one program that calls every function: as it should be called; with
NULL for each pointer; with a NaN and both infinities in each number; with each model zeroed. A status must be the one that
names the argument, and outputs must be untouched. A function or a type that the tables below do not know is a failure.
Then with values that mean nothing, one by one (zero, negative, huge, unknown), and as ROWS says. Every status that comes must be promised
by the function's comment or by base.h for its arguments, and every status that is promised must come.
The program is built twice, plainly and with -ffast-math, which must change nothing."""
import os
import re
import subprocess
import sys
import tempfile

from promises import INCLUDE, STATUSES, comments, named

HEADERS = ("swivel", "swivel_papers")

# ---- what arguments look like ----

# How to make a valid object at `p`, by type.
MAKE = {
    "swv_chain": 'swv_model_chain("arm7", p)',
    "swv_arm": "swv_arm_make_human(p)",
    "swv_arm6": "swv_arm6_make_human(p)",
    "swv_puma": "swv_puma_make_560(p)",
    "swv_quat": "p->w = 1.0",
    "swv_vec3": "p->z = 1.0",
    "swv_table": "swv_table_open(tiny(), 528, p, NULL)",
    "swv_adaptive": "swv_adaptive_open(tiny_adaptive(), 12812, p, NULL)",
    "swv_starts": "{ static swv_skeleton arm; make_arm(&arm, 0.0); swv_starts_open(&arm, tiny_starts(), 264, p, NULL); }",
    "swv_limb": "swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, p)",
    "swv_limb_limits": "{ swv_limb l; swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &l); *p = l.limits; }",
    "swv_limb_posture": "{ swv_limb l; double a[SWV_LIMB_ANGLES] = { 0.5, 0.5, 0.1, 0.8 }; "
                        "swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &l); swv_limb_posture_from_angles(&l, a, p); }",
    "swv_limb_goal": "*p = (swv_limb_goal){ .end = { { 0.2, 0.3, -0.2 }, SWV_IDENTITY_QUAT } }",
    "swv_finger": "swv_finger_make_little(p)",
    "swv_digit": "{ swv_hand h; swv_hand_make(SWV_RIGHT, 0.19, &h); *p = h.fingers[0]; }",
    "swv_thumb": "{ swv_hand h; swv_hand_make(SWV_RIGHT, 0.19, &h); *p = h.thumb; }",
    "swv_hand": "swv_hand_make(SWV_RIGHT, 0.19, p)",
    "swv_hand_posture": "{ swv_hand h; swv_hand_make(SWV_RIGHT, 0.19, &h); swv_hand_shape_posture(&h, SWV_HAND_RELAXED, p); }",
    "swv_hand_goal": "*p = (swv_hand_goal){ .wrist = SWV_IDENTITY_POSE, .wanted = 31, .has_pulp = true, "
                     ".thumb_pulp = { 0.0, 0.0, 1.0 }, .tip = { { 0.05, 0.03, 0.08 }, { 0.03, 0.03, 0.15 }, "
                     "{ 0.03, 0.0, 0.15 }, { 0.03, -0.02, 0.15 }, { 0.03, -0.04, 0.12 } } }",
    "swv_upper_limb": "swv_upper_limb_make(SWV_RIGHT, p)",
    "swv_upper_limb_goal": "*p = (swv_upper_limb_goal){ .arm = { .end = { { 0.35, 0.40, 0.10 }, SWV_IDENTITY_QUAT }, "
                           ".elbow = SWV_ELBOW_SWIVEL }, .has_pronation = true }",
    "swv_upper_limb_posture": "{ swv_upper_limb l; swv_upper_limb_make(SWV_RIGHT, &l); swv_upper_limb_goal g = "
                              "{ .arm = { .end = { { 0.35, 0.40, 0.10 }, SWV_IDENTITY_QUAT } } }; "
                              "swv_upper_limb_solve(&l, &g, NULL, NULL, p, NULL); }",
    "swv_arm_track": "{ swv_arm a; swv_arm_make_human(&a); swv_arm_track_start(&a, NULL, p); }",
    "swv_limb_track": "{ swv_limb l; swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &l); swv_limb_track_start(&l, NULL, p); }",
    "swv_upper_limb_track": "{ swv_upper_limb l; swv_upper_limb_make(SWV_RIGHT, &l); swv_upper_limb_track_start(&l, NULL, p); }",
    "swv_rhythm": "swv_rhythm_make_measured(p)",
    "swv_rhythm_table": "*p = (swv_rhythm_table){ 1, 1, 0.0, 0.0, 0.0, 0.0, zeros }",
    "swv_goal": "*p = (swv_goal){ .kind = SWV_GOAL_POSE, .target = { { 0.2, 0.3, 0.1 }, SWV_IDENTITY_QUAT } }",
    "swv_pose": "*p = (swv_pose){ { 0.2, 0.3, -0.1 }, SWV_IDENTITY_QUAT }",
    "swv_dh_row": "*p = (swv_dh_row){ 0.1, 0.2, 0.3, 0.4, false }",
    "swv_axis": "*p = (swv_axis){ { 0.1, 0.2, 0.3 }, { 0.0, 0.0, 1.0 }, false }",
    "swv_swivels": "*p = (swv_swivels){ 1, { -1.0 }, { 1.0 } }",
    "swv_finger_edge": "*p = (swv_finger_edge){ 1, 0, { 0.0, -0.5, -0.3 }, -0.5, -0.2 }",
    "swv_arm_batch": "*p = (swv_arm_batch){ zeros, zeros, ones, zeros, zeros, zeros, ones, zeros, "
                     "{ room[0], room[1], room[2], room[3], room[4], room[5], room[6] }, bytes }",
    "swv_arm_batchf": "*p = (swv_arm_batchf){ zerosf, zerosf, onesf, zerosf, zerosf, zerosf, onesf, zerosf, "
                      "{ roomf[0], roomf[1], roomf[2], roomf[3], roomf[4], roomf[5], roomf[6] }, bytes }",
    "swv_puma_batch": "*p = (swv_puma_batch){ zeros, zeros, ones, zeros, zeros, zeros, ones, { room[0], room[1], room[2], "
                      "room[3], room[4], room[5] }, bytes }",
    "swv_upper_limb_batch": "*p = (swv_upper_limb_batch){ { ones, ones, ones }, zeros, { room[0], room[1], room[2], room[3], "
                            "room[4] }, { room[5], room[6], room[7] }, { room[8], room[9], room[10], room[11] }, "
                            "{ room[13], room[14], room[15], room[16] }, room[12], bytes }",
    "swv_upper_limb_batchf": "*p = (swv_upper_limb_batchf){ { onesf, onesf, onesf }, zerosf, { roomf[0], roomf[1], roomf[2], "
                             "roomf[3], roomf[4] }, { roomf[5], roomf[6], roomf[7] }, { roomf[8], roomf[9], roomf[10], "
                             "roomf[11] }, { roomf[13], roomf[14], roomf[15], roomf[16] }, roomf[12], bytes }",
    "swv_limb_batch": "*p = (swv_limb_batch){ zeros, ones, zeros, zeros, zeros, zeros, ones, NULL, { room[0], room[1], room[2], "
                      "room[3] }, { room[4], room[5], room[6], room[7] }, { room[8], room[9], room[10], room[11] }, room[12], bytes }",
    "swv_limb_batchf": "*p = (swv_limb_batchf){ zerosf, onesf, zerosf, zerosf, zerosf, zerosf, onesf, NULL, { roomf[0], roomf[1], "
                       "roomf[2], roomf[3] }, { roomf[4], roomf[5], roomf[6], roomf[7] }, { roomf[8], roomf[9], roomf[10], "
                       "roomf[11] }, roomf[12], bytes }",
    "swv_skeleton": "{ static double memory[SWV_SKELETON_BYTES(2) / sizeof(double)]; swv_skeleton_make(two_links, 2, NULL, memory, p, NULL); }",
    "swv_joint": "*p = two_links[0]",
    "swv_binding": "bind_to(arm_skeleton(), p)",
    "swv_mount": "make_mount(p)",
    "swv_mount_hand": "make_hand(p)",
    "swv_mount_goal": "*p = (swv_mount_goal){ .part = SWV_PART_LEFT_HAND, .end = { { 0.5, 1.2, 0.2 }, SWV_IDENTITY_QUAT } }",
    "swv_body": "make_body(p)",
    "swv_robot_body": "make_robot(p)",
    "swv_retarget": "{ static swv_body b; make_body(&b); swv_retarget_make(&b, &b, NULL, p); }",
    "swv_flesh": "{ swv_body b; make_body(&b); swv_flesh_make(&b, p); }",
    "swv_body_point": "points_of(p)",
    "swv_crowd_member": "*p = (swv_crowd_member){ .distance = 5.0 }",
    "swv_body_goal": "*p = (swv_body_goal){ .part = SWV_PART_LEFT_HAND, .pose = AT(0.4, 1.3, 0.2) }",
    "swv_body_follower": "{ static swv_body b; make_body(&b); swv_body_follow_start(&b, NULL, p); }",
    "swv_mount_track": "{ swv_mount m; make_mount(&m); swv_mount_track_start(&m, NULL, p); }",
    "swv_calibration": "{ static swv_body b; swv_body_point three[3]; make_body(&b); points_of(three); swv_calibration_make(&b, three, 3, NULL, 0.0, p); }",
    "swv_body_track": "{ static swv_body b; make_body(&b); swv_body_track_start(&b, SWV_KEEP_LIMITS, p); }",
    "swv_goals": "*p = (swv_goals){ .goals = tree_goal, .count = 1 }",
    "double": "for (int i = 0; i < 49; i++) p[i] = i % 8 == 0 ? 2.0 : 0.01 * (i + 1)",
    "float": "for (int i = 0; i < 8; i++) p[i] = 0.1f",
    "int": "for (int i = 0; i < 8; i++) p[i] = i",
}
ZERO = ["swv_solve_options", "swv_study_options", "swv_track_options", "swv_finger_newton_options", "swv_upper_limb_options",
        "swv_limb_track_options", "swv_bind_options", "swv_skeleton_options", "swv_body_reach_options", "swv_crowd_options", "swv_retarget_options",
        "swv_ascione_options"]
for options in ZERO:
    MAKE[options] = "memset(p, 0, sizeof *p)"

MODELS = ["swv_chain", "swv_arm", "swv_arm6", "swv_puma", "swv_table", "swv_adaptive", "swv_starts", "swv_finger", "swv_digit", "swv_thumb", "swv_hand", "swv_upper_limb",
          "swv_arm_track", "swv_upper_limb_track", "swv_limb", "swv_limb_track", "swv_skeleton", "swv_mount", "swv_mount_hand", "swv_body", "swv_flesh", "swv_body_track", "swv_body_follower", "swv_calibration", "swv_retarget", "swv_robot_body", "swv_rhythm"]

POSE = ["position.x", "position.y", "position.z", "rotation.x", "rotation.w"]
# The numbers in a type of which none may be infinite or NaN.
NUMBERS = {
    "swv_vec3": ["x", "y", "z"],
    "swv_point": ["x", "y"],
    "swv_pose": POSE,
    "swv_goal": ["weight", "point.x"] + ["target." + name for name in POSE],
    "swv_hand_goal": ["wrist." + name for name in POSE] + ["tip[0].x", "tip[4].z", "thumb_pulp.y", "enslaving"],
    "swv_hand_posture": ["thumb[0]", "thumb[4]", "fingers[0][0]", "fingers[3][3]"],
    "swv_upper_limb_goal": ["arm.end." + name for name in POSE] + ["arm.swivel", "shoulder_elevation",
                                                                   "shoulder_protraction", "pronation", "raising"],
    "swv_upper_limb_posture": ["gh.x", "arm.upper.x", "arm.end.w"],
    "swv_dh_row": ["theta", "d", "a", "alpha"],
    "swv_axis": ["point.x", "direction.z"],
    "swv_solve_options": ["position_tolerance", "rotation_tolerance", "preferred_weight", "previous_weight"],
    "swv_study_options": ["characteristic_length", "tolerance"],
    "swv_skeleton_options": ["up.x", "up.z"],
    "swv_track_options": ["max_joint_speed", "swivel_time"],
    "swv_limb_track_options": ["swivel_time", "max_bone_speed", "max_swivel_speed"],
    "swv_finger_newton_options": ["alpha", "epsilon", "off_straight"],
    "swv_upper_limb_options": ["tolerance"],
    "swv_ascione_options": ["tolerance"],
    "swv_rhythm_table": ["first_elevation", "last_plane"],
    "swv_limb_goal": ["end." + name for name in POSE],
    "swv_mount_goal": ["end." + name for name in POSE] + ["pole.x", "swivel", "weight"],
    "swv_binding": ["up.x", "forward.z"],
    "swv_body_point": ["pose." + name for name in POSE],
    "swv_body_goal": ["pose." + name for name in POSE] + ["position_weight", "rotation_weight"],
    "swv_flesh": ["upper_arm", "forearm", "hand", "solids[0].radius", "solids[6].from.x", "solids[4].to.z", "knuckles[1].y"],
    "swv_retarget_options": ["scale"],
    "swv_crowd_options": ["budget", "body_cost", "fingers_cost", "fingers_within", "every_frame_within"],
    "swv_limb_posture": ["upper.x", "lower.y", "end.w", "flexion"],
}

# Members that a function does not read.
UNREAD = {("swv_body_track_step", "points", "pose"), ("swv_ascione_solve", "goal", "pronation"), ("swv_ascione_solve", "goal", "arm.end.rotation.x"), ("swv_ascione_solve", "goal", "arm.end.rotation.w"),
          ("swv_mount_hand_solve", "goal", "wrist"), ("swv_mount_hand_make", "binding", "up"), ("swv_mount_hand_make", "binding", "forward")}

# Arguments by value, by name or by function and name; else 0.3 for a number, 0 for the rest.
VALUES = {
    ("swv_retarget_clip", "frame_count"): "1", ("swv_rest_find", "frame_count"): "1",
    ("swv_table_open", "size"): "528", ("swv_table_open_pair", "size"): "1056", ("swv_adaptive_open", "size"): "12812", ("swv_starts_open", "size"): "264",
    "joint": "1", "count": "1", "goal_count": "1", "point_count": "3", "device_count": "3", ("swv_natural_body", "size"): "1.4", ("swv_mount_read", "limb"): "1", ("swv_mount_write", "limb"): "1", "n": "7", "m": "7", "dof": "7", "length": "0.19", "leader": "2", "finger": "SWV_DIGIT_INDEX",
    "axis": "{ 0.0, 0.0, 1.0 }", "direction": "{ 0.0, 0.0, 1.0 }", "wrist": "{ 0.2, 0.3, -0.2 }", "point": "{ 0.5, 0.4, 0.3 }",
    "elbow": "{ 0.1, 0.1, -0.25 }", "pulp": "{ 0.0, 0.0, 1.0 }", "knuckle": "{ 0.0, 0.0, 0.1 }", "a": "{ 1.0 }", "b": "{ 1.0 }",
    "q": "SWV_IDENTITY_QUAT", "v": "{ 1.0 }", "to": "{ 0.01, -0.01 }", "from": "{ 0.03, 0.0 }", "lower": "-0.3", "upper": "0.3",
    "size": "0.01", "twist_weight": "0.5", "stature": "1.75", "rotation": "{ { { 1.0 }, { 0.0, 1.0 }, { 0.0, 0.0, 1.0 } } }",
    ("swv_digit_solve", "tip"): "{ 0.03, 0.03, 0.15 }", ("swv_thumb_solve", "tip"): "{ 0.05, 0.03, 0.08 }",
    "tip": "{ 0.03, -0.02 }",
    ("swv_chain_frames", "count"): "1", ("swv_swivels_within", "from"): "-0.3", ("swv_swivels_within", "to"): "0.3", ("swv_calibration_make", "scale"): "0.0",
    ("swv_limb_set_lengths", "lower"): "0.3", ("swv_quat_between", "from"): "{ 1.0 }", ("swv_quat_between", "to"): "{ 0.0, 1.0 }",
    ("swv_thumb_hold", "mcp_abduction"): "0.05", ("swv_rhythm_make_function", "function"): "flat", "name": '"arm7"',
    ("swv_arm_palm_axes", "hand"): "SWV_IDENTITY_QUAT", ("swv_limb_set_lengths", "upper"): "0.3",
}
# Arrays that need their own values.
ARRAYS = {
    ("swv_table_solve_pair", "orientation"): "swv_table_open((const char *)tiny() + 528, 528, p, NULL)",
    ("swv_ascione_solve", "limb"): "swv_upper_limb_make_ascione(SWV_RIGHT, p)",
    ("swv_ascione_solve", "goal"): "*p = (swv_upper_limb_goal){ .arm = { .end = { { 2.5, 3.0, 0.2 }, SWV_IDENTITY_QUAT }, "
                                   ".is_position_only = true, .elbow = SWV_ELBOW_SWIVEL } }",
    ("swv_ascione_contraction", "limb"): "swv_upper_limb_make_ascione(SWV_RIGHT, p)",
    ("swv_finger_make", "lengths"): "p[0] = 0.03; p[1] = 0.02; p[2] = 0.01",
    ("swv_finger_make", "lower"): "p[0] = p[1] = p[2] = -0.5",
    ("swv_finger_make", "upper"): "p[0] = p[1] = p[2] = 0.5",
    ("swv_thumb_make", "lengths"): "p[0] = 0.04; p[1] = 0.03; p[2] = 0.02",
    ("swv_thumb_make", "lower"): "for (int i = 0; i < 5; i++) p[i] = -0.4",
    ("swv_thumb_make", "upper"): "for (int i = 0; i < 5; i++) p[i] = 0.4",
    ("swv_starts_open", "skeleton"): "make_arm(p, 0.0)",
    ("swv_mount_make", "skeleton"): "*p = *arm_skeleton()", ("swv_body_make", "skeleton"): "*p = *body_skeleton()",
    ("swv_skeleton_attach", "skeleton"): "*p = *arm_skeleton()", ("swv_skeleton_bind", "skeleton"): "*p = *arm_skeleton()",
    ("swv_body_make", "binding"): "bind_to(body_skeleton(), p)",
    ("swv_body_solve", "animation"): "body_at_rest(p)", ("swv_body_reach", "animation"): "body_at_rest(p)", ("swv_body_track_step", "animation"): "body_at_rest(p)",
    ("swv_body_follow", "animation"): "body_at_rest(p)", ("swv_flesh_avoid", "animation"): "body_at_rest(p)",
    ("swv_flesh_clearance", "locals"): "body_at_rest(p)", ("swv_retarget_frame", "locals"): "body_at_rest(p)",
    ("swv_retarget_clip", "clip"): "body_at_rest(p)", ("swv_rest_find", "clip"): "body_at_rest(p)", ("swv_rest_find", "skeleton"): "*p = *body_skeleton()",
    ("swv_rest_find", "binding"): "bind_to(body_skeleton(), p)", ("swv_rest_is_posture", "skeleton"): "*p = *body_skeleton()",
    ("swv_rest_is_posture", "binding"): "bind_to(body_skeleton(), p)",
    ("swv_robot_body_make", "skeleton"): "{ static swv_robot_body r; make_robot(&r); *p = body_tree; }",
    ("swv_robot_body_make", "binding"): "bind_to(body_skeleton(), p)",
    ("swv_robot_body_pose", "locals"): "robot_locals(p)", ("swv_robot_body_pose", "previous"): "robot_rest(p)",
    ("swv_mount_solve", "animation"): "at_rest(p)", ("swv_mount_track_step", "animation"): "at_rest(p)",
    ("swv_mount_read", "locals"): "at_rest(p)", ("swv_mount_write", "locals"): "at_rest(p)",
    ("swv_mount_worlds", "locals"): "at_rest(p)",
    ("swv_mount_hand_make", "mount"): "human_mount(p)", ("swv_mount_hand_write", "mount"): "human_mount(p)",
    ("swv_mount_hand_solve", "mount"): "human_mount(p)", ("swv_mount_hand_make", "binding"): "human_binding(p)",
    ("swv_mount_hand_write", "locals"): "human_at_rest(p)", ("swv_mount_hand_solve", "locals"): "human_at_rest(p)",
}
OPTIONAL = {"animation", "fault", "bounds", "previous", "options", "report", "reports", "common", "rank", "data",
            ("swv_arm_forward", "elbow"), ("swv_calibration_make", "head_device"), ("swv_arm6_forward", "elbow"), ("swv_limb_forward", "elbow"),
            ("swv_finger_forward", "joints"), ("swv_digit_forward", "pulp"), ("swv_thumb_forward", "pulp"), ("swv_thumb_solve", "pulp"),
            ("swv_hand_forward", "pulps"), ("swv_chain_frames", "tip"), ("swv_chain_jacobian", "tip"),
            ("swv_chain_point_jacobian", "position"), ("swv_rhythm_make_de_groot", "rest"), ("swv_ascione_solve", "gh"),
            ("swv_ascione_contraction", "radius"), ("swv_ascione_contraction", "norm"), ("swv_upper_limb_solve_as_ascione", "broken"),
            ("swv_limb_check", "broken"), ("swv_limb_check", "excess"), ("swv_batch_trig", "x"), ("swv_batch_trig", "cosine"),
            ("swv_batch_trigf", "x"), ("swv_batch_trigf", "cosine")}
REQUIRED = {("swv_arm_aim_forearm", "previous")}
# One end of these ranges may be infinite: only a NaN is refused.
MAY_BE_INFINITE = {(f, end) for f in ("swv_chain_set_limits", "swv_arm_set_limits", "swv_arm6_set_limits", "swv_puma_set_limits")
                   for end in ("lower", "upper")}
# What is wrong with a number here is not the goal, the posture or an option.
STATUS = {
    ("swv_starts_solve", "redundant"): "SWV_BAD_OPTIONS", ("swv_calibration_make", "head_device"): "SWV_BAD_OPTIONS", ("swv_calibration_make", "scale"): "SWV_BAD_OPTIONS",
    ("swv_chain_point_jacobian", "point"): "SWV_NOT_FINITE", ("swv_skeleton_jacobian", "point"): "SWV_NOT_FINITE",
    ("swv_skeleton_jacobian", "frames"): "SWV_NOT_FINITE", ("swv_skeleton_mass_center", "frames"): "SWV_NOT_FINITE", "dt": "SWV_BAD_ARGUMENT", "girdle": "SWV_BAD_POSTURE",
    "flesh": "SWV_BAD_MODEL", ("swv_mount_hand_make", "binding"): "SWV_BAD_ARGUMENT", ("swv_robot_body_make", "binding"): "SWV_BAD_MODEL", ("swv_body_make", "binding"): "SWV_BAD_ARGUMENT",
    ("swv_mount_make", "binding"): "SWV_BAD_ARGUMENT", ("swv_skeleton_attach", "binding"): "SWV_BAD_ARGUMENT", ("swv_rest_find", "binding"): "SWV_BAD_ARGUMENT",
    ("swv_thumb_hold", "mcp_abduction"): "SWV_NOT_FINITE", ("swv_limb_frames", "twist_weight"): None,
    ("swv_upper_limb_frames", "twist_weight"): None, ("swv_upper_limb_forward", "arm"): "SWV_BAD_POSTURE",
    ("swv_ascione_solve", "gh"): "SWV_BAD_POSTURE", ("swv_ascione_contraction", "elevation"): "SWV_NOT_FINITE", ("swv_ascione_contraction", "plane"): "SWV_NOT_FINITE",
    ("swv_ascione_contraction", "bend"): "SWV_NOT_FINITE", ("swv_ascione_contraction", "roll"): "SWV_NOT_FINITE",
    ("swv_rhythm_angles", "elevation"): None, ("swv_rhythm_angles", "plane"): None, ("swv_rhythm_angles", "raising"): None,
}
# Batches read these of a goal that all elements share, no others.
COMMON = ["shoulder_elevation", "shoulder_protraction", "raising"]
POSTURES = {"q", "clip", "previous", "posture", "angles", "animation", "locals"}
# Counts without a largest one.
ENDLESS = {("swv_retarget_clip", "frame_count"), ("swv_rest_find", "frame_count")}
MAY_CHANGE = {("swv_retarget_clip", "out")}  # when it fails, as its header says
NONSENSE = ["0.0", "-1.0", "1e300", "-1e300"]
# Calls that bring about what the others do not: what is changed of a good call. $name is an argument.
A_SKELETON_NOT_MADE = "memset($skeleton, 0, sizeof *$skeleton)"
UNKNOWN_COMPROMISE = "*(int *)&$options->compromise = 99"
NO_CHAIN = "$joints->parent = 7"
OTHER_LIMITS = "swv_chain_set_limits($chain, 0, -0.5, 0.5)"
ROWS = {
    "swv_body_track_step": ["$points[1].part = $points[0].part"],
    "swv_pose_check": ["$pose->position.x = bad(0)", "memset(&$pose->rotation, 0, sizeof $pose->rotation)"],
    "swv_chain_from_axes": ["memset(&$axes->direction, 0, sizeof $axes->direction)"],
    "swv_joints_from_axes": ["memset(&$axes->direction, 0, sizeof $axes->direction)"],
    "swv_joints_to_axes": [NO_CHAIN, "$joints->kind = SWV_JOINT_FIXED", "$joints->rest.position.x = bad(0)"],
    "swv_joints_to_dh": [NO_CHAIN, "$joints->kind = SWV_JOINT_FIXED", "$joints->rest.position.x = bad(0)"],
    "swv_chain_from_joints": [NO_CHAIN, "$joints->kind = SWV_JOINT_FIXED", "$joints->rest.position.x = bad(0)", "memset(&$joints->axis, 0, sizeof(swv_vec3))",
                              "$joints->lower[0] = 1.0; $joints->upper[0] = -1.0", "$joints->ratio = 1.0"],
    "swv_chain_to_axes": ["$chain->tip.position.x = $chain->joints[6].origin.x = 1.7e308"],
    "swv_chain_couple": ["$leader = $joint", "$leader = 1; $joint = 1"],
    "swv_chain_check": ["$chain->joint_count = 0", "$chain->joints[0].origin.x = bad(0)", "memset(&$chain->joints[0].axis, 0, sizeof(swv_vec3))",
                        "$chain->joints[0].lower = 1.0; $chain->joints[0].upper = -1.0", "$chain->joints[0].follows = 0"],
    "swv_model_chain": ['$name = "no such model"'],
    "swv_limb_set_limits": ["$limits->hinge.lower = 2.0; $limits->hinge.upper = 1.0"],
    "swv_rhythm_make_table": ["$table->elevation_count = 0", "$table->elevation_count = 2", "$table->angles = huge"],
    "swv_upper_limb_solve": ["swv_rhythm_make_function(astray_angles, NULL, &$limb->girdle.rhythm)"],
    "swv_skeleton_make": ["memset(&$joints->axis, 0, sizeof(swv_vec3))", "$joints->lower[0] = 1.0; $joints->upper[0] = -1.0", "$joints->parent = 7",
                      "$joints->rest.position.x = bad(0)"],
    "swv_skeleton_check": ["memset($skeleton, 0, sizeof *$skeleton)"],
    "swv_solve": ["$goals->count = 0", "static swv_goal g; g = tree_goal[0]; g.link = 3; $goals->goals = &g",
                  "static swv_goal g; g = tree_goal[0]; g.target.position.x = 1e308; $goals->goals = &g"],
    "swv_starts_open": ["make_arm($skeleton, 0.5)"],
    "swv_skeleton_bind": [A_SKELETON_NOT_MADE, "static int given[SWV_PARTS]; given[0] = 99; $options->given = given"],
    "swv_mount_make": [A_SKELETON_NOT_MADE, "*$skeleton = *chain_skeleton(); $binding->parts[SWV_PART_LEFT_HAND].joint = 299"],
    "swv_skeleton_attach": [A_SKELETON_NOT_MADE, "$binding->parts[SWV_PART_LEFT_HAND].joint = 1; $binding->parts[SWV_PART_LEFT_UPPER_ARM].joint = 3"],
    "swv_mount_hand_make": ["$binding->parts[SWV_PART_LEFT_INDEX_DISTAL].joint = 999"],
    "swv_body_make": [A_SKELETON_NOT_MADE, "*$skeleton = *chain_skeleton(); $binding->parts[SWV_PART_LEFT_HAND].joint = 299", "$binding->parts[SWV_PART_HIPS].joint = -1"],
    "swv_body_reach": [UNKNOWN_COMPROMISE],
    "swv_body_follow": [UNKNOWN_COMPROMISE],
    "swv_rest_find": ["$binding->parts[SWV_PART_HIPS].joint = -1", A_SKELETON_NOT_MADE],
    "swv_robot_body_pose": ["$locals->position.x = 1e307"],
    "swv_table_open": ["$size = 8"],
    "swv_table_check_chain": [OTHER_LIMITS],
    "swv_table_orientation_of": ["memset($rotation, 0, sizeof *$rotation)"],
    "swv_table_open_pair": ["$size = 8"],
    "swv_table_solve_pair": ["*$orientation = *$position"],
    "swv_adaptive_open": ["$size = 8"],
    "swv_adaptive_check_chain": [OTHER_LIMITS],
}
BIG = 4096  # what an array of no stated length takes

PRELUDE = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <swivel/swivel.h>
#include <swivel_papers/swivel_papers.h>
static const double zeros[8], ones[8] = { 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3 };
static const float zerosf[8], onesf[8] = { 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f };
#define AT(x, y, z) { { x, y, z }, { 0.0, 0.0, 0.0, 1.0 } }
#define BALL(joint_name, above, x, y, z) { .name = joint_name, .parent = above, .kind = above < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL, .rest = AT(x, y, z), \
                                           .axis = { 0.0, 0.0, 1.0 }, .second_axis = { 1.0, 0.0, 0.0 } }
static double work[65536];
/* Made on the first call. */
static const swv_skeleton *made_of(const swv_joint *joints, int count, double *memory, swv_skeleton *skeleton)
{
    const swv_skeleton_options up = { .up = { 0.0, 1.0, 0.0 } };
    if (skeleton->joint_count == 0)
        swv_skeleton_make(joints, count, &up, memory, skeleton, NULL);
    return skeleton;
}
static void bind_to(const swv_skeleton *skeleton, swv_binding *binding)
{
    static double scratch[1 << 14];
    swv_skeleton_bind(skeleton, NULL, scratch, binding);
}
static const swv_skeleton *arm_skeleton(void)
{
    static const swv_joint joints[4] = { BALL("Chest", -1, 0.0, 1.4, 0.0), BALL("LeftArm", 0, 0.2, 0.0, 0.0),
                                         BALL("LeftForeArm", 1, 0.3, 0.0, 0.0), BALL("LeftHand", 2, 0.3, 0.0, 0.0) };
    static double          memory[SWV_SKELETON_BYTES(4) / sizeof(double)];
    static swv_skeleton    skeleton;
    return made_of(joints, 4, memory, &skeleton);
}
/* So many that no body counts them. */
static const swv_skeleton *chain_skeleton(void)
{
    static swv_joint    joints[300];
    static double       memory[SWV_SKELETON_BYTES(300) / sizeof(double)];
    static swv_skeleton skeleton;
    for (int i = 0; i < 300; i++)
        joints[i] = (swv_joint)BALL(NULL, i - 1, 0.0, 0.1, 0.0);
    return made_of(joints, 300, memory, &skeleton);
}
static void make_mount(swv_mount *mount)
{
    swv_binding binding;
    bind_to(arm_skeleton(), &binding);
    swv_mount_make(arm_skeleton(), &binding, mount, NULL);
}
static const swv_skeleton *human_skeleton(void)
{
    static swv_joint    joints[SWV_HUMAN_JOINTS];
    static double       memory[SWV_SKELETON_BYTES(SWV_HUMAN_JOINTS) / sizeof(double)];
    static swv_skeleton skeleton;
    swv_human_make(1.75, SWV_MALE, joints);
    return made_of(joints, SWV_HUMAN_JOINTS, memory, &skeleton);
}
static void human_binding(swv_binding *binding)
{
    bind_to(human_skeleton(), binding);
}
static void human_mount(swv_mount *mount)
{
    swv_binding binding;
    human_binding(&binding);
    swv_mount_make(human_skeleton(), &binding, mount, NULL);
}
static void rest_of(const swv_skeleton *skeleton, swv_pose *locals)
{
    for (int i = 0; i < skeleton->joint_count; i++)
        locals[i] = skeleton->joints[i].rest;
}
static void human_at_rest(swv_pose *locals)
{
    rest_of(human_skeleton(), locals);
}
static void make_hand(swv_mount_hand *hand)
{
    swv_mount   mount;
    swv_binding binding;
    human_binding(&binding);
    human_mount(&mount);
    swv_mount_hand_make(&mount, &binding, SWV_LEFT, hand);
}
static const swv_skeleton *body_skeleton(void)
{
    static const swv_joint joints[14] = {
        BALL("Hips", -1, 0.0, 1.0, 0.0), BALL("Head", 0, 0.0, 0.6, 0.0),
        BALL("LeftArm", 0, 0.2, 0.4, 0.0), BALL("LeftForeArm", 2, 0.3, 0.0, 0.0), BALL("LeftHand", 3, 0.3, 0.0, 0.0),
        BALL("RightArm", 0, -0.2, 0.4, 0.0), BALL("RightForeArm", 5, -0.3, 0.0, 0.0), BALL("RightHand", 6, -0.3, 0.0, 0.0),
        BALL("LeftUpLeg", 0, 0.1, -0.1, 0.0), BALL("LeftLeg", 8, 0.0, -0.4, 0.0), BALL("LeftFoot", 9, 0.0, -0.4, 0.0),
        BALL("RightUpLeg", 0, -0.1, -0.1, 0.0), BALL("RightLeg", 11, 0.0, -0.4, 0.0), BALL("RightFoot", 12, 0.0, -0.4, 0.0) };
    static double          memory[SWV_SKELETON_BYTES(14) / sizeof(double)];
    static swv_skeleton    skeleton;
    return made_of(joints, 14, memory, &skeleton);
}
static void make_body(swv_body *body)
{
    swv_binding binding;
    bind_to(body_skeleton(), &binding);
    swv_body_make(body_skeleton(), &binding, body, NULL);
}
static swv_skeleton body_tree;
static void make_robot(swv_robot_body *robot)
{
    static double robot_room[100000];
    swv_binding   binding;
    body_tree = *body_skeleton();
    bind_to(body_skeleton(), &binding);
    if (swv_robot_body_make(&body_tree, &binding, robot_room, robot, NULL) != SWV_OK)
        puts("no robot");
}
static void robot_locals(swv_pose *locals)
{
    static swv_robot_body robot;
    make_robot(&robot);
    rest_of(robot.body.mount.skeleton, locals);
}
static void robot_rest(double *posture)
{
    static swv_robot_body robot;
    make_robot(&robot);
    swv_skeleton_rest(&body_tree, posture);
}
static void points_of(swv_body_point *p)
{
    const swv_body_point points[3] = { { SWV_PART_HEAD, AT(0.0, 1.6, 0.0) }, { SWV_PART_LEFT_HAND, AT(0.4, 1.3, 0.2) },
                                       { SWV_PART_RIGHT_HAND, AT(-0.4, 1.3, 0.2) } };
    memcpy(p, points, sizeof points);
}
static void body_at_rest(swv_pose *locals)
{
    rest_of(body_skeleton(), locals);
}
static void at_rest(swv_pose *locals)
{
    rest_of(arm_skeleton(), locals);
}
static const swv_joint two_links[2] = {
    { .name = "arm7", .parent = -1, .kind = SWV_JOINT_HINGE, .rest = SWV_IDENTITY_POSE, .axis = { 0.0, 0.0, 1.0 }, .mass = 1.0 },
    { .parent = 0, .kind = SWV_JOINT_HINGE, .rest = { { 0.5, 0.0, 0.0 }, { 0.0, 0.0, 0.0, 1.0 } }, .axis = { 0.0, 0.0, 1.0 } } };
static const swv_goal tree_goal[1] = { { .link = 1, .target = SWV_IDENTITY_POSE } };
static double room[17][8];
static float roomf[17][8];
static unsigned char bytes[8];
static int failures;
static unsigned seen[1000];
/* Tables of one empty cell: a position's, then an orientation's. */
uint64_t swvi_chain_hash(const swv_chain *chain);
/* The arm with seven joints; its first joint within these limits, unless they are 0. */
static void make_arm(swv_skeleton *skeleton, double limit)
{
    static double memory[2][SWV_SKELETON_BYTES(SWV_CHAIN_JOINTS) / sizeof(double)];
    swv_joint joints[SWV_CHAIN_JOINTS];
    swv_chain chain;
    swv_model_chain("arm7", &chain);
    if (limit > 0.0)
        swv_chain_set_limits(&chain, 0, -limit, limit);
    swv_skeleton_make(joints, swv_chain_joints(&chain, joints), NULL, memory[limit > 0.0], skeleton, NULL);
}
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);
static const void *tiny(void)
{
    static uint64_t words[2][66];
    const uint64_t size = 528;
    swv_chain chain;
    swv_model_chain("arm7", &chain);
    const uint64_t hash = swvi_chain_hash(&chain);
    memset(words, 0, sizeof words);
    for (int k = 0; k < 2; k++) {
        unsigned char *b = (unsigned char *)words[k];
        const uint32_t n = k ? 6 : 3, start[2] = { 3, 0x01020304u }, divisions[7] = { 1, 1, 1, 1, 1, 1, 1 };
        const uint32_t numbers[9] = { k ? 3 : 1, 1, n, 3, 0, 1, 0, 6 + 3 * (n + 1), 8 };
        const double farthest = 1.0, one = 1.0, two = 2.0, minus_one = -1.0;
        memcpy(b, "SWVTABLE", 8), memcpy(b + 8, start, 8), memcpy(b + 16, &size, 8), memcpy(b + 32, &hash, 8);
        memcpy(b + 40, "arm7", 5), memcpy(b + 72, numbers, 36), memcpy(b + 108, divisions, 28);
        for (uint32_t i = 0; i < n; i++)
            memcpy(b + 144 + 8 * i, &minus_one, 8), memcpy(b + 200 + 8 * i, &two, 8);
        for (int i = 0; i < 3; i++)
            memcpy(b + 256 + 8 * i, &minus_one, 8), memcpy(b + 288 + 8 * i, &two, 8);
        memcpy(b + 328, &farthest, 8), memcpy(b + 392, &one, 8); /* the identity as the frame's rotation */
        const uint64_t sum = swvi_table_checksum(b + 32, size - 32);
        memcpy(b + 24, &sum, 8);
    }
    return words;
}
/* A table of starts of one cell, which has none. */
static const void *tiny_starts(void)
{
    static uint64_t words[33];
    unsigned char *b = (unsigned char *)words;
    const uint32_t numbers[2] = { 1, 0x01020304u }, cells[6] = { 1, 1, 1, 1, 1, 0 };
    const double grid[8] = { 0.0, -1.0, -1.0, -3.2, 1.0, 2.0, 2.0, 6.4 };
    const uint64_t size = 264;
    uint64_t sum, hash;
    swv_chain chain;
    swv_model_chain("arm7", &chain);
    hash = swvi_chain_hash(&chain);
    memset(words, 0, sizeof words);
    memcpy(b, "SWVSTART", 8), memcpy(b + 8, numbers, 8), memcpy(b + 16, &size, 8), memcpy(b + 32, &hash, 8);
    memcpy(b + 64, grid, 64), memcpy(b + 128, cells, 24);
    sum = swvi_table_checksum(b + 32, size - 32), memcpy(b + 24, &sum, 8);
    return b;
}
/* An adaptive table of one empty leaf. */
static const void *tiny_adaptive(void)
{
    static uint64_t words[12812 / 8 + 1];
    unsigned char *b = (unsigned char *)words;
    const uint32_t numbers[2] = { 3, 0x01020304u }, counts[8] = { 6, 3, 1, 1, 0, 1, 1, 1 }, leaf = 0xC0000000u;
    const double reach[2] = { 1e-4, 1.0 }, ones6[6] = { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 };
    const uint64_t size = 12812;
    uint64_t sum;
    swv_chain chain;
    memset(words, 0, sizeof words);
    memcpy(b, "SWVADAPT", 8), memcpy(b + 8, numbers, 8), memcpy(b + 16, &size, 8), memcpy(b + 40, "arm7", 5);
    memcpy(b + 80, counts, 32), memcpy(b + 112, reach, 16), memcpy(b + 160, ones6, 24), memcpy(b + 240, ones6, 48);
    memcpy(b + 440, ones6, 8); /* the identity as the frame's rotation */
    memcpy(b + 512, &leaf, 4);
    swv_model_chain("arm7", &chain);
    sum = swvi_chain_hash(&chain), memcpy(b + 32, &sum, 8);
    sum = swvi_table_checksum(b + 32, size - 32), memcpy(b + 24, &sum, 8);
    return b;
}
typedef void (*rhythm_function)(const void *data, double elevation, double plane, double raising, double angles[SWV_GIRDLE_ANGLES]);
static void flat(const void *data, double elevation, double plane, double raising, double angles[SWV_GIRDLE_ANGLES])
{
    (void)data, (void)elevation, (void)plane, (void)raising;
    memset(angles, 0, sizeof(double) * SWV_GIRDLE_ANGLES);
}
static const double huge[SWV_GIRDLE_ANGLES] = { 1e7 };
static double bad(int k);
static void astray_angles(const void *data, double elevation, double plane, double raising, double angles[SWV_GIRDLE_ANGLES])
{
    (void)data, (void)elevation, (void)plane, (void)raising;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        angles[i] = bad(0);
}
static void use(void) { (void)zeros, (void)ones, (void)zerosf, (void)onesf, (void)room, (void)roomf, (void)bytes, (void)flat, (void)tiny_starts, (void)tiny_adaptive, (void)two_links, (void)tree_goal, (void)work; }
/* Made of bits, as arithmetic with them means nothing under -ffast-math. */
static double bad(int k)
{
    static const uint64_t bits[3] = { 0x7ff8000000000000u, 0x7ff0000000000000u, 0xfff0000000000000u };
    double d;
    memcpy(&d, &bits[k], sizeof d);
    return d;
}
static int is_nan(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}
static void complain(const char *function, const char *what, const char *said)
{
    printf("%s: %s: %s\\n", function, what, said);
    failures++;
}
static void expect(const char *function, const char *what, swv_status status, int expected)
{
    char text[256];
    if (expected >= 0 ? status == (swv_status)expected : status != SWV_OK)
        return;
    snprintf(text, sizeof text, "\\"%s\\", expected \\"%s\\"", swv_status_text(status),
             expected >= 0 ? swv_status_text((swv_status)expected) : "any error");
    complain(function, what, text);
}
"""


class Parameter:
    def __init__(self, text):
        match = re.match(r"(const )?([\w ]+?)\s*(\*?)\s*(\w+)((?:\[\w+\])*)$", text)
        if not match:
            sys.exit("contract.py cannot read the parameter '%s'" % text)
        self.const, self.type, star, self.name, dims = match.groups()
        self.sizes = re.findall(r"\[(\w+)\]", dims)
        self.is_pointer = bool(star or self.sizes)
        self.is_output = self.is_pointer and not self.const
        self.is_text = self.type == "char"
        self.is_void = self.type == "void"

    def count(self):
        if self.sizes:
            return "(" + " * ".join(self.sizes) + ")"
        return str(BIG) if self.type in ("double", "float", "int") else "SWV_PARTS" if self.type in ("swv_pose", "swv_body_point") else "8" if self.is_output else "1"


def functions():
    headers = []
    for name in HEADERS:
        with open(os.path.join(INCLUDE, name, name + ".h")) as file:
            headers += re.findall(r'#include "(%s/\w+\.h)"' % name, file.read())
    for header in headers:
        with open(os.path.join(INCLUDE, header)) as file:
            text = file.read()
        for kind, name, given in re.findall(r"SWV_(?:API|EXTERN)\s+([^;{]*?)\b(swv_\w+)\(([^;]*?)\);", text, re.S):
            given = re.sub(r"\s+", " ", given).strip()
            given = re.sub(r"void \(\*(\w+)\)\([^)]*\)", r"rhythm_function \1", given)  # the only callback
            yield header, kind.strip(), name, [] if given == "void" else [Parameter(p.strip()) for p in given.split(",")]


def header_texts():
    for folder in HEADERS:
        for name in sorted(os.listdir(os.path.join(INCLUDE, folder))):
            with open(os.path.join(INCLUDE, folder, name)) as file:
                yield file.read()


def enumerations():
    return {name for text in header_texts() for name in re.findall(r"typedef enum (\w+)", text)}


def reports_with_fault():
    """The types whose field `fault` a call that fails writes too."""
    return {struct for text in header_texts() for body, struct in re.findall(r"typedef struct \w+ \{(.*?)\n\} (\w+);", text, re.S)
            if re.search(r"\bint\s+fault;", body)}


def lookup(table, function, name, otherwise=None):
    return table.get((function, name), table.get(name, otherwise))


def is_optional(function, p):
    return (function, p.name) not in REQUIRED and (p.name in OPTIONAL or (function, p.name) in OPTIONAL)


def expected_status(function, parameters, p):
    """Of a number that is not finite: the status that names the argument; -1: any but SWV_OK."""
    named = lookup(STATUS, function, p.name, "")
    if named:
        return named
    first = parameters[0]
    if named is None or not (first.is_pointer and first.type in MODELS) or (first.is_output and first.type != "swv_arm_track"
                                                                            and first.type != "swv_upper_limb_track"):
        return "-1"
    if p.type.endswith("options"):
        return "SWV_BAD_OPTIONS" if p.const else "-1"
    if p.name in POSTURES and (p.const or not p.is_pointer):
        return "SWV_BAD_POSTURE"
    return "SWV_BAD_GOAL" if p is not first else "-1"


# ---- what headers promise ----

# What changes a model, a track among them, needs one that was made.
CHANGES = re.compile(r"_(step|set_\w+|follow|hold|couple|limit_as_\w+)$")


def has_numbers(p):
    return p.type in NUMBERS or p.type in ("double", "float") if not p.is_pointer else p.const and (p.type in NUMBERS or p.type == "double")


def implied(name, parameters, enums):
    """What base.h says of the arguments."""
    found = set()
    for p in parameters:
        is_model = p.is_pointer and p.type in MODELS and not name.endswith("_check")
        if p.is_pointer and not is_optional(name, p):
            found.add("SWV_NULL")
        if is_model and (p.const or CHANGES.search(name)):
            found.add("SWV_BAD_MODEL")
        if p.is_pointer and p.const and p.type.endswith("options"):
            found.add("SWV_BAD_OPTIONS")
        if not p.is_pointer and p.type == "int":
            found.add("SWV_BAD_COUNT")
        if not p.is_pointer and p.type in enums:
            found.add("SWV_BAD_ARGUMENT")
        if has_numbers(p) and not p.type.endswith("options"):
            status = "SWV_BAD_POSTURE" if p.name in POSTURES else expected_status(name, parameters, p)
            found |= {status} - {"-1"}
    return found


def compare(seen):
    """Promises that are not kept, as lines."""
    enums, broken = enumerations(), []
    promises = dict(pair for text in header_texts() for pair in comments(text))
    for header, kind, name, parameters in functions():
        if kind != "swv_status":
            continue
        came = {status for i, status in enumerate(STATUSES) if seen[name] >> i & 1} - {"SWV_OK"}
        promised = named(promises, name) | implied(name, parameters, enums)
        if any(has_numbers(p) for p in parameters):
            came -= {"SWV_NOT_FINITE"} - promised
        broken += ["%s: %s: %s comes, and no word of it" % (header, name, s) for s in sorted(came - promised)]
        broken += ["%s: %s: %s is promised, and nothing here brings it about" % (header, name, s) for s in sorted(promised - came)]
    return broken


def write(out):
    out.append(PRELUDE)
    calls = []
    faulty = reports_with_fault()
    enums = enumerations()
    for number, (header, kind, name, parameters) in enumerate(functions()):
        f = "f%d" % number
        returns_status = kind == "swv_status"
        for p in parameters:
            v = "%s_a_%s" % (f, p.name)
            if p.is_text or p.is_void or p.type == "rhythm_function":
                out.append("static %s%s %s%s;" % (p.const or "", p.type, "*" if p.is_pointer else "", v))
            elif p.is_pointer:
                out.append("static %s %s_store[%s], %s_before[%s], *%s;" % (p.type, v, p.count(), v, p.count(), v))
            else:
                out.append("static %s %s;" % (p.type, v))
        out.append("static void %s_set(void)\n{" % f)
        for p in parameters:
            v = "%s_a_%s" % (f, p.name)
            if p.is_text:
                out.append('    %s = "arm7";' % v)
            elif p.is_void:
                out.append("    %s = %s;" % (v, {"swv_table_open": "tiny()", "swv_table_open_pair": "tiny()",
                                                 "swv_adaptive_open": "tiny_adaptive()",
                                                 "swv_starts_open": "tiny_starts()",
                                                 "swv_skeleton_make": "work", "swv_solve": "work", "swv_starts_reach": "work", "swv_robot_body_make": "work", "swv_robot_body_pose": "work",
                                                 "swv_skeleton_bind": "work", "swv_rest_find": "work", "swv_retarget_clip": "work"}.get(name, "NULL")))
            elif p.is_pointer:
                make = ARRAYS.get((name, p.name)) or MAKE.get(p.type)
                out.append("    %s = %s_store;" % (v, v))
                out.append("    memset(%s_store, 0, sizeof %s_store);" % (v, v))
                if make and not (p.is_output and p.type not in MODELS + ["double", "int", "swv_pose"]):
                    if p.type == "double" and p.sizes and (name, p.name) not in ARRAYS:
                        make = "for (int i = 0; i < %s; i++) p[i] = 0.1" % p.count()
                    if p.type == "float":
                        make = "for (int i = 0; i < 8; i++) p[i] = 0.1f"
                    out.append("    { %s *p = %s_store; %s; }" % (p.type, v, make))
                elif not p.is_output:
                    sys.exit("contract.py: %s of %s: say in MAKE how to make a %s" % (p.name, header, p.type))
            else:
                value = lookup(VALUES, name, p.name)
                if value is None or (p.type in ("double", "float") and value.startswith("{")) or \
                        (p.type in ("double", "float") and value == "SWV_IDENTITY_QUAT"):
                    value = {"double": "0.3", "float": "0.3f"}.get(p.type, "{ 0 }" if p.type in NUMBERS or
                                                                   p.type in ("swv_quat", "swv_mat3") else "0")
                if p.type in ("swv_mat3",) and value == "{ 1.0 }":
                    value = "{ { { 1.0 } } }"
                out.append("    { const %s value = %s; %s = value; }" % (p.type, value, v))
        # The pointers are cast where an array of arrays is wanted.
        given = ", ".join("(void *)%s_a_%s" % (f, p.name) if len(p.sizes) > 1 else "%s_a_%s" % (f, p.name) for p in parameters)
        out.append("}")
        result = "" if kind == "void" else "const %s r = " % kind.replace("const ", "")
        if kind.startswith("const"):
            result = "%s r = " % kind
        check = "seen[%d] |= 1u << r;\n    return r;" % number if returns_status else ""
        if kind in ("double", "float"):
            check = 'if (is_nan(r)) complain("%s", "a number that is not finite", "NaN");' % name
        elif kind not in ("void", "swv_status"):
            check = "(void)r;"
        out.append("static %s %s_call(void)\n{\n    %s%s(%s);\n    %s\n}" %
                   ("swv_status" if returns_status else "void", f, result, name, given, check))
        outputs = ["%s_a_%s" % (f, p.name) for p in parameters if p.is_output and not p.is_void]
        with_fault = ["%s_a_%s" % (f, p.name) for p in parameters if p.is_output and p.type in faulty]
        out.append("static void %s_keep(void)\n{" % f)
        out += ["    memcpy(%s_before, %s_store, sizeof %s_store);" % (v, v, v) for v in outputs]
        out.append("}\nstatic void %s_same(const char *what)\n{\n    (void)what;" % f)
        out += ["    %s_store[0].fault = %s_before[0].fault;" % (v, v) for v in outputs if v in with_fault]
        out += ['    if (memcmp(%s_before, %s_store, sizeof %s_store)) complain("%s", what, "changed %s");' %
                (v, v, v, name, v.split("_", 2)[2]) for v in outputs if not v.endswith(("_scratch", "_a_fault")) and (name, v.split("_", 2)[2]) not in MAY_CHANGE]
        out.append("}\nstatic void %s(void)\n{" % f)

        def case(what, change, expected, loop=False):
            out.append("    for (int k = 0; k < %d; k++) {" % (3 if loop else 1))
            out.append("        %s_set();\n        %s;\n        (void)k;\n        %s_keep();" % (f, change, f))
            if not returns_status:
                out.append("        %s_call();" % f)
            elif expected == "SWV_OK":
                out.append('        expect("%s", "%s", %s_call(), SWV_OK);' % (name, what, f))
            else:
                out.append('        expect("%s", "%s", %s_call(), %s);\n        %s_same("%s");' %
                           (name, what, f, expected, f, what))
            out.append("    }")

        def nonsense(what, change):
            """Whatever comes of it: a failure leaves outputs as they were."""
            if returns_status:
                out.append('    {\n        %s_set();\n        %s;\n        %s_keep();\n        if (%s_call() != SWV_OK)\n            %s_same("%s");\n    }' %
                           (f, change, f, f, f, what))

        case("as it should be", "(void)0", "SWV_OK")
        for row in ROWS.get(name, []):
            nonsense(row.replace('"', "'"), re.sub(r"\$(\w+)", r"%s_a_\1" % f, row))
        for p in parameters:
            v = "%s_a_%s" % (f, p.name)
            if not p.is_pointer and p.type in ("double", "float"):
                for value in NONSENSE:
                    nonsense("%s %s" % (p.name, value), "%s = (%s)%s" % (v, p.type, value))
            elif not p.is_pointer and p.type == "int":
                for value in ["-1"] + ([] if (name, p.name) in ENDLESS else ["0x7fffffff"]):
                    nonsense("%s %s" % (p.name, value), "%s = %s" % (v, value))
            elif not p.is_pointer and p.type in enums:
                nonsense("%s unknown" % p.name, "%s = (%s)99" % (v, p.type))
            elif not p.is_pointer and p.type in NUMBERS:
                nonsense("%s zero" % p.name, "memset(&%s, 0, sizeof %s)" % (v, v))
                for member in NUMBERS[p.type]:
                    nonsense("%s.%s large" % (p.name, member), "%s.%s = 1e300" % (v, member))
            elif p.is_pointer and p.const and p.type in NUMBERS:
                for member in COMMON if p.name == "common" else NUMBERS[p.type]:
                    for value in NONSENSE:
                        nonsense("%s->%s %s" % (p.name, member, value), "%s_store->%s = %s" % (v, member, value))
            elif p.is_pointer and p.const and p.type == "double":
                for value in NONSENSE:
                    nonsense("%s[0] %s" % (p.name, value), "%s_store[0] = %s" % (v, value))
        for p in parameters:
            v = "%s_a_%s" % (f, p.name)
            if p.is_pointer:
                case("NULL for %s" % p.name, "%s = NULL" % v, "SWV_OK" if is_optional(name, p) else "SWV_NULL")
            if p.is_pointer and p.type in MODELS and (p.const or CHANGES.search(name)) and not name.endswith("_check"):
                case("%s zeroed" % p.name, "memset(%s_store, 0, sizeof %s_store)" % (v, v), "SWV_BAD_MODEL")
            expected = expected_status(name, parameters, p) if parameters else "-1"
            if (name, p.name) in MAY_BE_INFINITE:
                case("%s a NaN" % p.name, "%s = bad(0)" % v, "SWV_BAD_LIMITS")
            elif not p.is_pointer and p.type in ("double", "float"):
                case("%s not finite" % p.name, "%s = (%s)bad(k)" % (v, p.type), expected, True)
            elif not p.is_pointer and p.type in NUMBERS:
                for member in NUMBERS[p.type]:
                    case("%s.%s not finite" % (p.name, member), "%s.%s = bad(k)" % (v, member), expected, True)
            elif p.is_pointer and p.const and p.type in NUMBERS:
                for member in COMMON if p.name == "common" else NUMBERS[p.type]:
                    if (name, p.name, member.split(".")[0]) in UNREAD or (name, p.name, member) in UNREAD:
                        continue
                    case("%s->%s not finite" % (p.name, member), "%s_store->%s = bad(k)" % (v, member), expected, True)
            elif p.is_pointer and p.const and p.type == "double" and not header.endswith("/batch.h"):
                case("%s[0] not finite" % p.name, "%s_store[0] = bad(k)" % v, expected, True)
        out.append("}")
        calls.append(f)
    out.append("int main(void)\n{\n    use();")
    out += ["    %s();" % f for f in calls]
    out.append("    for (int k = 0; k < 3; k++)\n        if (swv_vec3_is_finite((swv_vec3){ 0.0, bad(k), 0.0 }))\n"
               '            complain("swv_vec3_is_finite", "not finite", "true");')
    for number, (header, kind, name, parameters) in enumerate(functions()):
        if kind == "swv_status":
            out.append('    printf("seen %s %%u\\n", seen[%d]);' % (name, number))
    out.append('    printf("%d functions, %%d failures\\n", failures);\n    return failures != 0;\n}' % len(calls))
    return len(calls)


def main():
    libraries, compiler = sys.argv[1:3], sys.argv[3:] or ["cc"]
    out = []
    write(out)
    with tempfile.TemporaryDirectory() as work:
        source, program = os.path.join(work, "contract.c"), os.path.join(work, "contract")
        with open(source, "w") as file:
            file.write("\n".join(out) + "\n")
        for flags in ([], ["-O2", "-ffast-math"]):
            subprocess.check_call(compiler + flags + ["-std=c17", "-w", "-I", INCLUDE, source] + libraries + ["-lm", "-o", program])
            print(" ".join(["with"] + (flags or ["no options"])) + ": ", end="", flush=True)
            done = subprocess.run([program], stdout=subprocess.PIPE, universal_newlines=True)
            said = done.stdout.split("\n")
            seen = {line.split()[1]: int(line.split()[2]) for line in said if line.startswith("seen ")}
            print("\n".join(line for line in said if not line.startswith("seen ")), end="")
            broken = compare(seen)
            print("\n".join(broken + ["%d promises are broken" % len(broken)]))
            if done.returncode or broken:
                sys.exit(1)


main()
