// S02: above the limit a refund waits for another user of the same side, is carried out once, and
// goes the way of every refund; below it nobody waits.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import {
  approve,
  findApprovalRequest,
  refuseApprovalRequest,
  type DecidedApprovalRequest,
  type Decider,
  type ApprovalRequestDeps,
} from '../approvals/index.ts';
import { executeApproved } from '../approvals/requests.ts';
import { listAudit } from '../../platform/audit/index.ts';
import { decider, openCaseBackOffice, refs, type CaseBackOffice } from '../cases/testing.ts';
import type { Operation } from '../../payments/operations/model/operation.ts';
import { readHistory } from '../../payments/operations/index.ts';
import { testTerms, units } from '../../payments/operations/testing.ts';
import { claimInstallation } from '../../platform/db/boot-check.ts';
import { plainDocuments } from '../../node/portal/testing/documents.ts';
import { createApprovalRequestKinds } from '../../node/start/approval-kinds.ts';
import {
  executeRefund,
  readRefundLimits,
  refundAsUser,
  setRefundLimit,
  type Reverse,
} from './index.ts';
import { refundLimitKinds } from './change-limit.ts';
import { limitInForce } from './limit.ts';
import { previewRefund } from './preview.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: CaseBackOffice;
let deps: ApprovalRequestDeps & { reverse: Reverse };
/** How often a provider was asked. */
let asked: number;
/** Whether the provider gives the money back. */
let agrees: boolean;
const ofAccount = (userId: number) => ({ ...decider(userId), accountId: 1 });

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openCaseBackOffice(db);
  [asked, agrees] = [0, true];
  const { database } = db;
  const kinds = createApprovalRequestKinds({
    documents: plainDocuments,
    resolve: () => Promise.reject(new Error('no outcome is decided here')),
    refund: (approvalRequest) => executeRefund({ database, reverse }, approvalRequest),
  });
  deps = { database, kinds, reverse };
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

/** A provider that answers at once, through the writer. */
const reverse: Reverse = async ({ accountId, id }) => {
  asked++;
  const operation = operations.get(id)!;
  const executed = (await backOffice.attemptOf(operation))!;
  const attempt = {
    ...executed,
    number: executed.number + 1,
    purpose: 'refund' as const,
    state: 'SENDING' as const,
  };
  await backOffice.advance(operation, { type: 'refund', attempt }, executed);
  const refusal = { errorId: 44, message: null };
  await backOffice.advance(
    operation,
    agrees ? { type: 'succeed', refs } : { type: 'fail', refs, refusal, proof: 'provider_refused' },
    attempt,
  );
  assert.equal(accountId, 1);
  return { type: agrees ? 'refunded' : 'notPossible', operation };
};
const operations = new Map<string, Operation>();

async function succeeded(
  amount: bigint,
): Promise<{ accountId: number; id: string; services: null; reason: string }> {
  const operation = await backOffice.open({ amount });
  operations.set(operation.terms.id, operation);
  await backOffice.advance(
    operation,
    { type: 'succeed', refs },
    (await backOffice.attemptOf(operation))!,
  );
  return { accountId: 1, id: operation.terms.id, services: null, reason: 'erreur de montant' };
}
async function waiting(
  order: Parameters<typeof refundAsUser>[2],
  asker: Decider = ofAccount(1),
): Promise<number> {
  const refunded = await refundAsUser(deps, asker, order);
  if (refunded?.type !== 'waiting') assert.fail(String(refunded?.type));
  return refunded.approvalRequestId;
}
const available = async () =>
  Number(
    (
      await db.database.query<{ n: bigint }>({
        name: 'available',
        text: 'select available as n from balance',
      })
    )[0]!.n,
  ) / 10_000;

test('without a limit, and below it, one user refunds; it is written down', async () => {
  assert.deepEqual(await refundAsUser(deps, ofAccount(1), await succeeded(units(300))), {
    type: 'refunded',
  });
  await setRefundLimit(db.database, { kind: 'command' }, null, units(100));
  assert.deepEqual(await refundAsUser(deps, decider(1), await succeeded(units(100))), {
    type: 'refunded',
  });
  assert.deepEqual([asked, await available()], [2, 1_000]);
  const undone = (await listAudit(db.database, { accountId: 1, limit: 10 })).filter(
    ({ action }) => action === 'transaction.undo',
  );
  const reason = { reason: 'erreur de montant' };
  assert.deepEqual(
    undone.map((entry) => entry.new),
    [reason, reason],
  );
});

