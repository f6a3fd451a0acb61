// Compares two documents: entries that were added, removed or changed, with each changed field in
// readable words.

import { isSealed } from './config-values.ts';
import { entriesOf, meaningOf, type Comparison, type Entry, type Parts } from './entries.ts';
import { isRecord } from './leaves.ts';

export interface FieldChange {
  /** `price.percent`; empty where the entry is one value. */
  field: string;
  /** Null: absent. About secrets it is said only that there is one, never which. */
  before: string | null;
  after: string | null;
  secret: boolean;
}
export interface Change {
  part: string;
  /** The entry's name. */
  entry: string;
  /** `moved`: the entries of the part stand in another order. */
  kind: 'added' | 'removed' | 'changed' | 'moved';
  fields: FieldChange[];
}

const secretShown = '••••••';

/** Every difference, in the order of the later document, what was removed at the end. */
export function changesBetween(
  before: object,
  after: object,
  parts: Parts,
  comparison: Comparison,
): Change[] {
  const [old, now] = [entriesOf(before, parts), entriesOf(after, parts)];
  const changes: Change[] = [];
  for (const [key, entry] of now) {
    const fields = fieldChanges(old.get(key)?.value, entry.value, comparison);
    if (!old.has(key)) changes.push(changeOf(entry, 'added', fields));
    else if (fields.length > 0) changes.push(changeOf(entry, 'changed', fields));
  }
  for (const [key, entry] of old)
    if (!now.has(key))
      changes.push(changeOf(entry, 'removed', fieldChanges(entry.value, undefined, comparison)));
  for (const part of Object.keys(parts)) {
    const order = (entries: Map<string, Entry>, others: Map<string, Entry>): string =>
      [...entries]
        .flatMap(([key, entry]) => (entry.part === part && others.has(key) ? key : []))
        .join('\r');
    if (order(old, now) !== order(now, old))
      changes.push({ part, entry: '', kind: 'moved', fields: [] });
  }
  return changes;
}

const changeOf = ({ part, name }: Entry, kind: Change['kind'], fields: FieldChange[]): Change => ({
  part,
  entry: name,
  kind,
  fields,
});

function fieldChanges(before: unknown, after: unknown, comparison: Comparison): FieldChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    const same =
      was !== undefined &&
      is !== undefined &&
      meaningOf(was, comparison) === meaningOf(is, comparison);
    return same
      ? []
      : { field, before: shown(was), after: shown(is), secret: isSealed(was) || isSealed(is) };
  });
}

/** Values by dotted path; lists and secrets are one value. */
function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (value === undefined) return new Map();
  if (!isRecord(value) || isSealed(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [
      ...leavesOf(member, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  if (isSealed(value)) return secretShown;
  if (
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' || typeof item === 'number')
  )
    return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
