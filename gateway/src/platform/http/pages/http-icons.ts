// Serves a service's icon, `/icons/<code>.svg`, drawn from the code alone, so that a catalogue
// needs no pictures of its own.

import type { FastifyInstance } from 'fastify';
import { isServiceCode, kindOfCode, typeServiceOfCode } from '@jokko/contract';
import { escapeHtml } from '@jokko/contract/html';

const iconSeconds = 86_400;
const fileName = /^([a-z0-9_]{1,64})\.svg$/;

/**
 * Registers `GET /icons/<code in lower case>.svg` for every code of a known form, in the catalogue
 * or not.
 */
export function registerIcons(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/icons/:file', (request, reply) => {
    const icon = drawIcon(fileName.exec(request.params.file)?.[1]?.toUpperCase() ?? '');
    if (icon === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('no such icon\n');
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': `public, max-age=${iconSeconds}`,
        'content-security-policy': "default-src 'none'",
        'access-control-allow-origin': '*',
      })
      .send(icon);
  });
}

/** The icon of a service code as SVG, or null when the code has no known form. */
export function drawIcon(code: string): string | null {
  if (!isServiceCode(code) || typeServiceOfCode(code) === null) return null;
  const word = (code.split('_')[0] ?? code).slice(0, 8);
  const hue = hueOf(word);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="${escapeHtml(code)}">
<rect width="96" height="96" rx="20" fill="hsl(${hue} 55% 34%)"/>
<g transform="translate(24 12) scale(2)" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${kindOfCode(code).icon}"/></g>
<text x="48" y="82" fill="#fff" font-family="system-ui,sans-serif" font-size="15" font-weight="700" text-anchor="middle">${escapeHtml(word)}</text>
</svg>
`;
}

/** The same provider always gets the same color; neighbors in the alphabet get distant ones. */
function hueOf(word: string): number {
  let sum = 0;
  for (const sign of word) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360;
  // The golden angle spreads close sums around the circle.
  return Math.round((sum * 137.5) % 360);
}
