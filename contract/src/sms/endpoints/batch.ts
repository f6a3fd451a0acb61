// GET /api/sms/batches/{id}: returns the state of a request in numbers.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { batchIdParameter, encodingText, partsCount } from '../fields.ts';
import { smsCodes, smsStates } from '../states.ts';
import type { SmsState } from '../states.ts';

const countField = Type.Integer({ minimum: 0 });
const stateCounts = Type.Object(
  Object.fromEntries(smsStates.map((state) => [state, countField])) as Record<
    SmsState,
    typeof countField
  >,
  {
    additionalProperties: false,
    ...described(
      'How many recipients are in each state. ACCEPTED waits, QUEUED is being sent to the operator, SENT was accepted by the operator; the others are final.',
      'Nombre de destinataires dans chaque état. ACCEPTED attend, QUEUED est en cours d’envoi à l’opérateur, SENT a été accepté par l’opérateur ; les autres sont définitifs.',
    ),
  },
);

export const smsBatchResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      id: Type.String(described('Identifier of the batch.', 'Identifiant de l’envoi.')),
      createdAt: Type.String(described('ISO 8601, UTC.', 'ISO 8601, UTC.')),
      scheduledAt: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'When it is sent, ISO 8601, UTC; null: when it was accepted.',
          'Quand il est envoyé, ISO 8601, UTC ; null : dès son acceptation.',
        ),
      ),
      cancelledAt: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'When it was cancelled before it started.',
          'Quand il a été annulé avant de commencer.',
        ),
      ),
      validUntil: Type.String(
        described(
          'Delivery to an unreachable phone is retried until then.',
          'Jusque-là, la remise à un téléphone injoignable est retentée.',
        ),
      ),
      sender: Type.String(),
      content: Type.Union([Type.String(), Type.Null()], {
        ...described(
          'The text as it is sent; null once it has been deleted, after 30 days by default.',
          'Le texte tel qu’il est envoyé ; null une fois supprimé, après 30 jours par défaut.',
        ),
      }),
      encoding: encodingText,
      parts: partsCount,
      recipients: Type.Integer(described('Distinct numbers.', 'Numéros distincts.')),
      currency: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'Null if the recipients have several currencies: see `amounts`.',
          'null si les destinataires ont plusieurs devises : voir `amounts`.',
        ),
      ),
      charged: Type.Union(
        [Type.Number(), Type.Null()],
        described(
          'Charged when it was accepted; null with several currencies.',
          'Débité à l’acceptation ; null avec plusieurs devises.',
        ),
      ),
      refunded: Type.Union(
        [Type.Number(), Type.Null()],
        described(
          'Refunded since then; null with several currencies.',
          'Remboursé depuis ; null avec plusieurs devises.',
        ),
      ),
      amounts: Type.Array(
        Type.Object(
          {
            currency: Type.String(),
            charged: Type.Number(),
            refunded: Type.Number(),
          },
          { additionalProperties: false },
        ),
        described(
          'What was charged and refunded in each currency of the recipients.',
          'Ce qui a été débité et remboursé dans chaque devise des destinataires.',
        ),
      ),
      final: Type.Boolean(
        described(
          'True when every recipient has a final state.',
          'true dès que chaque destinataire a un état définitif.',
        ),
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
  summary: { en: 'Get a batch', fr: 'Consulter un envoi' },
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
      title: { en: 'Two recipients, one delivered', fr: 'Deux destinataires, dont un remis' },
      body: {
        code: 200,
        error: false,
        msg: 'OK',
        data: {
          id: '7091659672946',
          createdAt: '2026-11-21T16:04:05.000Z',
          scheduledAt: null,
          cancelledAt: null,
          validUntil: '2026-11-23T16:04:05.000Z',
          sender: 'JOKKO',
          content: 'Votre code est 4821',
          encoding: 'gsm7',
          parts: 1,
          recipients: 2,
          currency: 'XOF',
          charged: 20,
          refunded: 0,
          amounts: [{ currency: 'XOF', charged: 20, refunded: 0 }],
          final: false,
          states: {
            ACCEPTED: 0,
            QUEUED: 0,
            SENT: 1,
            DELIVERED: 1,
            UNDELIVERABLE: 0,
            EXPIRED: 0,
            REJECTED: 0,
            UNKNOWN: 0,
          },
        },
      },
    },
    {
      name: 'unknown',
      title: { en: 'Unknown batch', fr: 'Envoi inconnu' },
      body: {
        code: 400,
        error: true,
        msg: "Cet envoi n'existe pas.",
        data: { id: "Cet envoi n'existe pas." },
      },
    },
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
