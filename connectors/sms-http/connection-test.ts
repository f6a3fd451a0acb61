// Tests the connection to the provider by reading our account; sends it no data.

import { readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { SmsContext, ConnectionTest } from '@jokko/connectors/kit';
import { getAccount } from './call.ts';
import type { SmsHttpConfig } from './config.ts';

export const connectionTest: ConnectionTest<SmsContext<SmsHttpConfig>, SmsHttpConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) => readConnectionTest(await getAccount(context), () => 'account'),
};
