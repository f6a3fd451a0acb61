// Tests the connection to Twilio by reading the balance; sends nothing.

import { objectFromWire, readConnectionTest, targetOfUrl, textMember } from '@jokko/connectors/kit';
import type { ConnectionTest, SmsContext } from '@jokko/connectors/kit';
import { getBalance } from './call.ts';
import { settingsOf } from './config.ts';
import type { TwilioConfig } from './config.ts';

export const connectionTest: ConnectionTest<SmsContext<TwilioConfig>, TwilioConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).accountUrl),
  call: async (context) => readConnectionTest(await getBalance(context), balanceOf),
};

function balanceOf(body: Buffer): string | null {
  const answer = objectFromWire(body);
  const balance = answer === null ? undefined : textMember(answer, 'balance');
  return balance === undefined
    ? null
    : `${balance} ${textMember(answer!, 'currency') ?? ''}`.trim();
}
