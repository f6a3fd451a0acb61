// Escapes external text in HTML templates. Everything put into the template is escaped, and
// each of its characters is seen, unless it is markup made here.

import { seenText } from './seen-text.ts';

export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | null | readonly Markup[];

const escapes: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return seenText(text).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** Tagged template; null puts nothing. Attribute values must stand in double quotes. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Markup {
  let markup = pieces[0] ?? '';
  parts.forEach((part, index) => {
    markup += textOf(part) + (pieces[index + 1] ?? '');
  });
  return { markup };
}

/** Markup that needs no escaping because this program made it. */
export function trusted(markup: string): Markup {
  return { markup };
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map((item) => item.markup).join('');
}
