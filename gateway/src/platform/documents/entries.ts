// Splits a document into its named entries. Two documents are compared, and the changes of two
// users merged, entry by entry.

import { isSealed } from './config-values.ts';
import { isRecord } from './leaves.ts';

/**
 * The lists of a document with what names their entries; null: an object whose members are the
 * entries. What is in none stands for itself.
 */
export interface Parts {
  readonly [part: string]: ((entry: { [member: string]: unknown }) => string) | null;
}

export interface Entry {
  /** Member of the document: `services`. */
  part: string;
  /** `OPA_SN_API_CASH_IN`; empty where the member stands for itself. */
  name: string;
  value: unknown;
}

/**
 * Makes values comparable: numbers and their texts are equal; `secretOf` tells equal secrets that
 * were sealed twice.
 */
export interface Comparison {
  /** Null: it cannot be opened here, and is compared as it was sealed. */
  secretOf(sealed: string): string | null;
}

const keyOf = ({ part, name }: Entry): string => `${part}\n${name}`;

/**
 * Every entry by part and name, in the order of the document. The later of two entries with one
 * name counts.
 */
export function entriesOf(document: object, parts: Parts): Map<string, Entry> {
  const entries: Entry[] = [];
  for (const [part, value] of Object.entries(document)) {
    const name = parts[part];
    if (name === undefined) entries.push({ part, name: '', value });
    else if (name === null && isRecord(value))
      entries.push(...Object.entries(value).map(([id, each]) => ({ part, name: id, value: each })));
    else if (name !== null && Array.isArray(value))
      entries.push(
        ...value.map((each) => ({
          part,
          name: isRecord(each) ? name(each) : '',
          value: each as unknown,
        })),
      );
  }
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

/** Equal for values that mean the same. */
export function meaningOf(value: unknown, comparison: Comparison): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (isSealed(member)) return [comparison.secretOf(member.sealed) ?? member.sealed];
    if (typeof member === 'number') return String(member);
    if (isRecord(member))
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    return member;
  });
}
