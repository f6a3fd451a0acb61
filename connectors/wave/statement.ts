// Reads the wallet's history of a day, page by page.

import { defined } from '@jokko/contract';
import type { Context, JsonObject, StatementLine } from '@jokko/connectors/kit';
import {
  amountFromWire,
  asObject,
  objectFromWire,
  statementRows,
  textMember,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { WaveConfig } from './config.ts';

/** A day of Wave has at most so many pages for us: a cursor that never ends is a fault. */
const pagesMax = 10_000;

/** Types of movements by where the money goes, where an amount has no sign. */
const directionOfType: { readonly [type: string]: StatementLine['direction'] } = {
  api_checkout: 'in',
  merchant_payment: 'in',
  api_payout_reversal: 'in',
  api_checkout_refund: 'out',
  api_payout: 'out',
};

/** They name the order that they give back. */
const reversals: ReadonlySet<string> = new Set(['api_checkout_refund', 'api_payout_reversal']);

/** Oldest first, as Wave lists them. Throws when a page cannot be read: half a day is none. */
export async function* statement(
  context: Context<WaveConfig>,
  day: string,
): AsyncIterable<StatementLine> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const object = await readPage(context, `/v1/transactions?date=${day}${cursor}`);
    for (const item of statementRows(object, 'items')) yield lineOf(item);
    const info = asObject(object['page_info']);
    const hasMore = info?.['has_next_page'];
    if (hasMore === false) return;
    if (hasMore !== true) throw new Error('Wave does not say whether its history goes on');
    const next = textMember(info, 'end_cursor');
    if (next === undefined || next === after) throw new Error('Wave gave no usable cursor');
    after = next;
  }
  throw new Error(`the history of ${day} does not end`);
}

async function readPage(context: Context<WaveConfig>, path: string): Promise<JsonObject> {
  const result = await call(context, { method: 'GET', path });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (object === null) throw new Error('Wave gave no usable history');
  return object;
}

/**
 * What Wave kept: its fee, and beside it the tax that newer lines tell. Null: one of them cannot be
 * read.
 */
export function keptOf(item: JsonObject): bigint | null {
  const fee = partOf(item, 'fee');
  const tax = partOf(item, 'government_tax_amount');
  return fee === null || tax === null ? null : fee + tax;
}

function partOf(item: JsonObject, member: string): bigint | null {
  const told = item[member];
  // Movements that cost nothing have none.
  if (told === undefined || told === null) return 0n;
  if (typeof told === 'number') return amountFromWire(Math.abs(told));
  return amountFromWire(textMember(item, member)?.replace(/^-/, ''));
}

/**
 * A minus says that it left the wallet, whatever the type: what is taken back keeps the type of
 * what it takes back.
 */
function directionOf(
  type: string,
  signed: string,
  isReversal: boolean,
): StatementLine['direction'] {
  if (signed.startsWith('-')) return 'out';
  const named = directionOfType[type] ?? 'in';
  return named === 'out' && isReversal && !reversals.has(type) ? 'in' : named;
}

function lineOf(item: JsonObject): StatementLine {
  const id = textMember(item, 'transaction_id');
  const type = textMember(item, 'transaction_type') ?? '';
  const signed = textMember(item, 'amount') ?? '';
  const amount = amountFromWire(signed.replace(/^-/, ''));
  const fee = keptOf(item);
  const currency = textMember(item, 'currency');
  const atMs = Date.parse(textMember(item, 'timestamp') ?? '');
  if (id === undefined || amount === null || fee === null || currency === undefined || !atMs)
    throw new Error('Wave gave a line of its history that cannot be read');
  const ours = textMember(item, 'client_reference');
  const party = textMember(item, 'counterparty_mobile');
  const isReversal = item['is_reversal'] === true;
  return {
    // Attempts know a checkout by its session.
    theirs: textMember(item, 'checkout_api_session_id') ?? id,
    ...defined({ ours }),
    type,
    direction: directionOf(type, signed, isReversal),
    amount,
    fee,
    currency,
    status: isReversal || reversals.has(type) ? 'reversed' : 'succeeded',
    atMs,
    ...defined({ party }),
  };
}
