// Proves what is sent, and that a repeat never opens a second session or pays a second time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { waveConnector } from '../index.ts';
import { execute, liveConfig, payout, scripted, session } from './scripted.ts';

const bodyOf = (text: unknown): { [member: string]: unknown } =>
  JSON.parse(String(text)) as { [member: string]: unknown };

test('a checkout: the amount as Wave writes it, our reference, the payer alone may pay', async () => {
  const context = scripted([json(200, session())]);
  const found = await execute(context, 'collect');
  const [request] = context.requests;
  assert.equal(request?.url, 'https://provider.example/wave/v1/checkout/sessions');
  assert.equal(request?.headers?.['Authorization'], `Bearer ${liveConfig.apiKey}`);
  assert.equal(request?.headers?.['X-Sandbox-Notify-Url'], undefined);
  assert.deepEqual(bodyOf(request?.body), {
    currency: 'XOF',
    client_reference: ourRef,
    amount: '1350',
    success_url: 'https://shop.example/paid',
    error_url: 'https://shop.example/refused',
    restrict_payer_mobile: '+221770000001',
  });
  assert.ok(found.kind === 'pending');
  assert.equal(found.challenge?.deepLinkUrl, 'https://pay.wave.example/c/cos-1');
  assert.deepEqual(found.refs, { ours: ourRef, theirs: 'cos-1' });
});

test('a payout: its key is our reference, and its fee is told', async () => {
  const context = scripted([json(200, payout())]);
  const found = await execute(context, 'payout');
  assert.equal(context.requests[0]?.headers?.['Idempotency-Key'], ourRef);
  assert.deepEqual(bodyOf(context.requests[0]?.body), {
    currency: 'XOF',
    client_reference: ourRef,
    receive_amount: '1350',
    mobile: '+221770000001',
  });
  assert.equal(found.kind === 'succeeded' && found.fee, 135_000n);
  const taxed = scripted([json(200, payout({ government_tax_amount: '2' }))]);
  const withTax = await execute(taxed, 'payout');
  assert.equal(withTax.kind === 'succeeded' && withTax.fee, 155_000n);
  assert.deepEqual(found.kind === 'succeeded' && found.claims, {
    ours: ourRef,
    amount: 13_500_000n,
    currency: 'XOF',
    party: '+221770000001',
  });
});

test('a repeated checkout adopts the session that the lost answer opened', async () => {
  const context = scripted([json(200, { result: [session()] })]);
  const found = await execute(context, 'collect', 'replay');
  assert.equal(found.kind === 'pending' && found.challenge?.deepLinkUrl, session().wave_launch_url);
  assert.deepEqual(
    context.requests.map(({ method }) => method),
    ['GET'],
  );
});

test('a repeated checkout opens a session only when the search is sure that there is none', async () => {
  const none = scripted([json(200, { result: [] }), json(200, session())]);
  assert.equal((await execute(none, 'collect', 'replay')).kind, 'pending');
  assert.equal(none.requests.length, 2);
  for (const answer of [json(503, {}), json(200, {}), bytes(200, '<html>'), json(404, {})]) {
    const context = scripted([answer]);
    assert.equal((await execute(context, 'collect', 'replay')).kind, 'unknown');
    assert.equal(context.requests.length, 1, 'nothing was sent');
  }
});

test('a search that answers something else than was asked proves nothing', async () => {
  const other = { ...session(), client_reference: 'somebody-else' };
  const context = scripted([json(200, { result: [other] })]);
  const found = await waveConnector.query(context, sampleIntent('collect'), { ours: ourRef });
  assert.equal(found.kind, 'unknown');
});

test('of several sessions under our reference the paid one counts', async () => {
  const paid = session({
    id: 'cos-2',
    checkout_status: 'complete',
    payment_status: 'succeeded',
    transaction_id: 'T_1',
  });
  const context = scripted([json(200, { result: [session(), paid] })]);
  const found = await waveConnector.query(context, sampleIntent('collect'), { ours: ourRef });
  assert.equal(found.kind, 'succeeded');
  assert.deepEqual(found.refs, { ours: ourRef, theirs: 'cos-2', transaction: 'T_1' });
  const ended = session({ checkout_status: 'EXPIRED' });
  const capitals = { ...paid, checkout_status: 'COMPLETE', payment_status: 'SUCCEEDED' };
  const again = scripted([json(200, { result: [ended, capitals] })]);
  const other = await waveConnector.query(again, sampleIntent('collect'), { ours: ourRef });
  assert.equal(other.kind, 'succeeded', 'in other letters');
});

test('what is dropped is dropped in all its sessions, and a payment that came first wins', async () => {
  const spare = session({ id: 'cos-2' });
  const context = scripted([
    json(200, { result: [session(), spare] }),
    bytes(200, ''),
    json(409, { code: 'checkout-session-not-open', message: 'x' }),
    json(200, {
      result: [
        session({ checkout_status: 'expired' }),
        { ...spare, checkout_status: 'complete', payment_status: 'succeeded' },
      ],
    }),
  ]);
  const found = await waveConnector.cancel!(context, sampleIntent('collect'), { ours: ourRef });
  assert.equal(found.kind, 'succeeded');
  assert.equal(found.refs.theirs, 'cos-2');
});

