// What the search in the frame looks through: for an operator everything, for a developer the
// account.

import { useMe } from '../api/index.ts';

export type Searched = 'everything' | 'account';
/** Where the results are. */
export const searchPages = { everything: '/search', account: '/find' } as const;

/** Null: there is no search for this user. */
export function useSearched(): Searched | null {
  const { abilities } = useMe();
  if (abilities.includes('GET operator/search')) return 'everything';
  return abilities.includes('GET transactions') ? 'account' : null;
}
