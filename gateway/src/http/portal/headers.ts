// Which headers do the portal's pages and answers carry? Nothing from other hosts, no script inside the page, never framed, nothing kept.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './cookie.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const hstsSeconds = 31_536_000;

/** Of scripts and styles, which are no documents: what a browser heeds with them and no more, since each page asks for some twenty. */
export function setFileHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' });
  if (isSecure(request)) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  });
  if (isSecure(request)) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
}
