// Tells the reader of a refusal where it is explained: `Link: </docs#error-26>; rel="help"`. The
// address is that of the gateway as the caller knows it (RFC 8288, section 3.1).

import type { FastifyReply } from 'fastify';

interface Refused {
  code?: unknown;
  data?: { errorType?: { id?: unknown } | null };
}

/** The value of the header `link` for a body that refuses. */
export function helpLink({ code, data }: Refused): string {
  const errorId = data?.errorType?.id;
  const anchor = typeof errorId === 'number' ? `error-${errorId}` : `code-${String(code)}`;
  return `</docs#${anchor}>; rel="help"`;
}

export function linkHelp(reply: FastifyReply, body: object): void {
  reply.header('link', helpLink(body));
}
