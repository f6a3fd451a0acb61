// Which lane does a callback address belong to?

/** scheme://host:port of an address, the port always named; with a dot at its end it is the same name. */
export function laneOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname.replace(/\.$/, '')}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
