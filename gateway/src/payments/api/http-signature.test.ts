// M1 at its edges: which bytes, which moment, which secret. The clock is the test's.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Account, SigningSecrets } from '../accounts/index.ts';
import { keyedHash } from '../../platform/secrets/index.ts';
import { checkSignature, type SignatureDeps } from './http-signature.ts';

const nowMs = 1_700_000_000_000;
const [old, fresh, apiKey] = ['hmac_old', 'hmac_new', 'jk_test_1_key'];
const account: Account = {
  id: 7,
  version: 1,
  name: 'Shop',
  language: 'en',
  currency: 'XOF',
  suspended: false,
  allowHttpCallbacks: false,
  parksPayouts: true,
  operationMax: null,
  rateLimit: null,
  hmac: true,
  services: new Map(),
};
const text = '{ "apiKey" : "jk_test_1_key", "amount": 1.50, "message": "d\\u00e9j\\u00e0 \\/ vu" }';
const body = JSON.parse(text) as { [member: string]: unknown };

const hmacKey = (id: number, secret: string, endsAtMs = Infinity) => ({
  id,
  mac: keyedHash(Buffer.from(secret)),
  used: id === 1,
  endsAtMs,
});
const secrets: SigningSecrets = {
  version: 1,
  hmac: [hmacKey(1, old, nowMs + 1_000), hmacKey(2, fresh)],
  webhook: [],
};

async function check(
  signed: string,
  { secret = fresh, at = nowMs, timestamp = nowMs, encoding = (hex: string) => hex } = {},
) {
  const firstUses: number[] = [];
  const deps: SignatureDeps = {
    signingSecretsOf: () => Promise.resolve(secrets),
    now: () => at,
    wallNow: () => at,
    noteFirstHmacUse: (_account, secretId) => firstUses.push(secretId),
  };
  const hex = createHmac('sha256', secret).update(`POST:${timestamp}:${signed}`).digest('hex');
  const headers = { 'hmac-signature': encoding(hex), timestamp: String(timestamp) };
  const checked = await checkSignature(
    deps,
    account,
    { headers, bytes: Buffer.from(text), given: body, body },
    apiKey,
  );
  return { checked, firstUses, said: checked.ok ? '' : checked.refusal.msg };
}
const isAccepted = async (...given: Parameters<typeof check>): Promise<boolean> =>
  (await check(...given)).checked.ok;

test('M1 the bytes as received count, and the compact form of their JSON; nothing else does', async () => {
  assert.equal(await isAccepted(text), true);
  assert.equal(await isAccepted(JSON.stringify(body)), true);
  assert.equal(await isAccepted(JSON.stringify(body, null, 2)), false);
  assert.equal(await isAccepted(text.replace('1.50', '1.51')), false);
  assert.equal(await isAccepted(''), false);
});

test('M1 hexadecimal in either case', async () => {
  assert.equal(await isAccepted(text, { encoding: (hex) => hex.toUpperCase() }), true);
  const base64 = await check(text, {
    encoding: (hex) => Buffer.from(hex, 'hex').toString('base64'),
  });
  assert.match(base64.said, /base64/);
});

test('M1 300 s of age and 60 s of lead are accepted, a millisecond more is not', async () => {
  for (const [atMs, accepted] of [
    [nowMs + 300_000, true],
    [nowMs + 300_001, false],
    [nowMs - 60_000, true],
    [nowMs - 60_001, false],
  ] as const)
    assert.equal(await isAccepted(text, { at: atMs }), accepted, String(atMs - nowMs));
});

test('M2 a signature is kept for as long as any node might accept it, and little longer', async () => {
  for (const at of [nowMs + 300_000, nowMs - 60_000]) {
    const { checked } = await check(text, { at });
    assert.ok(
      checked.ok && checked.keptUntilMs > nowMs + 300_000 && checked.keptUntilMs - at < 375_000,
    );
  }
});

test('M1 two secrets during a rotation; the old one until its end, and the first use of the new one is told', async () => {
  assert.deepEqual((await check(text, { secret: old })).firstUses, []);
  assert.deepEqual((await check(text, { secret: fresh })).firstUses, [2]);
  assert.equal(await isAccepted(text, { secret: old, at: nowMs + 999 }), true);
  assert.equal(await isAccepted(text, { secret: old, at: nowMs + 1_000 }), false);
});

