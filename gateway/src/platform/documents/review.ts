// Reviews a document's text. Lists every problem with its line and field, so that an operator
// corrects them in one go.

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { closestName } from './closest-name.ts';
import { parseJsonText, pointerStep } from './json-text.ts';

/**
 * `line` counts from 1; `field` reads like `services[3].price.percent`, or is empty where the text
 * as a whole is meant.
 */
export interface DocumentProblem {
  line: number;
  field: string;
  message: string;
}

/** A problem of one member; the path is below the entry. */
export interface EntryProblem {
  path: string;
  message: string;
}

export type ReadDocument<Document> =
  { ok: true; document: Document } | { ok: false; problems: DocumentProblem[] };

/** Collects the problems of one text. Pointers are JSON pointers. */
export interface Review {
  refuse(pointer: string, message: string): void;
  /** Refuses what does not fit the schema; TypeBox's words are turned into ours. */
  fits<Schema extends TSchema>(
    shape: Shape<Schema>,
    pointer: string,
    value: unknown,
  ): value is Static<Schema>;
  /** Refuses a name that stands in `seen` already, and notes a new one there. */
  isRepeated(seen: Map<string, string>, name: string, pointer: string): boolean;
}

export interface Shape<Schema extends TSchema> {
  schema: Schema;
  check: { Check(value: unknown): boolean; Errors(value: unknown): ShapeError[] };
}
interface ShapeError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

export function compileShape<Schema extends TSchema>(schema: Schema): Shape<Schema> {
  return { schema, check: Compile(schema) };
}

/**
 * Reads a text of the outer shape; `check` is asked about the rest once that fits. Problems come in
 * the order of their lines.
 */
export function readDocument<Document>(
  text: string,
  outer: Shape<TSchema>,
  check: (document: Document, review: Review) => void,
): ReadDocument<Document> {
  const json = parseJsonText(text);
  if (!json.ok) {
    const { line, column, message } = json.problem;
    return { ok: false, problems: [{ line, field: '', message: `column ${column}: ${message}` }] };
  }
  const problems: DocumentProblem[] = json.duplicates.map(({ pointer, line }) => ({
    line,
    field: fieldOf(pointer),
    message: 'occurs twice',
  }));
  const review = reviewInto(problems, json.lineOf);
  refuseControlCharacters(json.value, '', review);
  if (review.fits(outer, '', json.value)) check(json.value as Document, review);
  problems.sort((a, b) => a.line - b.line);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, document: json.value as Document };
}

function reviewInto(problems: DocumentProblem[], lineOf: (pointer: string) => number): Review {
  const refuse: Review['refuse'] = (pointer, message) =>
    problems.push({ line: lineOf(pointer), field: fieldOf(pointer), message });
  return {
    refuse,
    fits<Schema extends TSchema>(
      shape: Shape<Schema>,
      pointer: string,
      value: unknown,
    ): value is Static<Schema> {
      if (shape.check.Check(value)) return true;
      for (const error of shape.check.Errors(value))
        refuseMisfit(shape.schema, error, pointer, refuse);
      return false;
    },
    isRepeated(seen, name, pointer) {
      const first = seen.get(name);
      if (first === undefined) seen.set(name, pointer);
      else refuse(pointer, `"${name}" already exists, on line ${lineOf(first)}`);
      return first !== undefined;
    },
  };
}

const connectorField = /^\/\w+\/\d+\/config\/[^/]+$/;

/** Texts end up in callbacks, pages and logs, and PostgreSQL reads no NUL in them. */
function refuseControlCharacters(value: unknown, pointer: string, review: Review): void {
  if (typeof value === 'string') {
    // Lines of a certificate: connector-config.ts refuses them where a connector's field has none.
    const shown = connectorField.test(pointer) ? value.replaceAll(/\r?\n/g, '') : value;
    const storable = value.isWellFormed() && ![...shown].some((character) => character < ' ');
    if (!storable) review.refuse(pointer, 'holds a control character or half a surrogate pair');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      refuseControlCharacters(member, `${pointer}${pointerStep(name)}`, review);
  }
}

function refuseMisfit(
  schema: TSchema,
  error: ShapeError,
  pointer: string,
  refuse: Review['refuse'],
): void {
  const at = pointer + error.instancePath;
  switch (error.keyword) {
    case 'additionalProperties': {
      const known = memberNames(schema, error.instancePath);
      for (const name of (error.params as { additionalProperties: string[] })
        .additionalProperties) {
        const near = closestName(name, known);
        refuse(
          at + pointerStep(name),
          `unknown field${near === null ? '' : `; did you mean "${near}"?`}`,
        );
      }
      break;
    }
    case 'boolean':
      // Says again what additionalProperties says.
      break;
    case 'required':
      for (const name of (error.params as { requiredProperties: string[] }).requiredProperties)
        refuse(at, `"${name}" is missing`);
      break;
    case 'type':
      refuse(at, `must be ${articleOf((error.params as { type: string }).type)}`);
      break;
    default:
      refuse(at, error.message);
  }
}

/** Follows a path through members and the items of lists. */
function memberNames(schema: TSchema, instancePath: string): string[] {
  type Node = { properties?: { [name: string]: Node }; items?: Node };
  let at = schema as Node;
  for (const step of instancePath.split('/').slice(1)) at = at.properties?.[step] ?? at.items ?? {};
  return Object.keys(at.properties ?? {});
}

function articleOf(type: string): string {
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

/** `/services/3/price/percent` → `services[3].price.percent` */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
