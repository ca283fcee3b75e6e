// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_COMPARE_HYPOTHESES_H
#define SWIVEL_CLI_COMPARE_HYPOTHESES_H

/// compare --hypotheses: the figures that answer hypotheses 1 to 4 of Chin's thesis, section 4.1.
void compare_hypotheses(void);

#endif
