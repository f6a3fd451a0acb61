// Sends the body of an answer of the payments interface, and notes one that is refused.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '@jokko/contract';
import { linkHelp } from '../../platform/http/help-link.ts';
import { noteRefusal, type Noting } from '../request-log/http-log-request.ts';
import type { AskedFor } from './http-asked-for.ts';

/** `apiKey`: as it seems to stand in a body that could not be read. */
export function noteRefused(
  { requestLog }: { requestLog: Noting },
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  given: { readonly [member: string]: unknown } = {},
  apiKey: string | null = null,
): void {
  const keys = [given['apiKey'], apiKey, request.headers['secretkey']];
  noteRefusal(requestLog, {
    request,
    reply,
    path: request.routeOptions.url ?? '',
    body,
    given,
    keys,
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's `code`, for the log line. */
    envelopeCode: number | undefined;
    /** Read only where a person reads the log. */
    askedFor: (() => AskedFor) | undefined;
    /** Whether the caller has shown a whole and valid key. */
    keyWasValid: boolean;
  }
}

export function send(reply: FastifyReply, body: object & { code?: number }): FastifyReply {
  reply.envelopeCode = body.code;
  // A list of services or errors has no code.
  if (body.code !== undefined && body.code !== codes.done) linkHelp(reply, body);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}
