// Lists the open bills of an account, and reads our deposit at the biller. Neither moves money.

import {
  amountFromWire,
  errorIds,
  listMember,
  objectFromWire,
  readConnectionTest,
  refusalRow,
  targetOfUrl,
  textMember,
  type ConnectionTest,
  type Context,
  type JsonObject,
  type PendingBill,
  type ProviderError,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { RestBillerConfig } from './config.ts';
import { refusalOf } from './read-payment.ts';

type BillerContext = Context<RestBillerConfig>;

const noUsableAnswer: ProviderError = {
  ...refusalRow(errorIds.operatorDown, 'sameAttempt', 'down'),
  provider: 'no usable answer',
};

export async function listBills(
  context: BillerContext,
  _codeService: string,
  accountNumber: string,
): Promise<{ bills: PendingBill[] } | { error: ProviderError }> {
  const result = await call(context, 'GET', `/bills?account=${encodeURIComponent(accountNumber)}`);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { error: noUsableAnswer };
  if (result.status !== 200)
    return { error: refusalOf(object, context.config.sandbox) ?? noUsableAnswer };
  const bills = listMember(object, 'bills').map(billOf);
  return bills.every((bill) => bill !== null) ? { bills } : { error: noUsableAnswer };
}

function billOf(entry: JsonObject): PendingBill | null {
  const amount = amountFromWire(entry['amount']);
  const billReference = textMember(entry, 'bill');
  if (amount === null || billReference === undefined) return null;
  const infos = [
    { label: { fr: 'Nom du client', en: 'Customer name' }, value: textMember(entry, 'customer') },
    { label: { fr: 'Date d’échéance', en: 'Due date' }, value: textMember(entry, 'due') },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
  return { amount, billReference, infos };
}

/** Throws when there is no usable answer; the caller shows that as "not known". */
export async function balance(
  context: BillerContext,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, 'GET', '/balance');
  const read = result.kind === 'answer' && result.status === 200 ? readBalance(result.body) : null;
  if (read === null) throw new Error('the biller gave no usable balance');
  return [read];
}

function readBalance(body: Buffer): { currency: string; available: bigint } | null {
  const object = objectFromWire(body) ?? {};
  const currency = textMember(object, 'currency');
  const available = amountFromWire(object['available']);
  return currency === undefined || available === null ? null : { currency, available };
}

/** The harmless call that shows our key. */
export const connectionTest: ConnectionTest<BillerContext, RestBillerConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) =>
    readConnectionTest(await call(context, 'GET', '/balance'), (body) => {
      const read = readBalance(body);
      return read === null ? null : `deposit in ${read.currency}`;
    }),
};
