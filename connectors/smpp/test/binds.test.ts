// Checks how a session binds, what it reports while it cannot, and how it unbinds.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import {
  testAuthorityFile,
  testCertificate,
} from '../../../acceptance/harness/certificates/index.ts';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { agreeable, except, startSmsc, text } from './smsc.ts';
import { bound, openFor, part, until } from './session-kit.ts';

test('a pair of transmitter and receiver is one session: submits on the first, receives on the second', async (t) => {
  const smsc = await startSmsc(agreeable);
  const core = openFor(smsc.port, { config: { bindType: 'pair' } });
  t.after(() => smsc.close());
  await bound(core);
  const binds = smsc.peers.map(({ received }) => received[0]?.command).toSorted();
  assert.deepEqual(binds, [1, 2]);
  assert.equal((await core.session.submit(part())).kind, 'accepted');
  const receiver = smsc.peers.find(({ received }) => received[0]?.command === 1);
  assert.equal(receiver?.received.length, 1, 'nothing but its bind');
  receiver?.socket.destroy();
  await until('no longer bound', () => core.session.state === 'connecting');
  assert.equal(core.session.free, 0);
  await bound(core);
  await core.session.close(100);
  assert.equal(core.session.state, 'closed');
});

for (const [status, name] of [
  [0x0d, 'ESME_RBINDFAIL'],
  [0x0e, 'ESME_RINVPASWD'],
  [0x0f, 'ESME_RINVSYSID'],
] as const)
  test(`a bind refused with ${name}: a long pause and words that name it`, async (t) => {
    const time = holdTime(t);
    const smsc = await startSmsc((peer, { sequence }) => peer.send(0x80000009, status, sequence));
    const core = openFor(smsc.port);
    t.after(async () => {
      await core.session.close(0);
      await smsc.close();
    });
    await until('refused', () => core.session.detail !== null);
    assert.match(
      core.session.detail ?? '',
      new RegExp(`refused the bind: ${name}.*next attempt in \\d\\d s`),
    );
    assert.doesNotMatch(core.session.detail ?? '', /secret/);
    assert.equal(core.session.state, 'connecting');
    assert.equal(core.session.free, 0);
    assert.ok(core.changes > 0);
    // It is a minute, less or more by a fifth.
    await time.pass(47_900);
    assert.equal(smsc.peers.length, 1, 'not tried again');
    await time.pass(25_000);
    await until('tried again', () => smsc.peers.length === 2);
  });

test('ESME_RALYBND: waits until the operator has forgotten the old bind', async (t) => {
  let refusals = 3;
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command !== 9 || refusals === 0) return false;
      refusals -= 1;
      peer.send(0x80000009, 0x05, sequence);
      return true;
    }),
  );
  const core = openFor(smsc.port);
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await until('refused', () => core.session.detail?.includes('ESME_RALYBND') === true);
  await bound(core);
  assert.equal(smsc.peers.length, 4);
  assert.equal(core.session.detail, null);
});

test('a bind that nobody answers, and one answered in plain HTTP, end and are tried again', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    if (connections % 2 === 0) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const core = openFor((server.address() as AddressInfo).port, {
    config: { responseTimeoutMs: 100 },
  });
  t.after(async () => {
    await core.session.close(0);
    server.close();
  });
  const isTold = (words: string) => core.logs.some((line) => line.includes(words));
  await until('three attempts', () => connections >= 3);
  await until('no answer is told', () => isTold('no answer to the bind'));
  await until('what is no SMPP is told', () => isTold('impossible length'));
});

test('nobody listens: the reason is told, and it is tried again', async (t) => {
  const smsc = await startSmsc(agreeable);
  await smsc.close();
  const core = openFor(smsc.port);
  t.after(() => core.session.close(0));
  await until('two attempts', () => core.logs.length >= 2);
  assert.match(core.session.detail ?? '', /ECONNREFUSED/);
});

test('TLS: a certificate of the configured authority is taken, another or another name is refused', async (t) => {
  const smsc = await startSmsc(agreeable, testCertificate('p256'));
  t.after(() => smsc.close());
  const tlsCa = readFileSync(testAuthorityFile, 'utf8');
  const good = openFor(smsc.port, { config: { tls: true, tlsCa, tlsServername: 'localhost' } });
  await bound(good);
  assert.equal((await good.session.submit(part())).kind, 'accepted');
  await good.session.close(100);
  const refusedWith = async (config: object): Promise<string> => {
    const core = openFor(smsc.port, { config: { tls: true, ...config } });
    await until('refused', () => core.session.detail !== null);
    const detail = core.session.detail ?? '';
    await core.session.close(0);
    return detail;
  };
  assert.match(
    await refusedWith({ tlsServername: 'localhost' }),
    /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET/,
  );
  assert.match(await refusedWith({ tlsCa, tlsServername: 'smsc.other' }), /ALTNAME/);
});

test('close: waits for what is unanswered, unbinds, and takes nothing more', async (t) => {
  const held: (() => void)[] = [];
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command !== 4) return false;
      held.push(() => peer.send(0x80000004, 0, sequence, text('kept')));
      return true;
    }),
  );
  t.after(() => smsc.close());
  const core = openFor(smsc.port);
  await bound(core);
  const submitted = core.session.submit(part());
  await until('arrived', () => held.length === 1);
  const closed = core.session.close(60_000);
  assert.equal(core.session.free, 0);
  assert.deepEqual(await core.session.submit(part()), { kind: 'not_sent', cause: 'no_room' });
  held[0]?.();
  assert.deepEqual(await submitted, { kind: 'accepted', id: 'kept' });
  await closed;
  assert.equal(core.session.state, 'closed');
  assert.equal(smsc.peers[0]?.received.at(-1)?.command, 6, 'said good-bye');
});

test('close with no grace: what is unanswered is unknown', async (t) => {
  const smsc = await startSmsc(except((_, { command }) => command === 4));
  t.after(() => smsc.close());
  const core = openFor(smsc.port);
  await bound(core);
  const submitted = core.session.submit(part());
  await until(
    'arrived',
    () => smsc.peers[0]?.received.some(({ command }) => command === 4) === true,
  );
  await core.session.close(0);
  assert.deepEqual(await submitted, { kind: 'unknown', cause: 'connection' });
});

test('close while there is no bind ends at once', async () => {
  const smsc = await startSmsc(() => {});
  const core = openFor(smsc.port);
  await core.session.close(10_000);
  assert.equal(core.session.state, 'closed');
  await smsc.close();
});
