// SPDX-License-Identifier: MIT
// Where the arms hang. Metres; x is the body's right, y forward, z up.

export const shoulders = { right: [0.185, -0.005, 1.415], left: [-0.185, -0.005, 1.415] };
