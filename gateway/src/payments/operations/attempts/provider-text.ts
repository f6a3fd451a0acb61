// Makes a provider's texts storable. PostgreSQL takes neither NUL nor half a surrogate pair, and a
// result must never be lost over a text.

import type { QueryOutcome } from '@jokko/connectors/kit';

/** The outcome with all its texts storable. */
export function withStorableTexts(outcome: QueryOutcome): QueryOutcome {
  return storable(outcome) as QueryOutcome;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? value.replaceAll('\0', '').toWellFormed()
      : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, storable(member)]),
  );
}
