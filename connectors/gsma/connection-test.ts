// Tests the connection by reading our own balance, which requires valid credentials; where the
// operator offers no balance, by its heartbeat.

import {
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { Context, ConnectionTest, ConnectionTestResult } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';

const notOffered: ReadonlySet<number> = new Set([404, 405, 501]);

async function tryOut(context: Context<GsmaConfig>): Promise<ConnectionTestResult> {
  const result = await call(context, { method: 'GET', path: '/accounts/balance' });
  if (result.kind === 'answer' && notOffered.has(result.status)) return heartbeat(context);
  return readConnectionTest(result, (body) => {
    const object = objectFromWire(body);
    const amount =
      object === null
        ? undefined
        : (textMember(object, 'availableBalance') ?? textMember(object, 'currentBalance'));
    return object === null || amount === undefined
      ? null
      : `balance ${amount} ${textMember(object, 'currency') ?? ''}`.trimEnd();
  });
}

async function heartbeat(context: Context<GsmaConfig>): Promise<ConnectionTestResult> {
  return readConnectionTest(await call(context, { method: 'GET', path: '/heartbeat' }), (body) => {
    const object = objectFromWire(body);
    const status = object === null ? undefined : wordMember(object, 'serviceStatus');
    return status === undefined ? null : `heartbeat: ${status}`;
  });
}

export const connectionTest: ConnectionTest<Context<GsmaConfig>, GsmaConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: tryOut,
};
