// Lists the open bills of an account, and reads our deposit at the biller. Neither moves money.

import {
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
import type { EauxDuSahelConfig } from './config.ts';
import { fromFrancs } from './money.ts';
import { refusalOf } from './read-payment.ts';

type BillerContext = Context<EauxDuSahelConfig>;

const noUsableAnswer: ProviderError = {
  ...refusalRow(errorIds.operatorDown, 'sameAttempt', 'down'),
  provider: 'no usable answer',
};

export async function listBills(
  context: BillerContext,
  _codeService: string,
  accountNumber: string,
): Promise<{ bills: PendingBill[] } | { error: ProviderError }> {
  const result = await call(
    context,
    'GET',
    `/clients/${encodeURIComponent(accountNumber)}/factures`,
  );
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { error: noUsableAnswer };
  if (result.status !== 200) return { error: refusedBills(object, context.config.sandbox) };
  const customer = textMember(object, 'nom');
  const bills = listMember(object, 'factures').map((entry) => billOf(entry, customer));
  return bills.every((bill) => bill !== null) ? { bills } : { error: noUsableAnswer };
}

const refusedBills = (object: JsonObject, sandbox: boolean): ProviderError =>
  refusalOf(textMember(object, 'erreur') ?? '', object, sandbox) ?? noUsableAnswer;

function billOf(entry: JsonObject, customer: string | undefined): PendingBill | null {
  const amount = fromFrancs(entry['montant']);
  const billReference = textMember(entry, 'numero');
  if (amount === null || billReference === undefined) return null;
  const infos = [
    { label: { fr: 'Nom du client', en: 'Customer name' }, value: customer },
    { label: { fr: 'Date d’échéance', en: 'Due date' }, value: textMember(entry, 'echeance') },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
  return { amount, billReference, infos };
}

/** Throws when there is no usable answer; the caller shows that as "not known". */
export async function balance(
  context: BillerContext,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, 'GET', '/avance');
  const read = result.kind === 'answer' && result.status === 200 ? readBalance(result.body) : null;
  if (read === null) throw new Error('the biller gave no usable balance');
  return [read];
}

function readBalance(body: Buffer): { currency: string; available: bigint } | null {
  const object = objectFromWire(body) ?? {};
  const available = fromFrancs(object['disponible']);
  return available === null ? null : { currency: 'XOF', available };
}

/** The harmless call that shows our key. */
export const connectionTest: ConnectionTest<BillerContext, EauxDuSahelConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) =>
    readConnectionTest(await call(context, 'GET', '/avance'), (body) => {
      const read = readBalance(body);
      return read === null ? null : `deposit in ${read.currency}`;
    }),
};
