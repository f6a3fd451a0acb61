// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { createHmac } from 'node:crypto';
import type { SmsNotice } from '@jokko/connectors/kit';
import { jsonAnswer, type SmsSubject } from '@jokko/connectors/kit/conformance';
import { statuses } from './code-table.ts';
import type { RestCarrierConfig } from './config.ts';
import { connector } from './index.ts';
import { idOf, refusal } from './subject-codes.ts';
import { submissions } from './subject-sending.ts';

const config: RestCarrierConfig = {
  baseUrl: 'https://api.carrier.example/v1',
  apiKey: 'rest-carrier-test-key',
  noticeSecret: 'rest-carrier-test-secret',
};

/** A notice as the carrier signs it. */
function notice(members: object): SmsNotice {
  const body = Buffer.from(JSON.stringify(members));
  const signature = createHmac('sha256', config.noticeSecret).update(body).digest('hex');
  const headers = { 'x-signature': signature };
  return { method: 'POST', path: '/', headers, body, receivedAtMs: 0 };
}

export const subject: SmsSubject<RestCarrierConfig> = {
  connector,
  config,
  submits: ({ method }) => method === 'POST',
  answers: () => jsonAnswer(200, { credit: 1_000 }),
  ...submissions,
  idOf,
  wrongCredentials: refusal(401, 'KEY_UNKNOWN'),
  balance: { currency: 'SMS', answer: (credit) => jsonAnswer(200, { credit }) },
  repeats: (words) => [
    ...[400, 401, 500].map((status) => refusal(status, 'NEW_CODE', words)),
    ...[400, 401].map((status) => refusal(status, words)),
  ],
  notices: {
    report: (part, status) =>
      notice({ id: idOf(part), reference: part.ourRef, to: part.to, status }),
    statuses: {
      listed: statuses.keys(),
      states: {
        SENT: 'enroute',
        DELIVERED: 'delivered',
        UNREACHABLE: 'undeliverable',
        TOO_LATE: 'expired',
        REFUSED: 'rejected',
      },
    },
    inbound: (message) => notice(message),
    forged: (genuine) => [
      { ...genuine, headers: {} },
      { ...genuine, headers: { 'x-signature': 'ab'.repeat(32) } },
      { ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) },
      { ...genuine, method: 'PUT' },
    ],
  },
};
