// What is wrong with a catalogue text, and where? Lists every problem with its line and field, so that an operator corrects them in one go.

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { errorCatalogue } from '@jokko/contract';
import { CatalogueShape, ErrorTextEntry, RouteEntry, ServiceEntry } from './document.ts';
import type { CatalogueDocument } from './document.ts';
import { fillIn } from './defaults.ts';
import { parseJsonText, pointerStep } from './json-text.ts';
import { closestName } from './closest-name.ts';
import { checkRoute } from './route-rules.ts';
import type { RouteSettings } from './route-rules.ts';
import { checkService } from './service-rules.ts';

/** `line` counts from 1; `field` reads like `services[3].price.percent`, or is empty where the text as a whole is meant. */
export interface CatalogueProblem {
  line: number;
  field: string;
  message: string;
}

export type ReadCatalogue = { ok: true; document: CatalogueDocument } | { ok: false; problems: CatalogueProblem[] };

const checkShape = Compile(CatalogueShape);
const checkServiceShape = Compile(ServiceEntry);
const checkRouteShape = Compile(RouteEntry);
const checkErrorTextShape = Compile(ErrorTextEntry);
const knownErrorIds = new Set(errorCatalogue.map((entry) => String(entry.id)));

interface Shape {
  Check(value: unknown): boolean;
  Errors(value: unknown): { keyword: string; instancePath: string; params: object; message: string }[];
}
/** Notes a problem at a JSON pointer. */
type Refuse = (pointer: string, message: string) => void;

/** Reads and checks a catalogue text. Problems come in the order of their lines. */
export function readCatalogue(text: string, settings: RouteSettings): ReadCatalogue {
  const json = parseJsonText(text);
  if (!json.ok) {
    const { line, column, message } = json.problem;
    return { ok: false, problems: [{ line, field: '', message: `column ${column}: ${message}` }] };
  }
  const problems: CatalogueProblem[] = json.duplicates.map(({ pointer, line }) => ({
    line,
    field: fieldOf(pointer),
    message: 'occurs twice',
  }));
  const refuse: Refuse = (pointer, message) => problems.push({ line: json.lineOf(pointer), field: fieldOf(pointer), message });

  refuseControlCharacters(json.value, '', refuse);
  if (hasShape(checkShape, CatalogueShape, '', json.value, refuse))
    checkDocument(json.value as CatalogueDocument, settings, refuse, json.lineOf);
  problems.sort((a, b) => a.line - b.line);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document: json.value as CatalogueDocument };
}

/** Texts end up in callbacks, pages and logs, and PostgreSQL reads no NUL in them. */
function refuseControlCharacters(value: unknown, pointer: string, refuse: Refuse): void {
  if (typeof value === 'string') {
    const storable = value.isWellFormed() && ![...value].some((character) => character < ' ');
    if (!storable) refuse(pointer, 'holds a control character or half a surrogate pair');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) refuseControlCharacters(member, `${pointer}${pointerStep(name)}`, refuse);
  }
}

function checkDocument(document: CatalogueDocument, settings: RouteSettings, refuse: Refuse, lineOf: (pointer: string) => number): void {
  const operationsByRoute = new Map<string, readonly string[] | null>();
  const firstRoute = new Map<string, string>();
  document.routes.forEach((entry, index) => {
    const pointer = `/routes/${index}`;
    if (!hasShape(checkRouteShape, RouteEntry, pointer, entry, refuse)) return;
    if (isRepeated(firstRoute, entry.name, `${pointer}/name`, lineOf, refuse)) return;
    const { problems, operations } = checkRoute(entry, settings);
    operationsByRoute.set(entry.name, operations);
    for (const problem of problems) refuse(`${pointer}/${problem.path}`, problem.message);
  });

  const firstService = new Map<string, string>();
  document.services.forEach((entry, index) => {
    const pointer = `/services/${index}`;
    if (!hasShape(checkServiceShape, ServiceEntry, pointer, entry, refuse)) return;
    isRepeated(firstService, entry.code, `${pointer}/code`, lineOf, refuse);
    for (const problem of checkService(entry)) refuse(`${pointer}/${problem.path}`, problem.message);
    checkItsRoute(entry, `${pointer}/route`, operationsByRoute, refuse);
  });

  for (const [id, entry] of Object.entries(document.errorTexts ?? {})) {
    const pointer = `/errorTexts${pointerStep(id)}`;
    if (!knownErrorIds.has(id)) refuse(pointer, 'there is no such error id; ids are 1 to 136, and null');
    hasShape(checkErrorTextShape, ErrorTextEntry, pointer, entry, refuse);
  }
}

function checkItsRoute(
  entry: ServiceEntry,
  pointer: string,
  operationsByRoute: Map<string, readonly string[] | null>,
  refuse: Refuse,
): void {
  const operations = operationsByRoute.get(entry.route);
  if (operations === undefined) {
    const near = closestName(entry.route, [...operationsByRoute.keys()]);
    refuse(pointer, `there is no route "${entry.route}"${near === null ? '' : `; did you mean "${near}"?`}`);
    return;
  }
  const kind = fillIn(entry)?.kind;
  if (operations !== null && kind !== undefined && !operations.includes(kind)) {
    refuse(pointer, `the connector of route "${entry.route}" does not do ${kind}; it does ${operations.join(', ')}`);
  }
}

function isRepeated(
  seen: Map<string, string>,
  name: string,
  pointer: string,
  lineOf: (pointer: string) => number,
  refuse: Refuse,
): boolean {
  const first = seen.get(name);
  if (first === undefined) seen.set(name, pointer);
  else refuse(pointer, `"${name}" is there already, on line ${lineOf(first)}`);
  return first !== undefined;
}

/** Checks one entry against its schema; TypeBox's words are turned into ours. */
function hasShape(check: Shape, schema: TSchema, pointer: string, value: unknown, refuse: Refuse): boolean {
  if (check.Check(value)) return true;
  for (const error of check.Errors(value)) {
    const at = pointer + error.instancePath;
    switch (error.keyword) {
      case 'additionalProperties': {
        const known = memberNames(schema, error.instancePath);
        for (const name of (error.params as { additionalProperties: string[] }).additionalProperties) {
          const near = closestName(name, known);
          refuse(at + pointerStep(name), `unknown member${near === null ? '' : `; did you mean "${near}"?`}`);
        }
        break;
      }
      case 'boolean':
        // Says again what additionalProperties says.
        break;
      case 'required':
        for (const name of (error.params as { requiredProperties: string[] }).requiredProperties) refuse(at, `"${name}" is missing`);
        break;
      case 'type':
        refuse(at, `must be ${articleOf((error.params as { type: string }).type)}`);
        break;
      default:
        refuse(at, error.message);
    }
  }
  return false;
}

function memberNames(schema: TSchema, instancePath: string): string[] {
  let at = schema as { properties?: { [name: string]: TSchema } };
  for (const step of instancePath.split('/').slice(1)) at = (at.properties?.[step] ?? {}) as typeof at;
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
