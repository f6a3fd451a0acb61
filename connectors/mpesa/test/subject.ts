// What the suites of all connectors have to know about this one and its simulator.

import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import type { Notice, Prepared } from '@jokko/connectors/kit';
import { mpesaConnector } from '../index.ts';
import type { MpesaConfig } from '../index.ts';
import { noticeAddress } from '../notice-address.ts';
import type { Purpose } from '../notice-address.ts';
import { sandboxConfig } from './sandbox-config.ts';
import { callback, result } from './scripted.ts';

const pushResult = (ResultCode: string | number) =>
  json(200, { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode, ResultDesc: 'no' });

const posted = (purpose: Purpose, body: object): Notice => ({
  method: 'POST',
  path: noticeAddress(sandboxConfig('http://provider.example'), '', purpose, ourRef),
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  receivedAtMs: 0,
});

export const subject: Subject<MpesaConfig> = {
  connector: mpesaConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'collect',
  toldByNotice: ['payout'],
  // Without the id that the answer tells nothing can be asked about a push; that of a payout is
  // told by a notice.
  afterLostAnswer: {
    collect: { taken: 'unknown', never: 'unknown' },
    payout: { taken: 'unknown', never: 'unknown' },
  },
  refusals: {
    answers: [
      [400, '400.002.02'],
      [400, '400.003.01'],
      [400, '400.003.02'],
      [401, '401.002.01'],
      [403, '403.001.01'],
      [404, '404.001.03'],
      [429, '429.001.01'],
      [500, '500.001.1001', 'Wrong credentials'],
      [500, '500.003.02'],
      [500, '500.003.03'],
    ].map(([status, errorCode, errorMessage = 'no']) =>
      json(Number(status), { requestId: '1', errorCode, errorMessage }),
    ),
  },
  unlistedAnswers: [
    json(200, { ResponseCode: '77', CheckoutRequestID: 'ws_CO_1', ConversationID: 'AG_1' }),
    json(400, { requestId: '1', errorCode: '400.999.99', errorMessage: 'no' }),
  ],
  finalWords: {
    reasons: [
      { by: 'query', refs: { session: 'ws_CO_1' }, answers: [pushResult('7777')], reason: '7777' },
      { by: 'query', refs: { session: 'ws_CO_1' }, answers: [pushResult(29)], reason: '29' },
      { by: 'notice', notice: () => posted('stk', callback(7777)), reason: '7777' },
      { by: 'notice', notice: () => posted('b2c', result('SFC_IC9999')), reason: 'SFC_IC9999' },
      { by: 'notice', notice: () => posted('reversal', result(7777)), reason: '7777' },
      {
        by: 'notice',
        notice: () => posted('status', result(0, { TransactionStatus: 'Declined' })),
        reason: 'DECLINED',
      },
    ],
    doubts: 'none',
    // Any result code is an end.
    statuses: [],
  },
  tokens: {
    isTokenCall: ({ url }) => url.includes('/oauth/v1/generate'),
    refused: json(404, {
      requestId: '1',
      errorCode: '404.001.03',
      errorMessage: 'Invalid Access Token',
    }),
  },
  bookReference,
  /** Orders whose answer was lost before the provider took them: nothing ever tells of them. */
  unresolvedShareMax: 0.2,
  lacks: ['unsignedNotices', 'payerLinks', 'answersAtOnce', 'reversals', 'refundAnswers'],
};

/** The provider's book knows a push by its AccountReference. */
function bookReference({ body, refs }: Prepared): string {
  const { AccountReference } = JSON.parse(body) as { AccountReference?: string };
  return AccountReference ?? refs.ours;
}
