// Which receiver is meant? Pins belong to a host, at all of its ports unless one is named.

/** `name`, `name:port`, `[address]:port` in the form that URLs give it; null for anything else. */
export function readReceiverHost(text: string): string | null {
  if (/[\s/?#@\\]/.test(text) || !URL.canParse(`https://${text}`)) return null;
  const { hostname, port } = new URL(`https://${text}`);
  const named = port !== '' ? port : /:0*443$/.test(text) ? '443' : '';
  const plain = hostname.replace(/\.$/, '');
  return named === '' ? plain : `${plain}:${named}`;
}

/** Host and port of an address: `shop.example:443`. */
export function receiverOf({ hostname, port, protocol }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

/** The host without its port. */
export function withoutPort(receiver: string): string {
  return receiver.replace(/:\d+$/, '');
}
