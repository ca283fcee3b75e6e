// SPDX-License-Identifier: MIT
// A short message that goes away by itself.

export function makeToast(element) {
  let timer = 0;
  return (text) => {
    element.textContent = text;
    element.classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => element.classList.remove('shown'), 2200);
  };
}
