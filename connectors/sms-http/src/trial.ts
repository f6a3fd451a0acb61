// Does the provider know us? Its answer about our account; nothing is told to it.

import { readTrial, targetOfUrl } from '@jokko/connector-kit';
import type { SmsContext, Trial } from '@jokko/connector-kit';
import { getAccount } from './call.ts';
import type { SmsHttpConfig } from './config.ts';

export const trial: Trial<SmsContext<SmsHttpConfig>, SmsHttpConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) => readTrial(await getAccount(context), () => 'account'),
};
