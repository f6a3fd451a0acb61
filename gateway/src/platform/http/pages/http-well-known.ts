// Serves what browsers and crawlers ask every site for.

import type { FastifyInstance } from 'fastify';

const dayS = 86_400;
const plain = 'text/plain; charset=utf-8';

/** The drawing of portal/src/icon.svg, for those who do not read the portal's pages. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0d5c5b"/><path d="M19.5 8v10.2a5.4 5.4 0 0 1-9.6 3.4" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><circle cx="12.2" cy="11.4" r="3" fill="#f0b429"/></svg>\n`;

/** What is for developers may be found; portal and payers' pages are nobody's search result. */
const robots = 'User-agent: *\nAllow: /docs\nAllow: /openapi.json\nAllow: /llms.txt\nDisallow: /\n';

const files = [
  ['/favicon.ico', 'image/svg+xml', icon],
  ['/robots.txt', plain, robots],
] as const;

export function registerWellKnown(app: FastifyInstance): void {
  for (const [path, type, text] of files)
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': `public, max-age=${dayS}` })
        .send(text),
    );
}
