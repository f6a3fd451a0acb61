// What two users decide about single transactions: refunds above the limit, late words of a
// provider, outcomes that nobody tells.

import assert from 'node:assert/strict';
import { uniqueId, until, type Json } from '../../harness/index.ts';
import { approveApprovalRequest, type Cast } from './cast.ts';
import { well } from './person.ts';

const waitMs = 180_000;

/** A payment that succeeded is refunded by two users: of the operator, or of the account. */
export async function refundOne(cast: Cast): Promise<void> {
  const { admin, asker, approver, account, random, promised } = cast;
  const { id } = await cast.pay();
  const reason = uniqueId('refund');
  if (random() < 0.5) {
    const { approvalRequestId } = well(
      await admin.insist('operator/refund', { accountId: account.accountId, id, reason }),
    );
    const state = await approveApprovalRequest(cast, approvalRequestId);
    if (state === 'done')
      promised(`refund of ${id} by approval request ${approvalRequestId}`, doneIs, [
        approvalRequestId,
      ]);
    return;
  }
  const { approvalRequestId } = well(await asker.insist('transactions/refund', { id, reason }));
  const find = async (): Promise<Json> =>
    (await asker.get('refunds')).items.find((each: Json) => each.id === approvalRequestId);
  const decided = await approver.once(
    'refunds/approve',
    { id: approvalRequestId, note: '' },
    async () => (await find()).state !== 'open',
  );
  if (decided?.status === 200 && decided.json.state === 'done')
    promised(`refund of ${id} by approval request ${approvalRequestId}`, doneIs, [
      approvalRequestId,
    ]);
}

const doneIs = `select from approval_request where id = $1 and state = 'done'`;

/** A provider that says later that it failed: a case, which two users book. */
export async function bookLateWord(cast: Cast): Promise<void> {
  const { admin, account, harness, promised } = cast;
  const { accountId } = account;
  const { id } = await cast.pay();
  // What the writer stores: no provider of the sandbox contradicts itself while somebody waits.
  await harness.rows.read(
    `insert into operation_case (account_id, operation_id, kind, evidence)
      values ($1, $2, 'late_failure', 'provider reports failure, state is SUCCESS')`,
    [accountId, id],
  );
  const { cases } = await admin.get(`operator/cases/${accountId}/${id}`);
  const { caseId } = cases.find((each: Json) => each.closedAt === null && each.mayBook);
  const order = {
    accountId,
    id,
    caseId,
    how: 'booked',
    liableParty: 'operator',
    reason: 'repris par le fournisseur',
  };
  const waiting = async (): Promise<number | null> =>
    (await admin.get(`operator/cases/${accountId}/${id}`)).waiting;
  const asked = await admin.once(
    'operator/cases/close',
    order,
    async () => (await waiting()) !== null,
  );
  const reported = asked === null ? null : (well(asked).id as number | null);
  const approvalRequest = reported ?? (await waiting())!;
  assert.ok(approvalRequest !== null, `case ${caseId} is asked about`);
  const state = await approveApprovalRequest(cast, approvalRequest);
  if (state === 'done')
    promised(
      `case ${caseId} booked`,
      'select from operation_case where id = $1 and approval_request_id = $2 and resolved_at is not null',
      [caseId, approvalRequest],
    );
}

/**
 * The answer got lost, and two users say that it was executed, which it was; the status queries may
 * be quicker.
 */
export async function resolveLost(cast: Cast): Promise<void> {
  const { admin, account, promised } = cast;
  const { id } = await cast.pay('8003');
  const look = async (): Promise<Json> => admin.get(`operator/cases/${account.accountId}/${id}`);
  const state = async (): Promise<string> => {
    const [row] = await cast.harness.rows.read<{ state: string }>(
      'select state from operation where account_id = $1 and id = $2',
      [account.accountId, id],
    );
    return row!.state;
  };
  await until(
    `${id} is unknown`,
    async () => (await look()).undecided !== null || (await state()) === 'SUCCESS',
    {
      timeoutMs: waitMs,
      everyMs: 50,
    },
  );
  const order = {
    accountId: account.accountId,
    id,
    outcome: 'executed',
    reference: `THEIRS-${id}`,
    reason: 'vu sur leur portail',
  };
  const asked = await admin.once(
    'operator/cases/resolve',
    order,
    async () => (await look()).waiting !== null,
  );
  const approvalRequest =
    asked === null ? ((await look()).waiting as number | null) : (well(asked).id as number | null);
  if (approvalRequest === null) return;
  if ((await approveApprovalRequest(cast, approvalRequest)) === 'done')
    promised(
      `${id} decided by approval request ${approvalRequest}`,
      `select from operation where id = $1 and state = 'SUCCESS'`,
      [id],
    );
}
