// SPDX-License-Identifier: MIT
//
// Many Tolani-Badler arms at once; see ../shim_batch.c.
#include "shim_papers.h"

int EXPORT(arm_batch)(const swv_arm *arm, double *rows, int size, int first, int count)
{
    const size_t  n = (size_t)size;
    swv_arm_batch batch = { .px = rows,
                            .py = rows + n,
                            .pz = rows + 2 * n,
                            .qx = rows + 3 * n,
                            .qy = rows + 4 * n,
                            .qz = rows + 5 * n,
                            .qw = rows + 6 * n,
                            .swivel = rows + 7 * n,
                            .outcome = (unsigned char *)(rows + 15 * n) };
    for (size_t i = 0; i < 7; i++)
        batch.q[i] = rows + (8 + i) * n;
    return (int)swv_batch_arm(arm, &batch, (size_t)first, (size_t)count);
}
