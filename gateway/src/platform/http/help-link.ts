// Tells the reader of a refusal where it is explained: `Link: </docs/errors/26>; rel="help"`. The
// address is that of the gateway as the caller knows it (RFC 8288, section 3.1).

import type { FastifyReply } from 'fastify';

interface Refused {
  code?: unknown;
  data?: { errorType?: { id?: unknown } | null };
}

/** The value of the header `link` for a body that refuses. */
export function helpLink({ code, data }: Refused): string {
  const errorId = data?.errorType?.id;
  return `</docs/errors/${typeof errorId === 'number' ? errorId : String(code)}>; rel="help"`;
}

export function linkHelp(reply: FastifyReply, body: object): void {
  reply.header('link', helpLink(body));
}
