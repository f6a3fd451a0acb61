// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { createHmac } from 'node:crypto';
import type { SmsNotice, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, type SmsSubject } from '@jokko/connectors/kit/conformance';
import { errorCodes, statuses } from './code-table.ts';
import type { RestCarrierConfig } from './config.ts';
import { connector } from './index.ts';

const config: RestCarrierConfig = {
  baseUrl: 'https://api.carrier.example/v1',
  apiKey: 'rest-carrier-test-key',
  noticeSecret: 'rest-carrier-test-secret',
};
const idOf = ({ ourRef }: SmsPart): string => `M-${ourRef}`;
const refusal = (status: number, code: string, message = 'no') =>
  jsonAnswer(status, { code, message });
const httpStatuses: { readonly [code: string]: number } = { KEY_UNKNOWN: 401, TOO_FAST: 429 };

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
  takes: ([part]) => jsonAnswer(201, { id: idOf(part!) }),
  idOf,
  wrongCredentials: refusal(401, 'KEY_UNKNOWN'),
  codes: [
    {
      about: 'of refusals',
      listed: errorCodes.keys(),
      answer: (code) => refusal(httpStatuses[code] ?? 400, code),
      outcomes: {
        KEY_UNKNOWN: 'busy connection_error*',
        NUMBER_WRONG: 'refused bad_number',
        SENDER_UNKNOWN: 'refused bad_sender',
        TEXT_TOO_LONG: 'refused bad_text',
        NUMBER_BARRED: 'refused barred',
        CREDIT_USED_UP: 'refused no_credit',
        TOO_FAST: 'busy throttled',
      },
      invented: { MOON_IN_WRONG_PHASE: 'refused other' },
    },
    {
      about: 'of failures',
      listed: [],
      answer: (code) => refusal(500, code),
      outcomes: {},
      invented: { MOON_IN_WRONG_PHASE: 'unknown' },
    },
  ],
  garbled: [
    jsonAnswer(201, { id: '' }),
    jsonAnswer(201, { id: 7 }),
    jsonAnswer(200, { id: 'M-1' }),
  ],
  repeats: (words) => [400, 401, 500].map((status) => refusal(status, 'NEW_CODE', words)),
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
