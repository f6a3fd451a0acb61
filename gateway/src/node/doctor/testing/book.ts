// Fixture of a database in which everything is right. Writes complete lifecycles of operations as
// rows, with the ledger's own table of postings, so that the doctor's table is compared with it.

import { applyTransfer, postingsOf } from '../../../payments/ledger/index.ts';
import type { Balance, LedgerEvent, Transfer } from '../../../payments/ledger/index.ts';
import { sentRows } from './messages.ts';
import type { SentBatch } from './messages.ts';
import type { State } from '../../../payments/operations/model/states.ts';
import { attemptReference } from '../../../payments/operations/model/reference.ts';
import { attemptsOf } from './attempts.ts';
import { callbackRows } from './callbacks.ts';

export interface Life {
  account?: number;
  direction: 'DEBIT' | 'CREDIT';
  /** The states in order, the opening's first. */
  path: [State, ...State[]];
  amount: bigint;
  commission: bigint;
  /** Whether a refund gives the commission back. */
  commissionBack?: boolean;
  callback?: 'none' | 'due' | 'delivered' | 'abandoned';
}

export type Row = { [column: string]: unknown };
/** Rows by table, in an order in which they can be inserted. */
export type Tables = { [table: string]: Row[] };

export interface Book {
  /** The rows since the last call; balances as they are now. */
  take(): Tables;
  fund(account: number, amount: bigint): void;
  /** Returns the operation's id. */
  live(life: Life): string;
  /** Returns the batch's id. */
  send(batch: SentBatch): string;
}

const route = 'gsma-sandbox';
const currency = 'XOF';
const firstId = 4_000_000_000_000;
const emptyTables = (): Tables => ({
  transfer: [],
  operation: [],
  operation_transition: [],
  attempt: [],
  attempt_request: [],
  callback: [],
  callback_body: [],
  callback_attempt: [],
  sms_batch: [],
  sms_message: [],
});
const openStates: State[] = ['READY', 'PARKED', 'SENDING', 'ACCEPTED', 'UNKNOWN', 'REFUNDING'];

export function createBook(now: Date): Book {
  let tables = emptyTables();
  const counts = { operation: 0, operation_transition: 0, sms_batch: 0 };
  const { balances, balanceOf } = createBalances();
  const book = (
    account: number,
    operationId: string | null,
    transfer: Transfer,
    batchId: string | null = null,
  ) => {
    const balance = balanceOf(account);
    applyTransfer(balance, transfer);
    tables['transfer']!.push({
      ...transfer,
      ...transferDefaults(now),
      account_id: account,
      id: ++balance.last_transfer,
      operation_id: operationId,
      sms_batch_id: batchId,
      available_after: balance.available,
    });
  };
  return {
    take: () => {
      const taken = tables;
      tables = emptyTables();
      return { ...taken, balance: [...balances.values()] };
    },
    fund: (account, amount) =>
      book(account, null, { verb: 'fund', debit: 'funding', credit: 'available', amount }),
    live(life) {
      const account = life.account ?? 1;
      const id = String(firstId + counts.operation++);
      const before = balanceOf(account).available;
      const run = (events: LedgerEvent[]) =>
        transfersOf(life, events).forEach((transfer) => book(account, id, transfer));
      if (life.path[0] !== 'FAILED') run([{ type: 'opened' }]);
      const after = balanceOf(account).available;
      life.path.slice(1).forEach((to, index) => {
        const from = life.path[index]!;
        run(ledgerEvents(life, from, to));
        tables['operation_transition']!.push({
          ...transitionRow(from, to, now),
          account_id: account,
          id: ++counts.operation_transition,
          operation_id: id,
        });
      });
      addOperation(tables, life, operationRow(life, account, id, now, { before, after }), now);
      return id;
    },
    send(batch) {
      const sent = sentRows(batch, counts.sms_batch++, now);
      tables['sms_batch']!.push(sent.batch);
      tables['sms_message']!.push(...sent.messages);
      for (const transfer of sent.transfers) book(sent.account, null, transfer, sent.id);
      return sent.id;
    },
  };
}

type BookBalance = Balance & Row & { last_transfer: number };

function createBalances() {
  const balances = new Map<number, BookBalance>();
  const balanceOf = (account: number): BookBalance => {
    let balance = balances.get(account);
    if (balance === undefined) {
      balance = { account_id: account, currency, available: 0n, held: 0n, last_transfer: 0 };
      balances.set(account, balance);
    }
    return balance;
  };
  return { balances, balanceOf };
}

