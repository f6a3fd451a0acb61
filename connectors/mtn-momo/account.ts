// Reads our balance, whether a recipient has an account, and its holder's name. These calls do not
// move money.

import type { Context, Intent, RecipientCheck } from '@jokko/connectors/kit';
import { amountFromWire, objectFromWire, textMember } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MtnMomoConfig, Product } from './config.ts';

/**
 * The product whose account is our float; of an account without payouts, where collections arrive.
 */
export function mainProduct(config: MtnMomoConfig): Product {
  return settingsOf(config).credentials.disbursement === undefined ? 'collection' : 'disbursement';
}

/** Throws when the provider gives no usable answer; the caller shows that as "not known". */
export async function balance(
  context: Context<MtnMomoConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const product = mainProduct(context.config);
  const path = `/${product}/v1_0/account/balance`;
  const result = await call(context, { method: 'GET', product, path });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const currency = object === null ? undefined : textMember(object, 'currency');
  const available = object === null ? null : amountFromWire(object['availableBalance']);
  if (currency === undefined || available === null)
    throw new Error('the provider gave no usable balance');
  return [{ currency, available }];
}

/** Asks whether the number is an active account, and for the name of its holder. */
export async function verifyRecipient(
  context: Context<MtnMomoConfig>,
  intent: Intent,
): Promise<RecipientCheck> {
  const product = mainProduct(context.config);
  const account = `/${product}/v1_0/accountholder/msisdn/${intent.phone.slice(1)}`;
  const result = await call(context, { method: 'GET', product, path: `${account}/active` });
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { exists: 'unknown' };
  if (result.status === 404 && textMember(object, 'code') === 'RESOURCE_NOT_FOUND')
    return { exists: 'no' };
  if (result.status !== 200 || typeof object['result'] !== 'boolean') return { exists: 'unknown' };
  if (!object['result']) return { exists: 'no' };
  const name = await holderName(context, product, account);
  return name === undefined ? { exists: 'yes' } : { exists: 'yes', name };
}

async function holderName(
  context: Context<MtnMomoConfig>,
  product: Product,
  account: string,
): Promise<string | undefined> {
  const result = await call(context, { method: 'GET', product, path: `${account}/basicuserinfo` });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (object === null) return undefined;
  const parts = [textMember(object, 'given_name'), textMember(object, 'family_name')];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}
