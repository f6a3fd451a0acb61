// Parses the receiver that a pin belongs to: a host, at all of its ports unless one is named.

import { isIP } from 'node:net';

/** `name`, `name:port`, `[address]:port` in the form that URLs give it; null for anything else. */
export function readReceiverHost(text: string): string | null {
  if (/[\s/?#@\\]/.test(text) || !URL.canParse(`https://${text}`)) return null;
  const { hostname, port } = new URL(`https://${text}`);
  const named = port !== '' ? port : /:0*443$/.test(text) ? '443' : '';
  const plain = hostname.replace(/\.$/, '');
  if (!isHost(plain)) return null;
  return named === '' ? plain : `${plain}:${named}`;
}

/**
 * `URL` takes `*.shop.example` and the like, which no name is. Names are in the form of the wire
 * already.
 */
function isHost(text: string): boolean {
  if (isIP(text.replace(/^\[|\]$/g, '')) !== 0) return true;
  return (
    text.length <= 253 &&
    text.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
  );
}

/** Host and port of an address: `shop.example:443`. */
export function receiverOf({ hostname, port, protocol }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

/** The host without its port. */
export function withoutPort(receiver: string): string {
  return receiver.replace(/:\d+$/, '');
}
