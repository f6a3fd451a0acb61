// What people decide about money: payout batches, settlements, floats, corrections, refunds,
// prices.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { well } from '../../crash/back-office/person.ts';
import { uniquePhone, until, type Json } from '../../harness/index.ts';
import { untilStatus } from '../../harness/payment.ts';
import { order } from './payments.ts';
import type { FillContext } from './fill-context.ts';

/** Settlements in each state, and a schedule. */
export async function settle(place: FillContext): Promise<void> {
  const { owner, admin, approve, destinationId, installation } = place;
  await installation.cli(['settlement', 'terms', 'XOF', '--minimum', '1000', '--fee', '50']);
  const ask = async (): Promise<number> => {
    const body = { key: randomUUID(), currency: 'XOF', amount: '2000', destinationId };
    return well(await owner.insist('settlements', body)).id as number;
  };
  const agree = async (move: 'approve' | 'return', id: number): Promise<void> => {
    const asked = await admin.insist(`operator/settlements/${move}`, { id, reason: 'vérifié' });
    await approve(well(asked).id as number);
  };
  const pay = async (id: number): Promise<void> => {
    const { requestedAt } = await admin.get(`operator/settlements/${id}`);
    const valueDate = String(requestedAt).slice(0, 10);
    const paid = { id, reference: `VIR-${id}`, valueDate };
    well(await admin.insist('operator/settlements/pay', paid));
  };
  await ask();
  const [withdrawn, refused, paid, returned, approved] = [
    await ask(),
    await ask(),
    await ask(),
    await ask(),
    await ask(),
  ];
  well(await owner.insist('settlements/withdraw', { id: withdrawn }));
  well(await admin.insist('operator/settlements/refuse', { id: refused, reason: 'non' }));
  for (const id of [paid, returned]) await agree('approve', id);
  well(await admin.insist('operator/settlements/files', {}));
  for (const id of [paid, returned]) await pay(id);
  await agree('return', returned);
  await agree('approve', approved);
  const schedule = { currency: 'XOF', destinationId, minimum: '1000', keep: '100000' };
  well(await owner.insist('settlements/schedule', { ...schedule, every: 'week', day: 1 }));
  const wallet = { kind: 'wallet', holder: 'Awa', institution: 'Orange', country: 'SN' };
  well(await owner.insist('settlements/destinations', { ...wallet, number: '+221770000001' }));
  const rib = { kind: 'bank', holder: 'Awa', institution: 'NSIA', country: 'CI' };
  await owner.insist('settlements/destinations', {
    ...rib,
    number: 'CI93CI0080111301134291200589',
  });
}

/** A request in each state, of each side. */
export async function askAndDecide(place: FillContext): Promise<void> {
  const { admin, finance, owner, treasurer, shop, approve, client } = place;
  const { accountId } = shop;
  const adjust = async (amount: string): Promise<number> => {
    const body = { key: randomUUID(), accountId, currency: 'XOF', amount, reason: 'correction' };
    return well(await admin.insist('operator/adjust', body)).id as number;
  };
  await approve(await adjust('-1250'));
  await approve(await adjust('500'));
  const refused = await adjust('1');
  well(await finance.insist('operator/approval-requests/refuse', { id: refused, note: 'non' }));
  well(await admin.insist('operator/approval-requests/withdraw', { id: await adjust('2') }));
  const open = await adjust('3');
  const proofs = {
    'avis.pdf': '255044462d312e37',
    'avis.png': '89504e470d0a1a0a',
    'a.jpg': 'ffd8ffe0',
  };
  for (const [name, bytes] of Object.entries(proofs)) {
    const attach = `operator/approval-requests/attach?id=${open}&name=${name}`;
    well(await admin.insist(attach, Buffer.from(bytes, 'hex')));
  }
  const tooMuch = await adjust('-999999999');
  const failed = await finance.insist('operator/approval-requests/approve', {
    id: tooMuch,
    note: '',
  });
  assert.equal(well(failed).state, 'failed');
  const bank = { name: 'Exploitation', bank: 'CBAO', number: 'SN012', currency: 'XOF' };
  const bankAccountId = well(await admin.insist('operator/bank-accounts', bank)).id as number;
  const funds = { key: randomUUID(), accountId, currency: 'XOF', amount: '75000', reason: 'fonds' };
  const money = { ...funds, bankAccountId };
  await approve(well(await admin.insist('operator/fund', money)).id as number);
  const day = new Date().toISOString().slice(0, 10);
  const float = { key: randomUUID(), route: 'OPA_SN', currency: 'XOF', amount: '50000' };
  const top = { ...float, reference: 'VIR-F', valueDate: day, reason: 'réserve' };
  await approve(well(await admin.insist('operator/floats', top)).id as number);
  well(await admin.insist('operator/refund-limit', { accountId, limit: '0', reason: '' }));
  const paid = await order(place);
  const other = await order(place);
  for (const { id } of [paid, other]) await untilStatus(client, id, 'SUCCESS');
  const askedFor = { id: paid.transactionId, reason: 'rendu' };
  const { approvalRequestId } = well(await owner.insist('transactions/refund', askedFor));
  well(await treasurer.insist('refunds/approve', { id: approvalRequestId, note: '' }));
  well(await owner.insist('transactions/refund', { id: other.transactionId, reason: 'rendu' }));
}

