// Proves what is sent: the documented bodies, over our certificate, and returns; and which notices
// count as genuine.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpRequest } from '@jokko/connectors/kit';
import { piSpiConnector as connector } from '../index.ts';
import type { PiSpiConfig } from '../index.ts';
import { ourRefOf } from '../transaction-id.ts';
import {
  certificate,
  collect,
  liveConfig,
  otherKey,
  payout,
  scripted,
  submit,
  transfer,
  txId,
} from './scripted.ts';

const sent = json(200, { txId, end2endId: 'E1', statut: 'ENVOYE' });
type Body = { [member: string]: unknown };
const bodyOf = (request: HttpRequest | undefined) => JSON.parse(String(request?.body)) as Body;

test('a payment names our alias and the other one, whole francs, and our id without dashes', async () => {
  const { context } = await submit(payout, [sent]);
  const [, order] = context.requests;
  assert.equal(order?.url, 'https://participant.example/pi-spi/piz/v1/paiements');
  assert.deepEqual(bodyOf(order), {
    txId,
    payeurAlias: liveConfig.ourAlias,
    payeAlias: payout.phone,
    montant: 1350,
    motif: payout.transactionId,
    confirmation: false,
  });
  assert.ok(txId.length <= 35);
  assert.equal(ourRefOf(txId), ourRef);
});

test('hundredths where the participant counts so', () => {
  const prepared = connector.prepare({ ...liveConfig, amountUnit: '100' }, payout, ourRef);
  assert.equal((JSON.parse(prepared.body) as Body)['montant'], 135_000);
});

test('a request to pay ends with the time of its payer', async () => {
  const from = Date.now();
  const { context } = await submit(collect, [sent]);
  const { dateLimiteReponse, payeurAlias, payeAlias, categorie } = bodyOf(context.requests[1]);
  assert.deepEqual(
    [payeurAlias, payeAlias, categorie],
    [collect.phone, liveConfig.ourAlias, '521'],
  );
  const limit = Date.parse(String(dateLimiteReponse)) - 900_000;
  assert.ok(limit >= from && limit < Date.now() + 30_000, String(limit - from));
});

test('a bank transfer names the account, and is offered only where the participant takes accounts', async () => {
  const { context } = await submit(transfer, [sent]);
  const { payeNumero, payeAlias } = bodyOf(context.requests[1]);
  assert.ok(transfer.extra.type === 'bank');
  assert.deepEqual([payeNumero, payeAlias], [transfer.extra.rib, undefined]);
  const { bankTransferBy: _naming, ...byAliasOnly } = liveConfig;
  assert.deepEqual(connector.capabilities(byAliasOnly).operations, ['collect', 'payout']);
  assert.equal(connector.validate(byAliasOnly, transfer)?.alert, 'config');
});

test('every call shows our certificate, by one object, so that connections are shared', async () => {
  const { context } = await submit(payout, [sent]);
  const [token, order] = context.requests;
  assert.deepEqual(order?.tls, {
    ca: certificate.tlsCa,
    cert: certificate.tlsCertificate,
    key: certificate.tlsKey,
    servername: undefined,
  });
  assert.equal(token?.tls, order?.tls);
  assert.deepEqual(connector.connectionTest?.target(liveConfig).tls, order?.tls);
  assert.ok(String(token?.body).includes('scope=compte.read+'));
});

test('a return goes against the id of the payment, and is asked about by its own', async () => {
  const original = { ours: ourRef, theirs: 'E1' };
  const refundRef = '33333333-3333-4333-8333-333333333333';
  const prepared = connector.prepareRefund!(liveConfig, collect, original, refundRef);
  assert.deepEqual([prepared.method, prepared.path], ['PUT', '/paiements/E1/retours']);
  const execute = async (answer: object) => {
    const context = scripted([json(200, answer)]);
    return connector.executeRefund!(context, collect, prepared, 'first');
  };
  const taken = await execute({ end2endId: 'E2', statut: 'ENVOYE' });
  assert.deepEqual([taken.kind, taken.refs.theirs], ['pending', 'E2']);
  const context = scripted([json(200, { end2endId: 'E2', statut: 'IRREVOCABLE' })]);
  assert.equal((await connector.queryRefund!(context, collect, taken.refs)).kind, 'succeeded');
  assert.ok(context.requests[1]?.url.endsWith('/paiements/E2/statuts'));
  const echoed = await execute({ end2endId: 'E1', statut: 'ENVOYE' });
  assert.equal(echoed.refs.theirs, undefined, 'the payment is not its return');
  const lost = await connector.queryRefund!(scripted([]), collect, echoed.refs);
  assert.equal(lost.kind, 'unknown');
  assert.throws(() => connector.prepareRefund!(liveConfig, collect, { ours: ourRef }, refundRef));
});

