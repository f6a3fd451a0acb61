// Proves that the simulated participant of PI-SPI answers as its specification says.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startListener, startProvider } from './provider.ts';
import type { Body } from './provider.ts';

const ourAlias = '8f14e45f-ceea-467f-a1d5-91f3a2b6c7d8';

async function open(t: TestContext) {
  const provider = await startProvider(t);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'jokko-pi',
    client_secret: 'sandbox-pi-secret',
    scope: 'paiement.write',
  });
  const token = await fetch(`${provider.url}/pi-spi/token`, { method: 'POST', body: form });
  const { access_token: value } = (await token.json()) as Body;
  const call = async (method: string, path: string, body?: object, authorization?: string) => {
    const answer = await fetch(`${provider.url}/pi-spi/piz/v1${path}`, {
      method,
      headers: { authorization: authorization ?? `Bearer ${value}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  };
  return { provider, call };
}

const payment = (txId: string, payeAlias = '+221770000001') => ({
  txId,
  payeurAlias: ourAlias,
  payeAlias,
  montant: 1000,
  motif: 'Facture',
  confirmation: false,
});
const request = (txId: string, payeurAlias = '+221770000001') => ({
  txId,
  payeurAlias,
  payeAlias: ourAlias,
  categorie: '521',
  montant: 1000,
  dateLimiteReponse: new Date(Date.now() + 900_000).toISOString(),
});

test('a payment is sent, becomes irrevocable, and is told by a signed list of events', async (t) => {
  const { provider, call } = await open(t);
  const listener = await startListener(t);
  const webhook = { callbackUrl: listener.url, alias: ourAlias, events: ['PAIEMENT_ENVOYE'] };
  const registered = await call('POST', '/webhooks', webhook);
  assert.deepEqual([registered.status, typeof registered.body.secret], [201, 'string']);
  const { id } = registered.body;
  assert.equal((await call('GET', `/webhooks/${id}`)).body.secret, undefined, 'shown once');
  const sent = await call('POST', '/paiements', payment('T1'));
  assert.deepEqual(
    [sent.status, sent.body.statut, typeof sent.body.payeNom],
    [200, 'ENVOYE', 'string'],
  );
  const { end2endId } = sent.body;
  assert.equal((await call('GET', `/paiements/${end2endId}/statuts`)).status, 404);
  await provider.advance(2);
  await listener.until(1);
  const [notice] = listener.received;
  const hmac = createHmac('sha256', registered.body.secret as string);
  assert.equal(notice?.headers['x-signature'], hmac.update(notice!.text).digest('hex'));
  assert.deepEqual(
    [notice?.body.data[0].evCode, notice?.body.data[0].txId, notice?.body.meta.total],
    ['PAIEMENT_ENVOYE', 'T1', 1],
  );
  assert.equal((await call('GET', '/paiements/T1')).body.statut, 'IRREVOCABLE');
  const certain = await call('GET', `/paiements/${end2endId}/statuts`);
  assert.deepEqual(certain.body, { end2endId, statut: 'IRREVOCABLE' });
});

test('a used id is rejected with DU03 and executes nothing', async (t) => {
  const { provider, call } = await open(t);
  await call('POST', '/paiements', payment('T1'));
  const again = await call('POST', '/paiements', payment('T1', '+221770000002'));
  assert.deepEqual([again.body.statut, again.body.statutRaison], ['REJETE', 'DU03']);
  await provider.advance(2);
  assert.deepEqual(await provider.results('T1'), ['accepted', 'executed']);
});

test('a request that nobody answers expires with AEXR; a received payment goes back once', async (t) => {
  const { provider, call } = await open(t);
  await call('POST', '/demandes-paiements', request('T1', '+221770008000'));
  await call('POST', '/demandes-paiements', request('T2'));
  await provider.advance(901);
  const expired = await call('GET', '/demandes-paiements/T1');
  assert.deepEqual([expired.body.statut, expired.body.statutRaison], ['REJETE', 'AEXR']);
  const { end2endId } = (await call('GET', '/demandes-paiements/T2')).body;
  const first = await call('PUT', `/paiements/${end2endId}/retours`, { motif: 'x' });
  assert.notEqual(first.body.end2endId, end2endId);
  await provider.advance(2);
  const again = await call('PUT', `/paiements/${end2endId}/retours`, { motif: 'x' });
  assert.deepEqual(
    [again.body.end2endId, again.body.statut],
    [first.body.end2endId, 'IRREVOCABLE'],
  );
  assert.deepEqual(await provider.results('T2'), ['accepted', 'executed', 'reversed']);
  const none = await call('PUT', `/paiements/${expired.body.end2endId}/retours`, {});
  assert.equal(none.status, 400);
});

test('problem documents: no token, a foreign alias, wrong members, nothing there', async (t) => {
  const { call } = await open(t);
  assert.equal((await call('GET', '/paiements/T1', undefined, 'Bearer x')).status, 401);
  const foreign = await call('POST', '/paiements', { ...payment('T1'), payeurAlias: 'x' });
  assert.deepEqual(foreign.body['invalid-params'][0].name, 'payeurAlias');
  for (const changes of [{ montant: 1.5 }, { txId: 'x'.repeat(36) }, { payeAlias: 'x' }])
    assert.equal((await call('POST', '/paiements', { ...payment('T1'), ...changes })).status, 400);
  const missing = await call('GET', '/paiements/T1');
  assert.deepEqual([missing.status, missing.body.title], [404, 'Not Found']);
  const account = await call('GET', '/comptes/SN0010100100012345678900');
  assert.deepEqual([account.status, account.body.statut], [200, 'OUVERT']);
});
