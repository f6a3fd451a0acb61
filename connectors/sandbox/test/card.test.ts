// Proves that card number and CVC leave only in the bytes on the wire, and checks what happens if
// they are gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef, sampleIntent, type Scripted } from '@jokko/connectors/kit/conformance';
import { sandboxConnector, type SandboxConfig } from '../index.ts';
import { config, errorAnswer, execute, operation, scripted } from './scripted.ts';

const card = { number: '5997001234560001', expireMonth: '09', expireYear: '29', cvc: '920' };
const intent = sampleIntent('card', { vaultHandle: 'handle-1' });

function withCard(context: Scripted<SandboxConfig>): Scripted<SandboxConfig> {
  context.cards.set('handle-1', {
    ...card,
    number: Buffer.from(card.number),
    cvc: Buffer.from(card.cvc),
  });
  return context;
}

test('the stored body holds neither number, expiry nor CVC', () => {
  const { body } = sandboxConnector.prepare(config, intent, ourRef);
  assert.ok(!body.includes(card.number) && !body.includes('599700'));
  const stored = JSON.parse(body).card;
  assert.equal(stored.number, '************0001');
  assert.deepEqual(
    [stored.cvc, stored.expireMonth, stored.expireYear],
    [undefined, undefined, undefined],
  );
});

test('they join the stored bytes on their way out, and nothing else changes', async () => {
  const context = withCard(
    scripted([
      json(
        202,
        operation({
          kind: 'card',
          status: 'pending',
          stage: 'payer',
          challenge: { authUrl: 'http://p/3ds/1', expiresInSeconds: 900 },
        }),
      ),
    ]),
  );
  const prepared = sandboxConnector.prepare(config, intent, ourRef);
  const before = prepared.body;
  const outcome = await sandboxConnector.execute(context, intent, prepared, 'first');
  assert.deepEqual(outcome.kind === 'pending' && outcome.challenge, {
    authUrl: 'http://p/3ds/1',
    expiresInMs: 900_000,
  });
  assert.equal(prepared.body, before);
  const sent = JSON.parse(String(context.requests[0]?.body));
  assert.deepEqual({ ...sent.card, ...card }, sent.card);
  const { card: sentCard, ...sentRest } = sent;
  const { card: storedCard, ...storedRest } = JSON.parse(before);
  assert.deepEqual(sentRest, storedRest);
  assert.equal(sentCard.merchantName, storedCard.merchantName);
});

test('a replay sends the very same bytes while the card is held', async () => {
  const pendingAnswer = () => json(202, operation({ status: 'pending', stage: 'payer' }));
  const context = withCard(scripted([pendingAnswer(), pendingAnswer()]));
  await execute(context, 'card', 'first', intent);
  await execute(context, 'card', 'replay', intent);
  assert.equal(String(context.requests[0]?.body), String(context.requests[1]?.body));
});

test('card data gone before the first send: failed 99, and nothing is sent', async () => {
  const context = scripted([]);
  const outcome = await execute(context, 'card', 'first', intent);
  assert.ok(outcome.kind === 'failed' && outcome.executed === 'no');
  assert.deepEqual(
    [outcome.error.catalogueId, outcome.error.catalogue],
    [99, 'partial_3ds_authentification'],
  );
  assert.equal(context.requests.length, 0);
});

test('card data gone after a send: the provider’s word decides', async () => {
  const cases = [
    [json(200, operation({ status: 'succeeded' })), 'succeeded'],
    [json(200, operation({ status: 'pending', stage: 'payer' })), 'pending'],
    [errorAnswer(404, 'not_found'), 'failed'],
    [{ kind: 'lost', cause: 'timeout' } as const, 'unknown'],
    [json(503, {}), 'unknown'],
  ] as const;
  for (const [answer, kind] of cases) {
    const context = scripted([answer]);
    assert.equal((await execute(context, 'card', 'replay', intent)).kind, kind);
    assert.equal(context.requests[0]?.method, 'GET');
  }
});

test('no log line of a card order holds card data', async () => {
  const context = withCard(scripted([json(200, operation({ status: 'sleeping' }))]));
  await execute(context, 'card', 'first', intent);
  const log = JSON.stringify(context.lines);
  assert.ok(context.lines.length === 1 && !log.includes(card.number) && !log.includes(card.cvc));
});
