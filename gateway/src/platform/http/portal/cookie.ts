// Keeps the session's token in a cookie that scripts cannot read and other sites cannot send.

import type { FastifyRequest } from 'fastify';
import { isSecure } from '../secure-answers.ts';

/** Browsers take `__Host-` over https alone, and with it only cookies of this very host. */
const nameOf = (secure: boolean): string => (secure ? '__Host-jokko' : 'jokko');
const tokenForm = /^[\w-]{43}$/;

/** Null when there is none. */
export function readToken(request: FastifyRequest): string | null {
  const name = nameOf(isSecure(request));
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && tokenForm.test(value)) return value;
  }
  return null;
}

/**
 * Null takes it away. Sessions end here, not in the browser: without an age it goes when the
 * browser is closed.
 */
export function sessionCookie(request: FastifyRequest, token: string | null): string {
  const secure = isSecure(request);
  const parts = [`${nameOf(secure)}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
  if (secure) parts.push('Secure');
  if (token === null) parts.push('Max-Age=0');
  return parts.join('; ');
}
