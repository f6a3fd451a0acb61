// Tests the connection to Africa's Talking by reading the balance; sends nothing.

import {
  asObject,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest, SmsContext } from '@jokko/connectors/kit';
import { getUser } from './call.ts';
import { settingsOf } from './config.ts';
import type { AfricasTalkingConfig } from './config.ts';

export const connectionTest: ConnectionTest<
  SmsContext<AfricasTalkingConfig>,
  AfricasTalkingConfig
> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) => readConnectionTest(await getUser(context), balanceOf),
};

/** The member is written in two ways. */
function balanceOf(body: Buffer): string | null {
  const answer = objectFromWire(body);
  const data = asObject(answer?.['UserData'] ?? answer?.['userData']);
  return (data && textMember(data, 'balance')) ?? null;
}
