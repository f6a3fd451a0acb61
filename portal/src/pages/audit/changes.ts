// What an entry of the audit log changed: its members before and after, by dotted path. Pure.

export interface ValueChange {
  field: string;
  /** Null: it was not there, or is not known. */
  before: string | null;
  after: string | null;
}

/**
 * `old` and `now` are JSON of objects, as the log has them. What is equal on both sides is left
 * out, and what `now` does not name: some entries name there only what was changed.
 */
export function changesOf(old: string | null, now: string | null): ValueChange[] {
  const [before, after] = [leavesOf(old), leavesOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const change = { field, before: before.get(field) ?? null, after: after.get(field) ?? null };
    const isUnchanged = change.before === change.after || (now !== null && !after.has(field));
    return isUnchanged ? [] : [change];
  });
}

function leavesOf(json: string | null): Map<string, string | null> {
  return new Map(json === null ? [] : pairsOf(JSON.parse(json), ''));
}

function pairsOf(value: unknown, path: string): [string, string | null][] {
  if (value === null || value === undefined || value === '') return [[path, null]];
  if (typeof value !== 'object') return [[path, String(value as string | number | boolean)]];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return [[path, value.length === 0 ? null : value.join(', ')]];
  return Object.entries(value).flatMap(([name, member]) =>
    pairsOf(member, path === '' ? name : `${path}.${name}`),
  );
}
