// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_MARKERS_H
#define SWIVEL_IO_MARKERS_H

#include "swivel_io/motion.h"

/// A body's motion from markers on its skin.
///
///     swv_motion_read_file("walk.c3d", NULL, &markers, &error);           // TRC, C3D, or CSV with points
///     swv_markers_fit(&markers, NULL, &body, &report, &error);            // a motion of the built-in human's joints
///
/// Names say which bone a marker is on: ASIS, KNE, R.Ankle, LMT2, Subject:LASI. First the bones of the built-in human,
/// or of your skeleton, get the distances between joint centres, and each marker its place on its bone. Then every
/// frame is solved from the one before, with all markers that were seen. Arms without markers hang.

/// Zero in any field means its default.
typedef struct swv_markers_options {
    const swv_io_options *io;  ///< memory, its limit; NULL: defaults. The rest of it is not looked at
    void (*tell)(void *user, int done, int frame_count);  ///< asked after each frame; may be NULL
    void *user;
    bool  is_female;  ///< the figure that is scaled to the markers: the built-in woman; default: the man
    /// The figure instead: a skeleton in any unit and axes (right-handed), at rest in a posture, each joint after its
    /// parent, and its binding. It needs hips and two legs with knees and feet. Both or neither.
    const swv_skeleton *skeleton;
    const swv_binding  *binding;
} swv_markers_options;

/// Lengths are in metres.
typedef struct swv_markers_report {
    int    used;            ///< markers whose names are known
    int    unknown;         ///< others
    int    frames_without;  ///< frames in which nothing was seen, or not yet a pelvis: as the frame beside them
    double rms;             ///< from markers to where the body has them, root of the mean square
    int    worst;           ///< the joint of `markers` that is farthest on average; -1: none
    double worst_mean;      ///< its mean distance
} swv_markers_report;

/// Find the body. `body` is a new motion of as many frames, in the unit and axes of `markers`; free it with swv_motion_free. report and error may
/// be NULL.
///
/// SWV_BAD_MODEL: a figure that lacks what it needs; no frame has right and left ASIS and a PSIS or sacral marker together with half of all others; no unit; or no up and no
/// frame with hips and feet, that would tell it. SWV_BAD_COUNT: no frames. SWV_NOT_FINITE: numbers so large that the errors overflow.
/// SWV_UNSUPPORTED: a left-handed figure. SWV_NO_MEMORY, SWV_BAD_OPTIONS. Of a figure also statuses as swv_skeleton_check.
SWV_EXTERN swv_status swv_markers_fit(const swv_motion *markers, const swv_markers_options *options, swv_motion *body,
                                      swv_markers_report *report, swv_io_error *error);

#endif
