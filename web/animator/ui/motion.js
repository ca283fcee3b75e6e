// SPDX-License-Identifier: MIT
/** Whether the system asks for less motion: then nothing moves that nobody moves. */
export const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
