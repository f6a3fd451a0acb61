// Runs the conformance suite of SMS connectors over what Twilio says.

import { createHmac } from 'node:crypto';
import type { HttpResult, SmsNotice, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, noticeUrl, runSmsConformance } from '@jokko/connectors/kit/conformance';
import { errorCodes, statuses } from '../code-table.ts';
import { twilioConnector } from '../index.ts';
import { balance, config } from './kit.ts';

/** Twilio's clock. */
const atTwilio = new Date(0).toUTCString();
const idOf = ({ ourRef }: SmsPart): string => `SM${ourRef.replace(/\D/g, '').padStart(32, '0')}`;
const failure = (status: number, code: number, message = 'no'): HttpResult =>
  jsonAnswer(status, { code, message, more_info: '', status });
const httpStatuses: { readonly [code: string]: number } = { 20003: 401, 20429: 429 };

function notice(form: { [name: string]: string }, rawQuery: string): SmsNotice {
  const members = Object.keys(form).toSorted();
  const signed = `${noticeUrl}${rawQuery && `?${rawQuery}`}${members.map((name) => name + form[name]).join('')}`;
  const signature = createHmac('sha1', config.authToken).update(signed).digest('base64');
  return {
    method: 'POST',
    path: '/',
    ...(rawQuery === '' ? {} : { rawQuery }),
    headers: { 'x-twilio-signature': signature },
    body: Buffer.from(new URLSearchParams(form).toString()),
    receivedAtMs: 0,
  };
}

runSmsConformance({
  connector: twilioConnector,
  config,
  submits: ({ method }) => method === 'POST',
  answers: ({ url }) => (url.includes('/Messages') ? jsonAnswer(200, { messages: [] }) : balance),
  takes: ([part]) => jsonAnswer(201, { sid: idOf(part!), status: 'queued', error_code: null }),
  idOf,
  wrongCredentials: failure(401, 20_003),
  codes: [
    {
      about: 'of refusals',
      listed: errorCodes.keys(),
      answer: (code) => failure(httpStatuses[code] ?? 400, Number(code)),
      outcomes: {
        20003: 'busy connection_error*',
        20429: 'busy throttled',
        21211: 'refused bad_number',
        21212: 'refused bad_sender',
        21408: 'refused not_permitted',
        21606: 'refused bad_sender',
        21608: 'refused not_permitted',
        21610: 'refused barred',
        21611: 'busy queue_full',
        21612: 'refused not_permitted',
        21614: 'refused bad_number',
        21635: 'refused bad_number',
        30001: 'busy queue_full',
        30002: 'busy connection_error*',
        30003: 'refused other',
        30004: 'refused barred',
        30005: 'refused bad_number',
        30006: 'refused bad_number',
        30007: 'refused other',
        30008: 'refused other',
        63017: 'busy throttled',
      },
      invented: { 29999: 'refused other' },
    },
    {
      about: 'of a message that is created and has failed',
      listed: ['21610', '30001', '30002', '30003'],
      answer: (code, part) =>
        jsonAnswer(201, { sid: idOf(part), status: 'failed', error_code: Number(code) }),
      outcomes: {
        21610: 'refused barred',
        30001: 'refused other',
        30002: 'refused other*',
        30003: 'refused other',
      },
      invented: { 29999: 'refused other' },
    },
    {
      about: 'of failures',
      listed: [],
      answer: (code) => failure(Number(code.slice(-3)), Number(code)),
      outcomes: {},
      invented: { 20500: 'unknown', 20503: 'unknown', 503: 'unknown' },
    },
  ],
  garbled: [jsonAnswer(201, { sid: 'nonsense' }), jsonAnswer(201, { sid: `MG${'0'.repeat(32)}` })],
  repeats: (words) => [
    ...[400, 401, 500].map((status) => failure(status, 29_999, words)),
    ...[400, 401].map((status) => jsonAnswer(status, { code: words })),
    jsonAnswer(201, { sid: `SM${'0'.repeat(32)}`, status: 'failed', error_code: words }),
  ],
  balance: {
    currency: 'USD',
    answer: (amount) => jsonAnswer(200, { balance: amount, currency: 'USD' }),
  },
  lookUp: {
    asks: ({ url }) => url.includes('/Messages.json'),
    tells: (parts, status) =>
      jsonAnswer(
        200,
        {
          messages: parts.map((part) => ({
            sid: idOf(part),
            from: part.from,
            to: `+${part.to}`,
            body: part.text,
            direction: 'outbound-api',
            date_created: atTwilio,
            status,
          })),
        },
        { date: atTwilio },
      ),
    byId: {
      asks: ({ url }) => url.includes('/Messages/SM'),
      tells: ([part], status) =>
        part === undefined
          ? failure(404, 20_404)
          : jsonAnswer(200, {
              sid: idOf(part),
              to: `+${part.to}`,
              status: status.toLowerCase(),
              error_code: null,
            }),
    },
  },
  notices: {
    report: (part, status) =>
      notice(
        { MessageSid: idOf(part), MessageStatus: status.toLowerCase(), To: `+${part.to}` },
        `ref=${part.ourRef}`,
      ),
    statuses: {
      listed: statuses.keys(),
      states: {
        ACCEPTED: 'enroute',
        SCHEDULED: 'enroute',
        QUEUED: 'enroute',
        SENDING: 'enroute',
        SENT: 'enroute',
        DELIVERED: 'delivered',
        READ: 'delivered',
        UNDELIVERED: 'undeliverable',
        FAILED: 'rejected',
        CANCELED: 'rejected',
        PARTIALLY_DELIVERED: 'unknown',
      },
    },
    inbound: ({ from, to, text, id }) =>
      notice({ MessageSid: id, From: `+${from}`, To: to, Body: text, SmsStatus: 'received' }, ''),
    forged: (genuine) => [
      { ...genuine, headers: {} },
      { ...genuine, headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' } },
      { ...genuine, rawQuery: 'ref=7091659672946-2' },
      { ...genuine, body: Buffer.concat([genuine.body, Buffer.from('&To=1')]) },
      { ...genuine, method: 'PUT' },
    ],
  },
});
