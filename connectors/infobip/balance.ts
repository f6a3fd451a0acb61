// Reads the balance of our account at Infobip.

import type { SmsBalanceResult, SmsContext } from '@jokko/connectors/kit';
import { balanceMembers, readBalance } from '@jokko/connectors/kit/carrier';
import { getBalance } from './call.ts';
import type { InfobipConfig } from './config.ts';

export const balance = async (context: SmsContext<InfobipConfig>): Promise<SmsBalanceResult> =>
  readBalance(await getBalance(context), balanceMembers);
