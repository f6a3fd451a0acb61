// Reads the answer to one submission. Errors come in two families: of Orange's gateway, and of the
// SMS service behind it (OneAPI).

import { asObject, codeMember, isPartId, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { HttpResult, JsonObject, SmsContext, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  garbled,
  quoted,
  readRequestError,
  readUnanswered,
} from '@jokko/connectors/kit/carrier';
import type { Reading } from '@jokko/connectors/kit/carrier';
import type { OrangeSmsConfig } from './config.ts';
import { errorCodes } from './code-table.ts';

const created = 201;

export function readAnswer(
  result: HttpResult,
  { text }: SmsPart,
  { config, log }: Pick<SmsContext<OrangeSmsConfig>, 'config' | 'log'>,
): Reading {
  if (result.kind !== 'answer') return readUnanswered(result);
  if (result.status === created) {
    const id = idOf(objectFromWire(result.body));
    return id === null ? garbled : accepted(id);
  }
  const reading = readRequestError(result, codeOf(result), errorCodes, {
    connector: 'orange-sms',
    log,
  });
  const said = reasonOf(result, [config.clientSecret, text]);
  // What the service says in words is worth more to people than its code.
  return reading.connectionAtFault && said !== null && 'code' in reading.outcome
    ? { ...reading, outcome: { ...reading.outcome, code: said } }
    : reading;
}

/** The last segment of `resourceURL`; opaque. */
function idOf(body: JsonObject | null): string | null {
  const request = asObject(body?.['outboundSMSMessageRequest']);
  const url = request === null ? undefined : textMember(request, 'resourceURL');
  const id = /\/requests\/([^/?#]{1,255})\/?$/.exec(url ?? '')?.[1];
  return id !== undefined && isPartId(id) ? id : null;
}

/** Of either family; undefined: the body is not Orange's. */
export function codeOf(result: HttpResult): string | undefined {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (body === null) return undefined;
  const exception = exceptionOf(body);
  return exception === null ? codeMember(body, 'code') : textMember(exception, 'messageId');
}

/** The reason stands in the first variable of the service's text. `hidden`: what it must not repeat. */
export function reasonOf(result: HttpResult, hidden: readonly string[]): string | null {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  const variables = body === null ? undefined : exceptionOf(body)?.['variables'];
  const first: unknown = Array.isArray(variables) ? variables[0] : undefined;
  return typeof first === 'string' && first !== '' ? quoted(first, hidden) : null;
}

function exceptionOf(body: JsonObject): JsonObject | null {
  const error = asObject(body['requestError']);
  return asObject(error?.['policyException'] ?? error?.['serviceException']);
}
