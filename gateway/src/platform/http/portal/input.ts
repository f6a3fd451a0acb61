// Checks what a route of the portal is given, whoever calls it: a browser's request or a command.

import { cardNumberFaults } from '@jokko/contract';
import { makePortalCheck } from '@jokko/contract/portal';
import type { Checked, Policy, PortalRoute } from '@jokko/contract/portal';
import type { Refused } from './refused.ts';

export interface InputValue {
  params: unknown;
  query: unknown;
  body: unknown;
}
export type Input = { ok: true; value: InputValue } | Refused;

/** The check of a route's parameters, query and body against their schemas. */
export function inputCheckOf(route: PortalRoute, method: string): (given: InputValue) => Input {
  const asGiven = (value: unknown): Checked => ({ value, faults: [] });
  const isKept = method !== 'GET';
  const checkOf = (schema: PortalRoute['body']) =>
    schema === undefined ? asGiven : makePortalCheck(schema, isKept);
  const checks = {
    params: checkOf(route.params),
    query: checkOf(route.query),
    body: checkOf(route.body),
  };
  return (given) => {
    const params = checks.params(given.params);
    const query = checks.query(given.query);
    const body = checks.body(given.body);
    const fields = [params, query, body].flatMap(({ faults }) => faults);
    return fields.length > 0
      ? { ok: false, refusal: 'invalid', fields }
      : { ok: true, value: { params: params.value, query: query.value, body: body.value } };
  };
}

/**
 * What an operator writes; the rest of their forms is configuration, full of numbers of providers.
 */
const operatorTexts = new Set([
  ...['message', 'note', 'comment', 'reason', 'text'],
  // Texts of incidents, which everybody reads.
  ...['titleFr', 'titleEn', 'textFr', 'textEn', 'incident'],
]);

/**
 * What users write is stored and shown to others (rule G2). Files are not looked at: they are lists
 * of ids above all.
 */
export function cardNumberRefusal(body: unknown, { side }: Policy): Refused | null {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return null;
  const members = Object.entries(body).filter(
    ([name]) => side !== 'operator' || operatorTexts.has(name),
  );
  const fields = cardNumberFaults(Object.fromEntries(members));
  return fields.length === 0 ? null : { ok: false, refusal: 'invalid', fields };
}