test('above it another user of the account approves, once; asking again finds the same approval request', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, 1, units(100));
  const order = await succeeded(units(101));
  const approvalRequestId = await waiting(order);
  assert.equal(await waiting(order, ofAccount(2)), approvalRequestId);
  assert.equal(asked, 0);
  assert.deepEqual(await approve(deps, ofAccount(1), approvalRequestId, null), {
    ok: false,
    refusal: 'ownRequest',
  });
  assert.deepEqual(await approve(deps, decider(2), approvalRequestId, null), {
    ok: false,
    refusal: 'notFound',
  });
  assert.deepEqual(await approve(deps, { ...decider(2), accountId: 9 }, approvalRequestId, null), {
    ok: false,
    refusal: 'notFound',
  });
  const answers = await Promise.all(
    [1, 2].map(() => approve(deps, ofAccount(2), approvalRequestId, null)),
  );
  assert.deepEqual(
    answers.map((answer) => (answer.ok ? answer.state : answer.refusal)).toSorted(),
    ['conflict', 'done'],
  );
  assert.deepEqual([asked, await available()], [1, 1_000]);
});

/**
 * The approval request is approved on a node that dies when it has carried it out and not yet said
 * so; another one goes on with it.
 */
async function approveOnDyingNode(approvalRequestId: number) {
  const died = () => Promise.reject(new Error('the node died'));
  const refund = (approvalRequest: DecidedApprovalRequest) =>
    executeRefund({ database: db.database, reverse }, approvalRequest).then(died);
  await assert.rejects(
    approve(
      {
        ...deps,
        kinds: createApprovalRequestKinds({ documents: plainDocuments, resolve: died, refund }),
      },
      decider(2),
      approvalRequestId,
      null,
    ),
    /died/,
  );
  await db.sql(`update approval_request set held_until = now() - interval '1 second'`);
  await executeApproved(deps);
  const { state, result } = (await findApprovalRequest(db.database, approvalRequestId))!;
  return { state, result };
}

test('a node that dies over it asks the provider once; what the provider did, or refused, is said', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, null, 0n);
  const given = await waiting(await succeeded(units(5)), decider(1));
  assert.deepEqual(await approveOnDyingNode(given), {
    state: 'done',
    result: { outcome: 'refunded' },
  });
  assert.equal(asked, 1);
  agrees = false;
  const refused = await waiting(await succeeded(units(6)), decider(1));
  assert.deepEqual(await approveOnDyingNode(refused), {
    state: 'failed',
    result: { refusal: 'notPossible' },
  });
  assert.equal(asked, 2);
});

test('what came of it before the approval is not the work of the approval request, and no reason against it', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, null, 0n);
  agrees = false;
  const order = await succeeded(units(5));
  const approvalRequestId = await waiting(order, decider(1));
  await reverse(order);
  agrees = true;
  assert.deepEqual(await approve(deps, decider(2), approvalRequestId, null), {
    ok: true,
    state: 'done',
    result: { outcome: 'refunded' },
  });
  assert.equal(asked, 2);
});

test('what was refused moves nothing; an account’s own limit counts before the installation’s, and both are audited', async () => {
  const { database } = db;
  await setRefundLimit(database, { kind: 'command' }, null, units(1));
  await setRefundLimit(database, { kind: 'command' }, 1, units(50));
  assert.equal(await setRefundLimit(database, { kind: 'command' }, 99, units(50)), false);
  assert.equal(limitInForce(await readRefundLimits(database, 1)), units(50));
  assert.deepEqual(await refundAsUser(deps, ofAccount(1), await succeeded(units(50))), {
    type: 'refunded',
  });
  const approvalRequestId = await waiting(await succeeded(units(51)));
  assert.ok((await refuseApprovalRequest(deps, ofAccount(2), approvalRequestId, 'non')).ok);
  assert.equal(asked, 1);
  const audited = await listAudit(database, { action: 'refund.limit', limit: 10 });
  assert.deepEqual(
    audited.map((entry) => [entry.accountId, entry.subject, entry.new]),
    [
      [1, 'account/1', { limit: '500000' }],
      [null, null, { limit: '10000' }],
    ],
  );
  assert.equal(
    await refundAsUser(deps, ofAccount(1), {
      accountId: 1,
      id: '99',
      services: null,
      reason: '',
    }),
    null,
  );
});

/** When an operation took a state. */
async function tookAt({ id }: { id: string }, state: string): Promise<Date> {
  const { transitions } = await readHistory(db.database, { accountId: 1, id });
  return transitions.find(({ to }) => to === state)!.at;
}
const carryOut = (
  id: string,
  decidedAt: Date,
  by: Reverse = reverse,
  accountId: number | null = 1,
) =>
  executeRefund(
    { database: db.database, reverse: by },
    { accountId, parameters: { transactionId: id }, decidedAt },
  );

