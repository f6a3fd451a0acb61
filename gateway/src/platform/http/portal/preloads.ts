// Names the files that a page will request next in a header of the page, so that a browser on a
// slow connection fetches them along with the first ones.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { readToken } from './cookie.ts';

interface Preload {
  pattern: string;
  /** For who is not signed in. */
  open: boolean;
  /** The header's value. */
  link: string;
}
const signIn = '/sign-in';

/**
 * Answers the value of `Link` for a page, from what the build wrote; null: nothing is known to
 * come.
 */
export function readPreloads(directory: string): (request: FastifyRequest) => string | null {
  const path = join(directory, 'preloads.json');
  const pages = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Preload[]) : [];
  const links = pages.map(({ pattern, open, link }) => ({
    open,
    fits: expressionOf(pattern),
    link,
  }));
  const find = (pathname: string) => links.find(({ fits }) => fits.test(pathname));
  return (request) => {
    const wanted = find(request.url.split('?')[0]!);
    // Without a session every other page leads to the one to sign in. Whether the session still
    // lives is not asked: these are no secrets.
    const shown = readToken(request) === null && wanted?.open !== true ? find(signIn) : wanted;
    return shown?.link ?? null;
  };
}

/** `/transactions/:id` → an expression for such paths. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}
