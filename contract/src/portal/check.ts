// Checks parameters and body against the schema of their route and reports each invalid field with
// its problem. Unlike in the payments interface, unknown members are rejected.

import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { PortalFieldProblem } from './errors.ts';
import { notBlank } from './fields.ts';

export type FieldFaults = { field: string; problem: PortalFieldProblem }[];

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
}

/** Answers the faults of a value; the empty list means that it fits. */
export function makePortalCheck(schema: TSchema): (value: unknown) => FieldFaults {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return unstorable(value, []).slice(0, faultsMax);
    const faults = (compiled.Errors(value) as SchemaError[]).flatMap((error) =>
      faultsOf(error, value),
    );
    // What only a union as a whole refuses names no field.
    return faults.length === 0
      ? [{ field: '', problem: 'notAllowed' }]
      : faults.slice(0, faultsMax);
  };
}

const faultsMax = 50;

/** Texts with a character that no column holds. */
function unstorable(value: unknown, place: string[]): FieldFaults {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ field: place.join('.'), problem: 'badCharacters' }] : [];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => unstorable(member, [...place, name]));
}

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
