// Checks an answer against the contract: its HTTP form (rules H1, H6), one of the endpoint's
// response schemas, and the order of its members.

import assert from 'node:assert/strict';
import { callbackBody, endpoints, smsEndpoints } from '@jokko/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Answer } from './client.ts';

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

function fits(schema: TSchema, value: unknown): boolean {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  return check.Check(value) && orderProblem(value, schema as Shape, '') === null;
}

/** What is wrong with an answer of a path below /api-services/; nothing for other paths. */
export function answerProblems(
  path: string,
  answer: Pick<Answer, 'status' | 'headers' | 'text' | 'json'>,
): string[] {
  const problems: string[] = [];
  if (!path.startsWith('/api-services/')) return problems;
  // A path may have an endpoint for each method.
  const responses = endpoints
    .filter((each) => matches(each.path, path.split('?')[0]!))
    .flatMap((each) => each.responses);
  if (answer.status !== (responses.length === 0 ? 404 : 200))
    problems.push(`HTTP status ${answer.status}`);
  if (!/^application\/json(;|$)/.test(String(answer.headers['content-type'])))
    problems.push(`content type ${String(answer.headers['content-type'])}`);
  if (!answer.headers['x-request-id']) problems.push('no X-Request-Id');
  if (answer.json === undefined) return [...problems, 'the body is no JSON'];
  if (JSON.stringify(answer.json) !== answer.text) problems.push('the body is not compact JSON');
  if (responses.length > 0 && !responses.some((schema) => fits(schema, answer.json)))
    problems.push(...schemaProblems(responses, answer.json));
  return problems;
}

/**
 * What is wrong with an answer of the SMS interface: its status goes with its code (rules X2, X5).
 * CSV is not looked into.
 */
export function smsAnswerProblems(
  method: string,
  path: string,
  { status, headers, text, json }: Pick<Answer, 'status' | 'headers' | 'text' | 'json'>,
): string[] {
  const endpoint = smsEndpoints.find(
    (each) => each.method === method && matches(each.path, path.split('?')[0]!),
  );
  if (endpoint === undefined) return [`${method} ${path} is not described`];
  const problems = headers['x-request-id'] ? [] : ['no X-Request-Id'];
  if (String(headers['content-type']).startsWith('text/csv'))
    return status === 200 ? problems : [...problems, `HTTP status ${status}`];
  if (json === undefined) return [...problems, 'the body is no JSON'];
  if (JSON.stringify(json) !== text) problems.push('the body is not compact JSON');
  const schemas =
    status === 200 ? endpoint.responses : status === 400 ? (endpoint.refusals ?? []) : [];
  if (!schemas.some((schema) => fits(schema, json)))
    problems.push(`HTTP status ${status}`, ...schemaProblems(schemas, json));
  return problems;
}

const matches = (described: string, path: string): boolean =>
  new RegExp(`^${described.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

export function assertAnswer(
  path: string,
  answer: Pick<Answer, 'status' | 'headers' | 'text' | 'json'>,
): void {
  assert.deepEqual(answerProblems(path, answer), [], answer.text.slice(0, 600));
}

/** A callback body: schema and member order. */
export function assertCallback(body: unknown): void {
  assert.ok(fits(callbackBody, body), schemaProblems([callbackBody], body).join('; '));
}

/**
 * Fails where the members of `value` do not stand exactly in this order; optional ones end with
 * `?`.
 */
export function assertMemberOrder(value: object, names: readonly string[]): void {
  const present = names
    .filter((name) => !name.endsWith('?') || Object.hasOwn(value, name.slice(0, -1)))
    .map((name) => name.replace(/\?$/, ''));
  assert.deepEqual(Object.keys(value), present);
}

/** The complaints of the schema that comes nearest: the one with the fewest. */
function schemaProblems(schemas: readonly TSchema[], value: unknown): string[] {
  const complaints = schemas.map((schema) => {
    const errors = (checks.get(schema) ?? Compile(schema))
      .Errors(value)
      .map((error) => `${error.instancePath || 'body'} ${error.message}`);
    const order = orderProblem(value, schema as Shape, '');
    return order === null ? errors : [...errors, order];
  });
  return complaints.sort((one, other) => one.length - other.length)[0] ?? [];
}

function orderProblem(value: unknown, schema: Shape, place: string): string | null {
  if (Array.isArray(value))
    return firstProblem(value.map((item) => orderProblem(item, schema.items ?? {}, `${place}[]`)));
  if (typeof value !== 'object' || value === null) return null;
  const shape =
    schema.properties === undefined
      ? schema.anyOf?.find((each) => each.properties !== undefined)
      : schema;
  const properties = shape?.properties;
  if (properties === undefined) return null;
  const names = Object.keys(value);
  const known = Object.keys(properties).filter((name) => names.includes(name));
  // An object without named members (`data` of a callback) is the client's own.
  if (known.length > 0 && names.join() !== known.join())
    return `order of members in ${place || 'body'}: ${names.join()}`;
  return firstProblem(
    Object.entries(value).map(([name, member]) =>
      orderProblem(member, properties[name] ?? {}, `${place}.${name}`),
    ),
  );
}

function firstProblem(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
