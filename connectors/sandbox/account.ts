// Reads our balance at the provider, its health and the open bills. These calls do not move money.

import type {
  Context,
  HttpResult,
  JsonObject,
  PendingBill,
  ProviderError,
} from '@jokko/connectors/kit';
import {
  amountFromWire,
  asObject,
  errorIds,
  listMember,
  objectFromWire,
  refusalRow,
  sandboxRow,
  textMember,
} from '@jokko/connectors/kit';
import { get, post } from './call.ts';
import type { SandboxConfig } from './config.ts';

/**
 * One entry for each currency. Throws when there is no usable answer; the caller shows that as "not
 * known".
 */
export async function balance(
  context: Context<SandboxConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const read = readPlain(await get(context, '/balance'));
  if ('error' in read) throw new Error('the provider gave no usable balance');
  return listMember(read.object, 'balances').map((entry) => {
    const currency = textMember(entry, 'currency');
    const available = amountFromWire(entry['available']);
    if (currency === undefined || available === null)
      throw new Error('the provider gave no usable balance');
    return { currency, available };
  });
}

export async function health(context: Context<SandboxConfig>): Promise<'up' | 'degraded' | 'down'> {
  const read = readPlain(await get(context, '/health'));
  const status = 'error' in read ? 'down' : read.object['status'];
  return status === 'up' || status === 'degraded' ? status : 'down';
}

/** The unpaid bills of one account at one biller. */
export async function listBills(
  context: Context<SandboxConfig>,
  codeService: string,
  accountNumber: string,
): Promise<{ bills: PendingBill[] } | { error: ProviderError }> {
  const read = readPlain(
    await post(context, '/bills', JSON.stringify({ service: codeService, accountNumber })),
  );
  if ('error' in read) return read;
  const bills: PendingBill[] = [];
  for (const entry of listMember(read.object, 'bills')) {
    const bill = billOf(entry);
    if (bill === null) return { error: noUsableAnswer };
    bills.push(bill);
  }
  return { bills };
}

/** The simulator labels in English; what it might add later is shown as it says it. */
const frenchLabels: { readonly [english: string]: string } = {
  'Customer name': 'Nom du client',
  'Due date': 'Date d’échéance',
};
const labelOf = (en: string) => ({ fr: frenchLabels[en] ?? en, en });

function billOf(entry: JsonObject): PendingBill | null {
  const amount = amountFromWire(entry['amount']);
  const billReference = textMember(entry, 'billReference');
  if (amount === null || billReference === undefined) return null;
  const infos = listMember(entry, 'infos').map((info) => ({
    label: labelOf(textMember(info, 'label') ?? ''),
    value: textMember(info, 'value') ?? '',
  }));
  return { amount, billReference, infos };
}

/**
 * The object of a 200 answer, or the refusal of any other: the catalogue entry that it names, else
 * "no usable answer".
 */
export function readPlain(result: HttpResult): { object: JsonObject } | { error: ProviderError } {
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { error: noUsableAnswer };
  if (result.status === 200) return { object };
  const error = asObject(object['error']);
  const errorId = error?.['errorId'];
  const row = typeof errorId === 'number' ? sandboxRow(errorId) : null;
  if (row === null) return { error: noUsableAnswer };
  const refusal: ProviderError = {
    ...row,
    provider: (error === null ? undefined : textMember(error, 'code')) ?? 'refused',
  };
  const message = error === null ? undefined : textMember(error, 'text');
  return { error: message === undefined ? refusal : { ...refusal, message } };
}

export const noUsableAnswer: ProviderError = {
  ...refusalRow(errorIds.operatorDown, 'sameAttempt', 'down'),
  provider: 'no usable answer',
};
