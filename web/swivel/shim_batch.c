// SPDX-License-Identifier: MIT
//
// Many limbs at once; see shim.c. `rows` has `size` numbers for each of a batch's arrays, in the order of swivel/batch.h, then as many outcomes.
#include "shim.h"

/// is_natural: the swivels are not read.
int EXPORT(limb_batch)(const swv_limb *limb, double *rows, int size, int first, int count, int is_natural)
{
    const size_t   n = (size_t)size;
    swv_limb_batch batch = { .px = rows,
                             .py = rows + n,
                             .pz = rows + 2 * n,
                             .qx = rows + 3 * n,
                             .qy = rows + 4 * n,
                             .qz = rows + 5 * n,
                             .qw = rows + 6 * n,
                             .swivel = is_natural ? NULL : rows + 7 * n,
                             .flexion = rows + 20 * n,
                             .outcome = (unsigned char *)(rows + 21 * n) };
    for (size_t i = 0; i < 4; i++) {
        batch.upper[i] = rows + (8 + i) * n;
        batch.lower[i] = rows + (12 + i) * n;
        batch.end[i] = rows + (16 + i) * n;
    }
    return (int)swv_batch_limb(limb, &batch, (size_t)first, (size_t)count);
}

int EXPORT(upper_limb_batch)(const swv_upper_limb *limb, double *rows, int size, int first, int count)
{
    const size_t         n = (size_t)size;
    swv_upper_limb_batch batch = { .swivel = rows + 3 * n,
                                   .gh_error = rows + 20 * n,
                                   .outcome = (unsigned char *)(rows + 21 * n) };
    for (size_t i = 0; i < 3; i++) {
        batch.wrist[i] = rows + i * n;
        batch.gh[i] = rows + (9 + i) * n;
    }
    for (size_t i = 0; i < 5; i++)
        batch.girdle[i] = rows + (4 + i) * n;
    for (size_t i = 0; i < 4; i++) {
        batch.upper[i] = rows + (12 + i) * n;
        batch.lower[i] = rows + (16 + i) * n;
    }
    return (int)swv_batch_upper_limb(limb, NULL, &batch, (size_t)first, (size_t)count);
}
