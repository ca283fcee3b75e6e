// SPDX-License-Identifier: MIT
// The file of an adaptive table and its models, shared by looking up and building. Lengths are metres in the table's frame, whose z is the
// first joint's axis; angles radians.
#ifndef SWIVEL_ADAPTIVE_INTERNAL_H
#define SWIVEL_ADAPTIVE_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "kim_tarokh/table_frame.h"
#include "solve/table_bytes.h"
#include "swivel_papers/adaptive.h"

// The header, then, all of four bytes each and little-endian,
//   node     nodes numbers. The first are the cells of the roots' grid. The two top bits are the input that a cell is halved along, the
//            others the number of the first of its two halves; or both bits are set and the others are the number of the leaf
//   first    leaves + 1 numbers: the branches of leaf k are first[k] to first[k + 1] - 1
//   record   branches records of SWVI_ADAPTIVE_HEAD + terms * SWVI_ADAPTIVE_OUTPUTS floats
//   ball     SWVI_ADAPTIVE_GIMBAL_CELLS times two records of three rows of four floats; nothing if there is no ball joint
//   wrist    the same
enum { SWVI_ADAPTIVE_VERSION = 3, SWVI_ADAPTIVE_HEADER = 512, SWVI_ADAPTIVE_CHECKED_FROM = 32 };
#define SWVI_ADAPTIVE_MAGIC      "SWVADAPT"
#define SWVI_ADAPTIVE_BYTE_ORDER 0x01020304u
#define SWVI_ADAPTIVE_LEAF       0xC0000000u
#define SWVI_ADAPTIVE_INDEX      0x3FFFFFFFu

/// Fields mean what those of the same name in swv_adaptive do (adaptive.h): metres, radians, and grid and cells in the units of swvi_reduced.x.
typedef struct swvi_adaptive_header {
    char          magic[8];
    uint32_t      version, byte_order;
    uint64_t      file_size;
    uint64_t      checksum;  ///< of all bytes from SWVI_ADAPTIVE_CHECKED_FROM on
    uint64_t      chain_hash;
    char          model[32];
    uint64_t      seed;
    uint32_t      joints, placing, nodes, leaves, branches;
    uint32_t      divisions[3];
    double        tolerance, farthest, nearest_axis;
    double        lower[3], cell[3];  ///< of the grid of roots, as inputs; sides of a cell
    double        joint_lower[7], joint_upper[7];
    double        elbow[2][4], hand[4];  ///< quaternions: x, y, z, w
    double        frame[SWVI_FRAME_NUMBERS];
    unsigned char rest[SWVI_ADAPTIVE_HEADER - 472];  ///< zeros after the 472 bytes above
} swvi_adaptive_header;

/// Whether swv_adaptive_open made it.
bool swvi_adaptive_is_made(const swv_adaptive *table);

// ---- targets without the first joint ----
//
// Turning the target about the first joint's axis, z, turns the first joint and nothing else. So the table knows only (r, z),
// the distance from the axis and the height, and the angle about it is added to the first joint. And instead of r and z
//     g = sqrt(r^2 - nearest_axis^2)              e^2 = g^2 + z^2
//     inputs  s = sqrt(farthest^2 - nearest_axis^2 - e^2)        t = z / (e + g)
// s, and g for an arm with an offset, are proportional to the bend of the arm where it is nearly straight. Angles are smooth functions of s and t
// where they have infinite slopes as functions of r and z.

typedef struct swvi_reduced {
    double x[3];          ///< s (metres), t (no unit), swivel (radians)
    double cosine, sine;  ///< of the angle about the axis
} swvi_reduced;

/// From w: the wrist's x, y, z, metres, and the swivel, radians. False if the wrist is out of reach.
static inline int swvi_adaptive_reduce(double farthest, double nearest_axis, const double *w, swvi_reduced *reduced)
{
    const double close = 1e-12;  // square metres: rounding, where the wrist is on a border of the reach. Chosen
    const double rr = w[0] * w[0] + w[1] * w[1], gg = rr - nearest_axis * nearest_axis, ee = gg + w[2] * w[2];
    const double ss = (farthest * farthest - nearest_axis * nearest_axis) - ee;
    const double r = sqrt(rr), g = sqrt(gg > 0.0 ? gg : 0.0), e = sqrt(ee > 0.0 ? ee : 0.0);
    const double inverse = r > 0.0 ? 1.0 / r : 0.0;
    reduced->cosine = r > 0.0 ? inverse * w[0] : 1.0;
    reduced->sine = inverse * w[1];
    reduced->x[0] = sqrt(ss > 0.0 ? ss : 0.0);
    reduced->x[1] = e + g > 0.0 ? w[2] / (e + g) : 0.0;
    reduced->x[2] = w[3];
    return gg >= -close && ss >= -close;
}

