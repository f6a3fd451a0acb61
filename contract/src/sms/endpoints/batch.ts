// GET /api/sms/batches/{id}: what became of a request, in numbers?
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { batchIdParameter, encodingText, partsCount } from '../fields.ts';
import { smsCodes, smsStates } from '../states.ts';
import type { SmsState } from '../states.ts';

const countField = Type.Integer({ minimum: 0 });
const stateCounts = Type.Object(Object.fromEntries(smsStates.map((state) => [state, countField])) as Record<SmsState, typeof countField>, {
  additionalProperties: false,
  ...described(
    'How many recipients are in each state. ACCEPTED waits, QUEUED is being handed to the operator, SENT was taken by it; the others are final.',
    'Nombre de destinataires dans chaque état. ACCEPTED attend, QUEUED est en cours de remise à l’opérateur, SENT a été pris par lui ; les autres sont définitifs.',
  ),
});

export const smsBatchResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      id: Type.String(described('Identifier of the batch.', 'Identifiant de l’envoi.')),
      createdAt: Type.String(described('ISO 8601, UTC.', 'ISO 8601, UTC.')),
      validUntil: Type.String(described('Until then an unreachable phone is tried.', 'Jusque-là un téléphone injoignable est réessayé.')),
      sender: Type.String(),
      content: Type.Union([Type.String(), Type.Null()], {
        ...described(
          'The text as it is sent; null once it was forgotten, 30 days unless your operator chose otherwise.',
          'Le texte tel qu’il est envoyé ; null une fois oublié, après 30 jours sauf autre réglage.',
        ),
      }),
      encoding: encodingText,
      parts: partsCount,
      recipients: Type.Integer(described('Distinct numbers.', 'Numéros distincts.')),
      currency: Type.String(),
      charged: Type.Number(described('Taken when it was accepted.', 'Prélevé à l’acceptation.')),
      refunded: Type.Number(described('Given back since.', 'Rendu depuis.')),
      final: Type.Boolean(
        described('True once every recipient has a final state.', 'true dès que chaque destinataire a un état définitif.'),
      ),
      states: stateCounts,
    },
    { additionalProperties: false },
  ),
);
export type SmsBatchResponse = Static<typeof smsBatchResponse>;

export const smsBatchEndpoint: Endpoint = {
  interface: 'sms',
  name: 'sms-batch',
  method: 'GET',
  path: '/api/sms/batches/{id}',
  summary: { en: 'Look up a batch', fr: 'Consulter un envoi' },
  description: {
    en: 'The request as it was accepted, its cost, and how many of its recipients are in each state.',
    fr: 'La requête telle qu’elle a été acceptée, son coût, et le nombre de destinataires dans chaque état.',
  },
  request: null,
  pathParameters: batchIdParameter,
  requestExamples: [],
  responses: [smsBatchResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'batch',
      title: { en: 'Two recipients, one reached', fr: 'Deux destinataires, dont un servi' },
      body: {
        code: 200,
        error: false,
        msg: 'OK',
        data: {
          id: '7091659672946',
          createdAt: '2026-11-21T16:04:05.000Z',
          validUntil: '2026-11-23T16:04:05.000Z',
          sender: 'JOKKO',
          content: 'Votre code est 4821',
          encoding: 'gsm7',
          parts: 1,
          recipients: 2,
          currency: 'XOF',
          charged: 20,
          refunded: 0,
          final: false,
          states: { ACCEPTED: 0, QUEUED: 0, SENT: 1, DELIVERED: 1, UNDELIVERABLE: 0, EXPIRED: 0, REJECTED: 0, UNKNOWN: 0 },
        },
      },
    },
    {
      name: 'unknown',
      title: { en: 'Unknown batch', fr: 'Envoi inconnu' },
      body: { code: 400, error: true, msg: "Cet envoi n'existe pas.", data: { id: "Cet envoi n'existe pas." } },
    },
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
