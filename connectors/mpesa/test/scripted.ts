// Calls this connector with a scripted provider.

import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { mpesaConnector } from '../index.ts';
import type { MpesaConfig } from '../index.ts';
import type { MpesaOperation } from '../result-table.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: MpesaConfig = {
  ...sandboxConfig('http://provider.example'),
  currency: 'KES',
  sandbox: false,
};

/** Gives out a token first, then these answers. */
export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<MpesaConfig> =>
  createScripted(config, [json(200, { access_token: 't1', expires_in: '3599' }), ...answers]);

export const intentOf = (operation: MpesaOperation): Intent => ({
  ...sampleIntent(operation === 'payout' ? 'payout' : 'collect'),
  currency: 'KES',
});

/** The provider took it. */
export const taken = json(200, {
  MerchantRequestID: 'm1',
  CheckoutRequestID: 'ws_CO_1',
  ConversationID: 'AG_1',
  OriginatorConversationID: ourRef,
  ResponseCode: '0',
  ResponseDescription: 'Success',
});

export function send(context: Scripted<MpesaConfig>, operation: MpesaOperation) {
  const intent = intentOf(operation);
  if (operation !== 'refund') {
    const prepared = mpesaConnector.prepare(context.config, intent, ourRef);
    return mpesaConnector.execute(context, intent, prepared, 'first');
  }
  const original = { ours: '5d3c9a52-6f2c-4d3c-9a52-3c6f6d1a7e10', receipt: 'SABC' };
  const prepared = mpesaConnector.prepareRefund!(context.config, intent, original, ourRef);
  return mpesaConnector.executeRefund!(context, intent, prepared, 'first');
}

/** The path below the route's address that an order of this connector names for its result. */
export async function noticePath(operation: MpesaOperation): Promise<string> {
  const context = scripted([taken]);
  await send(context, operation);
  const body = JSON.parse(String(context.requests[1]?.body)) as { [member: string]: string };
  const address = body['CallBackURL'] ?? body['ResultURL'] ?? '';
  return address.slice(intentOf(operation).urls.notify.length);
}

export const receive = (path: string, body: unknown, config = liveConfig) =>
  mpesaConnector.receive(config, {
    method: 'POST',
    path,
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    receivedAtMs: 0,
  });

/** The callback of a push. */
export const callback = (ResultCode: number | string, more: object = {}) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: 'm1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode,
      ResultDesc: 'in the words of the provider',
      ...more,
    },
  },
});

export const paidItems = (amount: unknown = 1350) => ({
  CallbackMetadata: {
    Item: [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: 'SABCDEF123' },
      { Name: 'TransactionDate', Value: 20261122120000 },
      { Name: 'PhoneNumber', Value: 221770000001 },
    ],
  },
});

/** The result of a payout or reversal, or the answer to a status query. */
export const result = (
  ResultCode: number | string,
  parameters: { [key: string]: unknown } = {},
  more: object = {},
) => ({
  Result: {
    ResultType: 0,
    ResultCode,
    ResultDesc: 'in the words of the provider',
    OriginatorConversationID: ourRef,
    ConversationID: 'AG_1',
    TransactionID: 'SABCDEF123',
    ResultParameters: {
      ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })),
    },
    ...more,
  },
});
