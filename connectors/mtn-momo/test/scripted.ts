// Calls this connector with a scripted provider.

import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { mtnMomoConnector } from '../index.ts';
import type { MtnMomoConfig } from '../index.ts';
import type { MtnOperation } from '../reason-table.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: MtnMomoConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};

/** Gives out a token first, then these answers. */
export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<MtnMomoConfig> =>
  createScripted(config, [json(200, { access_token: 't1', expires_in: 3600 }), ...answers]);

export const intentOf = (operation: MtnOperation): Intent =>
  sampleIntent(operation === 'payout' ? 'payout' : 'collect');

/** The status object of a sample order. */
export const statusOf = (operation: MtnOperation, status: string, more: object = {}) => ({
  externalId: ourRef,
  amount: '1350',
  currency: 'XOF',
  [operation === 'collect' ? 'payer' : 'payee']: {
    partyIdType: 'MSISDN',
    partyId: '221770000001',
  },
  status,
  ...more,
});

export function send(context: Scripted<MtnMomoConfig>, operation: MtnOperation) {
  const intent = intentOf(operation);
  if (operation !== 'refund') {
    const prepared = mtnMomoConnector.prepare(context.config, intent, ourRef);
    return mtnMomoConnector.execute(context, intent, prepared, 'first');
  }
  const original = { ours: '5d3c9a52-6f2c-4d3c-9a52-3c6f6d1a7e10' };
  const prepared = mtnMomoConnector.prepareRefund!(context.config, intent, original, ourRef);
  return mtnMomoConnector.executeRefund!(context, intent, prepared, 'first');
}

export function ask(context: Scripted<MtnMomoConfig>, operation: MtnOperation) {
  const { query, queryRefund } = mtnMomoConnector;
  const look = operation === 'refund' ? queryRefund! : query;
  return look(context, intentOf(operation), { ours: ourRef });
}
