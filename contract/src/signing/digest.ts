// Computes SHA-256 and HMAC-SHA256 through Web Crypto, in a browser as in Node. The gateway has a
// synchronous implementation of its own.

import { toHex, utf8 } from './bytes.ts';

/** Lower-case hex SHA-256 of UTF-8 text. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', utf8(text))));
}

/** HMAC-SHA256 of all bytes in turn: 32 bytes. */
export async function hmacSha256(
  key: Uint8Array<ArrayBuffer>,
  ...parts: Uint8Array[]
): Promise<Uint8Array> {
  const imported = await globalThis.crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', imported, bytes));
}
