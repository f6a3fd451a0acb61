// Money that two users of the operator move: settlements from the request to the bank's word,
// provider floats, and corrections of a balance.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { uniqueId, type Json } from '../../harness/index.ts';
import { approveApprovalRequest, type Cast } from './cast.ts';
import { well } from './person.ts';

/** One settlement: paid mostly, sometimes sent back by the bank, refused, or withdrawn. */
export async function settleOnce(cast: Cast): Promise<void> {
  const { asker, admin, random, promised, destinationId } = cast;
  const amount = String(1_000 + Math.floor(random() * 5_000));
  const { id } = well(
    await asker.insist('settlements', {
      key: randomUUID(),
      currency: 'XOF',
      amount,
      destinationId,
    }),
  );
  promised(`settlement ${id} asked for`, 'select from settlement where id = $1 and amount = $2', [
    id,
    BigInt(amount) * 10_000n,
  ]);
  const look = (): Promise<Json> => admin.get(`operator/settlements/${id}`);
  const lot = random();
  if (lot < 0.15) {
    const withdrawn = await asker.once(
      'settlements/withdraw',
      { id },
      async () => (await look()).state === 'WITHDRAWN',
    );
    if (withdrawn?.status === 200)
      promised(`settlement ${id} withdrawn`, stateIs, [id, 'WITHDRAWN']);
    return;
  }
  if (lot < 0.3) {
    const refused = await admin.once(
      'operator/settlements/refuse',
      { id, reason: 'non' },
      async () => (await look()).state === 'REFUSED',
    );
    if (refused?.status === 200) promised(`settlement ${id} refused`, stateIs, [id, 'REFUSED']);
    return;
  }
  await agree(cast, 'approve', id);
  assert.equal((await look()).state, 'APPROVED');
  well(await admin.insist('operator/settlements/files', {}));
  const reference = uniqueId('VIR');
  const paid = { id, reference, valueDate: (await look()).requestedAt.slice(0, 10) };
  const reported = await admin.once(
    'operator/settlements/pay',
    paid,
    async () => (await look()).state === 'PAID',
  );
  if (reported?.status === 200)
    promised(`settlement ${id} paid`, 'select from settlement where id = $1 and reference = $2', [
      id,
      reference,
    ]);
  assert.equal((await look()).state, 'PAID');
  if (random() < 0.3) await agree(cast, 'return', id);
}

const stateIs = 'select from settlement where id = $1 and state = $2';

async function agree(cast: Cast, move: 'approve' | 'return', id: number): Promise<void> {
  const { admin, promised } = cast;
  const find = async (): Promise<number | undefined> => {
    const { items } = await admin.get('operator/settlements');
    return items.find((each: Json) => each.id === id)?.approvalRequest?.id as number | undefined;
  };
  const asked = await admin.once(
    `operator/settlements/${move}`,
    { id, reason: 'vérifié' },
    async () => (await find()) !== undefined,
  );
  const approvalRequest = asked?.status === 200 ? (asked.json.id as number) : (await find())!;
  const state = await approveApprovalRequest(cast, approvalRequest);
  if (state !== null && state !== 'conflict') assert.equal(state, 'done');
  if (state === 'done')
    promised(
      `settlement ${id}: ${move}`,
      `select from approval_request where id = $1 and state = 'done'`,
      [approvalRequest],
    );
}

/** Our own money goes to a provider; the same form is sent until there is an answer. */
export async function topUp(cast: Cast): Promise<void> {
  const { admin, random, promised } = cast;
  const amount = String(10_000 + Math.floor(random() * 90_000));
  const form = {
    key: randomUUID(),
    route: 'OPA_SN',
    currency: 'XOF',
    amount,
    reference: uniqueId('VIR'),
    valueDate: new Date().toISOString().slice(0, 10),
    reason: 'réserve',
  };
  const { id } = well(await admin.insist('operator/floats', form));
  await approveApprovalRequest(cast, id);
  const once = `select from float_move m where m.approval_request_id = $1 and m.amount = $2
    and m.reference = $3 having count(*) = 1`;
  promised(`float by approval request ${id}`, once, [id, BigInt(amount) * 10_000n, form.reference]);
  promised(
    `one approval request for ${form.reference}`,
    `select from approval_request where parameters ->> 'reference' = $1 having count(*) = 1`,
    [form.reference],
  );
}

/** A correction of the account's balance, up or down. */
export async function correct(cast: Cast): Promise<void> {
  const { admin, account, random, promised } = cast;
  const amount = String(Math.floor(random() * 2_000) - 1_000 || 1);
  const reason = uniqueId('correction');
  const form = { key: randomUUID(), accountId: account.accountId, currency: 'XOF', amount, reason };
  const { id } = well(await admin.insist('operator/adjust', form));
  await approveApprovalRequest(cast, id);
  const once = `select from transfer where account_id = $1 and verb = 'adjust' and amount = $2
    and note = $3 having count(*) = 1`;
  promised(`adjustment by approval request ${id}`, once, [
    account.accountId,
    BigInt(Math.abs(Number(amount))) * 10_000n,
    `wish/${id}: ${reason}`,
  ]);
  promised(
    `one approval request for ${reason}`,
    'select from approval_request where reason = $1 having count(*) = 1',
    [reason],
  );
}
