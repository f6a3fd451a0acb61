// Whether the page stands on a phone, as the style sheets have it: where rows of a table become
// items.

import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 40rem)';

function watch(change: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', change);
  return () => query.removeEventListener('change', change);
}

const isPhone = (): boolean => window.matchMedia(narrow).matches;

export const usePhone = (): boolean => useSyncExternalStore(watch, isPhone);
