// Tests the connection: a token shows our credentials, and a look-up of a number that nobody has
// shows that we may ask.

import {
  listMember,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  wordMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest, ConnectionTestResult, Context } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';

const nobodys = '00000000';

async function tryOut(context: Context<MoneygramConfig>): Promise<ConnectionTestResult> {
  const path = `/status/v1/transactions?referenceNumber=${nobodys}`;
  const result = await call(context, { method: 'GET', path });
  const object =
    result.kind === 'answer' && result.status === 404 ? objectFromWire(result.body) : null;
  if (object !== null && listMember(object, 'errors').length > 0)
    return { ok: true, said: 'token taken, status answered' };
  return readConnectionTest(result, (body) => {
    const found = objectFromWire(body);
    const status = found === null ? undefined : wordMember(found, 'transactionStatus');
    return status === undefined ? null : `token taken, status ${status}`;
  });
}

export const connectionTest: ConnectionTest<Context<MoneygramConfig>, MoneygramConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: tryOut,
};
