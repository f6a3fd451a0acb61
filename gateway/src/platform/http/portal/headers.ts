// Security headers of the portal's pages and answers: nothing from other hosts, no script inside
// the page, never framed, nothing cached.

import type { FastifyReply } from 'fastify';

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

/**
 * The headers of a file that is saved: opened in the browser all the same, it does nothing there.
 * `name`: as it is called.
 */
export function setDownloadHeaders(reply: FastifyReply, name: string): void {
  reply.headers({
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
}

/**
 * The headers of scripts and styles, which are no documents: what a browser heeds with them and no
 * more, since each page asks for some twenty.
 */
export function setFileHeaders(reply: FastifyReply): void {
  reply.headers({
    'cross-origin-resource-policy': 'same-origin',
  });
}

export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  });
}
