// POST /api/send-sms: one text to many recipients, all of them or none (rules X1–X5).
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import {
  appKeyField,
  batchIdHeader,
  contentField,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  msisdnField,
  senderField,
} from '../fields.ts';
import { smsCodes } from '../states.ts';

export const sendSmsRequest = Type.Object({ app_key: appKeyField, sender: senderField, content: contentField, msisdn: msisdnField });

export const sendSmsResponse = smsSuccess(smsCodes.accepted, Type.Array(Type.Unknown(), { maxItems: 0 }));
export type SendSmsResponse = Static<typeof sendSmsResponse>;

const requestHeaders = Type.Object({
  [idempotencyKeyHeader]: Type.Optional(
    Type.String({
      pattern: idempotencyKeyPattern,
      ...described(
        'Your own identifier of this request, 1 to 255 printable characters: sent again with it, the same request is answered as the first time and nothing is sent twice.',
        'Votre identifiant de cette requête, 1 à 255 caractères imprimables : renvoyée avec lui, la même requête reçoit la première réponse et rien n’est envoyé deux fois.',
      ),
    }),
  ),
});

const responseHeaders = Type.Object({
  [batchIdHeader]: Type.String(described('Names the batch in the look-ups.', 'Désigne l’envoi dans les consultations.')),
});

export const sendSmsEndpoint: Endpoint = {
  interface: 'sms',
  name: 'send-sms',
  method: 'POST',
  path: '/api/send-sms',
  summary: { en: 'Send a text to many recipients', fr: 'Envoyer un texte à plusieurs destinataires' },
  description: {
    en: 'Accepted with code 201, every recipient is stored and charged (parts × price) and will be tried. Refused with code 400, nothing of the request was sent: `data` names each offending number, as you sent it, or the field. The body may be JSON or form-urlencoded (`msisdn[]`, `msisdn[0]` or one `msisdn`).',
    fr: 'Accepté avec le code 201, chaque destinataire est enregistré et facturé (parties × prix) et sera servi. Refusé avec le code 400, rien de la requête n’a été envoyé : `data` nomme chaque numéro en cause, tel que vous l’avez envoyé, ou le champ. Le corps peut être en JSON ou form-urlencoded (`msisdn[]`, `msisdn[0]` ou un seul `msisdn`).',
  },
  request: sendSmsRequest,
  acceptsForm: true,
  requestHeaders,
  requestExamples: [
    {
      name: 'two',
      title: { en: 'Two recipients', fr: 'Deux destinataires' },
      body: { app_key: '<APP_KEY>', sender: 'JOKKO', content: 'Votre code est 4821', msisdn: ['+221770000001', '+221770000002'] },
    },
  ],
  responses: [sendSmsResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'accepted',
      title: { en: 'Accepted', fr: 'Accepté' },
      body: { code: 201, error: false, msg: '2 messages acceptés', data: [] },
    },
    {
      name: 'number',
      title: { en: 'A number without its country code', fr: 'Un numéro sans indicatif' },
      body: {
        code: 400,
        error: true,
        msg: "Un numéro a été refusé : rien n'a été exécuté.",
        data: { '770000002': 'Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté.' },
      },
    },
    {
      name: 'app-key',
      title: { en: 'Wrong app_key', fr: 'app_key invalide' },
      body: { code: 400, error: true, msg: "L'app_key est invalide.", data: { app_key: "L'app_key est invalide." } },
    },
    {
      name: 'balance',
      title: { en: 'Balance too low', fr: 'Solde insuffisant' },
      body: {
        code: 400,
        error: true,
        msg: 'Le solde est insuffisant : 20 XOF sont nécessaires, 15 XOF sont disponibles.',
        data: { balance: 'Le solde est insuffisant : 20 XOF sont nécessaires, 15 XOF sont disponibles.' },
      },
    },
  ],
  responseHeaders,
  codes: [smsCodes.accepted, smsCodes.refused],
};
