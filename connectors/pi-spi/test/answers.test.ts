// Checks every status, reason and refusal of the sheet, in answers and in status queries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import type { PiSpiReason } from '../outcome-table.ts';
import { collect, payout, query, submit, transfer, txId } from './scripted.ts';

/**
 * From the sheet: for a request to pay and for a payment. `inquire`: what became of the first order
 * is asked.
 */
const reasons: { [code in PiSpiReason]: string | [string, string] } = {
  BE23: 'no_account',
  AC03: 'no_account',
  AC04: 'recipient-account-inactive',
  AC07: 'recipient-account-inactive',
  AC06: 'recipient-account-blocked',
  AG01: 'opa_number_not_allowed',
  AG03: 'opa_number_not_allowed',
  AG10: 'operator_down_time',
  AG11: 'operator_down_time',
  AB08: 'operator_down_time',
  AB03: 'connexion_error',
  AB04: 'internal_operator_error',
  AB09: 'internal_operator_error',
  AM02: 'interval_max_amount_cumul_reached',
  AM21: 'interval_max_amount_cumul_reached',
  AM14: 'interval_max_amount_cumul_reached',
  AM04: 'provider_low',
  AM09: 'bad_amount',
  AEXR: 'payment-timeout',
  ARFR: 'bad_auth',
  ARJR: 'bad_auth',
  ALAC: 'inquire',
  APAR: 'inquire',
  BE01: 'invalid_data',
  BE05: 'invalid_data',
  RR07: 'invalid_data',
  DU03: 'inquire',
  FR01: 'opa_number_not_allowed',
  RR04: 'opa_number_not_allowed',
  IRNR: 'execution_error',
  SOLDE_INSUFFISANT: ['customer_balance_low', 'provider_low'],
};
const rejected = (statutRaison: string) => ({
  txId,
  end2endId: 'E1',
  statut: 'REJETE',
  statutRaison,
});
const paid = { txId, end2endId: 'E9', statut: 'IRREVOCABLE', montantFrais: 25 };

test('every documented reason, for a request to pay and for a payment', async () => {
  for (const [code, expected] of Object.entries(reasons))
    for (const [at, intent] of [collect, payout].entries()) {
      const wanted = typeof expected === 'string' ? expected : expected[at]!;
      const more = code === 'AB03' ? [json(200, rejected(code))] : [json(200, paid)];
      const answers = [
        json(200, rejected(code)),
        ...(wanted === 'inquire' || code === 'AB03' ? more : []),
      ];
      const { outcome } = await submit(intent, answers);
      const told = outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
      assert.equal(told, wanted === 'inquire' ? 'succeeded' : wanted, `${code} ${intent.kind}`);
      if (wanted === 'inquire') assert.equal(outcome.refs.theirs, 'E9', 'not the id of the repeat');
    }
});

test('a repeat whose first order is still open is not asked about by the id of the repeat', async () => {
  const open = json(200, { txId, statut: 'ENVOYE' });
  const { outcome, context } = await submit(payout, [json(200, rejected('DU03')), open]);
  assert.deepEqual([outcome.kind, outcome.refs.theirs], ['pending', undefined]);
  assert.equal(context.requests.length, 3, 'token, order, and the question by our id');
});

test('AB03 counts only when `statuts` says rejected too', async () => {
  const first = json(200, rejected('AB03'));
  const after = async (answer: HttpResult) => (await submit(payout, [first, answer])).outcome.kind;
  assert.equal(await after(json(200, { end2endId: 'E1', statut: 'IRREVOCABLE' })), 'succeeded');
  assert.equal(await after(json(200, rejected('AB03'))), 'failed');
  assert.equal(await after(json(404, { title: 'Not Found', status: 404 })), 'unknown');
  const nameless = json(200, { txId, statut: 'REJETE', statutRaison: 'AB03' });
  assert.equal((await submit(payout, [nameless])).outcome.kind, 'unknown');
});

test('every documented status; a success tells its fee', async () => {
  for (const [statut, kind] of Object.entries({
    INITIE: 'pending',
    ENVOYE: 'pending',
    IRREVOCABLE: 'succeeded',
  })) {
    const { outcome } = await submit(payout, [json(200, { ...paid, statut })]);
    assert.equal(outcome.kind, kind, statut);
    assert.equal(outcome.refs.theirs, 'E9');
    if (outcome.kind === 'succeeded') assert.equal(outcome.fee, 250_000n);
  }
});

