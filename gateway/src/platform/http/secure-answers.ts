// What every answer of the server says to browsers and caches, and which requests are refused
// before anything is looked at.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const hstsSeconds = 31_536_000;
const hsts = `max-age=${hstsSeconds}`;

const publicScheme = Symbol('whether PUBLIC_URL is https');
type Marked = FastifyInstance & { [publicScheme]?: boolean };

const isHttps = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') === true;

/**
 * Whether browsers come here over TLS: PUBLIC_URL says so, since a proxy in between need not;
 * without it the connection does, or a proxy that is believed. Cookies, HSTS and addresses of pages
 * all ask here.
 */
export const isSecure = (request: FastifyRequest): boolean =>
  (request.server as Marked)[publicScheme] === true || request.protocol === 'https';

/** For answers that are written as bytes, below Fastify. */
export const secureHeaderLines = (isTls: boolean, publicUrl: string | null): string[] => [
  'x-content-type-options: nosniff',
  'cache-control: no-store',
  ...(isTls || isHttps(publicUrl) ? [`strict-transport-security: ${hsts}`] : []),
];

/**
 * No answer is kept by a cache, or read as another type than it says, unless its route says
 * otherwise. A request with two Host headers is refused: a proxy and we could each believe another
 * one. So is one of HTTP/1.1 without any, as Node would in an answer of its own.
 */
export function secureAnswers(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate(publicScheme, isHttps(publicUrl));
  app.addHook('onRequest', (request, reply, done) => {
    if (!secureAnswer(request, reply)) done();
  });
}

/** The same for one answer, where no hook runs. True: it was refused. */
export function secureAnswer(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
  if (isSecure(request)) reply.header('strict-transport-security', hsts);
  const hosts = countHosts(request);
  if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) return false;
  const reason = hosts === 0 ? 'No Host header.\n' : 'Two Host headers.\n';
  reply.code(400).type('text/plain').send(reason);
  return true;
}

function countHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  let hosts = 0;
  // Names and values by turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** Authenticated encryption with forward secrecy alone: no CBC (TLS 1.3 has nothing else). */
export const tlsPolicy = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const;
