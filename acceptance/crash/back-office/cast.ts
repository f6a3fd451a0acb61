// Fixture of the back-office crash tests: an account with two users who make payouts, two operator
// users, a bank account past its waiting period, and a record of what was acknowledged, to be
// checked after every process has been killed.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  createClient,
  uniqueId,
  uniquePhone,
  until,
  type Account,
} from '../../harness/index.ts';
import type { Harness } from '../harness.ts';
import { meet, well, type User } from './person.ts';

export interface Cast {
  harness: Harness;
  random: () => number;
  /** Whose people these are; its merchant sends no traffic of its own but what `pay` does. */
  account: Account;
  asker: User;
  approver: User;
  admin: User;
  finance: User;
  destinationId: number;
  /** Also while no node lives: nobody kills the provider. */
  simulatorUrl: string;
  /** Writes down what was acknowledged: at the end the statement must have a row. */
  promised(what: string, sql: string, values: readonly unknown[]): void;
  promises: { what: string; sql: string; values: readonly unknown[] }[];
  /**
   * A payment of the account through the interface, once it is final; `digits` choose its outcome.
   */
  pay(digits?: string): Promise<{ id: string; phone: string }>;
}

/** XOF. */
export const fund = 50_000_000;
const daySeconds = 86_400;
/** Nodes may be away for most of it, on a machine with much else to do. */
const payWithinMs = 180_000;
const destination = {
  kind: 'bank',
  holder: 'Boutique Teranga',
  institution: 'CBAO Dakar',
  country: 'SN',
  number: 'SN010 01520 000485000030 35',
};

export async function openCast(harness: Harness): Promise<Cast> {
  const { installation, random, nodes } = harness;
  const { cli } = installation;
  const account = await createAccount(installation, { fund });
  const id = String(account.accountId);
  const [asking, approving, operating] = await Promise.all([
    cli<{ link: string }>(['account', 'invite', id, 'asker@example.sn', '--role', 'finance']),
    cli<{ link: string }>(['account', 'invite', id, 'approver@example.sn', '--role', 'finance']),
    cli<{ link: string }>(['operator', 'invite', 'finance@example.sn', '--role', 'finance']),
    cli(['settlement', 'terms', 'XOF', '--minimum', '1000', '--fee', '50']),
  ]);
  const deps = { nodes: () => nodes.map(({ baseUrl }) => baseUrl), random };
  // The link of the first operator is good as long as there is none.
  const admin = await meet(deps, 'admin', installation.nodes[0]!.details.firstOperatorLink!);
  const [asker, approver, finance] = await Promise.all([
    meet(deps, 'asker', asking.link),
    meet(deps, 'approver', approving.link),
    meet(deps, 'finance', operating.link),
  ]);
  const { id: destinationId } = well(await asker.insist('settlements/destinations', destination));
  well(await approver.insist('settlements/destinations/confirm', { id: destinationId }));
  well(
    await admin.insist('operator/refund-limit', {
      accountId: account.accountId,
      limit: '0',
      reason: '',
    }),
  );
  await cli(['clock', 'advance', String(daySeconds)]);
  await Promise.all([asker, approver, admin, finance].map((user) => user.signIn()));
  const simulatorUrl = harness.simulatorUrl();
  const promises: Cast['promises'] = [];
  return {
    harness,
    random,
    account,
    asker,
    approver,
    admin,
    finance,
    destinationId,
    simulatorUrl,
    promises,
    promised: (what, sql, values) => void promises.push({ what, sql, values }),
    pay: (digits) => pay(harness, account, digits),
  };
}

async function pay(
  { nodes, rows, random }: Harness,
  { apiKey, accountId }: Account,
  digits = '0000',
) {
  const phone = uniquePhone(digits);
  const order = {
    phone,
    amount: 500 + 5 * Math.floor(random() * 200),
    codeService: 'OPC_SN_API_CASH_IN',
    externalTransactionId: uniqueId('office'),
  };
  const ordered = await until(
    'an answer to a payment',
    async () => {
      const node = nodes[Math.floor(random() * nodes.length)]!;
      const answer = await createClient(node.baseUrl, apiKey)
        .operation(order)
        .catch(() => undefined);
      await sleep(50);
      return answer?.json?.code === 2000 ? answer.json : undefined;
    },
    { timeoutMs: payWithinMs },
  );
  const id = String(ordered.data.transactionId);
  if (digits !== '0000') return { id, phone };
  await until(
    `payment ${id} has succeeded`,
    async () => {
      const [row] = await rows.read<{ state: string }>(
        'select state from operation where account_id = $1 and id = $2',
        [accountId, id],
      );
      return row?.state === 'SUCCESS';
    },
    { timeoutMs: payWithinMs, everyMs: 100 },
  );
  return { id, phone };
}

/**
 * The second user approves an approval request of the operator's; answers what became of it where
 * that was told.
 */
export async function approveApprovalRequest(
  { finance }: Cast,
  id: number,
): Promise<string | null> {
  const decided = await finance.once(
    'operator/approval-requests/approve',
    { id, note: 'vu' },
    async () => {
      const { items } = await finance.get('operator/approval-requests');
      const approvalRequest = items.find((each: { id: number }) => each.id === id);
      assert.ok(approvalRequest !== undefined, `approval request ${id} is gone`);
      return approvalRequest.state !== 'open';
    },
  );
  return decided === null
    ? null
    : decided.code === 'conflict'
      ? 'conflict'
      : String(well(decided).state);
}