test('refusals by problem documents, by their HTTP status', async () => {
  const problems: { [status: number]: string } = {
    400: 'invalid_data',
    403: 'connexion_error',
    404: 'no_account',
    429: 'opa_operator_internal_error',
    503: 'unknown',
    504: 'unknown',
    418: 'unknown',
  };
  for (const [status, expected] of Object.entries(problems)) {
    const { outcome } = await submit(payout, [json(Number(status), { title: 'no', status: 1 })]);
    const told = outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
    assert.equal(told, expected, status);
  }
  const conflict = await submit(payout, [json(409, { title: 'Conflict' }), json(200, paid)]);
  assert.equal(conflict.outcome.kind, 'succeeded', 'what became of the first is asked');
});

test('nonsense, the page of a proxy and a lost answer prove nothing', async () => {
  for (const answer of [
    bytes(404, '<html>'),
    json(400, { error: 'of a proxy' }),
    json(200, {}),
    json(200, { statut: 'MOON' }),
    { kind: 'lost', cause: 'timeout' } as const,
  ])
    assert.equal((await submit(payout, [answer])).outcome.kind, 'unknown', JSON.stringify(answer));
});

test('a repeat that is rejected for an unlisted reason may be one: what became of the first is asked', async () => {
  const rejected = json(200, { statut: 'REJETE', statutRaison: 'MOON' });
  const again = await submit(
    payout,
    [rejected, json(200, { ...paid, statut: 'IRREVOCABLE' })],
    'replay',
  );
  assert.equal(again.outcome.kind, 'succeeded');
  const lost = await submit(payout, [rejected, { kind: 'lost', cause: 'timeout' }], 'replay');
  assert.equal(lost.outcome.kind, 'unknown');
  assert.equal((await submit(payout, [rejected])).outcome.kind, 'failed');
});

test('F29 amount, id and party are compared with the order', async () => {
  const told = { ...paid, montant: 1000, payeAlias: '+221770000009', payeurAlias: '+221770000008' };
  const ofPayout = (await submit(payout, [json(200, told)])).outcome;
  assert.deepEqual('claims' in ofPayout && ofPayout.claims, {
    ours: ourRef,
    amount: 10_000_000n,
    party: '+221770000009',
  });
  const ofRequest = (await submit(collect, [json(200, told)])).outcome;
  assert.equal('claims' in ofRequest && ofRequest.claims?.party, '+221770000008');
  const ofTransfer = (await submit(transfer, [json(200, { ...told, payeNumero: 'X1' })])).outcome;
  assert.equal('claims' in ofTransfer && ofTransfer.claims?.party, 'X1');
  for (const wrong of [
    { montant: -1 },
    { montant: 1.5 },
    { montant: '1000 F' },
    { txId: 'shop-1' },
  ]) {
    const { outcome } = await submit(payout, [json(200, { ...told, ...wrong })]);
    assert.equal(outcome.kind, 'unknown', JSON.stringify(wrong));
  }
});

const notFound = json(404, { title: 'Not Found', status: 404 });

test('F19 absent is only what the participant itself does not know', async () => {
  assert.equal((await query(payout, [notFound])).kind, 'absent');
  for (const answer of [bytes(404, '<html>'), json(404, {}), json(500, {}), json(200, [])])
    assert.equal((await query(payout, [answer])).kind, 'unknown', JSON.stringify(answer));
  const own = json(200, rejected('DU03'));
  assert.equal((await query(payout, [own])).kind, 'unknown', 'not the word on the first order');
});

test('what is still open is asked for certain; what the first answer told stays told', async () => {
  const sent = json(200, { ...paid, statut: 'ENVOYE', montant: 1000 });
  const certain = await query(payout, [
    sent,
    json(200, { end2endId: 'E9', statut: 'IRREVOCABLE' }),
  ]);
  assert.deepEqual(
    [certain.kind, 'claims' in certain && certain.claims?.amount],
    ['succeeded', 10_000_000n],
  );
  assert.equal((await query(payout, [sent, notFound])).kind, 'pending');
  assert.equal((await query(payout, [sent, json(500, {})])).kind, 'pending');
});
