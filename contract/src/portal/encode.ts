// Encodes the answer of a portal route from its schema: moments become RFC 3339, amounts units of
// their currency, and of texts each character is seen, whoever wrote them. Members that the schema
// does not name are left out, so that a row of the database can be answered as it is.

import type { Static, TArray, TObject, TOptional, TSchema, TUnion } from 'typebox';
import { toDecimalString } from '../money.ts';
import { seenText, type TextShape } from '../seen-text.ts';
import type { TAmount, TTime } from './fields.ts';

/**
 * What a handler may give where the schema stands: the values of the domain, or what goes on the
 * wire.
 */
export type Encodable<Schema> = Schema extends TTime
  ? Date | string
  : Schema extends TAmount
    ? bigint | string
    : Schema extends TObject<infer Members>
      ? EncodableObject<Members>
      : Schema extends TArray<infer Item>
        ? readonly Encodable<Item>[]
        : Schema extends TUnion<infer Branches>
          ? Encodable<Branches[number]>
          : Schema extends TSchema
            ? Static<Schema>
            : never;

type OptionalNames<Members> = {
  [Name in keyof Members]: Members[Name] extends TOptional<TSchema> ? Name : never;
}[keyof Members];
type EncodableObject<Members> = {
  [Name in Exclude<keyof Members, OptionalNames<Members>>]: Encodable<Members[Name]>;
} & { [Name in OptionalNames<Members>]?: Encodable<Members[Name]> };

type Encode = (value: unknown) => unknown;

/** The keywords of JSON Schema that the portal's requests and answers are made of. */
export interface Schema {
  encodes?: 'time' | 'amount';
  /**
   * The shape of a string; without it, a line. `free`: as it is given, for programs or read by a
   * reader of its own.
   */
  text?: TextShape | 'free';
  maxLength?: number;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: { readonly [name: string]: Schema };
  required?: readonly string[];
  patternProperties?: { readonly [pattern: string]: Schema };
  items?: Schema;
  anyOf?: readonly Schema[];
}

const asItIs: Encode = (value) => value;
const seen: Encode = (value) => (typeof value === 'string' ? seenText(value) : value);
/** An object or a list that the schema does not describe. */
const seenInside: Encode = (value) => {
  if (Array.isArray(value)) return value.map(seenInside);
  if (typeof value !== 'object' || value === null || value instanceof Date) return seen(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [seenText(name), seenInside(member)]),
  );
};
const encoders: { readonly [kind in NonNullable<Schema['encodes']>]: Encode } = {
  time: (value) => (value instanceof Date ? value.toISOString() : value),
  amount: (value) => (typeof value === 'bigint' ? toDecimalString(value) : value),
};

/** Prepared once for each route. */
export function makePortalEncoder(schema: TSchema): Encode {
  return encoderOf(schema as Schema);
}

function encoderOf(schema: Schema): Encode {
  if (schema.encodes !== undefined) return encoders[schema.encodes];
  if (schema.anyOf !== undefined) return unionEncoder(schema.anyOf);
  if (schema.items !== undefined) {
    const encode = encoderOf(schema.items);
    return (value) => (value as readonly unknown[]).map(encode);
  }
  if (schema.patternProperties !== undefined) return recordEncoder(schema.patternProperties);
  if (schema.type === 'string') return schema.text === 'free' ? asItIs : seen;
  // An object that names no members is answered whole.
  if (schema.properties === undefined || Object.keys(schema.properties).length === 0)
    return seenInside;
  return objectEncoder(schema.properties);
}

function objectEncoder(properties: NonNullable<Schema['properties']>): Encode {
  const members = Object.entries(properties).map(
    ([name, member]) => [name, encoderOf(member)] as const,
  );
  return (value) => {
    const given = value as { readonly [name: string]: unknown };
    const answer: { [name: string]: unknown } = {};
    for (const [name, encode] of members)
      if (given[name] !== undefined) answer[name] = encode(given[name]);
    return answer;
  };
}

function recordEncoder(patterns: NonNullable<Schema['patternProperties']>): Encode {
  const [member = {}] = Object.values(patterns);
  const encode = encoderOf(member);
  return (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, each]) => [seenText(name), encode(each)]),
    );
}

function unionEncoder(branches: readonly Schema[]): Encode {
  const encoded = branches.map((branch) => ({ branch, encode: encoderOf(branch) }));
  return (value) => {
    const found = encoded.find(({ branch }) => fits(branch, value));
    if (found === undefined) throw new Error('an answer fits no branch of its schema');
    return found.encode(value);
  };
}

/**
 * Tells the branches of a union apart: by their types, and objects by their members and literals.
 */
export function fits(schema: Schema, value: unknown): boolean {
  if (schema.encodes === 'time' && value instanceof Date) return true;
  if (schema.encodes !== undefined && typeof value === 'bigint') return true;
  if ('const' in schema) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => fits(branch, value));
  switch (schema.type) {
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && fitsObject(schema, value);
    case undefined:
      return true;
    default:
      return typeof value === schema.type;
  }
}

function fitsObject({ properties = {}, required = [] }: Schema, value: object): boolean {
  const given = value as { readonly [name: string]: unknown };
  return (
    required.every((name) => given[name] !== undefined) &&
    Object.entries(properties).every(
      ([name, member]) => given[name] === undefined || fits(member, given[name]),
    )
  );
}
