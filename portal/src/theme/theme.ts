// Chooses the theme: light, dark, or as the system. Stored in this browser; `early.js` sets it
// before the first paint.

import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storedUnder = 'jokko.theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Shows a theme from now on. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(storedUnder, theme);
  } catch {
    // Not kept: the next visit follows the system.
  }
  for (const listener of listeners) listener();
}

/** The theme chosen here. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}
