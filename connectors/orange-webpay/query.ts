// Asks for the status of a payment, by the order id and the token that came with the page's link.

import {
  about,
  doubted,
  codeMember,
  failedFor,
  objectFromWire,
  pending,
  queryRow,
  succeeded,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  wordMember,
  amountToNumber,
} from '@jokko/connectors/kit';
import type { Context, Intent, JsonObject, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { post } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';
import { forcedRow } from './execute.ts';
import { orderIdOf, ourRefOf } from './order-id.ts';
import { statuses } from './outcome-table.ts';

/**
 * Without the token the provider cannot be asked: the outcome stays unknown. Nobody can have paid
 * then, since the answer that was lost held the only link; but no word of the provider says so, and
 * an operator decides by its statement (decision 0067).
 */
export async function query(
  context: Context<OrangeWebpayConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  if (refs.session === undefined)
    return unknown(refs, 'ambiguous', settingsOf(context.config).resolution);
  const result = await post(context, 'transactionstatus', {
    order_id: orderIdOf(refs.ours),
    amount: amountToNumber(intent.amount),
    pay_token: refs.session,
  });
  const isAnswer = result.kind === 'answer' && (result.status === 200 || result.status === 201);
  const object = isAnswer ? objectFromWire(result.body) : null;
  return object === null
    ? unknown(refs, unclearCause(result), settingsOf(context.config).resolution)
    : read(context, refs, object);
}

function read(
  { config, log }: Context<OrangeWebpayConfig>,
  known: Refs,
  object: JsonObject,
): QueryOutcome {
  const status = wordMember(object, 'status') ?? 'no status';
  const theirs = codeMember(object, 'txnid') ?? known.theirs;
  const refs: Refs = theirs === undefined ? known : { ...known, theirs };
  const row = queryRow(statuses, 'collect', status);
  const resolve = settingsOf(config).resolution;
  const found = { connector: 'orange-webpay', operation: 'collect' };
  if (row === undefined)
    return unlisted(log, { ...found, code: `status ${status}` }, refs, resolve);
  const orderId = textMember(object, 'order_id');
  const ours = orderId === undefined ? undefined : ourRefOf(orderId);
  // Nothing is believed of an order that none of ours can have.
  if (ours === null) return doubted(log, found, refs, { status, about: 'unreadable' }, resolve);
  const claims = ours === undefined ? {} : { ours };
  if (row === 'open') return about(pending(refs, 'payer'), claims);
  if (row === 'paid') return about(succeeded(refs), claims);
  return about(failedFor(refs, forcedRow(config, object) ?? row, { status }), claims);
}