const header = 'téléphone;montant;identifiant externe;nom';

/** A batch in each state. */
export async function payBatches(place: FillContext): Promise<void> {
  const { owner, treasurer, client } = place;
  const upload = async (
    name: string,
    digits: readonly string[],
    amount = 1_000,
  ): Promise<number> => {
    const lines = digits.map(
      (last, index) => `${uniquePhone(last)};${amount};;Employé ${index + 1}`,
    );
    const path = `payouts/upload?name=${name}&fileName=lot.csv&service=OPA_SN_API_CASH_IN`;
    const { id, problem } = well(
      await owner.insist(path, Buffer.from([header, ...lines].join('\r\n'))),
    );
    assert.equal(problem, null);
    return id as number;
  };
  const look = (id: number): Promise<Json> => owner.get(`payouts/${id}`);
  const submit = async (id: number): Promise<number> => {
    assert.equal(well(await owner.insist('payouts/submit', { id })).refused, null);
    return (await look(id)).approvalRequest as number;
  };
  const decide = async (id: number, word: 'approve' | 'refuse'): Promise<void> => {
    const approvalRequest = await submit(id);
    well(await treasurer.insist(`payouts/${word}`, { id, approvalRequest, note: 'vu' }));
  };
  const untilState = (id: number, state: string): Promise<unknown> =>
    until(`batch ${id} is ${state}`, async () => (await look(id)).state === state, {
      timeoutMs: 120_000,
      everyMs: 200,
    });
  await upload('brouillon', ['0000', '0000']);
  await submit(await upload('attend', ['0000']));
  await decide(await upload('non', ['0000']), 'refuse');
  const done = await upload('fait', ['0000', '0000', '9016']);
  await decide(done, 'approve');
  await untilState(done, 'done');
  // These wait for providers that never answer.
  const running = await upload('court', ['8007', '8007', '0000']);
  await decide(running, 'approve');
  const canceling = await upload('arret', ['8007', '8007']);
  await decide(canceling, 'approve');
  await until('it has left', async () => (await look(canceling)).counts.sent > 0, {
    timeoutMs: 60_000,
  });
  well(await owner.insist('payouts/cancel', { id: canceling }));
  const paused = await upload(
    'pause',
    Array.from({ length: 60 }, () => '0000'),
  );
  await decide(paused, 'approve');
  await owner.insist('payouts/pause', { id: paused });
  const tooMuch = async (name: string): Promise<number> => {
    const digits = Array.from({ length: 6 }, () => '0000');
    const id = await upload(name, digits, 1_000_000);
    await decide(id, 'approve');
    await untilState(id, 'waiting_for_funds');
    return id;
  };
  well(await owner.insist('payouts/cancel', { id: await tooMuch('annule') }));
  await tooMuch('cher');
  assert.ok((await client.balance()) >= 0);
}

/** A plan of prices, one of an account's own, and services asked for. */
export async function price({
  admin,
  owner,
  shop,
  installation,
  rows,
  approve,
}: FillContext): Promise<void> {
  const codes = ['OPA_SN_API_CASH_IN', 'OPC_SN_API_CASH_IN', 'OPF_SN_API_CASH_IN'];
  const price_ = { percent: '1', fixed: '5', minimum: null, maximum: null };
  const plan = {
    name: 'Grands comptes',
    rateLimit: null,
    services: [{ code: codes[1], price: price_ }],
  };
  const { id } = well(await admin.insist('operator/price-plans', plan));

  const applied = well(
    await admin.insist('operator/price-plans/apply', {
      id,
      accountId: shop.accountId,
      reason: 'accord',
    }),
  );
  await approve(applied.approvalRequest as number);
  const own = { id: shop.accountId, code: codes[0], price: price_, reason: 'accord' };
  const asked = well(await admin.insist('operator/developers/price', own));
  await approve(asked.approvalRequest as number);
  await installation.cli([
    'account',
    'set',
    String(shop.accountId),
    '--activate',
    codes.concat('CHAT_MESSAGING').join(','),
  ]);
  for (const code of ['OPB_CM_API_CASH_IN', 'OPA_CI_API_CASH_IN', 'OPC_CI_API_CASH_IN'])
    well(await owner.insist('services/ask', { code, note: '' }));
  const requests = await rows.read<{ id: number }>('select id from service_request order by id');
  const [activated, refused] = requests;
  well(
    await admin.insist('service-requests/decide', {
      id: activated!.id,
      activate: true,
      answer: '',
    }),
  );
  well(
    await admin.insist('service-requests/decide', {
      id: refused!.id,
      activate: false,
      answer: 'non',
    }),
  );
  await installation.cli(['account', 'set', String(shop.accountId), '--activate', 'all']);
}
