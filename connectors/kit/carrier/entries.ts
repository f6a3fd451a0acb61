// Finds the entry of a part among those of an answer.

import type { JsonObject } from '../wire-json.ts';

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
