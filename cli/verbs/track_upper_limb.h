// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TRACK_UPPER_LIMB_H
#define SWIVEL_CLI_TRACK_UPPER_LIMB_H

/// A row of a path.
enum { PATH_COLUMNS = 8 };
#define PATH_EXPECTED "a hand has 8: t,px,py,pz,qx,qy,qz,qw"

/// track upper-limb: the words after the verb.
void track_upper_limb(int count, char **words);

#endif
