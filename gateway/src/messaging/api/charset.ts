// Character sets in which the bodies of the SMS interface may be written. UTF-8 unless the content
// type names another; one that is not listed is refused, since a text that is read wrongly would
// be sent and charged.

import type { SmsCharset } from '@jokko/contract';

/**
 * By the names that clients use. Browsers and mail programs mean windows-1252 by ISO-8859-1 too:
 * what differs are control characters.
 */
const charsets: ReadonlyMap<string, SmsCharset> = new Map<string, SmsCharset>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['iso_8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['iso8859-15', 'iso-8859-15'],
  ['iso_8859-15', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
]);

const shownCharactersMax = 40;

export type CharsetFound =
  { ok: true; charset: SmsCharset } | { ok: false; /** As it was given. */ name: string };

/** The character set that a content type names. */
export function charsetOf(contentType: string): CharsetFound {
  const name = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const charset = charsets.get(name.toLowerCase());
  return charset === undefined
    ? { ok: false, name: name.slice(0, shownCharactersMax) }
    : { ok: true, charset };
}

const decoders = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'windows-1252': new TextDecoder('windows-1252', { fatal: true }),
  'iso-8859-15': new TextDecoder('iso-8859-15', { fatal: true }),
} satisfies Record<SmsCharset, unknown>;

/** Null for what is no text in this character set. */
export function decodeText(bytes: Buffer, charset: SmsCharset): string | null {
  try {
    return decoders[charset].decode(bytes);
  } catch {
    return null;
  }
}
