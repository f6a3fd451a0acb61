// C6 on a real database: the limit of four under concurrency, copies that follow the account's
// version, and each warning once.

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import {
  testCertificate,
  testPin,
  type CertificateName,
} from '../../../../acceptance/harness/certificates/index.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { registerPin, removePin } from './change-pins.ts';
import { readReceiverHost, receiverOf, withoutPort } from './host.ts';
import { createPinCache } from './pin-cache.ts';
import { readPin } from './pin-text.ts';
import { loadCertificates, saveCertificates } from './store.ts';
import { createCertificateWatch, type Shown } from './watch.ts';

const pinOfByte = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const url = 'https://shop.example/callback';

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
let warnings: [string, { [name: string]: string | number }][];
beforeEach(async () => {
  warnings = [];
  await db.sql('delete from callback_pin; delete from callback_certificate');
});

const add = (host: string, pin: string) => registerPin(db.database, 1, { host, pin, label: null });
const newWatch = () =>
  createCertificateWatch({
    session: db.database,
    warn: (message, details) => warnings.push([message, details]),
  });
function shown(
  name: CertificateName & ('rsa' | 'p256' | 'p384' | 'ed25519'),
  pinResult: Shown['pinResult'] = 'none',
): Shown {
  return {
    certificate: new X509Certificate(testCertificate(name).cert),
    pinSeen: testPin(name),
    pinResult,
  };
}
async function version(): Promise<number> {
  const [row] = await db.database.query<{ version: number }>({
    name: 'v',
    text: 'select version from account where id = 1',
  });
  return row!.version;
}

test('C6 at most four pins a host, also when eight come at once; the same pin again is no fifth', async () => {
  const added = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((byte) => add('shop.example', pinOfByte(byte))),
  );
  assert.equal(added.filter(({ ok }) => ok).length, 4);
  const there = added.findIndex(({ ok }) => ok) + 1;
  assert.deepEqual(await add('shop.example', pinOfByte(there)), { ok: true, pins: 4 });
  assert.deepEqual(await add('other.example', pinOfByte(9)), { ok: true, pins: 1 });
  assert.deepEqual(
    await registerPin(db.database, 99, { host: 'x.example', pin: pinOfByte(1), label: null }),
    {
      ok: false,
      refusal: 'unknown account',
    },
  );
});

test('C6 a copy follows the version that a change makes; the exact port comes before the host', async () => {
  const cache = createPinCache(db.database);
  const pinsOf = async (at: string) =>
    (await cache.of({ id: 1, version: await version() }, at))?.key ?? null;
  assert.equal(await pinsOf(url), null);
  await add('shop.example', pinOfByte(1));
  await add('shop.example:8443', pinOfByte(2));
  assert.deepEqual(
    [
      await pinsOf(url),
      await pinsOf('https://SHOP.example.:8443/'),
      await pinsOf('https://shop.example:9443/'),
      await pinsOf('https://x.example/'),
    ],
    [pinOfByte(1), pinOfByte(2), pinOfByte(1), null],
  );
  assert.equal(
    (await cache.of({ id: 2, version: 1 }, url))?.key,
    undefined,
    'another account has none',
  );
  assert.deepEqual(await removePin(db.database, 1, 'shop.example', pinOfByte(1)), { left: 0 });
  assert.equal(await removePin(db.database, 1, 'shop.example', pinOfByte(1)), null);
  assert.equal(await pinsOf(url), null);
});

test('C6 pins that cannot be read stop a delivery, and are read again for the next', async () => {
  let away = true;
  const cache = createPinCache({
    query: (statement, values) =>
      away ? Promise.reject(new Error('away')) : db.database.query(statement, values),
  });
  await assert.rejects(cache.of({ id: 1, version: 1 }, url), /away/);
  away = false;
  assert.equal(await cache.of({ id: 1, version: 1 }, url), null);
});

test('C6 a new key is told once; those that were shown before, and many connections, are not news', async () => {
  const watch = newWatch();
  for (let round = 0; round < 5; round++) watch.saw(1, url, shown('rsa'));
  await watch.drain();
  assert.deepEqual(warnings, [], 'the first key is no change');
  for (const name of ['p256', 'rsa', 'p256'] as const) {
    watch.saw(1, url, shown(name));
    await watch.drain();
  }
  assert.deepEqual(warnings, [
    [
      'a callback receiver shows a new key',
      { accountId: 1, host: 'shop.example:443', pin: testPin('p256') },
    ],
  ]);
  const other = newWatch();
  other.saw(1, url, shown('p256'));
  await other.drain();
  assert.equal(warnings.length, 1, 'another node, or this one after a restart');
  const rows = await loadCertificates(db.database, 1);
  assert.deepEqual(
    rows.map(({ pin }) => pin).toSorted(),
    [testPin('p256'), testPin('rsa')].toSorted(),
  );
});