test('a payment that failed in an open session may still succeed', async () => {
  const last_payment_error = { code: 'insufficient-funds', message: 'x' };
  const open = session({ payment_status: 'cancelled', last_payment_error });
  assert.equal((await execute(scripted([json(200, open)]), 'collect')).kind, 'pending');
});

test('a key that is refused proves that nothing was done the first time only', async () => {
  const refused = json(401, { code: 'api-key-revoked', message: 'x' });
  assert.equal((await execute(scripted([refused]), 'payout')).kind, 'failed');
  assert.equal((await execute(scripted([refused]), 'payout', 'replay')).kind, 'unknown');
});

test('a result for somebody else is told as such', async () => {
  const context = scripted([
    json(200, payout({ mobile: '+221770000002', receive_amount: '1351', client_reference: 'x' })),
  ]);
  const found = await execute(context, 'payout');
  assert.ok(found.kind === 'succeeded');
  assert.deepEqual(found.claims, {
    ours: 'x',
    amount: 13_510_000n,
    currency: 'XOF',
    party: '+221770000002',
  });
  assert.ok(!waveConnector.isParty!(sampleIntent('payout'), '+221770000002'));
});

test('200 with nonsense is unknown', async () => {
  for (const kind of ['collect', 'payout'] as const)
    for (const answer of [
      bytes(200, ''),
      bytes(200, '<html>'),
      json(200, {}),
      json(200, { id: 'x' }),
      json(200, { ...payout(), receive_amount: '1 350' }),
      json(200, { ...session(), amount: '-5' }),
      json(200, session({ checkout_status: 'complete', payment_status: 'cancelled' })),
      json(408, { code: 'payment-failure' }),
    ])
      assert.equal((await execute(scripted([answer]), kind)).kind, 'unknown');
});

test('an amount that Wave cannot express and a way back that it would not take are refused', () => {
  const intent = sampleIntent('collect');
  const check = (changed: object) =>
    waveConnector.validate(liveConfig, { ...intent, ...changed })?.catalogueId;
  assert.equal(check({}), undefined);
  assert.equal(check({ amount: 13_505_000n }), 116);
  assert.equal(check({ amount: 13_505_000n, currency: 'GMD' }), undefined);
  assert.equal(check({ urls: { ...intent.urls, success: 'http://shop.example/' } }), 90);
});

test('a reversal is believed when the payout says so', async () => {
  const intent = sampleIntent('payout');
  const prepared = waveConnector.prepareRefund!(
    liveConfig,
    intent,
    { ours: 'o', theirs: 'pt-1' },
    ourRef,
  );
  const asked = async (how: 'first' | 'replay', answers: Parameters<typeof scripted>[0]) =>
    (await waveConnector.executeRefund!(scripted(answers), intent, prepared, how)).kind;
  const [paid, reversed] = [json(200, payout()), json(200, payout({ status: 'reversed' }))];
  assert.equal(await asked('first', [paid, bytes(200, ''), reversed]), 'succeeded');
  assert.equal(await asked('first', [paid, bytes(200, ''), paid]), 'unknown');
  assert.equal(await asked('first', [reversed]), 'failed');
  assert.equal(await asked('replay', [reversed]), 'succeeded');
  assert.equal(await asked('first', [json(200, payout({ status: 'failed' }))]), 'failed');
  assert.equal(await asked('first', [json(500, {})]), 'unknown');
  const anothers = json(200, payout({ id: 'pt-2', status: 'reversed' }));
  assert.equal(await asked('replay', [anothers]), 'unknown');
});

test('a session that is open for longer than the payer’s window is ended, unless it was paid just then', async () => {
  const intent = sampleIntent('collect');
  const refs = { ours: ourRef, theirs: 'cos-1' };
  const createdAgo = (ms: number) => ({ when_created: new Date(Date.now() - ms).toISOString() });
  const old = session(createdAgo(intent.payerWindowMs + 5_000));
  for (const [after, kind] of [
    [{ checkout_status: 'expired' }, 'failed'],
    [{ checkout_status: 'complete', payment_status: 'succeeded' }, 'succeeded'],
    [{}, 'pending'],
  ] as const) {
    const context = scripted([json(200, old), bytes(200, ''), json(200, { ...old, ...after })]);
    assert.equal((await waveConnector.query(context, intent, refs)).kind, kind);
    assert.match(context.requests[1]?.url ?? '', /cos-1\/expire$/);
  }
  const young = scripted([json(200, session(createdAgo(60_000)))]);
  assert.equal((await waveConnector.query(young, intent, refs)).kind, 'pending');
});

test('what was canceled on request says so, also when the answer to that was lost', async () => {
  const intent = sampleIntent('collect');
  const over = json(200, { result: [session({ checkout_status: 'expired' })] });
  for (const answers of [
    [json(200, { result: [session()] }), bytes(200, '')],
    [json(200, { result: [session()] }), { kind: 'lost', cause: 'timeout' } as const, over],
    [over, over],
  ]) {
    const found = await waveConnector.cancel!(scripted(answers), intent, { ours: ourRef });
    assert.equal(found.kind === 'failed' && found.error.provider, 'cancelled');
  }
  const declined = session({ checkout_status: 'expired', payment_status: 'cancelled' });
  const context = scripted([json(200, { result: [declined] }), json(200, { result: [declined] })]);
  const found = await waveConnector.cancel!(context, intent, { ours: ourRef });
  assert.equal(found.kind === 'failed' && found.error.provider, 'declined');
});
