// Proves that signatures are composed as the interface and Standard Webhooks say, and that
// verifications name the usual mistakes. Compared with node:crypto, which the contract itself does
// not use.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  composeSignatureInput,
  explainSignatureProblem,
  makeSignatureHeaders,
  makeWebhookHeaders,
  readSignature,
  SignatureMistake,
  verifyCallbackHash,
  verifySignature,
  verifyWebhook,
} from '../src/index.ts';
import { anyCharacter } from './any-character.ts';
import { signedRequest } from '../../sdks/typescript/examples/sign-request.ts';
import type { SignatureVerdict, ToVerify } from '../src/index.ts';

const secret = 'hmac_uVtL8lVbZ2mJx5rjPzq4cNw7yD1sKfHo3aGQeT6iRbE';
const nowMs = 1_700_000_000_123;
const body = '{"apiKey":"k","amount":100,"phone":"77 000 00 01","message":"déjà vu €"}';
const problemOf = (verdict: SignatureVerdict): string =>
  verdict.ok ? 'none' : verdict.problem.type;
const sign = (text: string, key: string = secret): string =>
  createHmac('sha256', key).update(text).digest('hex');

describe('M1 Hmac-Signature', () => {
  const headers = { 'Hmac-Signature': sign(`POST:${nowMs}:${body}`), Timestamp: String(nowMs) };
  const verify = (change: Partial<ToVerify> = {}) =>
    verifySignature({ headers, body, secret, nowMs, ...change });

  it('is hexadecimal HMAC-SHA256 of METHOD:timestamp:body', async () => {
    assert.equal(composeSignatureInput('post', nowMs, '{}'), `POST:${nowMs}:{}`);
    assert.deepEqual(await makeSignatureHeaders({ body, secret, timestampMs: nowMs }), headers);
    assert.deepEqual(await verify(), { ok: true });
    assert.deepEqual(await verify({ body: Buffer.from(body) }), { ok: true }, 'bytes as text');
    assert.deepEqual(await verify({ method: 'PUT' }), { ok: false, problem: { type: 'mismatch' } });
  });

  it('headers are found under any case, and may be asked for', async () => {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    assert.deepEqual(await verify({ headers: lower }), { ok: true });
    assert.deepEqual(await verify({ headers: new Headers(headers) }), { ok: true });
    const upper = { ...headers, 'Hmac-Signature': headers['Hmac-Signature'].toUpperCase() };
    assert.deepEqual(await verify({ headers: upper }), { ok: true }, 'hexadecimal in capitals');
  });

  it('several secrets may be right during a rotation', async () => {
    assert.deepEqual(await verify({ secret: ['hmac_another', secret] }), { ok: true });
    assert.equal(problemOf(await verify({ secret: ['hmac_another'] })), 'mismatch');
    assert.deepEqual(
      await verify({ secret: [undefined as unknown as string, '', secret] }),
      { ok: true },
      'the older one is not set',
    );
  });

  it('is accepted up to 300 s of age and 60 s of lead, and not a millisecond more', () => {
    const at = (now: number) => readSignature(headers, now);
    assert.equal(at(nowMs + 300_000).ok, true);
    assert.equal(at(nowMs - 60_000).ok, true);
    assert.deepEqual(at(nowMs + 300_001), {
      ok: false,
      problem: { type: 'tooOld', ageSeconds: 301, maxSeconds: 300 },
    });
    assert.deepEqual(at(nowMs - 60_001), {
      ok: false,
      problem: { type: 'tooEarly', leadSeconds: 61, maxSeconds: 60 },
    });
  });

  it('names what is wrong with a header', () => {
    const wrong = (change: object) => {
      const read = readSignature({ ...headers, ...change }, nowMs);
      return read.ok ? 'none' : read.problem;
    };
    const base64 = Buffer.from(headers['Hmac-Signature'], 'hex').toString('base64');
    assert.deepEqual(wrong({ 'Hmac-Signature': undefined }), {
      type: 'missing',
      headers: ['Hmac-Signature'],
    });
    assert.deepEqual(wrong({ Timestamp: '' }), { type: 'missing', headers: ['Timestamp'] });
    assert.deepEqual(wrong({ 'Hmac-Signature': '', Timestamp: undefined }), {
      type: 'missing',
      headers: ['Hmac-Signature', 'Timestamp'],
    });
    assert.deepEqual(wrong({ 'Hmac-Signature': base64 }), {
      type: 'base64',
      header: 'Hmac-Signature',
    });
    for (const text of [
      'abc',
      'zz'.repeat(32),
      `${headers['Hmac-Signature']}00`,
      `sha256=${headers['Hmac-Signature']}`,
    ])
      assert.deepEqual(wrong({ 'Hmac-Signature': text }), {
        type: 'malformed',
        header: 'Hmac-Signature',
      });
    assert.deepEqual(wrong({ Timestamp: '1700000000' }), {
      type: 'otherUnit',
      header: 'Timestamp',
      unit: 'milliseconds',
    });
    for (const text of ['now', '-1', '1.7e12', '2023-11-14T22:13:20Z', '1'.repeat(20)])
      assert.deepEqual(wrong({ Timestamp: text }), {
        type: 'malformedTimestamp',
        header: 'Timestamp',
        unit: 'milliseconds',
      });
  });

  it('names the usual mistakes of those who verify', async () => {
    assert.equal(problemOf(await verify({ body: JSON.parse(body) })), 'bodyParsed');
    assert.equal(
      problemOf(await verify({ body: JSON.stringify(JSON.parse(body), null, 2) })),
      'bodyRewritten',
    );
    assert.equal(problemOf(await verify({ secret: `${secret}\n` })), 'paddedSecret');
    assert.equal(
      problemOf(await verify({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })),
      'otherSecret',
    );
    assert.equal(problemOf(await verify({ secret: 'jk_test_1_abc_def' })), 'otherSecret');
    assert.equal(problemOf(await verify({ body: body.replace('100', '1000') })), 'mismatch');
  });

  it('any change of body, time or secret is found; any text is signed as node:crypto signs it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }),
        async (text, key) => {
          const signed = await makeSignatureHeaders({
            body: text,
            secret: key,
            timestampMs: nowMs,
          });
          assert.equal(signed['Hmac-Signature'], sign(`POST:${nowMs}:${text}`, key));
          assert.deepEqual(
            await verifySignature({ headers: signed, body: text, secret: key, nowMs }),
            { ok: true },
          );
          assert.equal(
            (await verifySignature({ headers: signed, body: `${text} `, secret: key, nowMs })).ok,
            false,
          );
          assert.equal(
            (
              await verifySignature({
                headers: { ...signed, Timestamp: String(nowMs + 1) },
                body: text,
                secret: key,
                nowMs,
              })
            ).ok,
            false,
          );
          assert.equal(
            (await verifySignature({ headers: signed, body: text, secret: `${key}x`, nowMs })).ok,
            false,
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('C5 Standard Webhooks', () => {
  // The published vector of the specification's libraries.
  const vector = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const at = vector.seconds * 1_000;
  const headers = {
    'webhook-id': vector.id,
    'webhook-timestamp': String(vector.seconds),
    'webhook-signature': vector.signature,
  };
  const verify = (change: object = {}) =>
    verifyWebhook({ headers, body: vector.body, secret: vector.secret, nowMs: at, ...change });

  it('agrees with the published vector', async () => {
    assert.deepEqual(
      await makeWebhookHeaders({
        id: vector.id,
        body: vector.body,
        secret: vector.secret,
        timestampMs: at + 999,
      }),
      headers,
    );
    assert.deepEqual(await verify(), { ok: true });
    assert.deepEqual(
      await verify({ secret: vector.secret.slice('whsec_'.length) }),
      { ok: true },
      'the prefix may be left out',
    );
  });

  it('one right signature among several is enough, other schemes are passed over', async () => {
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const both = await makeWebhookHeaders({
      id: 'a',
      body: vector.body,
      secret: [other, vector.secret],
      timestampMs: at,
    });
    assert.equal(both['webhook-signature']?.split(' ').length, 2);
    for (const secret of [other, vector.secret, [vector.secret, other]])
      assert.deepEqual(await verify({ headers: both, secret }), { ok: true });
    const schemes = { ...headers, 'webhook-signature': `v1a,AAAA ${vector.signature}` };
    assert.deepEqual(await verify({ headers: schemes }), { ok: true });
  });

  it('names the usual mistakes', async () => {
    const withHeader = (name: string, value: string | undefined) =>
      verify({ headers: { ...headers, [name]: value } });
    assert.equal(problemOf(await withHeader('webhook-id', undefined)), 'missing');
    assert.equal(problemOf(await withHeader('webhook-id', 'another')), 'mismatch');
    assert.equal(
      problemOf(await withHeader('webhook-timestamp', `${vector.seconds}000`)),
      'otherUnit',
    );
    assert.equal(problemOf(await withHeader('webhook-signature', 'v1a,abc')), 'malformed');
    assert.equal(problemOf(await verify({ nowMs: at + 300_001 })), 'tooOld');
    assert.equal(problemOf(await verify({ nowMs: at - 300_001 })), 'tooEarly');
    assert.equal(problemOf(await verify({ secret })), 'otherSecret');
    assert.equal(problemOf(await verify({ secret: `${vector.secret}\n` })), 'paddedSecret');
    assert.equal(problemOf(await verify({ body: JSON.parse(vector.body) })), 'bodyParsed');
    const compact = await makeWebhookHeaders({
      id: 'a',
      body: '{"test":2432232314}',
      secret: vector.secret,
      timestampMs: at,
    });
    assert.equal(problemOf(await verify({ headers: compact })), 'bodyRewritten');
  });
});

describe('the usual mistakes of those who sign', () => {
  const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const anything = (value: unknown) => value as string;
  const mistakeOf = (making: Promise<unknown>): Promise<string> =>
    making.then(
      () => 'none',
      (error: unknown) => (error instanceof SignatureMistake ? error.problem.type : String(error)),
    );

  it('M1 C5 bytes are signed as the text they are, in whatever view', async () => {
    const text = await makeSignatureHeaders({ body, secret, timestampMs: nowMs });
    const hook = await makeWebhookHeaders({ id: 'a', body, secret: whsec, timestampMs: nowMs });
    const bytes = new TextEncoder().encode(body);
    const padded = new Uint8Array([1, 2, ...bytes, 3]);
    for (const same of [
      bytes,
      Buffer.from(body),
      bytes.buffer,
      padded.subarray(2, -1),
      new DataView(bytes.buffer) as unknown as Uint8Array,
    ]) {
      assert.deepEqual(
        await makeSignatureHeaders({ body: same, secret, timestampMs: nowMs }),
        text,
      );
      assert.deepEqual(
        await makeWebhookHeaders({ id: 'a', body: same, secret: whsec, timestampMs: nowMs }),
        hook,
      );
      assert.deepEqual(await verifySignature({ headers: text, body: same, secret, nowMs }), {
        ok: true,
      });
      assert.deepEqual(await verifyWebhook({ headers: hook, body: same, secret: whsec, nowMs }), {
        ok: true,
      });
    }
  });

  it('M1 C5 what is neither text nor bytes is not signed, and the mistake has a name', async () => {
    for (const wrong of [{ a: 1 }, [1], null, undefined, 7]) {
      assert.equal(
        await mistakeOf(makeSignatureHeaders({ body: anything(wrong), secret })),
        'bodyNotText',
      );
      assert.equal(
        await mistakeOf(makeWebhookHeaders({ id: 'a', body: anything(wrong), secret: whsec })),
        'bodyNotText',
      );
    }
    await assert.rejects(
      makeSignatureHeaders({ body: anything({ a: 1 }), secret }),
      /JSON\.stringify/,
    );
  });

  it('M1 C5 a secret that is not there is named, by those who sign and those who verify', async () => {
    const headers = await makeSignatureHeaders({ body, secret, timestampMs: nowMs });
    const hook = await makeWebhookHeaders({ id: 'a', body, secret: whsec, timestampMs: nowMs });
    for (const none of [undefined, null, '', [], [''], [undefined]].map(anything)) {
      assert.equal(await mistakeOf(makeSignatureHeaders({ body, secret: none })), 'noSecret');
      assert.equal(
        await mistakeOf(makeWebhookHeaders({ id: 'a', body, secret: none })),
        'noSecret',
      );
      assert.equal(
        problemOf(await verifySignature({ headers, body, secret: none, nowMs })),
        'noSecret',
      );
      assert.equal(
        problemOf(await verifyWebhook({ headers: hook, body, secret: none, nowMs })),
        'noSecret',
      );
    }
    assert.equal(await mistakeOf(makeWebhookHeaders({ id: 'a', body, secret })), 'otherSecret');
  });

  it('M1 C5 a time with a fraction is signed as whole milliseconds; what is no time is named', async () => {
    const signed = await makeSignatureHeaders({ body, secret, timestampMs: nowMs + 0.75 });
    assert.equal(signed.Timestamp, String(nowMs));
    assert.deepEqual(
      await verifySignature({ headers: signed, body, secret, nowMs: nowMs + 0.75 }),
      { ok: true },
    );
    assert.equal(
      await mistakeOf(makeSignatureHeaders({ body, secret, timestampMs: Number.NaN })),
      'malformedTimestamp',
    );
    assert.equal(
      await mistakeOf(
        makeWebhookHeaders({ id: 'a', body, secret: whsec, timestampMs: Number.NaN }),
      ),
      'malformedTimestamp',
    );
  });

  it('C5 where a webhook signature does not match, the sentence says what it covers', async () => {
    const headers = await makeWebhookHeaders({ id: 'a', body, secret: whsec, timestampMs: nowMs });
    const verdict = await verifyWebhook({
      headers,
      body: body.replace('100', '1000'),
      secret: whsec,
      nowMs,
    });
    assert.ok(!verdict.ok);
    assert.match(
      explainSignatureProblem(verdict.problem, 'en'),
      /webhook-id\.webhook-timestamp\.body/,
    );
    assert.match(
      explainSignatureProblem(verdict.problem, 'fr'),
      /webhook-id\.webhook-timestamp\.corps/,
    );
    assert.match(explainSignatureProblem({ type: 'mismatch' }, 'en'), /METHOD:Timestamp:body/);
  });
});

describe('C2 sha256Hash', () => {
  it('is checked against ids and key, whatever the body holds', async () => {
    const sha256Hash = createHash('sha256').update('123|A-1|key').digest('hex');
    const transaction = { transactionId: '123', externalTransactionId: 'A-1' };
    assert.equal(await verifyCallbackHash({ sha256Hash, transaction }, 'key'), true);
    assert.equal(await verifyCallbackHash({ sha256Hash, transaction }, 'other'), false);
    assert.equal(
      await verifyCallbackHash(
        { sha256Hash, transaction: { ...transaction, transactionId: '124' } },
        'key',
      ),
      false,
    );
    for (const nothing of [
      null,
      {},
      [],
      'text',
      { sha256Hash },
      { sha256Hash: 1, transaction },
      { sha256Hash, transaction: null },
    ])
      assert.equal(await verifyCallbackHash(nothing, 'key'), false);
  });
});

describe('the code to copy', () => {
  it('M1 signs a request as the gateway wants it', async () => {
    const sent = signedRequest({ apiKey: 'k', message: 'déjà vu €' }, secret) as {
      method: string;
      headers: Record<string, string>;
      body: string;
    };
    assert.equal(sent.method, 'POST');
    assert.deepEqual(await verifySignature({ headers: sent.headers, body: sent.body, secret }), {
      ok: true,
    });
    assert.deepEqual(JSON.parse(sent.body), { apiKey: 'k', message: 'déjà vu €' });
  });
});

it('every problem has a sentence in both languages, and none repeats a secret', async () => {
  const seen = await Promise.all([
    verifySignature({ headers: {}, body, secret }),
    verifySignature({ headers: await makeSignatureHeaders({ body, secret: 'x' }), body, secret }),
    verifySignature({
      headers: await makeSignatureHeaders({ body, secret, timestampMs: 1_600_000_000_000 }),
      body,
      secret,
    }),
    verifySignature({
      headers: await makeSignatureHeaders({ body, secret }),
      body,
      secret: `${secret} `,
    }),
  ]);
  for (const verdict of seen) {
    assert.ok(!verdict.ok);
    const [french, english] = [
      explainSignatureProblem(verdict.problem, 'fr'),
      explainSignatureProblem(verdict.problem, 'en'),
    ];
    assert.notEqual(french, english);
    for (const sentence of [french, english])
      assert.ok(
        sentence.length > 20 && !sentence.includes(secret) && !sentence.includes('undefined'),
        sentence,
      );
  }
});
