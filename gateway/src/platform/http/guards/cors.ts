// Decides whether a page of another site may read an answer. Only on the GET routes and those of
// SMS, and only for origins that the operator named (rule H8).

import type { FastifyReply, FastifyRequest } from 'fastify';

const preflightSeconds = '600';

export interface Cors {
  /** Adds the headers that let an allowed origin read the answer. */
  allow(request: FastifyRequest, reply: FastifyReply): void;
  /** Answers a preflight of an allowed origin; false when it is none. */
  preflight(request: FastifyRequest, reply: FastifyReply): boolean;
}

export interface CorsScope {
  methods: string;
  /** Headers that a page may send, and those of the answer that it may read. */
  headers: string;
  exposed: string | null;
}

const readings: CorsScope = { methods: 'GET', headers: 'secretkey, content-type', exposed: null };

/** `origins`: `https://site.example` each, or `*`. */
export function createCors(
  origins: readonly string[],
  { methods, headers, exposed }: CorsScope = readings,
): Cors {
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && (origins.includes('*') || origins.includes(origin));
  return {
    allow(request, reply) {
      const { origin } = request.headers;
      if (!isAllowed(origin)) return;
      reply.header('access-control-allow-origin', origin).header('vary', 'origin');
      if (exposed !== null) reply.header('access-control-expose-headers', exposed);
    },
    preflight(request, reply) {
      const { origin } = request.headers;
      if (!isAllowed(origin) || request.headers['access-control-request-method'] === undefined)
        return false;
      void reply
        .code(204)
        .headers({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers,
          'access-control-max-age': preflightSeconds,
          vary: 'origin',
        })
        .send();
      return true;
    },
  };
}
