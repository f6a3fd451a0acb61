// Runs the conformance suite of SMS connectors over what Infobip says.

import { createHmac } from 'node:crypto';
import type { HttpRequest, HttpResult, SmsNotice, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, runSmsConformance } from '@jokko/connectors/kit/conformance';
import type { InfobipConfig } from '../config.ts';
import { infobipConnector } from '../index.ts';
import { requestErrors, statusIds } from '../status-table.ts';
import { answered, balance, logs, statusOf } from './kit.ts';

const unsigned: InfobipConfig = { baseUrl: 'https://infobip.example/', apiKey: 'key-of-the-test' };
const signed = {
  ...unsigned,
  noticeAuth: 'hmac' as const,
  noticeSecret: 'secret-of-the-test',
  noticeHeader: 'X-Signature',
};
const entryOf = ({ ourRef, to }: SmsPart, id: number, groupId: number) => ({
  messageId: ourRef,
  status: statusOf(id, groupId),
  to,
  error: { id: 0 },
});
const taken = (part: SmsPart) => entryOf(part, 26, 1);
/** In the group of the same number; an invented one is in none. */
const groupOf = (id: string): number => (id in reportStates ? 3 : 77);

const reportStates = {
  2: 'enroute',
  3: 'enroute',
  4: 'undeliverable',
  5: 'delivered',
  6: 'rejected',
  7: 'enroute',
  8: 'rejected',
  9: 'undeliverable',
  10: 'rejected',
  11: 'rejected',
  12: 'rejected',
  13: 'rejected',
  14: 'rejected',
  15: 'expired',
  17: 'rejected',
  18: 'rejected',
  19: 'rejected',
  20: 'rejected',
  21: 'rejected',
  24: 'rejected',
  25: 'rejected',
  26: 'enroute',
  29: 'unknown',
  31: 'undeliverable',
  51: 'rejected',
  52: 'rejected',
  87: 'rejected',
  100: 'rejected',
} as const;

/** In the spelling of version 3, or of version 2. */
function failure(status: number, code: string, words = ''): HttpResult {
  return /^E\d/.test(code)
    ? jsonAnswer(status, { errorCode: code, description: words, violations: [] })
    : jsonAnswer(status, { requestError: { serviceException: { messageId: code, text: words } } });
}
const httpStatuses: { readonly [code: string]: number } = {
  E401: 401,
  UNAUTHORIZED: 401,
  E403: 403,
  FORBIDDEN: 403,
  E429: 429,
  TOO_MANY_REQUESTS: 429,
};

function notice(...results: object[]): SmsNotice {
  const body = JSON.stringify({ results });
  const signature = createHmac('sha256', signed.noticeSecret).update(body).digest('hex');
  return {
    method: 'POST',
    path: '/',
    headers: { 'x-signature': signature },
    body: Buffer.from(body),
    receivedAtMs: 0,
  };
}

const lookUp = {
  asks: ({ url }: HttpRequest) => url.includes('/logs'),
  tells: (parts: readonly SmsPart[], id: string) =>
    logs(...parts.map((part) => entryOf(part, Number(id), 3))),
};

runSmsConformance({
  connector: infobipConnector,
  config: signed,
  submits: ({ method }) => method === 'POST',
  answers: ({ url }) => (url.includes('/logs') ? jsonAnswer(500, {}) : balance),
  takes: (parts) => answered(...parts.map(taken)),
  idOf: ({ ourRef }) => ourRef,
  refusesFirst: ([first, ...others]) => answered(...others.map(taken), entryOf(first!, 52, 5)),
  wrongCredentials: failure(401, 'E401'),
  codes: [
    {
      about: 'of a message',
      listed: statusIds.keys(),
      answer: (id, part) => answered(entryOf(part, Number(id), groupOf(id))),
      outcomes: {
        2: 'accepted',
        3: 'accepted',
        4: 'accepted',
        5: 'accepted',
        6: 'refused other',
        7: 'accepted',
        8: 'refused bad_number',
        9: 'accepted',
        10: 'refused barred',
        11: 'refused bad_sender',
        12: 'refused no_credit*',
        13: 'refused bad_sender',
        14: 'refused barred',
        15: 'accepted',
        17: 'refused no_credit*',
        18: 'refused not_permitted',
        19: 'refused not_permitted',
        20: 'refused other',
        21: 'refused other',
        24: 'refused bad_text',
        25: 'refused bad_text',
        26: 'accepted',
        29: 'accepted',
        31: 'accepted',
        51: 'refused bad_number',
        52: 'refused bad_number',
        87: 'refused other',
        100: 'refused other',
      },
      invented: { 9999: 'unknown' },
    },
    {
      about: 'of a refused message',
      listed: [],
      answer: (id, part) => answered(entryOf(part, Number(id), 5)),
      outcomes: {},
      invented: { 9999: 'refused other' },
    },
    {
      about: 'of a request',
      listed: requestErrors.keys(),
      answer: (code) => failure(httpStatuses[code] ?? 400, code),
      outcomes: {
        E400: 'refused other',
        E401: 'busy connection_error*',
        E403: 'busy connection_error*',
        E429: 'busy throttled',
        BAD_REQUEST: 'refused other',
        UNAUTHORIZED: 'busy connection_error*',
        FORBIDDEN: 'busy connection_error*',
        TOO_MANY_REQUESTS: 'busy throttled',
      },
      invented: { E499: 'refused other', NEVER_HEARD_OF: 'refused other' },
    },
    {
      about: 'of failures',
      listed: [],
      answer: (code) => failure(Number(code.slice(-3)), code),
      outcomes: {},
      invented: { E500: 'unknown', E503: 'unknown' },
    },
  ],
  garbled: [
    answered(),
    answered({ messageId: '7091659672946-1' }),
    answered(taken({ ourRef: 'another', to: '1' } as SmsPart)),
  ],
  repeats: (words) => [
    failure(400, 'E499', words),
    failure(401, 'UNAUTHORIZED', words),
    failure(400, words),
    failure(401, words),
    answered({
      messageId: '7091659672946-1',
      status: { ...statusOf(9_999, 5), description: words },
    }),
    ...[9_999, 12].map((id) =>
      answered({ messageId: '7091659672946-1', status: { ...statusOf(id, 5), name: words } }),
    ),
  ],
  balance: {
    currency: 'EUR',
    // A JSON number, where it is one.
    answer: (amount) =>
      jsonAnswer(200, {
        balance: /^-?[\d.]+$/.test(amount) ? Number(amount) : amount,
        currency: 'EUR',
      }),
  },
  lookUp: { ...lookUp, repeatsAbsent: true, byId: lookUp },
  notices: {
    report: (part, id) =>
      notice({ ...entryOf(part, Number(id) || 9_999, groupOf(id)), callbackData: part.ourRef }),
    statuses: { listed: statusIds.keys(), states: reportStates },
    inbound: ({ from, to, text, id }) => notice({ messageId: id, from, to, text }),
    forged: (genuine) => [
      { ...genuine, headers: {} },
      { ...genuine, headers: { 'x-signature': 'ab'.repeat(32) } },
      { ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) },
      { ...genuine, method: 'PUT' },
    ],
    unproven: {
      config: unsigned,
      confirms: (part, id) => logs(entryOf(part, Number(id), 3)),
    },
  },
});
