// Calls this connector with a scripted provider. The first call of a context gets its token.

import { defined } from '@jokko/contract';
import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { reloadlyConnector } from '../index.ts';
import type { ReloadlyConfig } from '../index.ts';
import type { ReloadlyOperation } from '../operations.ts';
import { productFor, sandboxConfig } from './sandbox-config.ts';

export const liveConfig: ReloadlyConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};

export const tokenAnswer = json(200, { access_token: 'a token', expires_in: 3600 });

/** A token, and then these answers. */
export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<ReloadlyConfig> =>
  createScripted(config, [tokenAnswer, ...answers]);

export const intentOf = (kind: ReloadlyOperation): Intent => ({
  ...sampleIntent(kind),
  product: productFor(kind),
});

export function execute(context: Scripted<ReloadlyConfig>, kind: ReloadlyOperation = 'airtime') {
  const intent = intentOf(kind);
  const prepared = reloadlyConnector.prepare(context.config, intent, ourRef);
  return reloadlyConnector.execute(context, intent, prepared, 'first');
}

export function query(
  context: Scripted<ReloadlyConfig>,
  kind: ReloadlyOperation = 'airtime',
  theirs?: string,
) {
  const refs = { ours: ourRef, ...defined({ theirs }) };
  return reloadlyConnector.query(context, intentOf(kind), refs);
}

/** A top-up of ours, as the documentation shows one. */
export const topUp = (changes: object = {}): object => ({
  transactionId: 181_341,
  status: 'SUCCESSFUL',
  operatorTransactionId: null,
  customIdentifier: ourRef,
  recipientPhone: '221770000001',
  countryCode: 'SN',
  operatorId: 101,
  requestedAmount: 1350,
  requestedAmountCurrencyCode: 'XOF',
  deliveredAmount: 1350,
  deliveredAmountCurrencyCode: 'XOF',
  transactionDate: '2026-11-22 01:45:35',
  pinDetail: null,
  ...changes,
});

/** A payment of ours as it is looked up. */
export const payment = (changes: object = {}, details: object = {}): object => ({
  code: 'PAYMENT_PROCESSED_SUCCESSFULLY',
  message: 'done',
  transaction: {
    id: 36,
    status: 'SUCCESSFUL',
    referenceId: ourRef,
    deliveryAmount: 1350,
    deliveryAmountCurrencyCode: 'XOF',
    billDetails: { subscriberDetails: { accountNumber: '14000000001' }, ...details },
    ...changes,
  },
});
