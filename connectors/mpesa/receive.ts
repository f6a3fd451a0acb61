// Reads a notice of the provider. The address that it was posted to proves who sent it
// (notice-address.ts), so that its result is booked: nothing else tells that of a payout.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type {
  Claims,
  JsonObject,
  Notice,
  ProviderEvent,
  QueryOutcome,
  Receipt,
} from '@jokko/connectors/kit';
import {
  amountFromWire,
  asObject,
  codeMember,
  failed,
  failedFor,
  listMember,
  objectFromWire,
  succeeded,
  textMember,
} from '@jokko/connectors/kit';
import type { MpesaConfig } from './config.ts';
import { readNoticePath } from './notice-address.ts';
import type { Purpose } from './notice-address.ts';
import { forcedRow, readResult } from './read-result.ts';
import { standings } from './result-table.ts';
import type { MpesaOperation } from './result-table.ts';

/**
 * 200 and at most one event; 404 for an address that is not ours, 400 for a body that does not
 * belong to it.
 */
export function receive(config: MpesaConfig, notice: Notice): Receipt {
  const address = readNoticePath(config, notice.path);
  if (address === null) return refuse(404);
  if (notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  const read = object === null ? null : readers[address.purpose](config, address.ours, object);
  if (read === null) return refuse(400);
  const reply = { status: 200, body: JSON.stringify({ ResultCode: 0, ResultDesc: 'Accepted' }) };
  if (read === 'nothing') return { reply, events: [] };
  const dedupeKey = `${address.purpose}:${address.ours}:${hash('sha256', notice.body, 'hex')}`;
  const event: ProviderEvent = {
    ...read,
    match: { ours: address.ours, ...defined({ theirs: read.theirs }) },
    authenticated: true,
    dedupeKey,
  };
  return { reply, events: [event] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}

/** Without an outcome it leads to a status query. */
interface Told {
  theirs?: string;
  claims?: Claims;
  outcome?: QueryOutcome;
}
type Reader = (config: MpesaConfig, ours: string, object: JsonObject) => Told | 'nothing' | null;

const readers: { readonly [purpose in Purpose]: Reader } = {
  stk: readCallback,
  b2c: (config, ours, object) => readResultNotice(config, 'payout', ours, object),
  reversal: (config, ours, object) => readResultNotice(config, 'refund', ours, object),
  status: readStatus,
  // Not processed in time: what became of it is asked for.
  timeout: (_config, _ours, _object) => ({}),
};

/** The callback of a push. */
function readCallback(config: MpesaConfig, ours: string, object: JsonObject): Told | null {
  const callback = asObject(asObject(object['Body'])?.['stkCallback']);
  const session = callback === null ? undefined : textMember(callback, 'CheckoutRequestID');
  if (callback === null || session === undefined) return null;
  const result = readResult(config, 'collect', callback);
  if (result === null) return null;
  if (result.kind === 'wait') return {};
  if (result.kind === 'refused') return { outcome: failed({ ours, session }, result.error) };
  const items = listMember(asObject(callback['CallbackMetadata']) ?? {}, 'Item');
  const receipt = text(items, 'Name', 'MpesaReceiptNumber');
  const theirs = receipt ?? session;
  const refs = { ours, session, theirs, ...defined({ receipt }) };
  const claims = claimsOf(value(items, 'Name', 'Amount'), text(items, 'Name', 'PhoneNumber'));
  return claims === null ? {} : { theirs, claims, outcome: succeeded(refs) };
}

/** The result of a payout or a reversal. */
function readResultNotice(
  config: MpesaConfig,
  operation: MpesaOperation,
  ours: string,
  object: JsonObject,
): Told | null {
  const told = asObject(object['Result']);
  const result = told === null ? null : readResult(config, operation, told);
  if (told === null || result === null) return null;
  const originator = textMember(told, 'OriginatorConversationID');
  if (operation === 'payout' && originator !== ours) return null;
  if (result.kind === 'wait') return {};
  const session = textMember(told, 'ConversationID');
  const known = { ours, ...defined({ session }) };
  if (result.kind === 'refused') return { outcome: failed(known, result.error) };
  const items = parametersOf(told);
  const theirs = textMember(told, 'TransactionID');
  const receiver = text(items, 'Key', 'ReceiverPartyPublicName');
  const claims = claimsOf(
    value(items, 'Key', 'TransactionAmount') ?? value(items, 'Key', 'Amount'),
    operation === 'payout' ? receiver : undefined,
  );
  if (claims === null || theirs === undefined) return {};
  return { theirs, claims, outcome: succeeded({ ...known, theirs, receipt: theirs }) };
}

/**
 * The answer to a status query. Only a standing that is an end is booked; anything else leaves the
 * attempt as it is, and leads to no further query, or each answer would cause the next question. A
 * question that failed says nothing of what it was about.
 */
function readStatus(
  config: MpesaConfig,
  ours: string,
  object: JsonObject,
): Told | 'nothing' | null {
  const told = asObject(object['Result']);
  if (told === null) return null;
  const items = parametersOf(told);
  const isAnswered = codeMember(told, 'ResultCode') === '0';
  const standing = text(items, 'Key', 'TransactionStatus')?.trim().toUpperCase() ?? '';
  const end = isAnswered ? standings.get(standing) : undefined;
  const claims = claimsOf(value(items, 'Key', 'Amount'), text(items, 'Key', 'CreditPartyName'));
  if (end === undefined || claims === null) return 'nothing';
  const theirs = text(items, 'Key', 'ReceiptNo');
  const session = text(items, 'Key', 'ConversationID');
  const known = { ours, ...defined({ session }) };
  if (end === 'failed') {
    const row = forcedRow(config, told) ?? undefined;
    return { claims, outcome: failedFor(known, row, { status: standing }) };
  }
  if (theirs === undefined) return 'nothing';
  return { theirs, claims, outcome: succeeded({ ...known, theirs, receipt: theirs }) };
}

/** A list, or the only one by itself. */
function parametersOf(told: JsonObject): JsonObject[] {
  const parameters = asObject(told['ResultParameters']) ?? {};
  const only = asObject(parameters['ResultParameter']);
  return only === null ? listMember(parameters, 'ResultParameter') : [only];
}

/** Null: an amount that cannot be read. A party is `254708374149 - NAME`, or the number alone. */
function claimsOf(told: unknown, party: string | undefined): Claims | null {
  const amount = told === undefined ? undefined : amountFromWire(told);
  if (amount === null) return null;
  const phone = /^\d{9,15}(?=$| - )/.exec(party ?? '')?.[0];
  return {
    ...defined({ amount, party: phone }),
  };
}

const value = (items: readonly JsonObject[], key: string, name: string): unknown =>
  items.find((item) => item[key] === name)?.['Value'];

/** Numbers and texts alike: receipts are texts, phones are numbers. */
function text(items: readonly JsonObject[], key: string, name: string): string | undefined {
  const found = value(items, key, name);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
