// Where a node listens. Fastify opens a server of its own for each further address of `localhost`,
// which has none of our limits and answers: here one server takes the connections of all of them.

import { lookup as lookUp } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** `addressesOf`: of `localhost`. */
export async function listenAt(
  app: FastifyInstance,
  { host, port, exclusive = false }: { host: string; port: number; exclusive?: boolean },
  addressesOf: (name: string) => Promise<{ address: string }[]> = (name) =>
    lookUp(name, { all: true }),
): Promise<void> {
  const found = host === 'localhost' ? await addressesOf(host) : [{ address: host }];
  const [first, ...others] = new Set(found.map(({ address }) => address));
  const listeners = others.map(() => handOver(app));
  app.addHook('preClose', (done) => {
    for (const listener of listeners) listener.close();
    done();
  });
  await app.listen({ host: first!, port, exclusive });
  const { port: taken } = app.server.address() as AddressInfo;
  await Promise.all(
    listeners.map((listener, index) => {
      const where = { host: others[index]!, port: taken, exclusive };
      // Where the address is none of this machine, or is taken, the first one is enough.
      return once(listener.listen(where), 'listening').catch(() => undefined);
    }),
  );
}

function handOver(app: FastifyInstance): Server {
  const { allowHalfOpen } = app.server as { allowHalfOpen?: boolean };
  return createServer({ noDelay: true, allowHalfOpen: allowHalfOpen === true }, (socket) =>
    app.server.emit('connection', socket),
  );
}
