// Reads our balance at the operator, its health and the open bills. These calls do not move money.

import type { Context, PendingBill, ProviderError } from '@jokko/connectors/kit';
import {
  amountFromWire,
  codeMember,
  listFromWire,
  objectFromWire,
  providerError,
  readSandboxDigits,
  refusalRow,
  refusedByDigits,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { GsmaConfig } from './config.ts';
import { readError } from './read-error.ts';
import type { ReadError } from './read-error.ts';

/**
 * Our own wallet. Throws when the operator gives no usable answer; the caller shows that as "not
 * known".
 */
export async function balance(
  context: Context<GsmaConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, { method: 'GET', path: balancePath(context.config) });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const currency = object === null ? undefined : textMember(object, 'currency');
  const available =
    object === null
      ? null
      : (amountFromWire(object['availableBalance']) ?? amountFromWire(object['currentBalance']));
  if (currency === undefined || available === null)
    throw new Error('the operator gave no usable balance');
  return [{ currency, available }];
}

/** Where nothing authenticates us, nothing else says whose balance is asked for. */
function balancePath({ auth, ownAccountType, ownAccountValue }: GsmaConfig): string {
  if (auth !== 'none') return '/accounts/balance';
  return `/accounts/${encodeURIComponent(ownAccountType)}/${encodeURIComponent(ownAccountValue)}/balance`;
}

export async function health(context: Context<GsmaConfig>): Promise<'up' | 'degraded' | 'down'> {
  const result = await call(context, { method: 'GET', path: '/heartbeat' });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  switch (object === null ? undefined : wordMember(object, 'serviceStatus')) {
    case 'AVAILABLE':
      return 'up';
    case 'DEGRADED':
      return 'degraded';
    default:
      return 'down';
  }
}

/** Unpaid bills of one consumer at one biller. */
export async function listBills(
  context: Context<GsmaConfig>,
  codeService: string,
  accountNumber: string,
): Promise<{ bills: PendingBill[] } | { error: ProviderError }> {
  const digits = context.config.sandbox ? readSandboxDigits(accountNumber) : null;
  if (digits?.kind === 'refuseNow') return { error: refusedByDigits(digits.catalogueId) };
  const path = `/accounts/consumerno/${encodeURIComponent(accountNumber)}/bills?serviceProvider=${encodeURIComponent(codeService)}`;
  const result = await call(context, { method: 'GET', path });
  if (result.kind !== 'answer') return { error: down };
  if (result.status === 200) {
    const bills = billsOf(result.body);
    return bills === null ? { error: down } : { bills };
  }
  const object = objectFromWire(result.body);
  const read = object === null ? null : readError(context, 'bill_pay', object);
  return { error: read === null ? down : errorOf(read) };
}

function errorOf({ row, code, message }: ReadError): ProviderError {
  return row === undefined || row === 'inquire' ? down : providerError(row, code, message);
}

function billsOf(body: Buffer): PendingBill[] | null {
  const list = listFromWire(body);
  if (list === null) return null;
  const bills: PendingBill[] = [];
  for (const object of list) {
    const billReference = codeMember(object, 'billReference');
    const amount = amountFromWire(object['amountDue']);
    if (billReference === undefined || amount === null) return null;
    if (wordMember(object, 'billStatus') === 'PAID') continue;
    bills.push({
      amount,
      billReference,
      infos: infosOf(textMember(object, 'billdescription'), textMember(object, 'dueDate')),
    });
  }
  return bills;
}

const labels = {
  description: { fr: 'Description', en: 'Description' },
  dueDate: { fr: 'Date d’échéance', en: 'Due date' },
};

function infosOf(
  description: string | undefined,
  dueDate: string | undefined,
): PendingBill['infos'] {
  const infos: PendingBill['infos'] = [];
  if (description !== undefined) infos.push({ label: labels.description, value: description });
  if (dueDate !== undefined) infos.push({ label: labels.dueDate, value: dueDate });
  return infos;
}

const down: ProviderError = {
  ...refusalRow(28, 'sameAttempt', 'down'),
  provider: 'no usable answer',
};