// ---- the model of a branch: cubic polynomials ----
//
// Outputs without a ball joint: the three angles (the first less the angle about the axis), and from number 4 on the forearm's rotation
// F G1', as a quaternion. With one: the elbow's angle, cosine and sine of half of it, and from number 4 on the upper arm's rotation U G3'.
// (G1 and G3 below, of the wrist and the ball joint.) Rotations are smooth where the angles of a gimbal are not. Quaternions need
// not be of unit length.
//
// A record begins with the bounds of position (metres) and rotation (radians, as all that follows); the slack, by which an angle may lie outside its
// limits and still be brought to them; and the middle and half the width of where the first output lies in the cell. These five take the space of
// eight, one row of outputs. 128 cells of a gimbal are chosen: more make the file larger and its parabolas' errors smaller.

enum { SWVI_ADAPTIVE_HEAD = 8, SWVI_ADAPTIVE_OUTPUTS = 8, SWVI_ADAPTIVE_MAX_TERMS = 20 };
enum { SWVI_ADAPTIVE_GIMBAL_CELLS = 128, SWVI_ADAPTIVE_GIMBAL_WAYS = 2, SWVI_ADAPTIVE_GIMBAL_FLOATS = 12 };
#define SWVI_ADAPTIVE_NO_ANGLE 1e30f  // radians: outside any limits, as they are at most 100

/// Terms of a cubic polynomial of two or three inputs.
static inline int swvi_adaptive_terms(int inputs)
{
    return inputs == 3 ? 20 : 10;
}

/// Floats of a branch's record.
static inline int swvi_adaptive_record_floats(int inputs)
{
    return SWVI_ADAPTIVE_HEAD + SWVI_ADAPTIVE_OUTPUTS * swvi_adaptive_terms(inputs);
}

/// Outputs of a record at inputs local to the cell, -1 to 1. The terms are 1, x, y, z, xx, xy, xz, yy, yz, zz, xxx, xxy, xxz, xyy, xyz,
/// xzz, yyy, yyz, yzz, zzz; without z those that have none of it.
static inline void swvi_adaptive_evaluate(int inputs, const float *restrict record, const float *restrict at,
                                          float *restrict out)
{
    enum { M = SWVI_ADAPTIVE_OUTPUTS };
    const float *c = record + SWVI_ADAPTIVE_HEAD, x = at[0], y = at[1], z = at[2];
    if (inputs == 3) {
        for (int j = 0; j < M; ++j, ++c)
            out[j] =
                (c[0] + x * ((c[M] + x * ((c[4 * M] + x * c[10 * M]) + (y * c[11 * M] + z * c[12 * M]))) +
                             (y * ((c[5 * M] + y * c[13 * M]) + z * c[14 * M]) + z * (c[6 * M] + z * c[15 * M])))) +
                (y * ((c[2 * M] + y * ((c[7 * M] + y * c[16 * M]) + z * c[17 * M])) + z * (c[8 * M] + z * c[18 * M])) +
                 z * (c[3 * M] + z * (c[9 * M] + z * c[19 * M])));
    } else {
        for (int j = 0; j < M; ++j, ++c)
            out[j] =
                (c[0] + x * ((c[M] + x * ((c[3 * M] + x * c[6 * M]) + y * c[7 * M])) + y * (c[4 * M] + y * c[8 * M]))) +
                y * (c[2 * M] + y * (c[5 * M] + y * c[9 * M]));
    }
}

// ---- gimbals ----
//
// Three joints whose axes meet turn by R = R1(a) R2(b) R3(c). G1 and G3 turn the axes of R1 and R3 to z. Then, with z the third unit vector
// and M = G1 R G3', z.M z is a function of b alone; the angle of M z about z is a and a function of b, that of M'z is -c and a function
// of b. The latitude l = tan(half the angle of M z from the plane z = 0) is in [-1, 1] and cut into equal cells. A record has
// what is to be added to the first angle, b, and what is to be added to the third, as parabolas: their constant terms in the first row, then
// the linear, then the quadratic ones. Every cell has two; where there are fewer ways the angles are SWVI_ADAPTIVE_NO_ANGLE.
//
// The forearm is turned by F = U (cos + sin e), half the elbow's angle and e its axis, so with the wrist's G1
//     F G1' = (U G3') (cos elbow[0] + sin elbow[1])       elbow[0] = G3 G1', elbow[1] = G3 e G1'
// and the hand H as seen from the forearm, with T its rotation where all joints are zero, is
//     M = G1 (F' H T') G3' = (F G1')' (H hand)            hand = (G3 T)'

#endif
