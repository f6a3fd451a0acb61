// POST /api/sms/batches/{id}/cancel: cancels a scheduled batch before it starts.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { appKeyField, batchIdParameter } from '../fields.ts';
import { smsCodes } from '../states.ts';

export const smsCancelRequest = Type.Object({ app_key: appKeyField });

export const smsCancelResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      id: Type.String(described('Identifier of the batch.', 'Identifiant de l’envoi.')),
      cancelled: Type.Integer(
        described(
          'Recipients that get nothing; their price is refunded.',
          'Destinataires qui ne reçoivent rien ; leur prix est remboursé.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsCancelResponse = Static<typeof smsCancelResponse>;

export const smsCancelEndpoint: Endpoint = {
  interface: 'sms',
  name: 'sms-batch-cancel',
  method: 'POST',
  path: '/api/sms/batches/{id}/cancel',
  summary: { en: 'Cancel a scheduled batch', fr: 'Annuler un envoi programmé' },
  description: {
    en: 'Only before its time (`scheduleAt`): nothing is sent, all of it is refunded, and every recipient is REJECTED with the reason `cancelled`. Cancelling again answers the same. A batch that has started, or was not scheduled, is refused.',
    fr: 'Seulement avant l’heure prévue (`scheduleAt`) : rien n’est envoyé, tout est remboursé, et chaque destinataire est REJECTED avec la raison `cancelled`. Annuler à nouveau donne la même réponse. Un envoi qui a commencé, ou qui n’était pas programmé, est refusé.',
  },
  request: smsCancelRequest,
  acceptsForm: true,
  pathParameters: batchIdParameter,
  requestExamples: [
    {
      name: 'cancel',
      title: { en: 'Cancel', fr: 'Annuler' },
      body: { app_key: '<APP_KEY>' },
    },
  ],
  responses: [smsCancelResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'cancelled',
      title: { en: 'Cancelled', fr: 'Annulé' },
      body: {
        code: 200,
        error: false,
        msg: 'OK',
        data: { id: '7091659672946', cancelled: 2 },
      },
    },
    {
      name: 'started',
      title: { en: 'It has started', fr: 'L’envoi a commencé' },
      body: {
        code: 400,
        error: true,
        msg: 'Cet envoi a commencé : il ne peut plus être annulé.',
        data: { id: 'Cet envoi a commencé : il ne peut plus être annulé.' },
      },
    },
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
