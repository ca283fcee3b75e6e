// SPDX-License-Identifier: MIT
// How long something takes. Clocks of browsers are coarse, so it is done over and over for half a millisecond.

/** To the millionth, as links carry it: a thousandth of a millimetre, less than a second of arc. */
export const micro = (x) => Number(x.toFixed(6));

/** Microseconds of one call; the least of the last few measurements is kept by makeTimer. */
export function measure(call) {
  let count = 0;
  const start = performance.now();
  let now = start;
  do {
    call();
    count++;
    now = performance.now();
  } while (now - start < 0.5 || count < 3);
  return ((now - start) * 1000) / count;
}

/** Measures at most twice a second, and gives the least of the last twelve: what the machine can do undisturbed. */
export function makeTimer() {
  const last = [];
  let when = -Infinity;
  return (call) => {
    if (performance.now() - when > 500) {
      // The first calls are slow: the browser has yet to compile them.
      const times = last.length === 0 ? 6 : 1;
      for (let i = 0; i < times; i++) last.push(measure(call));
      if (last.length > 12) last.shift();
      when = performance.now();
    }
    const least = Math.min(...last);
    return `${least.toFixed(least < 10 ? 1 : 0)} µs`;
  };
}
