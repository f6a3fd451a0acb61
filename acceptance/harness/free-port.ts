// Finds ports for servers that are stopped and started again on the same one. The system gives
// ports of its own range to whoever connects, so that one of those may be taken meanwhile.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what Linux gives to connections (net.ipv4.ip_local_port_range), above what services are
 * known by.
 */
const range = { from: 15_000, to: 32_000 } as const;

/**
 * A port of 127.0.0.1 on which nothing listens, and that is given to nobody who does not ask for
 * this very one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
