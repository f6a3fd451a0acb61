// Asks the payer on a phone that somebody holds, and waits for the answer as long as one of those
// who held it may still give it. An order with digits that choose its outcome is not asked.

import { reasons } from './catalogue.ts';
import { conclude } from './conclude.ts';
import { isNumberOf } from './phones.ts';
import { finish } from './record.ts';
import type { Rule } from './digits.ts';
import type { Operation, Order } from './operation.ts';
import type { Parts } from './parts.ts';

/** How soon it shows that nobody has the phone any more. */
const checkedEveryMs = 1_000;

/** Whether the payer of an order is asked on a phone. */
export const isAskedOnPhone = (
  { phones }: Parts,
  { kind, party }: Pick<Order, 'kind' | 'party'>,
  rule: Rule,
): boolean => kind === 'collect' && rule.kind === 'plain' && phones.holdersOf(party).length > 0;

/** `operation` is pending and was not asked before. */
export function askOnPhone(parts: Parts, operation: Operation): void {
  parts.phones.asked.set(operation, new Set(parts.phones.holdersOf(operation.party)));
  checkLater(parts, operation);
}

/** What `holder` is asked on a phone, the oldest first. */
export function promptsOn({ phones }: Parts, phone: string, holder: string): Operation[] {
  const prompts: Operation[] = [];
  for (const [operation, holders] of phones.asked)
    if (operation.status !== 'pending') phones.asked.delete(operation);
    else if (holders.has(holder) && !operation.closing && isNumberOf(phone, operation.party))
      prompts.push(operation);
  return prompts;
}

/**
 * What is not for this holder, since the order is another merchant's: without others it goes on as
 * if nobody had the phone.
 */
export async function putAside(parts: Parts, operation: Operation, holder: string): Promise<void> {
  const holders = parts.phones.asked.get(operation);
  if (holders?.delete(holder) && holders.size === 0) await goOn(parts, operation);
}

function checkLater(parts: Parts, operation: Operation): void {
  const { live } = operation;
  if (live === null) return;
  const leftMs = Math.max(live.expiresAtMs - parts.clock.nowMs(), 0);
  live.due = parts.clock.schedule(Math.min(leftMs, checkedEveryMs), () => check(parts, operation));
}

async function check(parts: Parts, operation: Operation): Promise<void> {
  const { phones, clock } = parts;
  if (clock.nowMs() >= (operation.live?.expiresAtMs ?? Infinity)) {
    phones.asked.delete(operation);
    await finish(parts, operation, 'failed', reasons.payerTimeout, 1);
    return;
  }
  const present = new Set(phones.holdersOf(operation.party));
  const holders = phones.asked.get(operation);
  for (const holder of holders ?? []) if (!present.has(holder)) holders?.delete(holder);
  if (holders === undefined || holders.size === 0) await goOn(parts, operation);
  else checkLater(parts, operation);
}

/** On a page that was opened a button decides. */
async function goOn(parts: Parts, operation: Operation): Promise<void> {
  parts.phones.asked.delete(operation);
  if (operation.live?.opened === false) await conclude(parts, operation);
}
