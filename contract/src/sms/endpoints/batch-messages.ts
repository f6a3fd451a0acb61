// GET /api/sms/batches/{id}/messages: returns the state of each recipient of a batch, a page at a
// time or all of it as CSV.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { batchIdParameter, countryText, msisdnText, operatorText, pageLimit } from '../fields.ts';
import { smsCodes, smsStates } from '../states.ts';

export const smsMessagesQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]+$',
      ...described(
        'Returns the recipients after this position: `next` of the previous response.',
        'Renvoie les destinataires après cette position : le `next` de la réponse précédente.',
      ),
    }),
  ),
  limit: pageLimit,
  state: Type.Optional(
    Type.Enum(
      [...smsStates],
      described('Only recipients in this state.', 'Seulement les destinataires dans cet état.'),
    ),
  ),
  format: Type.Optional(
    Type.Enum(
      ['json', 'csv'],
      described(
        '`csv` returns all recipients at once unless `limit` is given.',
        '`csv` renvoie tous les destinataires en une fois, sauf si `limit` est donné.',
      ),
    ),
  ),
});

export const smsMessageSchema = Type.Object(
  {
    position: Type.Integer(
      described('Place in the request, from 1.', 'Place dans la requête, à partir de 1.'),
    ),
    msisdn: msisdnText,
    country: countryText,
    operator: operatorText,
    state: Type.Enum([...smsStates]),
    reason: Type.Union(
      [Type.String(), Type.Null()],
      described(
        'Why the message was not delivered, or why nothing follows SENT (`receipts_off`); otherwise null.',
        'Raison pour laquelle le message n’a pas été remis, ou pour laquelle rien ne suit SENT (`receipts_off`) ; sinon null.',
      ),
    ),
    partsDelivered: Type.Integer(
      described('Parts delivered to the phone.', 'Segments remis au téléphone.'),
    ),
    price: Type.Number(described('Price of all parts.', 'Prix de tous les segments.')),
    currency: Type.String(),
    refunded: Type.Boolean(),
    sentAt: Type.Union(
      [Type.String(), Type.Null()],
      described('When the operator accepted it.', 'Date d’acceptation par l’opérateur.'),
    ),
    updatedAt: Type.String(),
  },
  { additionalProperties: false },
);
export type SmsMessageEntry = Static<typeof smsMessageSchema>;

/** The columns of the CSV, in order: the members of a message. */
export const smsMessageColumns = Object.keys(
  smsMessageSchema.properties,
) as (keyof SmsMessageEntry)[];

export const smsMessagesResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      messages: Type.Array(
        smsMessageSchema,
        described('In the order of the request.', 'Dans l’ordre de la requête.'),
      ),
      next: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'The `after` of the next page; null on the last one.',
          'Le `after` de la page suivante ; null à la dernière.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsMessagesResponse = Static<typeof smsMessagesResponse>;

const exampleMessages: readonly SmsMessageEntry[] = [
  {
    position: 1,
    msisdn: '+221770000001',
    country: 'SN',
    operator: 'orange',
    state: 'DELIVERED',
    reason: null,
    partsDelivered: 1,
    price: 10,
    currency: 'XOF',
    refunded: false,
    sentAt: '2026-11-21T16:04:05.310Z',
    updatedAt: '2026-11-21T16:04:09.120Z',
  },
  {
    position: 2,
    msisdn: '+221760000002',
    country: 'SN',
    operator: 'yas',
    state: 'UNDELIVERABLE',
    reason: 'absent_subscriber',
    partsDelivered: 0,
    price: 10,
    currency: 'XOF',
    refunded: false,
    sentAt: '2026-11-21T16:04:05.311Z',
    updatedAt: '2026-11-21T16:05:40.007Z',
  },
];

const exampleRows = exampleMessages.map((message) =>
  smsMessageColumns.map((column) => String(message[column] ?? '')).join(','),
);

export const smsMessagesEndpoint: Endpoint = {
  interface: 'sms',
  name: 'sms-batch-messages',
  method: 'GET',
  path: '/api/sms/batches/{id}/messages',
  summary: {
    en: 'List the recipients of a batch',
    fr: 'Lister les destinataires d’un envoi',
  },
  description: {
    en: 'Each recipient with its state. Request the next page with `after` = `next` until `next` is null, or get all recipients as CSV with `format=csv`.',
    fr: 'Chaque destinataire avec son état. Demandez la page suivante avec `after` = `next` jusqu’à ce que `next` soit null, ou obtenez tous les destinataires en CSV avec `format=csv`.',
  },
  request: null,
  pathParameters: batchIdParameter,
  query: smsMessagesQuery,
  requestExamples: [],
  responses: [smsMessagesResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'messages',
      title: { en: 'Two recipients', fr: 'Deux destinataires' },
      body: { code: 200, error: false, msg: 'OK', data: { messages: exampleMessages, next: null } },
    },
    {
      name: 'state',
      title: { en: 'A state that does not exist', fr: 'Un état qui n’existe pas' },
      body: {
        code: 400,
        error: true,
        msg: `state doit être l'un de ${smsStates.join(', ')}.`,
        data: { state: `state doit être l'un de ${smsStates.join(', ')}.` },
      },
    },
  ],
  csvExample: [smsMessageColumns.join(','), ...exampleRows, ''].join('\r\n'),
  codes: [smsCodes.read, smsCodes.refused],
};
