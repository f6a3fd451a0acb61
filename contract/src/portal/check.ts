// Checks parameters and body against the schema of their route, reads their texts, and reports each
// invalid field with its problem. Unlike in the payments interface, unknown members are rejected.

import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FieldFaults, PortalFieldProblem } from './errors.ts';
import type { Schema } from './encode.ts';
import { notBlank } from './fields.ts';
import { readTexts } from './texts.ts';

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
}

/** What was given, with its texts in one form, and its faults; without any it fits. */
export interface Checked {
  value: unknown;
  faults: FieldFaults;
}

/** `isKept` false: of what is only looked up. */
export function makePortalCheck(schema: TSchema, isKept = true): (value: unknown) => Checked {
  const compiled = Compile(schema);
  return (given) => {
    if (compiled.Check(given)) {
      const reading = { isKept, faults: [] as FieldFaults };
      const value = readTexts(schema as Schema, given, reading);
      return { value, faults: reading.faults.slice(0, faultsMax) };
    }
    const faults = (compiled.Errors(given) as SchemaError[]).flatMap((error) =>
      faultsOf(error, given),
    );
    // What only a union as a whole refuses names no field.
    if (faults.length === 0) faults.push({ field: '', problem: 'notAllowed' });
    return { value: given, faults: faults.slice(0, faultsMax) };
  };
}

const faultsMax = 50;

const typeProblems: { readonly [type: string]: PortalFieldProblem } = {
  string: 'notString',
  number: 'notNumber',
  integer: 'notNumber',
  boolean: 'notBoolean',
  object: 'notObject',
};
const problems: { readonly [keyword: string]: PortalFieldProblem } = {
  maxLength: 'tooLong',
  minimum: 'notPositive',
  maximum: 'tooLarge',
};

function faultsOf({ keyword, instancePath, params }: SchemaError, value: unknown): FieldFaults {
  const place = instancePath.slice(1).replaceAll('/', '.');
  const members = (names: unknown): string[] =>
    (Array.isArray(names) ? (names as string[]) : []).map((name) =>
      place === '' ? name : `${place}.${name}`,
    );
  const reported = params as {
    requiredProperties?: unknown;
    additionalProperties?: unknown;
    type?: string;
    limit?: number;
    pattern?: unknown;
  };
  switch (keyword) {
    case 'required':
      return members(reported.requiredProperties).map((field) => ({ field, problem: 'missing' }));
    case 'additionalProperties':
      return members(reported.additionalProperties).map((field) => ({ field, problem: 'unknown' }));
    case 'pattern':
      return [{ field: place, problem: reported.pattern === notBlank ? 'empty' : 'badCharacters' }];
    case 'boolean':
      // The same once more, of the member itself.
      return [];
    case 'type':
      return [{ field: place, problem: typeProblems[String(reported.type)] ?? 'notAllowed' }];
    case 'minLength':
      return [
        {
          field: place,
          problem: reported.limit === 1 || memberAt(value, place) === '' ? 'empty' : 'tooShort',
        },
      ];
    default:
      return [{ field: place, problem: problems[keyword] ?? 'notAllowed' }];
  }
}

function memberAt(value: unknown, place: string): unknown {
  let at = value;
  for (const name of place.split('.'))
    at = (at as Record<string, unknown> | null | undefined)?.[name];
  return at;
}
