// Which picture stands for a service? `/icons/<code>.svg`, drawn from the code alone, so that a catalogue needs no pictures of its own.

import type { FastifyInstance } from 'fastify';
import { familyOfCode, isServiceCode, typeServiceOfCode } from '@jokko/contract';
import { escapeHtml } from './safe-html.ts';

const iconSeconds = 86_400;
const fileName = /^([a-z0-9_]{1,64})\.svg$/;

// Drawn in a 24 × 24 square with lines of one width.
const glyphs = {
  cashIn: 'M12 4v11m0 0-4-4m4 4 4-4M5 19h14',
  cashOut: 'M12 15V4m0 0L8 8m4-4 4 4M5 19h14',
  airtime: 'M8 3h8v18H8zM11 18h2',
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  bank: 'M4 9l8-5 8 5M4 20h16M6 9v8m4-8v8m4-8v8m4-8v8',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  reload: 'M13 3 6 13h5l-1 8 7-10h-5z',
  chat: 'M4 5h16v11H9l-5 4z',
  remittance: 'M4 12h16m-5-5 5 5-5 5M8 7 4 12l4 5',
} as const;
type Glyph = keyof typeof glyphs;

/** Registers `GET /icons/<code in lower case>.svg` for every code of a known form, in the catalogue or not. */
export function registerIcons(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/icons/:file', (request, reply) => {
    const icon = drawIcon(fileName.exec(request.params.file)?.[1]?.toUpperCase() ?? '');
    if (icon === null) return reply.code(404).type('text/plain; charset=utf-8').send('no such icon\n');
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': `public, max-age=${iconSeconds}`,
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
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
<g transform="translate(24 12) scale(2)" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${glyphs[glyphOf(code)]}"/></g>
<text x="48" y="82" fill="#fff" font-family="system-ui,sans-serif" font-size="15" font-weight="700" text-anchor="middle">${escapeHtml(word)}</text>
</svg>
`;
}

function glyphOf(code: string): Glyph {
  switch (familyOfCode(code)) {
    case 'card':
      return 'card';
    case 'bankTransfer':
      return 'bank';
    case 'chat':
      return 'chat';
    case 'billPay':
      return 'bill';
    case 'reload':
      return 'reload';
    case 'remitSend':
    case 'remitReceive':
      return 'remittance';
    case 'wallet':
      return 'cashOut';
    case 'plain':
      return typeServiceOfCode(code) === 'CREDIT_TELEPHONIQUE' ? 'airtime' : 'cashIn';
  }
}

/** The same provider always gets the same colour; neighbours in the alphabet get distant ones. */
function hueOf(word: string): number {
  let sum = 0;
  for (const sign of word) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360;
  // The golden angle spreads close sums around the circle.
  return Math.round((sum * 137.5) % 360);
}
