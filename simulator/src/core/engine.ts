// Entry point to the provider's inside: everything the protocols, the pages and the control may do
// with operations.

import { promptsOn, putAside } from './ask-phone.ts';
import { lineOf } from './journal.ts';
import { parseAmount } from './money.ts';
import { decide, openPage } from './payer.ts';
import { createPhones } from './phones.ts';
import { forge } from './plan.ts';
import { finish, firstLine, record } from './record.ts';
import { loadLine, resumePending } from './restart.ts';
import { durably, submitOrder } from './submit.ts';
import { createTokens } from './tokens.ts';
import type { Line, Operation, Order } from './operation.ts';
import type { Parts } from './parts.ts';
import type { Choice } from './payer.ts';
import type { Checks, Submission } from './submit.ts';

export interface Engine {
  submit(order: Order, checks: Checks): Promise<Submission>;
  /** Look-ups answer only what is on the disk. */
  find(reference: string): Promise<Operation | undefined>;
  findBySeq(seq: number): Promise<Operation | undefined>;
  /** Drops a pending operation; its status says whether that worked. */
  cancel(operation: Operation): Promise<void>;
  /** May this success be given back? */
  refundable(operation: Operation): boolean;
  /**
   * What is left of a success is reversed without being asked; false when there is nothing, or a
   * refund is under way.
   */
  takeBack(operation: Operation): Promise<boolean>;
  forge(operation: Operation, status: 'succeeded' | 'failed'): Promise<boolean>;
  firstLine(operation: Operation): Line;
  byToken(token: string): Operation | undefined;
  openPage(operation: Operation): void;
  decide(operation: Operation, choice: Choice): Promise<void>;
  /** Holds a phone; answers what its holder is asked there, as `ask-phone.ts` says. */
  holdPhone(phone: string, holder: string): Operation[];
  putAside(operation: Operation, holder: string): Promise<void>;
  /** Takes over a line read at the start. */
  load(line: Line, offset: number): void;
  /** After the last line: goes on with what is pending. */
  resume(): void;
}

const notRefundable = ['refund', 'chat', 'remit_receive'];

export function createEngine(deps: Omit<Parts, 'tokens' | 'phones'>): Engine {
  const { store, book } = deps;
  const parts: Parts = {
    ...deps,
    tokens: createTokens((seq) => store.bySeq[seq]?.status === 'pending'),
    phones: createPhones(deps.clock.nowMs),
  };
  return {
    submit: (order, checks) => submitOrder(parts, order, checks),
    find: (reference) => durably(parts, store.byReference.get(reference)),
    findBySeq: (seq) => durably(parts, store.bySeq[seq]),
    async cancel(operation) {
      const canceled = await finish(parts, operation, 'canceled', 0, 0);
      // Another end may be on its way to the disk: the caller must see that one.
      if (!canceled) await book.settled();
    },
    refundable: (operation) =>
      operation.status === 'succeeded' && !notRefundable.includes(operation.kind),
    takeBack: (operation) => takeBack(parts, operation),
    forge: (operation, status) => forge(parts, operation, status),
    firstLine: (operation) => firstLine(parts, operation),
    byToken: (token) => store.bySeq[parts.tokens.seqOf(token) ?? -1],
    openPage: (operation) => openPage(parts, operation),
    decide: (operation, choice) => decide(parts, operation, choice),
    holdPhone(phone, holder) {
      parts.phones.hold(phone, holder);
      return promptsOn(parts, phone, holder);
    },
    putAside: (operation, holder) => putAside(parts, operation, holder),
    load: (line, offset) => loadLine(parts, line, offset),
    resume: () => resumePending(parts),
  };
}

async function takeBack(parts: Parts, operation: Operation): Promise<boolean> {
  const { refunds } = parts.store;
  const left = refunds.leftMinor(operation);
  const isUnderWay = left + refunds.doneMinor(operation) !== (parseAmount(operation.amount) ?? 0n);
  if (operation.status !== 'succeeded' || operation.closing || operation.kind === 'refund')
    return false;
  if (left === 0n || isUnderWay) return false;
  await record(parts, operation, lineOf(operation, 'reversed', parts.clock.nowMs()), false);
  const { callbackUrl } = firstLine(parts, operation);
  if (callbackUrl !== undefined) void parts.announce({ operation, callbackUrl, forged: false });
  return true;
}
