// Calls this connector with a scripted provider.

import {
  createScripted,
  json,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { moneygramConnector } from '../index.ts';
import type { MoneygramConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: MoneygramConfig = {
  ...sandboxConfig('https://provider.example'),
  sandbox: false,
};

/** The token call is answered; `answers` are those of the calls after it. */
export function scripted(answers: HttpResult[], config = liveConfig): Scripted<MoneygramConfig> {
  const context = createScripted(config, answers);
  context.token = () => Promise.resolve('token');
  return context;
}

export const session = 'a3c1a2f0-0000-4000-8000-000000000001';

/** An order whose quote says that it costs 1391. */
export function sendIntent(): Intent {
  const intent = sampleIntent('remit_send');
  if (intent.extra.type !== 'remit_send') throw new Error('no remittance');
  return { ...intent, extra: { ...intent.extra, quote: { total: '1391', session } } };
}

export function receiveIntent(): Intent {
  const intent = sampleIntent('remit_receive');
  return { ...intent, extra: { type: 'remit_receive', referenceNumber: '89000005' } };
}

export function execute(
  context: Scripted<MoneygramConfig>,
  intent: Intent,
  how: 'first' | 'replay' = 'first',
) {
  const prepared = moneygramConnector.prepare(context.config, intent, ourRef);
  return moneygramConnector.execute(context, intent, prepared, how);
}

const value = (amount: number) => ({ value: amount, currencyCode: 'XOF' });
const sendAmount = {
  amount: value(1350),
  fees: value(41),
  taxes: value(0),
  discounts: value(0),
  total: value(1391),
};

/** A transaction of a quote: nothing is committed. */
export const open = (more: object = {}) => ({
  transactionId: session,
  transactionStatus: 'UNFUNDED',
  readyForCommit: true,
  sendAmount,
  receiveAmount: { amount: value(1350), total: value(1350) },
  ...more,
});

/** A transaction that was sent. */
export const sent = (more: object = {}) =>
  open({
    partnerTransactionId: ourRef,
    transactionStatus: 'AVAILABLE',
    referenceNumber: '51234567',
    ...more,
  });

/** What waits under the number of `receiveIntent`. */
export const waiting = (more: object = {}) => ({
  transactionId: 'PAYOUT-1',
  referenceNumber: '89000005',
  transactionStatus: 'AVAILABLE',
  availableForPayout: true,
  receiveAmount: { amount: value(1350) },
  ...more,
});

export const refusedAs = (status: number, code = 'SOME_CODE', more: object = {}): HttpResult =>
  json(status, { errors: [{ category: 'X', code, message: 'in their words', ...more }] });
