// Calls this connector with a scripted provider.

import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import type { AirtelOperation } from '../code-table.ts';
import { airtelConnector } from '../index.ts';
import type { AirtelConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: AirtelConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};

/** Gives out a token first, then these answers. */
export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<AirtelConfig> =>
  createScripted(config, [json(200, { access_token: 't1', expires_in: '180' }), ...answers]);

export const codeOf = (operation: AirtelOperation, number: string): string =>
  `${operation === 'collect' ? 'DP008' : 'DP009'}0000${number}`;

/** An answer of the provider; without a word it is about no transaction. */
export function told(operation: AirtelOperation, number: string | null, word?: string, more = {}) {
  const status = { code: '200', message: 'in the words of the provider', success: true };
  const code = number === null ? {} : { response_code: codeOf(operation, number) };
  const transaction = { id: ourRef, status: word, airtel_money_id: 'MP1' };
  return {
    ...(word === undefined ? {} : { data: { transaction } }),
    status: { ...status, ...code, ...more },
  };
}

export function send(
  context: Scripted<AirtelConfig>,
  operation: AirtelOperation,
  how: 'first' | 'replay' = 'first',
) {
  const intent = sampleIntent(operation);
  const prepared = airtelConnector.prepare(context.config, intent, ourRef);
  return airtelConnector.execute(context, intent, prepared, how);
}

export const ask = (context: Scripted<AirtelConfig>, operation: AirtelOperation) =>
  airtelConnector.query(context, sampleIntent(operation), { ours: ourRef });
