// Opens the addresses on which a node listens. Fastify would open a server of its own for each
// further address of `localhost`, without our limits and answers: here one server takes the
// connections of all addresses.

import { lookup as lookUp } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/** `addressesOf`: of `localhost`. */
export async function listenAt(
  app: FastifyInstance,
  {
    host,
    port,
    exclusive = false,
    log,
  }: { host: string; port: number; exclusive?: boolean; log: Pick<Log, 'warn'> },
  addressesOf: (name: string) => Promise<{ address: string }[]> = (name) =>
    lookUp(name, { all: true }),
): Promise<void> {
  const found = host === 'localhost' ? await addressesOf(host) : [{ address: host }];
  const addresses = [...new Set(found.map(({ address }) => address))];
  const listeners: Server[] = [];
  closeWith(app, listeners);
  const first = await listenAtFirst(app, addresses, { port, exclusive });
  const { port: taken } = app.server.address() as AddressInfo;
  for (const address of addresses.slice(addresses.indexOf(first) + 1)) {
    const listener = handOver(app);
    try {
      await once(listener.listen({ host: address, port: taken, exclusive }), 'listening');
      listeners.push(listener);
    } catch (error) {
      if (!isElsewhere(error))
        log.warn({ reason: String(error) }, `not served: ${host} at ${address}`);
    }
  }
}

/** Errors of an address that this machine does not have, such as ::1 without IPv6. */
const isElsewhere = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * An address that another program has taken is an error: a caller of `localhost` could reach that
 * program.
 */
async function listenAtFirst(
  app: FastifyInstance,
  addresses: readonly string[],
  where: { port: number; exclusive: boolean },
): Promise<string> {
  for (const [index, host] of addresses.entries())
    try {
      await app.listen({ host, ...where });
      return host;
    } catch (error) {
      if (!isElsewhere(error) || index === addresses.length - 1) throw error;
    }
  throw new Error('no address to listen at');
}

/**
 * Refuses connections once the app closes. The app counts as closed when the connections of this
 * address have ended.
 */
function closeWith(app: FastifyInstance, listeners: readonly Server[]): void {
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', (done) => {
    closed = Promise.all(
      listeners.map((listener) => new Promise((resolve) => listener.close(resolve))),
    );
    done();
  });
  // The server ends its idle connections only when it closes, so this cannot be awaited earlier.
  app.addHook('onClose', async () => void (await closed));
}

function handOver(app: FastifyInstance): Server {
  const { allowHalfOpen } = app.server as { allowHalfOpen?: boolean };
  return createServer({ noDelay: true, allowHalfOpen: allowHalfOpen === true }, (socket) =>
    app.server.emit('connection', socket),
  );
}
