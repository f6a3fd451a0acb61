// Derives the destination queue of a callback address.

/**
 * scheme://host:port of an address, the port always named; with a dot at its end it is the same
 * name.
 */
export function destinationOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname.replace(/\.$/, '')}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
