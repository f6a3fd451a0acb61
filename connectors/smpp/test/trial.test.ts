// Is a bind tried out as a transmitter, given up at once, and told in words when it is refused?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smppConnector } from '../src/index.ts';
import { agreeable, startCentre } from './centre.ts';
import { configFor } from './session-kit.ts';

const contextFor = (port: number) => ({
  config: configFor(port),
  http: () => Promise.reject(new Error('no HTTP here')),
  now: () => Date.now(),
  log: () => {},
});
const [bindTransmitter, unbind] = [2, 6];

test('a bind that is taken is left again, and no receipt can come over it', async (t) => {
  const centre = await startCentre(agreeable);
  t.after(() => centre.close());
  const { trial } = smppConnector;
  assert.deepEqual(trial?.target(configFor(centre.port)), { host: '127.0.0.1', port: centre.port, tls: null });
  assert.deepEqual(await trial?.call(contextFor(centre.port)), { ok: true, said: 'bound as a transmitter' });
  assert.deepEqual(
    centre.peers[0]?.heard.map(({ command }) => command),
    [bindTransmitter, unbind],
  );
});

for (const [status, why] of [
  [0x0e, 'unknown us'],
  [0x05, 'strange'],
  [0x08, 'no answer'],
] as const)
  test(`a bind that is refused with ${status}: ${why}, without the password`, async (t) => {
    const centre = await startCentre((peer, { sequence }) => peer.send(0x80000002, status, sequence));
    t.after(() => centre.close());
    const result = await smppConnector.trial!.call(contextFor(centre.port));
    assert.ok(!result.ok);
    assert.equal(result.why, why);
    assert.doesNotMatch(result.said, /secret/);
  });

test('nobody listens', async () => {
  const centre = await startCentre(agreeable);
  await centre.close();
  const result = await smppConnector.trial!.call(contextFor(centre.port));
  assert.equal(result.ok ? null : result.why, 'no answer');
});
