// Checks that a call comes from our own pages. Browsers report this themselves; a change must
// prove it, a read must not contradict it.

import type { FastifyRequest } from 'fastify';
import { isSecure } from '../secure-answers.ts';

/**
 * The origin of the pages this request belongs to: PUBLIC_URL's, or with none the address that the
 * browser used.
 */
export function ownOrigin(request: FastifyRequest, publicUrl: string | null): string {
  return publicUrl === null
    ? `http${isSecure(request) ? 's' : ''}://${request.host}`
    : new URL(publicUrl).origin;
}

/** Whether the call may be one of another site. */
export function isCrossSite(request: FastifyRequest, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (request.method === 'GET')
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  if (site !== undefined && site !== 'same-origin') return true;
  return origin !== own;
}
