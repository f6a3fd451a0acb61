// Tests the connection to Orange by reading the contracts of the country; sends nothing.

import { listFromWire, readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { ConnectionTest, SmsContext } from '@jokko/connectors/kit';
import { getContracts } from './call.ts';
import { contextWithTokens } from './carrier.ts';
import { settingsOf } from './config.ts';
import type { OrangeSmsConfig } from './config.ts';

export const connectionTest: ConnectionTest<SmsContext<OrangeSmsConfig>, OrangeSmsConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) =>
    readConnectionTest(await getContracts(contextWithTokens(context)), unitsLeft),
};

/** The units of all contracts together. */
function unitsLeft(body: Buffer): string | null {
  const contracts = listFromWire(body);
  if (contracts === null) return null;
  const units = contracts.map(({ availableUnits }) => Number(availableUnits));
  const total = units.filter(Number.isFinite).reduce((sum, each) => sum + each, 0);
  return `${total} SMS`;
}
