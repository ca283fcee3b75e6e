// SPDX-License-Identifier: MIT
// A few words beside the pointer.

export function makeTip(element) {
  return (text, x, y) => {
    element.hidden = text === null;
    if (text === null) return;
    element.textContent = text;
    const { clientWidth: width, clientHeight: height } = element.parentElement;
    element.style.left = `${Math.max(8, Math.min(x + 14, width - element.offsetWidth - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(y + 16, height - element.offsetHeight - 8))}px`;
  };
}
