// Reads the status of a transaction as the state of an attempt.

import { defined } from '@jokko/contract';
import {
  about,
  doubted,
  asObject,
  failed,
  listMember,
  pending,
  queryRow,
  succeeded,
  textMember,
  unlisted,
} from '@jokko/connectors/kit';
import type {
  Claims,
  Context,
  Intent,
  JsonObject,
  ProviderError,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { noLongerThere, rejected, statusTable } from './outcome-table.ts';
import type { MoneygramOperation } from './outcome-table.ts';
import { forcedRow, referenceNumberIn, statusIn } from './read-answer.ts';
import { amountOf, currencyOf } from './wire-amount.ts';

export interface Attempt {
  context: Context<MoneygramConfig>;
  intent: Intent;
  operation: MoneygramOperation;
  refs: Refs;
}

/** The outcome that a transaction's status means; `absent`: nothing of ours has been committed. */
export function readTransaction(attempt: Attempt, object: JsonObject): QueryOutcome {
  const { operation } = attempt;
  const theirs = textMember(object, 'transactionId') ?? attempt.refs.session;
  const refs: Refs = { ...attempt.refs };
  if (theirs !== undefined) refs.theirs = theirs;
  const word = statusIn(object);
  const meaning = queryRow(statusTable, operation, word);
  const claims = claimsOf(attempt, object);
  if (meaning === undefined || meaning === 'unclear' || claims === null)
    return unlistedWord({ ...attempt, refs }, `transactionStatus ${word}`);
  switch (meaning) {
    case 'open':
      // Committed and not yet paid for: rare, and no reason to send it again.
      return referenceNumberIn(object) !== undefined && operation === 'remit_send'
        ? about(pending(refs, 'provider'), claims)
        : { kind: 'absent', refs: attempt.refs };
    case 'waits':
      return about(pending(refs, 'provider'), claims);
    case 'done':
      return done({ ...attempt, refs }, object, claims);
    case 'refused':
      return about(failed(refs, whyRefused(attempt, object, word)), claims);
    case 'reversed':
      return { kind: 'reversed', refs, claims };
  }
}

function done(attempt: Attempt, object: JsonObject, claims: Claims): QueryOutcome {
  const { operation, context, refs } = attempt;
  const number = referenceNumberIn(object);
  if (operation === 'remit_send') {
    const voucher =
      number === undefined ? undefined : { type: 'PICKUP_CODE' as const, code: number };
    return about(succeeded(refs, voucher), claims);
  }
  // Anybody may have paid it out: only our own reference proves that it was us.
  if (claims.ours === refs.ours) return about(succeeded(refs), claims);
  if (claims.ours !== undefined)
    return failed(refs, { ...noLongerThere, provider: 'paid out by another order' });
  const { resolution } = settingsOf(context.config);
  const word = { status: statusIn(object), about: 'unreadable' } as const;
  return doubted(context.log, { connector: 'moneygram', operation }, refs, word, resolution);
}

/**
 * Null: an amount that cannot be read. What was sent is told in the sender's currency, what is
 * received in the receiver's.
 */
export function claimsOf({ operation }: Attempt, object: JsonObject): Claims | null {
  const told = object[operation === 'remit_send' ? 'sendAmount' : 'receiveAmount'];
  const inner = asObject(told)?.['amount'] ?? told;
  const amount = amountOf(inner);
  const currency = currencyOf(inner);
  if (told !== undefined && (amount === null || currency === undefined)) return null;
  const ours = textMember(object, 'partnerTransactionId');
  return {
    ...defined({ ours, amount, currency }),
  };
}

/** Compliance tells no reason, and a client is told none. */
function whyRefused({ context }: Attempt, object: JsonObject, word: string): ProviderError {
  const [reason] = listMember(object, 'subStatus');
  const forced = reason !== undefined && context.config.sandbox ? forcedRow(reason) : null;
  if (forced !== null) return { ...forced, provider: word };
  return { ...(word === 'REJECTED' ? rejected : noLongerThere), provider: word };
}

function unlistedWord(attempt: Attempt, code: string): QueryOutcome {
  const { context, operation, refs } = attempt;
  return unlisted(
    context.log,
    { connector: 'moneygram', operation, code },
    refs,
    settingsOf(context.config).resolution,
  );
}
