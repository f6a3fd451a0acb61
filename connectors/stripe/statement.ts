// Reads Stripe's own record of a day: its balance transactions, with the fee of each.

import { defined } from '@jokko/contract';
import type { Context, JsonObject, StatementLine } from '@jokko/connectors/kit';
import { asObject, objectFromWire, statementRows, textMember } from '@jokko/connectors/kit';
import { get } from './call.ts';
import type { StripeConfig } from './config.ts';
import { partyOf } from './operations.ts';
import { referenceOf } from './read-payment.ts';
import { amountFromStripe } from './wire-amount.ts';

const pageSize = 100;
/** A day of more than a hundred thousand movements is read in Stripe's own reports. */
const pagesMax = 1_000;
const dayMs = 86_400_000;

/**
 * Oldest first. Throws when Stripe cannot be asked, or says what we cannot read: half a day is
 * none.
 */
export async function* statement(
  context: Context<StripeConfig>,
  day: string,
): AsyncGenerator<StatementLine> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const lines: StatementLine[] = [];
  let after: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const { entries, hasMore } = await readPage(context, fromMs, after);
    for (const entry of entries) lines.push(lineOf(entry));
    if (!hasMore) return yield* lines.toReversed();
    const next = textMember(entries.at(-1) ?? {}, 'id');
    if (next === undefined || next === after)
      throw new Error('Stripe has more movements and does not say where they go on');
    after = next;
  }
  throw new Error('Stripe tells more movements than a day can have');
}

/** Newest first, as Stripe lists them. */
async function readPage(
  context: Context<StripeConfig>,
  fromMs: number,
  after: string | null,
): Promise<{ entries: JsonObject[]; hasMore: boolean }> {
  const from = Math.floor(fromMs / 1_000);
  const period = `created[gte]=${from}&created[lt]=${from + dayMs / 1_000}`;
  const next = after === null ? '' : `&starting_after=${encodeURIComponent(after)}`;
  const path = `/v1/balance_transactions?limit=${pageSize}&${period}&expand[]=data.source${next}`;
  const result = await get(context, path);
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (object?.['object'] !== 'list') throw new Error('Stripe gave no list of movements');
  const hasMore = object['has_more'];
  if (typeof hasMore !== 'boolean') throw new Error('Stripe does not say whether it has more');
  return { entries: statementRows(object, 'data'), hasMore };
}

function lineOf(entry: JsonObject): StatementLine {
  const type = textMember(entry, 'type');
  const currency = textMember(entry, 'currency')?.toUpperCase();
  const amount = currency === undefined ? null : amountFromStripe(entry['amount'], currency);
  const fee = currency === undefined ? null : amountFromStripe(entry['fee'], currency);
  const { created } = entry;
  if (type === undefined || currency === undefined || amount === null || fee === null)
    throw new Error('Stripe gave a movement without type, amount or fee');
  if (typeof created !== 'number') throw new Error('Stripe gave a movement without a time');
  return {
    ...sourceOf(entry),
    type,
    direction: amount < 0n ? 'out' : 'in',
    amount: amount < 0n ? -amount : amount,
    fee,
    currency,
    status: 'succeeded',
    atMs: created * 1_000,
  };
}

/** A charge is named by its payment, as our own references name it; anything else by itself. */
function sourceOf(entry: JsonObject): Pick<StatementLine, 'theirs' | 'ours' | 'party'> {
  const source = asObject(entry['source']);
  const own = textMember(entry, 'id');
  if (own === undefined) throw new Error('Stripe gave a movement without an id');
  if (source === null) return { theirs: textMember(entry, 'source') ?? own };
  const id = textMember(source, 'id') ?? own;
  const theirs = source['object'] === 'charge' ? (textMember(source, 'payment_intent') ?? id) : id;
  const ours = referenceOf(source);
  const details = asObject(source['payment_method_details']);
  const card = details === null ? null : asObject(details['card']);
  const last4 = card === null ? undefined : textMember(card, 'last4');
  return {
    theirs,
    ...defined({ ours, party: last4 === undefined ? undefined : partyOf(last4) }),
  };
}
