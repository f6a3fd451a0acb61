// Finds the entry of a part among those of an answer.

import { listMember, objectFromWire, textMember, type JsonObject } from '../wire-json.ts';
import type { HttpAnswer } from './reading.ts';

/** Those of the list `member`, by their text `key`; null: the answer has no such list. */
export function entriesIn(
  { body }: HttpAnswer,
  member: string,
  key: string,
): Map<string, JsonObject> | null {
  const answer = objectFromWire(body);
  return answer !== null && Array.isArray(answer[member])
    ? entriesBy(listMember(answer, member), (entry) => textMember(entry, key))
    : null;
}

/** By a key of theirs; of two with one key the first. Those without one are left out. */
export function entriesBy(
  entries: readonly JsonObject[],
  keyOf: (entry: JsonObject) => string | null | undefined,
): Map<string, JsonObject> {
  const byKey = new Map<string, JsonObject>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key != null && !byKey.has(key)) byKey.set(key, entry);
  }
  return byKey;
}
