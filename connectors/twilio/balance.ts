// Reads the balance of our account at Twilio.

import type { SmsBalanceResult, SmsContext } from '@jokko/connectors/kit';
import { balanceMembers, readBalance } from '@jokko/connectors/kit/carrier';
import { getBalance } from './call.ts';
import type { TwilioConfig } from './config.ts';

export const balance = async (context: SmsContext<TwilioConfig>): Promise<SmsBalanceResult> =>
  readBalance(await getBalance(context), balanceMembers);
