// Proves that a collection from a phone that somebody holds waits for the answer given there, in
// every protocol that the engine serves, and is as it always was when nobody holds it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newFolder, startListener, startProvider } from './provider.ts';
import type { Body, Provider } from './provider.ts';

const phone = '221770000001';
const awa = { phone, holder: 'awa' };

const collect = (reference: string, members: object = {}): object => ({
  reference,
  kind: 'collect',
  amount: '1350',
  currency: 'XOF',
  service: 'OPC_SN_API_CASH_OUT',
  phone: `+${phone}`,
  ...members,
});
const hold = async (provider: Provider, holder = 'awa'): Promise<Body> =>
  (await provider.control('POST', '/phones/hold', { phone, holder })).body as Body;
const referencesOf = ({ prompts }: Body): string[] =>
  (prompts as { reference: string }[]).map(({ reference }) => reference);
const decide = (provider: Provider, reference: string, members: object) =>
  provider.control('POST', '/phones/decide', { ...awa, reference, ...members });
const submit = (provider: Provider, reference: string, members: object = {}) =>
  provider.sandbox('POST', '/operations', collect(reference, members));

/** Time passes while the page is open. */
async function waitHolding(provider: Provider, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await hold(provider);
    await provider.advance(5);
  }
}

test('a collection from a held phone waits, and the answer on the phone is its result and its notice', async (t) => {
  const [provider, listener] = await Promise.all([startProvider(t), startListener(t)]);
  const answers = [
    ['approved', { choice: 'approve', pin: '1234' }, 'executed', 0],
    ['refused', { choice: 'refuse' }, 'failed', 108],
    ['wrong', { choice: 'approve', pin: '1235' }, 'failed', 108],
    ['left', { choice: 'expire' }, 'failed', 4],
  ] as const;
  await hold(provider);
  for (const [reference] of answers)
    await submit(provider, reference, { callbackUrl: listener.url });
  await waitHolding(provider, 60);
  const held = await hold(provider);
  assert.deepEqual(
    referencesOf(held),
    answers.map(([reference]) => reference),
  );
  assert.deepEqual(
    [held.pin, held.prompts[0].amount, held.prompts[0].currency],
    ['1234', '1350', 'XOF'],
  );
  assert.equal(listener.received.length, 0);
  for (const [reference, answer, result, errorId] of answers) {
    await decide(provider, reference, answer);
    assert.deepEqual(await provider.results(reference), ['accepted', result]);
    const { body } = await provider.sandbox('GET', `/operations/${reference}`);
    assert.equal(body.error?.errorId ?? 0, errorId);
    assert.equal((await decide(provider, reference, { choice: 'refuse' })).status, 404);
  }
  await listener.until(answers.length);
  assert.deepEqual(referencesOf(await hold(provider)), []);
});

test('nobody answers: it ends with the window of the payer', async (t) => {
  const provider = await startProvider(t);
  await hold(provider);
  await submit(provider, 'r', { payerWindowSeconds: 30 });
  await waitHolding(provider, 25);
  assert.deepEqual(await provider.results('r'), ['accepted']);
  await waitHolding(provider, 10);
  const { body } = await provider.sandbox('GET', '/operations/r');
  assert.equal(body.error.errorId, 4);
});

test('the page is closed: what waits goes on within seconds, and later ones are as always', async (t) => {
  const provider = await startProvider(t);
  await hold(provider);
  await submit(provider, 'waits');
  await provider.advance(9);
  assert.deepEqual(await provider.results('waits'), ['accepted']);
  await provider.advance(2);
  assert.deepEqual(await provider.results('waits'), ['accepted', 'executed']);
  await submit(provider, 'later');
  await provider.advance(1);
  assert.deepEqual(await provider.results('later'), ['accepted', 'executed']);
});

test('digits that choose an outcome, other phones, and payouts do not wait', async (t) => {
  const provider = await startProvider(t);
  await provider.control('POST', '/phones/hold', { phone: '221770009026', holder: 'awa' });
  await hold(provider);
  await submit(provider, 'fails', { phone: '+221770009026' });
  await submit(provider, 'other', { phone: '+221770000002' });
  await submit(provider, 'payout', { kind: 'payout' });
  await provider.advance(2);
  assert.deepEqual(await provider.results('fails'), ['accepted', 'failed']);
  assert.deepEqual(await provider.results('other'), ['accepted', 'executed']);
  assert.deepEqual(await provider.results('payout'), ['accepted', 'executed']);
});

test('an order of another merchant is put aside, and waits for nobody else', async (t) => {
  const provider = await startProvider(t);
  await hold(provider);
  await hold(provider, 'binta');
  await submit(provider, 'of-binta');
  const putAside = (holder: string) =>
    provider.control('POST', '/phones/put-aside', { phone, holder, references: ['of-binta'] });
  await putAside('awa');
  assert.deepEqual(referencesOf(await hold(provider)), []);
  assert.equal((await decide(provider, 'of-binta', { choice: 'refuse' })).status, 404);
  assert.deepEqual(referencesOf(await hold(provider, 'binta')), ['of-binta']);
  assert.deepEqual(await provider.results('of-binta'), ['accepted']);
  await putAside('binta');
  assert.deepEqual(await provider.results('of-binta'), ['accepted', 'executed']);
});

test('a link waits for the phone too; once its page is open, a button or the phone decides', async (t) => {
  const provider = await startProvider(t);
  await hold(provider);
  const { body } = await submit(provider, 'link', { link: 'deepLink' });
  await fetch(body.challenge.deepLinkUrl as string);
  await provider.advance(60);
  assert.deepEqual(await provider.results('link'), ['accepted']);
  assert.deepEqual(referencesOf(await hold(provider)), ['link']);
  await decide(provider, 'link', { choice: 'approve', pin: '1234' });
  assert.deepEqual(await provider.results('link'), ['accepted', 'executed']);
});

test('GSMA, in sync mode: the request of a held phone is pending until it is approved', async (t) => {
  const provider = await startProvider(t, { answer: 'sync', holdMs: 60_000, delayMs: 50 });
  const reference = randomUUID();
  const body = {
    amount: '1350',
    currency: 'XOF',
    debitParty: [{ key: 'msisdn', value: `+${phone}` }],
    creditParty: [{ key: 'walletid', value: 'JOKKO' }],
  };
  await hold(provider);
  await provider.gsma('POST', '/transactions/type/merchantpay', body, {
    'x-correlationid': reference,
  });
  assert.deepEqual(referencesOf(await hold(provider)), [reference]);
  await decide(provider, reference, { choice: 'approve', pin: '1234' });
  assert.deepEqual(await provider.results(reference), ['accepted', 'executed']);
});

test('after a restart nobody holds a phone: what waited goes on', async (t) => {
  const dataDir = newFolder(t);
  const first = await startProvider(t, { dataDir });
  await hold(first);
  await submit(first, 'r');
  await first.close();
  const second = await startProvider(t, { dataDir });
  await second.advance(1);
  assert.deepEqual(await second.results('r'), ['accepted', 'executed']);
});

test('a call that names no phone or no holder is refused', async (t) => {
  const provider = await startProvider(t);
  for (const body of [{ holder: 'awa' }, { phone }, { phone: '+221770000001', holder: 'awa' }])
    assert.equal((await provider.control('POST', '/phones/hold', body)).status, 400);
  assert.equal((await provider.control('GET', '/phones/hold')).status, 400);
});
