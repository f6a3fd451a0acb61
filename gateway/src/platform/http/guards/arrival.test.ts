// A request's time to arrive, for a process that is frozen meanwhile. On real sockets.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { limitArrival } from './arrival.ts';

const everyMs = 20;
const limits = { headersTimeout: 300, requestTimeout: 400 };

/** No turn of the event loop, as in a process that is frozen. */
const freeze = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);

describe('limitArrival', () => {
  let server: Server;
  before(async () => {
    server = createServer({ connectionsCheckingInterval: everyMs }, (request, response) => {
      text(request).then(
        (body) => response.end(body),
        () => response.destroy(),
      );
    });
    limitArrival(server, limits, everyMs);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => server.close());

  async function begin(head: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [accepted] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
    socket.write(head);
    await once(accepted[0] as Socket, 'data');
    return socket;
  }

  const half = 'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n';
  for (const [what, head, rest] of [
    ['a body', `${half}\r\nab`, 'cd'],
    ['a head', half, '\r\nabcd'],
  ] as const) {
    it(`waits for the rest of ${what} of which a frozen process heard nothing`, async () => {
      const socket = await begin(head);
      freeze(2 * limits.requestTimeout);
      socket.write(rest);
      assert.match(await text(socket), /^HTTP\/1.1 200 OK[^]*abcd/);
    });

    it(`waits for the rest of ${what} where the process was frozen twice`, async () => {
      const socket = await begin(head);
      freeze(1.5 * limits.requestTimeout);
      await sleep(limits.headersTimeout / 6);
      freeze(1.5 * limits.requestTimeout);
      await sleep(limits.headersTimeout / 6);
      socket.write(rest);
      assert.match(await text(socket), /^HTTP\/1.1 200 OK[^]*abcd/);
    });

    it(`refuses ${what} that does not come to its end`, async () => {
      const socket = await begin(head);
      assert.match(await text(socket), /^HTTP\/1.1 408 /);
    });
  }
});