test('C6 a mismatch is told although the key was good before', async () => {
  const watch = newWatch();
  watch.saw(1, url, shown('rsa', 'match'));
  for (let round = 0; round < 3; round++) watch.saw(1, url, shown('rsa', 'mismatch'));
  await watch.drain();
  assert.deepEqual(
    warnings.map(([message]) => message),
    ['the key of a callback receiver is not among its pins'],
  );
  assert.equal(watch.counts.mismatches, 3);
});

test('C6 30, 14 and 3 days before the end, each once, and again after a renewal', async () => {
  const watch = newWatch();
  watch.saw(1, url, shown('rsa'));
  await watch.drain();
  const daysReported = async (left: string) => {
    await db.sql(`update callback_certificate set expires_at = now() + interval '${left}'`);
    warnings = [];
    await watch.runOnce();
    await newWatch().runOnce();
    return warnings.map(([, { withinDays }]) => withinDays);
  };
  assert.deepEqual(await daysReported('31 days'), []);
  assert.deepEqual(await daysReported('29 days'), [30]);
  assert.deepEqual(await daysReported('20 days'), []);
  assert.deepEqual(await daysReported('13 days'), [14]);
  assert.deepEqual(await daysReported('2 days'), [3]);
  assert.deepEqual(await daysReported('1 day'), []);
  const renewed = newWatch();
  renewed.saw(1, url, shown('rsa'));
  await renewed.drain();
  assert.deepEqual(
    await daysReported('29 days'),
    [30],
    'the same key, a later end: it starts anew',
  );
});

/** A certificate as the transport tells it, with what a test needs of it. */
function made({
  pin = pinOfByte(1),
  days = 90,
  subject = 'CN=x',
}: {
  pin?: string;
  days?: number;
  subject?: string;
}): Shown {
  const certificate = {
    subject,
    issuer: 'CN=y',
    validToDate: new Date(Date.now() + days * 86_400_000),
  };
  return {
    certificate: certificate as unknown as X509Certificate,
    pinSeen: pin,
    pinResult: 'none',
  };
}
/** Shown to a node that knows nothing yet, and looked at by the task. */
async function show(...each: Shown[]): Promise<unknown[]> {
  warnings = [];
  for (const one of each) {
    const watch = newWatch();
    watch.saw(1, url, one);
    await watch.drain();
    await watch.runOnce();
  }
  return warnings
    .filter(([message]) => message.endsWith('ends soon'))
    .map(([, { withinDays }]) => withinDays);
}

test('C6 the end of the certificate that was shown last counts, also where it is an earlier one for the same key', async () => {
  assert.deepEqual(await show(made({ days: 200 })), []);
  const earlier = made({ days: 10 });
  assert.deepEqual(await show(earlier, earlier), [14]);
  assert.deepEqual(
    (await loadCertificates(db.database, 1)).map(({ daysLeft, isPresent }) => [
      daysLeft,
      isPresent,
    ]),
    [[9, true]],
  );
});

test('C6 a key that was given up is not warned of; it is again when it comes back', async () => {
  const [old, next] = [made({ days: 20 }), made({ pin: pinOfByte(2), days: 300 })];
  const watch = newWatch();
  for (const each of [old, next]) watch.saw(1, url, each);
  await watch.drain();
  await watch.runOnce();
  assert.deepEqual(
    warnings.filter(([message]) => message.endsWith('ends soon')),
    [],
  );
  const rows = await loadCertificates(db.database, 1);
  assert.deepEqual(
    rows.map(({ pin, isPresent }) => [pin, isPresent]),
    [
      [pinOfByte(2), true],
      [pinOfByte(1), false],
    ],
  );
  assert.deepEqual(await show(old), [30]);
});

test('C6 two machines behind one name, with two certificates in turn, are warned of once each threshold', async () => {
  const [ending, fresh] = [made({ days: 2 }), made({ days: 100 })];
  assert.deepEqual(await show(fresh, ending, fresh, ending, fresh, ending), [3]);
  const [sooner, later] = [
    made({ pin: pinOfByte(3), days: 2 }),
    made({ pin: pinOfByte(3), days: 25 }),
  ];
  assert.deepEqual(await show(later, sooner, later, sooner, later), [30, 3]);
});

