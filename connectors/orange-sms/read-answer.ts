// Reads the answer to one submission. Errors come in two families: of Orange's gateway, and of the
// SMS service behind it (OneAPI).

import { asObject, codeMember, isPartId, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { JsonObject } from '@jokko/connectors/kit';
import { accepted, garbled } from '@jokko/connectors/kit/carrier';
import type { HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';

const created = 201;

/** Null: an error. */
export function readAnswer({ status, body }: HttpAnswer): Reading[] | null {
  if (status !== created) return null;
  const id = idOf(objectFromWire(body));
  return [id === null ? garbled : accepted(id)];
}

/** The last segment of `resourceURL`; opaque. */
function idOf(body: JsonObject | null): string | null {
  const request = asObject(body?.['outboundSMSMessageRequest']);
  const url = request === null ? undefined : textMember(request, 'resourceURL');
  const id = /\/requests\/([^/?#]{1,255})\/?$/.exec(url ?? '')?.[1];
  return id !== undefined && isPartId(id) ? id : null;
}

/** Returns the code of either family; undefined: the body is not Orange's. */
export function codeOf({ body }: HttpAnswer): string | undefined {
  const error = objectFromWire(body);
  if (error === null) return undefined;
  const exception = exceptionOf(error);
  return exception === null ? codeMember(error, 'code') : textMember(exception, 'messageId');
}

/**
 * What the service says in words is worth more than its code: it stands in the first variable of
 * its text.
 */
export function reasonOf({ body }: HttpAnswer): string | null {
  const error = objectFromWire(body);
  const variables = error === null ? undefined : exceptionOf(error)?.['variables'];
  const first: unknown = Array.isArray(variables) ? variables[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : null;
}

function exceptionOf(body: JsonObject): JsonObject | null {
  const error = asObject(body['requestError']);
  return asObject(error?.['policyException'] ?? error?.['serviceException']);
}
