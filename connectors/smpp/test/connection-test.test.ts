// Proves that the connection test binds as a transmitter, unbinds at once, and reports a refusal
// in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smppConnector } from '../index.ts';
import { agreeable, startSmsc } from './smsc.ts';
import { configFor } from './session-kit.ts';

const contextFor = (port: number) => ({
  config: configFor(port),
  http: () => Promise.reject(new Error('no HTTP here')),
  log: () => {},
});
const [bindTransmitter, unbind] = [2, 6];

test('a bind that is taken is left again, and no receipt can come over it', async (t) => {
  const smsc = await startSmsc(agreeable);
  t.after(() => smsc.close());
  const { connectionTest } = smppConnector;
  assert.deepEqual(connectionTest?.target(configFor(smsc.port)), {
    host: '127.0.0.1',
    port: smsc.port,
    tls: null,
  });
  assert.deepEqual(await connectionTest?.call(contextFor(smsc.port)), {
    ok: true,
    said: 'bound as a transmitter',
  });
  assert.deepEqual(
    smsc.peers[0]?.received.map(({ command }) => command),
    [bindTransmitter, unbind],
  );
});

for (const [status, why] of [
  [0x0e, 'unknown us'],
  [0x05, 'strange'],
  [0x08, 'no answer'],
] as const)
  test(`a bind that is refused with ${status}: ${why}, without the password`, async (t) => {
    const smsc = await startSmsc((peer, { sequence }) => peer.send(0x80000002, status, sequence));
    t.after(() => smsc.close());
    const result = await smppConnector.connectionTest!.call(contextFor(smsc.port));
    assert.ok(!result.ok);
    assert.equal(result.why, why);
    assert.doesNotMatch(result.said, /secret/);
  });

test('nobody listens', async () => {
  const smsc = await startSmsc(agreeable);
  await smsc.close();
  const result = await smppConnector.connectionTest!.call(contextFor(smsc.port));
  assert.equal(result.ok ? null : result.why, 'no answer');
});
