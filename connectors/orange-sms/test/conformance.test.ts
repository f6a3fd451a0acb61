// Runs the conformance suite of SMS connectors over what Orange says.

import type { HttpResult, SmsNotice, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, runSmsConformance } from '@jokko/connectors/kit/conformance';
import { deliveryStatuses, errorCodes } from '../code-table.ts';
import { orangeSmsConnector } from '../index.ts';

const idOf = ({ ourRef }: SmsPart): string => `6c2c3b2e-${ourRef}`;
const created = (resourceURL: string): HttpResult =>
  jsonAnswer(201, { outboundSMSMessageRequest: { resourceURL } });
const resource = 'https://api.orange.com/smsmessaging/v1/outbound/tel:+2210000/requests';
const gateway = (status: number, code: string, description = 'no'): HttpResult =>
  jsonAnswer(status, { code, message: description, description });
const service = (status: number, messageId: string, variable = 'why'): HttpResult => {
  const family = messageId.startsWith('POL') ? 'policyException' : 'serviceException';
  const exception = { messageId, text: 'It is %1', variables: [variable] };
  return jsonAnswer(status, { requestError: { [family]: exception } });
};
/** Orange's statuses go by the first digit of the gateway's codes. */
const gatewayStatuses: { readonly [digit: string]: number } = { 2: 400, 4: 401, 5: 403, 6: 404 };

const notice = (body: object): SmsNotice => ({
  method: 'POST',
  path: '/',
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  receivedAtMs: 0,
});

runSmsConformance({
  connector: orangeSmsConnector,
  config: {
    baseUrl: 'https://orange.example',
    clientId: 'id',
    clientSecret: 'secret-of-the-test',
    country: 'SEN',
    ratePerSec: 1_000,
  },
  submits: ({ url }) => url.endsWith('/requests'),
  answers: ({ url }) =>
    url.endsWith('/token')
      ? jsonAnswer(200, { token_type: 'Bearer', access_token: 't', expires_in: '3600' })
      : jsonAnswer(200, [{ country: 'SEN', availableUnits: 90, status: 'ACTIVE' }]),
  takes: ([part]) => created(`${resource}/${idOf(part!)}`),
  idOf,
  wrongCredentials: gateway(401, '40'),
  balance: {
    currency: 'SMS',
    asks: ({ url }) => url.includes('/contracts'),
    answer: (amount) =>
      jsonAnswer(200, [
        { country: 'SEN', availableUnits: 90, status: 'EXPIRED' },
        { country: 'SEN', availableUnits: amount, status: 'ACTIVE' },
      ]),
  },
  codes: [
    {
      about: 'of the gateway and of the service',
      listed: errorCodes.keys(),
      answer: (code) =>
        /^[0-9]/.test(code)
          ? gateway(gatewayStatuses[code[0]!]!, code)
          : service(code.startsWith('POL') ? 403 : 400, code),
      outcomes: {
        25: 'refused other',
        26: 'refused other',
        27: 'refused other',
        28: 'refused bad_text',
        40: 'busy connection_error*',
        41: 'busy connection_error*',
        42: 'busy connection_error*',
        50: 'busy connection_error*',
        51: 'busy connection_error*',
        52: 'busy connection_error*',
        53: 'busy connection_error*',
        60: 'busy connection_error*',
        SVC0001: 'refused other',
        SVC0002: 'refused other',
        SVC0003: 'refused other',
        SVC0004: 'refused bad_number',
        SVC0280: 'refused bad_text',
        POL0001: 'busy connection_error*',
      },
      invented: { 29: 'refused other', SVC9999: 'refused other' },
    },
    {
      about: 'of failures',
      listed: [],
      answer: (code) => service(500, code),
      outcomes: {},
      invented: { SVC9999: 'unknown' },
    },
    {
      about: 'of a gateway that is not available',
      listed: [],
      answer: (code) => gateway(503, code),
      outcomes: {},
      invented: { 5: 'unknown', 503: 'unknown' },
    },
  ],
  garbled: [
    created('nonsense'),
    created(`${resource}/`),
    jsonAnswer(200, { outboundSMSMessageRequest: { resourceURL: `${resource}/x` } }),
  ],
  repeats: (words) => [
    service(403, 'POL0001', words),
    service(400, 'SVC9999', words),
    gateway(403, '51', words),
    gateway(400, '29', words),
    ...[400, 401].map((status) => gateway(status, words)),
    service(400, words),
  ],
  notices: {
    report: (part, deliveryStatus) =>
      notice({
        deliveryInfoNotification: {
          callbackData: idOf(part),
          deliveryInfo: { address: `tel:+${part.to}`, deliveryStatus },
        },
      }),
    statuses: {
      listed: deliveryStatuses.keys(),
      states: {
        DeliveredToTerminal: 'delivered',
        DeliveryImpossible: 'undeliverable',
        DeliveredToNetwork: 'enroute',
        MessageWaiting: 'enroute',
        DeliveryUncertain: 'unknown',
      },
    },
    inbound: ({ from, to, text, id }) =>
      notice({
        inboundSMSMessageNotification: {
          inboundSMSMessage: {
            destinationAddress: `tel:+${to}`,
            messageId: id,
            message: text,
            senderAddress: `tel:+${from}`,
          },
        },
      }),
  },
});
