// C4, F14: an answer in chunks whose sizes are followed by spaces is read by both clients, the one
// for callbacks and the one for providers, and no other fault of its framing is.

import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { createAddressGuard } from './guard.ts';
import { createOutbound } from './http-client.ts';
import { createPoster } from './post.ts';
import { createResolver } from './resolver.ts';

/** Longer than any stall of the machine. */
const timeoutMs = 60_000;
const secureContext = createSecureContext();
const poster = createPoster({
  guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
  resolver: createResolver([], timeoutMs),
  secureContext,
});
const outbound = createOutbound({ connections: 1, secureContext });

let chunks = '';
let taken = 0;
const peer = createServer((socket: Socket) => {
  taken++;
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (sent: string) => {
    // A body may come apart from its head.
    if (sent.startsWith('POST '))
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`);
  });
});
before(() => new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve)));
after(async () => {
  poster.close();
  await outbound.close();
  peer.close();
});

/** What both clients read of such an answer; null: nothing. */
async function read(answer: string): Promise<(string | null)[]> {
  chunks = answer;
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
  const sent = { url, headers: {}, body: '{}', timeoutMs };
  const posted = await poster.post({ ...sent, bodyMaxBytes: 16_384, pins: null });
  const called = await outbound.call({ ...sent, method: 'POST' });
  return [
    posted.errorClass === null ? posted.body.toString() : null,
    called.kind === 'answer' ? called.body.toString() : null,
  ];
}

test('C4 F14 spaces and tabs behind the size of a chunk are read over', async () => {
  for (const answer of [
    '2 \r\nOK\r\n0\r\n\r\n',
    '2\t\r\nOK\r\n0\t\r\n\r\n',
    `1${' '.repeat(7)}\r\nO\r\n1 \t\r\nK\r\n0 \r\n\r\n`,
    '2 ;name=value\r\nOK\r\n0\r\n\r\n',
  ])
    assert.deepEqual(await read(answer), ['OK', 'OK'], JSON.stringify(answer));
  assert.equal(taken, 2, 'the connections were kept throughout');
});

test('C4 F14 every other fault of a chunk stays one', async () => {
  for (const answer of [
    '2 0\r\nOK\r\n0\r\n\r\n',
    ' 2\r\nOK\r\n0\r\n\r\n',
    '2 x\r\nOK\r\n0\r\n\r\n',
    '2\nOK\r\n0\r\n\r\n',
    '2 \nOK\r\n0\r\n\r\n',
    '2 \r\nOK0\r\n\r\n',
    '0x2\r\nOK\r\n0\r\n\r\n',
  ])
    assert.deepEqual(await read(answer), [null, null], JSON.stringify(answer));
});
