// Finds the known word that somebody most likely meant: the same parts in another spelling, or a
// few letters away. At most one; where two are as near, neither is told. The work is bounded by the
// longest word that is looked at and the number of known ones.

/** Longer words are nobody's slip of a finger. */
const lettersMax = 64;
const distanceMax = 3;
/** Words that lack up to so many parts of the other: `externalId`, `get-transaction-status`. */
const missingPartsMax = 2;

export function nearestWord(given: string, known: Iterable<string>): string | null {
  if (given.length === 0 || given.length > lettersMax) return null;
  const word = partsOf(given);
  let nearest: string | null = null;
  let leastFar = Infinity;
  for (const candidate of known) {
    if (candidate.length > lettersMax) continue;
    const far = farness(given, word, candidate);
    if (far < leastFar) [nearest, leastFar] = [candidate, far];
    else if (far === leastFar && candidate !== nearest) nearest = null;
  }
  return leastFar === Infinity ? null : nearest;
}

/**
 * 0: another spelling; then by letters; a part too many or too few counts as half a letter more.
 */
function farness(given: string, parts: readonly string[], candidate: string): number {
  const others = partsOf(candidate);
  if (parts.join() === others.join()) return 0;
  const letters = distance(given.toLowerCase(), candidate.toLowerCase());
  // Three letters of a short word are all of it.
  const byLetters = letters * 3 <= candidate.length + 1 ? letters : Infinity;
  return Math.min(byLetters, missingParts(parts, others));
}

/** `OPA_SN-apiCashIn` → opa, sn, api, cash, in. */
function partsOf(word: string): string[] {
  return word
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '');
}

function missingParts(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const missing = many.length - few.length;
  const same = few.length > 0 && missing <= missingPartsMax && few.every((p) => many.includes(p));
  return same ? missing + 0.5 : Infinity;
}

/** Letters to put in, take out or change; Infinity above `distanceMax`. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > distanceMax) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let column = 1; column <= other.length; column++) {
      const change = row[column - 1]! + (one[at - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, row[column]! + 1, next[column - 1]! + 1));
    }
    if (Math.min(...next) > distanceMax) return Infinity;
    row = next;
  }
  return row[other.length]! > distanceMax ? Infinity : row[other.length]!;
}
