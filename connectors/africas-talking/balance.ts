// Reads the balance of our account at Africa's Talking, which writes `KES 1785.50`.

import { asObject, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { SmsBalance, SmsBalanceResult, SmsContext } from '@jokko/connectors/kit';
import { balanceOf, readBalance } from '@jokko/connectors/kit/carrier';
import { getUser } from './call.ts';
import type { AfricasTalkingConfig } from './config.ts';

export const balance = async (
  context: SmsContext<AfricasTalkingConfig>,
): Promise<SmsBalanceResult> => readBalance(await getUser(context), read);

/** The member is written in two ways. */
function read(body: Buffer): SmsBalance | null {
  const answer = objectFromWire(body);
  const data = asObject(answer?.['UserData'] ?? answer?.['userData']);
  const [currency, amount, more] = (data && textMember(data, 'balance'))?.split(' ') ?? [];
  return more === undefined ? balanceOf(currency, amount) : null;
}
