// Decides which answers go into a developer's log of requests: refusals that created no transaction
// are noted, other requests without one counted. The others are found under their transaction.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '@jokko/contract';
import type { RequestLog } from './index.ts';
import { callerAddress } from '../../platform/http/guards/address.ts';
import { scrubbed, reportedKey, reportedMembers, reportedService } from './reported-members.ts';

/** `accepted` is absent where orders alone are answered: each of them is a transaction. */
export type Noting = Pick<RequestLog, 'note'> & Partial<Pick<RequestLog, 'accepted'>>;

/** What this one accepts is a transaction, which is listed by itself. */
const operationPath = '/api-services/operation';

/** `account`: null or absent where nobody has shown a key. */
export function countAccepted(
  { accepted }: Noting,
  account: { id: number } | null | undefined,
  { method, path }: { method: string; path: string },
): void {
  if (account && path !== operationPath) accepted?.count(account.id, `${method} ${path}`);
}

interface Refused {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The pattern, never the address as it was called. */
  path: string;
  body: object & {
    code?: number;
    msg?: string;
    data?: unknown;
    errors?: readonly { field: string; message: string }[];
  };
  /** What was sent, as far as it could be read. */
  given: { readonly [member: string]: unknown };
  /** Where a key may stand. */
  keys: readonly unknown[];
}

const fieldsMax = 20;

export function noteRefusal(
  refusals: Noting,
  { request, reply, path, body, given, keys }: Refused,
): void {
  const { code, msg = '', errors = [] } = body;
  if (code === undefined || code === codes.done) return;
  const data = (body.data ?? {}) as {
    transactionId?: unknown;
    errorType?: { code?: unknown } | null;
  };
  if (data.transactionId !== undefined) return;
  const key = keys.map(reportedKey).find((reported) => reported !== null);
  // Nobody's.
  if (key === undefined) return;
  const error = data.errorType?.code;
  refusals.note(key.keyName, () => ({
    ...key,
    keyValid: reply.keyWasValid,
    endpoint: `${request.method} ${path}`,
    code,
    error: typeof error === 'string' ? error : null,
    message: scrubbed(msg),
    fields: errors
      .slice(0, fieldsMax)
      .map(({ field, message }) => ({ field: scrubbed(field), message: scrubbed(message) })),
    address: callerAddress(request),
    requestId: request.id,
    durationMs: reply.elapsedTime,
    codeService: reportedService(given),
    members: reportedMembers(given),
  }));
}
