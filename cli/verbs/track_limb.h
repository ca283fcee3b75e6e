// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TRACK_LIMB_H
#define SWIVEL_CLI_TRACK_LIMB_H

/// track arm and leg: the words after the verb.
void track_limb(int count, char **words);

#endif
