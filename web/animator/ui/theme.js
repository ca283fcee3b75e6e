// SPDX-License-Identifier: MIT
// Light or dark: as the system has it, until the button says otherwise.

export function makeTheme(onChange) {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  const apply = () => {
    const name = chosen ?? (dark.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = name;
    onChange(name);
  };
  dark.addEventListener('change', apply);
  return {
    start: apply,
    toggle() {
      chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      apply();
    },
  };
}
