// Calls this connector with a scripted participant.

import { readFileSync } from 'node:fs';
import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { piSpiConnector as connector } from '../index.ts';
import type { PiSpiConfig } from '../index.ts';
import { transactionIdOf } from '../transaction-id.ts';
import { sandboxConfig } from './subject.ts';

const pem = (name: string): string =>
  readFileSync(
    new URL(`../../../acceptance/harness/certificates/${name}`, import.meta.url),
    'utf8',
  );
export const certificate = {
  tlsCa: pem('ca.pem'),
  tlsCertificate: pem('p256.pem'),
  tlsKey: pem('p256.key.pem'),
};
export const otherKey = pem('rsa.key.pem');

export const liveConfig: PiSpiConfig = {
  ...sandboxConfig('https://participant.example'),
  ...certificate,
  sandbox: false,
};
export const token = json(200, { access_token: 't1', expires_in: 3600 });
export const txId = transactionIdOf(ourRef);
export const payout = sampleIntent('payout');
export const collect = sampleIntent('collect');
export const transfer = sampleIntent('bank_transfer');

export const scripted = (answers: HttpResult[], config = liveConfig) =>
  createScripted(config, [token, ...answers]);

export async function submit(
  intent: Intent,
  answers: HttpResult[],
  how: 'first' | 'replay' = 'first',
  config = liveConfig,
) {
  const context = scripted(answers, config);
  const prepared = connector.prepare(config, intent, ourRef);
  return { context, outcome: await connector.execute(context, intent, prepared, how) };
}

export const query = (intent: Intent, answers: HttpResult[]) =>
  connector.query(scripted(answers), intent, { ours: ourRef });
