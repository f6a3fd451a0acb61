// Does the operator know us? Our own balance, which only who we are may read; where the operator offers none, its heartbeat.

import { objectFromWire, readTrial, targetOfUrl, textMember } from '@jokko/connector-kit';
import type { Context, Trial, TrialResult } from '@jokko/connector-kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';

const notOffered: ReadonlySet<number> = new Set([404, 405, 501]);

async function tryOut(context: Context<GsmaConfig>): Promise<TrialResult> {
  const result = await call(context, { method: 'GET', path: '/accounts/balance' });
  if (result.kind === 'not_sent' && result.cause === 'no access token') return { ok: false, why: 'unknown us', said: result.cause };
  if (result.kind === 'answer' && notOffered.has(result.status)) return heartbeat(context);
  return readTrial(result, (body) => {
    const object = objectFromWire(body);
    const amount = object === null ? undefined : (textMember(object, 'availableBalance') ?? textMember(object, 'currentBalance'));
    return object === null || amount === undefined ? null : `balance ${amount} ${textMember(object, 'currency') ?? ''}`.trimEnd();
  });
}

async function heartbeat(context: Context<GsmaConfig>): Promise<TrialResult> {
  return readTrial(await call(context, { method: 'GET', path: '/heartbeat' }), (body) => {
    const object = objectFromWire(body);
    const status = object === null ? undefined : textMember(object, 'serviceStatus');
    return status === undefined ? null : `heartbeat: ${status}`;
  });
}

export const trial: Trial<Context<GsmaConfig>, GsmaConfig> = { target: (config) => targetOfUrl(settingsOf(config).baseUrl), call: tryOut };