test('what came of it since the decision, from the very moment on, is its work and is not tried again', async () => {
  const refunded = await succeeded(units(5));
  await reverse(refunded);
  assert.deepEqual(await carryOut(refunded.id, await tookAt(refunded, 'REFUNDED')), {
    done: true,
    result: { outcome: 'refunded' },
  });
  const open = await backOffice.open({ amount: units(5) });
  const canceled = open.terms;
  await backOffice.advance(
    open,
    { type: 'cancel', proof: 'provider_canceled' },
    (await backOffice.attemptOf(open))!,
  );
  assert.deepEqual(await carryOut(canceled.id, await tookAt(canceled, 'CANCELED')), {
    done: true,
    result: { outcome: 'canceled' },
  });
  assert.equal(asked, 1, 'the refund itself');
});

test('a refund is carried out when the money is back or on its way back, and of an account alone', async () => {
  const { id } = await succeeded(units(5));
  const now = new Date();
  const answering =
    (type: 'canceled' | 'refunded' | 'pending' | 'notPossible'): Reverse =>
    () =>
      Promise.resolve({ type, operation: operations.get(id)! });
  for (const type of ['canceled', 'refunded', 'pending'] as const)
    assert.deepEqual(await carryOut(id, now, answering(type)), {
      done: true,
      result: { outcome: type },
    });
  assert.deepEqual(await carryOut(id, now, answering('notPossible')), {
    done: false,
    result: { refusal: 'notPossible' },
  });
  assert.deepEqual(await carryOut(id, now, answering('refunded'), null), {
    done: false,
    result: { refusal: 'unknown transaction' },
  });
});

const previewOf = (id: string, more: object = {}, accountId: number | null = 1) =>
  previewRefund(db.database, { accountId, parameters: { transactionId: id, ...more } });

test('the preview shows the state that was asked about, where it was kept and another one has come', async () => {
  const { id } = await succeeded(units(5));
  for (const [state, shown] of [
    [undefined, null],
    ['SUCCESS', null],
    ['SENDING', { word: 'SENDING' }],
  ] as const)
    assert.deepEqual((await previewOf(id, { state })).lines[0]!.asked, shown);
  assert.deepEqual(await previewOf(id, {}, null), { lines: [], refusal: 'unknown transaction' });
});

test('the preview foresees the balance to the franc: with the commission unless it is kept, and down to nothing', async () => {
  const collected = async (keepsCommission?: true) => {
    const { details } = testTerms();
    const operation = await backOffice.open({
      direction: 'CREDIT',
      amount: units(50),
      commission: units(2),
      details: { ...details, ...(keepsCommission && { keepsCommission }) },
    });
    const attempt = (await backOffice.attemptOf(operation))!;
    await backOffice.advance(operation, { type: 'succeed', refs }, attempt);
    return operation.terms.id;
  };
  const change = async (id: string): Promise<unknown[]> => {
    const { lines, refusal } = await previewOf(id);
    const { before, after } = lines[1]!;
    return [before, after, refusal].map((each) =>
      each !== null && typeof each === 'object' && 'amount' in each ? each.amount : each,
    );
  };
  const given = await collected();
  assert.deepEqual(await change(given), ['1048', '1000', null]);
  const kept = await collected(true);
  assert.deepEqual(await change(kept), ['1096', '1046', null]);
  await backOffice.open({ amount: units(1_046) });
  assert.deepEqual(await change(kept), ['50', '0', null]);
  await backOffice.open({ amount: 1n });
  assert.deepEqual(await change(kept), ['49.9999', '-0.0001', 'balanceTooLow']);
});

test('a refund limit is an amount, nothing included', () => {
  const { check } = refundLimitKinds['refund-limit']!;
  for (const limit of [null, '0', '12.5']) assert.equal(check({ limit }), null);
  for (const limit of ['-1', 'x', '0.00001']) assert.match(String(check({ limit })), /an amount/);
});

test('S02: a new installation with real money has a refund limit, and one that is there keeps its own', async () => {
  const limitOf = async () => (await readRefundLimits(db.database, null)).installation;
  for (const [mode, limit] of [
    ['live', units(100_000)],
    ['rehearsal', units(100_000)],
    ['sandbox', null],
  ] as const) {
    await db.sql('delete from installation');
    assert.equal(await claimInstallation(db.database, mode, Buffer.alloc(32)), null);
    assert.equal(await limitOf(), limit, mode);
  }
  await setRefundLimit(db.database, decider(1).who, null, units(7));
  await claimInstallation(db.database, 'sandbox', Buffer.alloc(32));
  assert.equal(await limitOf(), units(7));
});
