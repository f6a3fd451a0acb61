// What payers see when one of their pages fails, and what the log says of it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log.ts';

/**
 * Answers the failures of the pages of `scope`. Logged without the address: it holds the payer's
 * token.
 */
export function answerFailures(
  scope: FastifyInstance,
  log: Pick<Log, 'error'>,
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    message: 'unknown' | 'trouble',
  ) => FastifyReply,
): void {
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return send(request, reply, statusCode, 'unknown');
    const terms = { reqId: request.id, error: error.name, reason: error.message };
    log.error(terms, 'a page for payers failed');
    return send(request, reply, 503, 'trouble');
  });
}
