// Calls this connector with a scripted provider.

import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import { generateKeyPairSync } from 'node:crypto';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { orangeSonatelConnector as connector } from '../index.ts';
import type { OrangeSonatelConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: OrangeSonatelConfig = {
  ...sandboxConfig('https://api.example'),
  sandbox: false,
};
export const token = json(200, { access_token: 't1', expires_in: 300 });

/** A key pair of Orange, and the answer that tells the public one. */
export function keyPair() {
  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { ...pair, answer: json(200, { key, keyId: 'k', keySize: 1024, keyType: 'RSA' }) };
}
export const orangeKey = keyPair();

export const scripted = (answers: HttpResult[]): Scripted<OrangeSonatelConfig> =>
  createScripted(liveConfig, answers);

/** A collection with links, or a payout, up to the given answers. */
export async function submit(intent: Intent, answers: HttpResult[]) {
  const first = intent.kind === 'payout' ? [token, orangeKey.answer] : [token];
  const context = scripted([...first, ...answers]);
  const prepared = connector.prepare(liveConfig, intent, ourRef);
  const outcome = await connector.execute(context, intent, prepared, 'first');
  return { context, prepared, outcome };
}

export const payout = sampleIntent('payout');
export const linked = sampleIntent('collect', { link: 'deepLink' });
export const byCode = sampleIntent('collect');
