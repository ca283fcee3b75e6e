// SPDX-License-Identifier: MIT
import type { load as Load } from './chains.js' with { 'resolution-mode': 'import' };
export const load: typeof Load;
