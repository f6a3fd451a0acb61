// Reads what is left of our bundles at Orange, which are of messages and not of money.

import { listFromWire, wordMember } from '@jokko/connectors/kit';
import type { SmsBalance, SmsBalanceResult, SmsContext } from '@jokko/connectors/kit';
import { balanceOf, messageUnits, readBalance } from '@jokko/connectors/kit/carrier';
import { getContracts } from './call.ts';
import { contextWithTokens } from './carrier.ts';
import type { OrangeSmsConfig } from './config.ts';

export const balance = async (context: SmsContext<OrangeSmsConfig>): Promise<SmsBalanceResult> =>
  readBalance(await getContracts(contextWithTokens(context)), unitsLeft);

/** The units of all contracts of the country that have not expired. */
function unitsLeft(body: Buffer): SmsBalance | null {
  const contracts = listFromWire(body) ?? [];
  if (contracts.length === 0) return null;
  const units = contracts
    .filter((contract) => wordMember(contract, 'status') !== 'EXPIRED')
    .map(({ availableUnits }) => balanceOf(messageUnits, availableUnits));
  return units.reduce<SmsBalance | null>(
    (sum, each) => sum && each && { ...sum, available: sum.available + each.available },
    { currency: messageUnits, available: 0n },
  );
}