const entry = { evCode: 'PAIEMENT_ENVOYE', txId, end2endId: 'E1', montant: 1350 };
const listOf = (...data: object[]) => JSON.stringify({ data, meta: { total: data.length } });

function receive(text: string, signature?: string, config: PiSpiConfig = liveConfig) {
  return connector.receive(config, {
    method: 'POST',
    path: '/',
    headers: { 'x-signature': signature },
    body: Buffer.from(text),
    receivedAtMs: 0,
  });
}
const sign = (text: string, form: 'hex' | 'base64', secret = liveConfig.noticeSecret!) =>
  createHmac('sha256', secret).update(text).digest(form);

test('a signature in hex or base64 proves a notice; a wrong one is refused, none makes a hint', () => {
  const text = listOf(entry);
  for (const form of ['hex', 'base64'] as const) {
    const { reply, events } = receive(text, sign(text, form));
    assert.deepEqual(
      [reply.status, events[0]?.match, events[0]?.authenticated],
      [200, { ours: ourRef }, true],
    );
  }
  for (const signature of ['', 'x', sign(text, 'hex', 'another'), sign(`${text} `, 'hex')])
    assert.deepEqual(receive(text, signature), { reply: { status: 401 }, events: [] }, signature);
  const hint = receive(text).events[0];
  assert.equal(hint?.authenticated, false);
  assert.notEqual(hint?.dedupeKey, receive(text, sign(text, 'hex')).events[0]?.dedupeKey);
  const { noticeSecret: _secret, ...unsigned } = liveConfig;
  assert.equal(receive(text, sign(text, 'hex'), unsigned).events[0]?.authenticated, false);
});

test('a list gives an event for each entry that may be ours; a return is named by the participant', () => {
  const ofOthers = { ...entry, txId: 'shop-1', end2endId: undefined };
  const ofReturn = { evCode: 'RETOUR_ENVOYE', end2endId: 'E2' };
  const text = listOf(entry, ofOthers, ofReturn, entry);
  const { events } = receive(text, sign(text, 'hex'));
  assert.deepEqual(
    events.map(({ match }) => match),
    [{ ours: ourRef }, { theirs: 'E2' }, { ours: ourRef }],
  );
  assert.equal(events[0]?.dedupeKey, events[2]?.dedupeKey);
  assert.equal(receive(listOf(ofReturn)).events.length, 0, 'a stranger names no payment of ours');
});

test('the form is checked as a whole: certificate and key belong together, and are needed in live', () => {
  assert.deepEqual(connector.checkConfig(liveConfig), []);
  const fieldsOf = (config: PiSpiConfig) => connector.checkConfig(config).map(({ field }) => field);
  assert.deepEqual(fieldsOf({ ...liveConfig, tlsKey: otherKey }), ['tlsKey']);
  assert.deepEqual(fieldsOf({ ...liveConfig, tlsCa: 'x' }), ['tlsCa']);
  const { tlsCertificate: _certificate, tlsKey: _key, ...bare } = liveConfig;
  assert.deepEqual(fieldsOf(bare), ['tlsCertificate']);
  assert.deepEqual(fieldsOf({ ...bare, sandbox: true }), []);
  const bad = { ...liveConfig, tokenUrl: 'x', ourAlias: '', amountUnit: '7' as '1' };
  assert.deepEqual(fieldsOf(bad), ['tokenUrl', 'ourAlias', 'amountUnit']);
});

test('amounts with a fraction and other currencies are refused before anything is sent', () => {
  const refusal = (changes: object) =>
    connector.validate(liveConfig, { ...payout, ...changes })?.catalogue;
  assert.deepEqual(
    [refusal({}), refusal({ amount: 13_505_000n }), refusal({ currency: 'XAF' })],
    [undefined, 'bad_amount', 'bad_amount'],
  );
});
