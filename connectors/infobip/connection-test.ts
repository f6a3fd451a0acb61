// Tests the connection to Infobip by reading the balance; sends nothing.

import {
  codeMember,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest, SmsContext } from '@jokko/connectors/kit';
import { getBalance } from './call.ts';
import type { InfobipConfig } from './config.ts';

export const connectionTest: ConnectionTest<SmsContext<InfobipConfig>, InfobipConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) => readConnectionTest(await getBalance(context), balanceOf),
};

function balanceOf(body: Buffer): string | null {
  const answer = objectFromWire(body);
  if (answer === null) return null;
  const balance =
    typeof answer['balance'] === 'number'
      ? String(answer['balance'])
      : codeMember(answer, 'balance');
  return balance === undefined ? null : `${balance} ${textMember(answer, 'currency') ?? ''}`.trim();
}
