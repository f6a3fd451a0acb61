// Finds a TCP port that is free now, and will still be when a crashed server returns to it.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Below the ports that systems hand out for outgoing connections (Linux from 32768, others from
 * 49152).
 */
const firstPort = 15_000;
const ports = 17_000;
const triesMax = 100;

/**
 * A free port of loopback. Not one the system would choose: of those any outgoing connection may
 * take one while its server is away, and a server that was killed could not come back. Somebody may
 * take the port before the caller does; callers must cope with that.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    try {
      return await tryPort('127.0.0.1', firstPort + randomInt(ports));
    } catch {
      // Taken: another.
    }
  }
  return tryPort('127.0.0.1', 0);
}

/**
 * Listens for a moment and answers the port. Rejects as `listen` does: EADDRINUSE when the port is
 * taken.
 */
export function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    // Where several processes share a port, this one is asked for here alone.
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken));
    });
  });
}