test('C6 one node tells two certificates in turn apart, and what is older than the row does not change it', async () => {
  const watch = newWatch();
  watch.saw(1, url, made({ days: 200 }));
  watch.saw(1, url, made({ days: 50 }));
  await watch.drain();
  assert.deepEqual(
    (await loadCertificates(db.database, 1)).map(({ daysLeft }) => daysLeft),
    [49],
  );
  await saveCertificates(db.database, [
    {
      accountId: 1,
      host: 'shop.example:443',
      pin: pinOfByte(1),
      subject: 'late',
      issuer: '',
      expiresAt: new Date(),
      shownAgoMs: 60_000,
    },
  ]);
  assert.deepEqual(
    (await loadCertificates(db.database, 1)).map(({ daysLeft, subject }) => [daysLeft, subject]),
    [[49, 'CN=x']],
  );
});

test('C6 a certificate without a subject is stored; one that the database refuses is told, and harms no other', async () => {
  const watch = newWatch();
  watch.saw(1, url, made({ pin: pinOfByte(9) }));
  watch.saw(1, 'https://odd.example/', {
    ...made({}),
    certificate: new X509Certificate(testCertificate('no-subject').cert),
  });
  watch.saw(1, 'https://bad.example/', made({ subject: 'CN=\u0000' }));
  watch.saw(1, 'https://good.example/', made({}));
  await watch.drain();
  const rows = await loadCertificates(db.database, 1);
  assert.deepEqual(
    rows.map(({ host, subject }) => [host, subject]),
    [
      ['good.example:443', 'CN=x'],
      ['odd.example:443', ''],
      ['shop.example:443', 'CN=x'],
    ],
  );
  assert.deepEqual(
    warnings.map(([message, { host }]) => [message, host]),
    [['a certificate of a callback receiver was not stored', 'bad.example:443']],
  );
});

test('C6 a receiver that nobody has seen for long is not warned of, and forgotten', async () => {
  const watch = newWatch();
  watch.saw(1, url, shown('rsa'));
  await watch.drain();
  await db.sql(
    `update callback_certificate set expires_at = now() + interval '2 days',
      seen_at = now() - interval '40 days'`,
  );
  await watch.runOnce();
  assert.deepEqual(warnings, []);
  await db.sql(`update callback_certificate set seen_at = now() - interval '91 days'`);
  await watch.runOnce();
  assert.deepEqual(await loadCertificates(db.database, 1), []);
});

test('C6 a receiver with a new key at every connection is believed eight', async () => {
  const watch = newWatch();
  const certificate = new X509Certificate(testCertificate('rsa').cert);
  for (let byte = 0; byte < 50; byte++)
    watch.saw(1, url, { certificate, pinSeen: pinOfByte(byte), pinResult: 'none' });
  await watch.drain();
  assert.equal((await loadCertificates(db.database, 1)).length, 8);
});

test('C6 how a host may be written', () => {
  const read = [
    'Shop.Example.',
    'shop.example:443',
    'shop.example:8443',
    '[::1]:9443',
    '127.1',
    'café.example',
  ].map(readReceiverHost);
  assert.deepEqual(read, [
    'shop.example',
    'shop.example:443',
    'shop.example:8443',
    '[::1]:9443',
    '127.0.0.1',
    'xn--caf-dma.example',
  ]);
  assert.deepEqual(
    [
      '',
      'a b',
      'https://shop.example',
      'shop.example/x',
      'user@shop.example',
      'shop.example:99999',
    ].map(readReceiverHost),
    [...[null, null, null, null, null, null]],
  );
  for (const text of [
    '*.shop.test',
    '*',
    'shop..test',
    '-shop.test',
    'shop-.test',
    'a,b',
    '!',
    `${'x'.repeat(64)}.test`,
    'sh*p.test',
  ])
    assert.equal(readReceiverHost(text), null, text);
  assert.deepEqual(['merchant', 'my_shop.test', 'a-b.test'].map(readReceiverHost), [
    'merchant',
    'my_shop.test',
    'a-b.test',
  ]);
  assert.equal(receiverOf(new URL('https://[::1]/')), '[::1]:443');
  assert.deepEqual(
    [withoutPort('[::1]:443'), withoutPort('shop.example:443'), withoutPort('shop.example')],
    ['[::1]', 'shop.example', 'shop.example'],
  );
});

test('C6 how a pin may be written', () => {
  const pin = testPin('rsa');
  for (const text of [pin, `sha256/${pin}`, `pin-sha256="${pin}"`, ` ${pin} `])
    assert.deepEqual(readPin(text), { ok: true, pin });
  for (const text of ['', 'x', pin.slice(1), `${pin}=`, pin.replace(/.=$/, '!=')])
    assert.deepEqual(readPin(text), { ok: false, problem: 'notPin' }, text);
  assert.deepEqual(readPin('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='), {
    ok: false,
    problem: 'ofNothing',
  });
});