test('M1 a refusal is 4001, says what helps, and repeats neither signature nor key', async () => {
  const wrong = await check(text, { secret: 'hmac_other' });
  const withKey = await check(text, { secret: apiKey });
  assert.ok(!wrong.checked.ok && wrong.checked.refusal.code === 4001);
  assert.match(wrong.said, /does not match/);
  assert.match(withKey.said, /not the one of this signature/);
  for (const { said } of [wrong, withKey])
    assert.ok(!/[0-9a-f]{32}/.test(said) && !said.includes(apiKey));
});

test('M1 the age is judged in real time, the life of a secret by the clock of the database', async () => {
  const hex = createHmac('sha256', fresh).update(`POST:${nowMs}:${text}`).digest('hex');
  const judge = async (wall: number, clock: number, secret = hex) => {
    const deps: SignatureDeps = {
      signingSecretsOf: async () => secrets,
      now: () => clock,
      wallNow: () => wall,
      noteFirstHmacUse() {},
    };
    const headers = { 'hmac-signature': secret, timestamp: String(nowMs) };
    return (
      await checkSignature(
        deps,
        account,
        { headers, bytes: Buffer.from(text), given: body, body },
        apiKey,
      )
    ).ok;
  };
  assert.equal(await judge(nowMs, nowMs + 3_600_000), true, 'the sandbox has moved on');
  assert.equal(await judge(nowMs + 300_001, nowMs), false);
  const byOld = createHmac('sha256', old).update(`POST:${nowMs}:${text}`).digest('hex');
  assert.deepEqual(
    [await judge(nowMs, nowMs, byOld), await judge(nowMs, nowMs + 3_600_000, byOld)],
    [true, false],
  );
});

test('M1 a wrong signature over a large body is hashed once for each secret, and the API key is not tried', async () => {
  const large = { apiKey, data: 'x'.repeat(100_000) };
  const compactBytes = Buffer.from(JSON.stringify(large));
  const macs = async (bytes: Buffer) => {
    let count = 0;
    const counted = secrets.hmac.map((key) => ({
      ...key,
      mac: Object.assign((...parts: (string | Buffer)[]) => key.mac(...parts), {
        inTurns: (...lists: Iterable<string | Buffer>[]) => (count++, key.mac.inTurns(...lists)),
      }),
    }));
    const deps: SignatureDeps = {
      signingSecretsOf: async () => ({ ...secrets, hmac: counted }),
      now: () => nowMs,
      wallNow: () => nowMs,
      noteFirstHmacUse() {},
    };
    const hex = createHmac('sha256', apiKey).update(`POST:${nowMs}:`).update(bytes).digest('hex');
    const headers = { 'hmac-signature': hex, timestamp: String(nowMs) };
    const checked = await checkSignature(
      deps,
      account,
      { headers, bytes, given: large, body: large },
      apiKey,
    );
    return { count, said: checked.ok ? '' : checked.refusal.msg };
  };
  const compact = await macs(compactBytes);
  assert.equal(compact.count, 2);
  assert.match(compact.said, /does not match/);
  assert.equal(
    (await macs(Buffer.from(JSON.stringify(large, null, 1)))).count,
    4,
    'another form than the compact one: both are tried',
  );
});

test('M1 of a large body the bytes as received count, and its compact form', async () => {
  const given = { apiKey, message: 'é😀"', attachedMedia: 'QUJD/'.repeat(500_000) };
  const bytes = Buffer.from(` ${JSON.stringify(given).replaceAll('/', '\\/')}`);
  const deps: SignatureDeps = {
    signingSecretsOf: () => Promise.resolve(secrets),
    now: () => nowMs,
    wallNow: () => nowMs,
    noteFirstHmacUse() {},
  };
  const isRight = async (signed: string | Buffer, secret: string): Promise<boolean> => {
    const mac = createHmac('sha256', secret).update(`POST:${nowMs}:`).update(signed);
    const headers = { 'hmac-signature': mac.digest('hex'), timestamp: String(nowMs) };
    return (await checkSignature(deps, account, { headers, bytes, given, body: given }, apiKey)).ok;
  };
  for (const secret of [old, fresh])
    assert.deepEqual(
      [
        await isRight(bytes, secret),
        await isRight(JSON.stringify(given), secret),
        await isRight(JSON.stringify(given).replaceAll('/', '\\/'), secret),
      ],
      [true, true, false],
    );
});
