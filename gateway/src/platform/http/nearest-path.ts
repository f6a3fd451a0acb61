// Suggests a path of the interfaces for one that does not exist.

import { nearestWord } from '@jokko/contract';

const pathMax = 200;
/** What other interfaces call a list of results, and starting one. */
const otherNames = new Map([
  ['transactions', '/api-services/events'],
  ['callbacks', '/api-services/events'],
  ['payments', '/api-services/operation'],
  ['payment', '/api-services/operation'],
]);

/**
 * `paths`: those of the interface description, such as `/api-services/claim/{claimRef}`. Null: none
 * is near.
 */
export function nearestPath(given: string, paths: readonly string[]): string | null {
  const plain = given
    .slice(0, pathMax + 1)
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  if (plain.length > pathMax) return null;
  const last = lastWord(plain);
  const byWord = new Map<string, string>();
  for (const path of paths) {
    const word = lastWord(path);
    // Two paths that end alike are told apart by what stands before.
    if (!byWord.has(word) || sharesStart(path, plain)) byWord.set(word, path);
  }
  const meant = nearestWord(last, byWord.keys());
  return otherNames.get(last.toLowerCase()) ?? (meant === null ? null : byWord.get(meant)!);
}

/** The last segment that is no parameter. */
const lastWord = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .at(-1) ?? '';

const sharesStart = (path: string, given: string): boolean =>
  path.split('/')[1] === given.split('/')[1];
