// Reads our wallet's balance, and whether a recipient can be paid. No money moves.

import type { Context, Intent, RecipientCheck } from '@jokko/connectors/kit';
import {
  amountFromWire,
  amountToWire,
  objectFromWire,
  textMember,
  gaveUp,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { WaveConfig } from './config.ts';
import { readError } from './read-error.ts';

/** Throws when Wave gives no usable answer; the caller shows that as "not known". */
export async function balance(
  context: Context<WaveConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, { method: 'GET', path: '/v1/balance' });
  const found = result.kind === 'answer' && result.status === 200 ? readBalance(result.body) : null;
  if (found === null) throw new Error('Wave gave no usable balance');
  return [found];
}

/** Null: no balance. */
export function readBalance(body: Buffer): { currency: string; available: bigint } | null {
  const object = objectFromWire(body);
  const currency = object === null ? undefined : textMember(object, 'currency');
  const available = amountFromWire(object?.['amount']);
  return currency === undefined || available === null ? null : { currency, available };
}

/**
 * Wave allows 30 of these for one number within 5 minutes, then none for an hour: it is asked once
 * for an order.
 */
export async function verifyRecipient(
  context: Context<WaveConfig>,
  intent: Intent,
): Promise<RecipientCheck> {
  const body = JSON.stringify({
    mobile: intent.phone,
    amount: amountToWire(intent.amount),
    currency: intent.currency,
  });
  const result = await call(context, { method: 'POST', path: '/v1/verify_recipient/', body });
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { exists: 'unknown' };
  if (result.status === 200)
    switch (object['within_limits']) {
      case true:
        return { exists: 'yes' };
      case false:
        return { exists: 'no' };
      default:
        return { exists: 'unknown' };
    }
  const read = !gaveUp(result.status) ? readError(context, 'payout', object) : null;
  const isAboutThem = typeof read?.row === 'object' && read.row.alert === undefined;
  return { exists: isAboutThem ? 'no' : 'unknown' };
}
