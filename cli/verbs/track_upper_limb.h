// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TRACK_UPPER_LIMB_H
#define SWIVEL_CLI_TRACK_UPPER_LIMB_H

/// track upper-limb: the words after the verb.
void track_upper_limb(int count, char **words);

#endif