const transfersOf = (life: Life, events: LedgerEvent[]): Transfer[] =>
  events.flatMap((event) => postingsOf(event, { ...life, route }));

const transferDefaults = (now: Date): Row => ({ currency, created_at: now, note: null });

const transitionRow = (from: State, to: State, now: Date): Row => ({
  from_state: from,
  to_state: to,
  reason: 'test',
  created_at: now,
});

/** The operation with its attempts and its callback. */
function addOperation(tables: Tables, life: Life, operation: Row, now: Date): void {
  tables['operation']!.push(operation);
  const place = { account_id: operation['account_id'], operation_id: operation['id'] };
  const attempts = attemptsOf(life.path).map((attempt) => ({
    ...attemptDefaults(now),
    refs: referenceOf(String(operation['id']), Number(attempt['number'])),
    ...attempt,
    ...place,
  }));
  const requests = attempts.map(({ refs, ...attempt }) => ({
    ...place,
    number: Number((attempt as Row)['number']),
    prepared: { refs },
  }));
  operation['attempts'] = attempts.length;
  tables['attempt']!.push(...attempts);
  tables['attempt_request']!.push(...requests);
  const { callback, callbackBody, callbackAttempt } = callbackRows(life, operation, now);
  tables['callback']!.push(...callback);
  tables['callback_body']!.push(...callbackBody);
  tables['callback_attempt']!.push(...callbackAttempt);
}

function ledgerEvents(life: Life, from: State, to: State): LedgerEvent[] {
  const refunded: LedgerEvent = { type: 'refunded', commissionToo: life.commissionBack ?? false };
  if (to === 'REFUNDING') return from === 'SUCCESS' ? [{ type: 'refund_started' }] : [];
  if (to === 'REFUNDED')
    return from === 'SUCCESS' && life.direction === 'CREDIT'
      ? [{ type: 'refund_started' }, refunded]
      : [refunded];
  if (to === 'SUCCESS')
    return from === 'REFUNDING' ? [{ type: 'refund_refused' }] : [{ type: 'succeeded' }];
  return to === 'FAILED' || to === 'CANCELED' ? [{ type: 'failed' }] : [];
}

function proofOf(path: State[]): string | null {
  const state = path.at(-1)!;
  const sent = attemptsOf(path).some((attempt) => attempt.state !== 'NOT_SENT');
  if (openStates.includes(state) && state !== 'REFUNDING') return null;
  if (state === 'FAILED')
    return path.length === 1 ? 'refused_at_opening' : sent ? 'provider_failed' : 'never_sent';
  if (state === 'CANCELED') return sent ? 'provider_canceled' : 'never_sent';
  return 'provider_succeeded';
}

function operationRow(
  life: Life,
  account: number,
  id: string,
  now: Date,
  balance: { before: bigint; after: bigint },
): Row {
  const state = life.path.at(-1)!;
  const proof = proofOf(life.path);
  return {
    account_id: account,
    id,
    external_id: `order-${id}`,
    fingerprint: '\\x01',
    code_service: life.direction === 'DEBIT' ? 'OPA_SN_API_CASH_IN' : 'OPA_SN_API_CASH_OUT',
    direction: life.direction,
    route,
    phone_given: '770000000',
    phone: '+221770000000',
    amount: life.amount,
    commission: life.commission,
    currency,
    details: { extra: { type: 'none' } },
    client_data: null,
    callback_url: (life.callback ?? 'none') === 'none' ? null : 'https://shop.example/callback',
    callback_hash: '\\xabcdef',
    state,
    error_id: state === 'FAILED' ? 26 : null,
    proof,
    provider_reference: proof === 'provider_succeeded' ? `P${id}` : null,
    balance_before: balance.before,
    balance_after: balance.after,
    ruled: false,
    cancel_requested: false,
    created_at: now,
    updated_at: now,
    next_step_at: openStates.includes(state) ? new Date(now.getTime() + 5_000) : null,
    lease_owner: null,
  };
}

const referenceOf = (id: string, number: number): Row => ({
  ours: attemptReference(id, number),
});

const attemptDefaults = (now: Date): Row => ({
  route,
  absences: 0,
  queries: 0,
  created_at: now,
  sent_at: now,
  updated_at: now,
});
