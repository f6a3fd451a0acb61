// Which lane does a callback address belong to?

/** scheme://host:port of an address, the port always named. */
export function laneOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
