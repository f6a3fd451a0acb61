// May a page of another site read this answer? Only on the GET routes, and only for origins that the operator named (rule H8).

import type { FastifyReply, FastifyRequest } from 'fastify';

const preflightSeconds = '600';

export interface Cors {
  /** Adds the headers that let an allowed origin read the answer. */
  allow(request: FastifyRequest, reply: FastifyReply): void;
  /** Answers a preflight of an allowed origin; false when it is none. */
  preflight(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** `origins`: `https://site.example` each, or `*`. */
export function createCors(origins: readonly string[]): Cors {
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && (origins.includes('*') || origins.includes(origin));
  return {
    allow(request, reply) {
      const { origin } = request.headers;
      if (isAllowed(origin)) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    },
    preflight(request, reply) {
      const { origin } = request.headers;
      if (!isAllowed(origin) || request.headers['access-control-request-method'] === undefined) return false;
      void reply
        .code(204)
        .headers({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET',
          'access-control-allow-headers': 'secretkey, content-type',
          'access-control-max-age': preflightSeconds,
          vary: 'origin',
        })
        .send();
      return true;
    },
  };
}
