// Reads the texts of a request beside its schema: each is one line of characters that are seen, in
// one form (NFC), unless its schema says otherwise (`text`). A field that somebody adds is read so
// without doing anything for it.

import { firstUnseen } from '../seen-text.ts';
import type { FieldFaults } from './errors.ts';
import { fits, type Schema } from './encode.ts';

export interface TextReading {
  /** False: what is asked for is looked up and forgotten, so that nobody else reads it. */
  isKept: boolean;
  faults: FieldFaults;
}

/** The value with its texts in one form. It fits the schema. */
export function readTexts(
  schema: Schema,
  value: unknown,
  reading: TextReading,
  place = '',
): unknown {
  if (typeof value === 'string') return readText(schema, value, reading, place);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const inside = (name: string | number): string =>
    place === '' ? String(name) : `${place}.${name}`;
  const { properties = {}, patternProperties = {}, items = {} } = branchOf(schema, value);
  if (Array.isArray(value))
    return value.map((each, at) => readTexts(items, each, reading, inside(at)));
  const [others = {}] = Object.values(patternProperties);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = Object.hasOwn(properties, name);
      const key = known ? name : readText({}, name, reading, place);
      return [key, readTexts(known ? properties[name]! : others, member, reading, inside(name))];
    }),
  );
}

/** Returns the alternative of a union that the value is one of. */
function branchOf(schema: Schema, value: unknown): Schema {
  if (schema.anyOf === undefined) return schema;
  const found = schema.anyOf.find((branch) => fits(branch, value));
  return found === undefined ? {} : branchOf(found, value);
}

function readText(schema: Schema, given: string, reading: TextReading, place: string): string {
  const { text: shape = 'line', maxLength = Infinity } = branchOf(schema, given);
  const report = (fault: Omit<FieldFaults[number], 'field'>) => {
    reading.faults.push({ field: place, ...fault });
  };
  // No column holds it.
  if (given.includes('\0')) report({ problem: 'badCharacters', character: 'U+0000 NULL' });
  else if (shape !== 'free' && reading.isKept) {
    const character = firstUnseen(given.normalize('NFC'), shape);
    if (character !== null) report({ problem: 'badCharacters', character });
    // The schema counts what is seen as one, however many characters it is made of.
    else if ([...given].length > maxLength) report({ problem: 'tooLong' });
  }
  return shape === 'free' ? given : given.normalize('NFC');
}
