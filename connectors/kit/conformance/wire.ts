// Checks what a connector's calls look like on the wire: they bear our name, and what the provider
// says before its answer (100 Continue, 103 Early Hints) changes nothing.

import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import type { Fixture } from './fixture.ts';
import { createTestContext } from './test-context.ts';

const interim =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n';
/** Longer than any stall of the machine. */
const waitMs = 60_000;

export function wireTests<Config>(fixture: () => Fixture<Config>): void {
  test('calls bear our name, and interim answers before an answer are none', async () => {
    const { connector, subject, simulator, transport, context } = fixture();
    const talkative = await startTalkative(simulator.url);
    try {
      const config = subject.config(talkative.url, waitMs);
      const through = createTestContext(config, transport.http);
      assert.ok(connector.connectionTest !== undefined, 'every connector says how it is tried out');
      const [direct, heard] = [
        await connector.connectionTest.call(context),
        await connector.connectionTest.call(through),
      ];
      assert.deepEqual([heard.ok, direct.ok], [true, true], JSON.stringify(heard));
      assert.ok(talkative.heads.length > 0, 'it was called');
      for (const head of talkative.heads)
        assert.match(head, /\r\nuser-agent: Jokko\/\d{1,6}\.\d{1,6}\.\d{1,6}\r\n/i);
    } finally {
      await talkative.stop();
    }
  });
}

/** Stands before a simulator and says interim answers before each of its answers. */
async function startTalkative(simulatorUrl: string) {
  const { hostname, port } = new URL(simulatorUrl);
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const provider = connect(Number(port), hostname);
    // One request at a time is under way; what the provider says next is its answer.
    let asked = false;
    for (const [one, other] of [
      [caller, provider],
      [provider, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
      one.on('close', () => other.destroy());
    }
    caller.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(text))
        heads.push(text.split('\r\n\r\n', 1)[0]! + '\r\n');
      asked = true;
      provider.write(chunk);
    });
    provider.on('data', (chunk: Buffer) => {
      if (asked) caller.write(interim, 'latin1');
      asked = false;
      caller.write(chunk);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heads,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
