// Runs the conformance suite of SMS connectors over what Africa's Talking says.

import type { HttpResult, SmsNotice, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, runSmsConformance } from '@jokko/connectors/kit/conformance';
import { africasTalkingConnector } from '../index.ts';
import { refusalCodes, reportStatuses, takenCodes, wholeRefusals } from '../status-table.ts';

const idOf = ({ ourRef }: SmsPart): string => `ATXid_${ourRef}`;
const recipient = (part: SmsPart, statusCode: number, messageId = 'None') => ({
  statusCode,
  number: `+${part.to}`,
  status: 'Word',
  cost: 'KES 0.8000',
  messageId,
});
const told = (recipients: unknown, Message = 'Sent to 1/1'): HttpResult =>
  jsonAnswer(201, { SMSMessageData: { Message, Recipients: recipients } });
const plain = (status: number, body: string): HttpResult => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
});
const taken = (part: SmsPart) => recipient(part, 101, idOf(part));
const someone = { ourRef: '1', to: '254711000009' } as SmsPart;

const form = (members: { [name: string]: string }): SmsNotice => ({
  method: 'POST',
  path: '/',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(members).toString()),
  receivedAtMs: 0,
});

runSmsConformance({
  connector: africasTalkingConnector,
  config: { username: 'shop', apiKey: 'key-of-the-test', baseUrl: 'https://at.example' },
  submits: ({ url }) => url.endsWith('/messaging'),
  answers: () => jsonAnswer(200, { UserData: { balance: 'KES 1785.50' } }),
  takes: (parts) => told(parts.map(taken)),
  idOf,
  refusesFirst: ([first, ...others]) => told([...others.map(taken), recipient(first!, 403)]),
  wrongCredentials: plain(401, 'The supplied authentication is invalid'),
  codes: [
    {
      about: 'of a recipient',
      listed: [...takenCodes, ...refusalCodes.keys()],
      answer: (code, part) =>
        told([recipient(part, Number(code), Number(code) < 400 ? idOf(part) : 'None')]),
      outcomes: {
        100: 'accepted',
        101: 'accepted',
        102: 'accepted',
        401: 'busy connection_error*',
        402: 'refused bad_sender',
        403: 'refused bad_number',
        404: 'refused bad_number',
        405: 'busy connection_error*',
        406: 'refused barred',
        407: 'refused not_permitted',
        409: 'busy operator_error',
        500: 'busy operator_error',
        501: 'busy operator_error',
        502: 'refused other',
      },
      invented: { 199: 'unknown', 499: 'refused other' },
    },
    {
      about: 'of all recipients',
      listed: wholeRefusals.keys(),
      answer: (code) => told([], code),
      outcomes: {
        InvalidSenderId: 'refused bad_sender',
        InsufficientBalance: 'busy connection_error*',
        RiskHold: 'busy connection_error*',
        InvalidPhoneNumber: 'refused bad_number',
        UserInBlacklist: 'refused barred',
        UnsupportedNumberType: 'refused bad_number',
        CouldNotRoute: 'refused not_permitted',
        RejectedByGateway: 'refused other',
        DoNotDisturbRejection: 'busy operator_error',
        InternalServerError: 'busy operator_error',
        GatewayError: 'busy operator_error',
      },
      invented: { NeverHeardOf: 'refused other' },
    },
  ],
  garbled: [
    jsonAnswer(201, { SMSMessageData: { Message: 'InvalidSenderId' } }),
    told(['unreadable']),
    told([recipient(someone, 101, 'ATXid_1')]),
    plain(201, 'Sent'),
  ],
  repeats: (words) => [
    told([], words),
    told([{ ...recipient(someone, 499), number: '+221770000101', statusCode: words }]),
    ...[400, 401, 500].map((status) => plain(status, words)),
  ],
  balance: {
    currency: 'KES',
    answer: (amount) => jsonAnswer(200, { UserData: { balance: `KES ${amount}` } }),
  },
  notices: {
    report: (part, status) => form({ id: idOf(part), status, phoneNumber: `+${part.to}` }),
    statuses: {
      listed: reportStatuses.keys(),
      states: {
        Sent: 'enroute',
        Submitted: 'enroute',
        Buffered: 'enroute',
        Success: 'delivered',
        Failed: 'undeliverable',
        AbsentSubscriber: 'undeliverable',
        Rejected: 'rejected',
        Expired: 'expired',
      },
    },
    inbound: ({ from, to, text, id }) => form({ from: `+${from}`, to, text, id, linkId: 'x' }),
    optOut: ({ from, to }) => form({ senderId: to, phoneNumber: `+${from}` }),
  },
});
