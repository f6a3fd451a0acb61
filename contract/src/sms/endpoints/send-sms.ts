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
  reportUrlField,
  scheduleAtField,
  senderField,
} from '../fields.ts';
import { smsCodes } from '../states.ts';

export const sendSmsRequest = Type.Object({
  app_key: appKeyField,
  sender: senderField,
  content: contentField,
  msisdn: msisdnField,
  scheduleAt: Type.Optional(scheduleAtField),
  callbackUrl: Type.Optional(reportUrlField),
});

export const sendSmsResponse = smsSuccess(
  smsCodes.accepted,
  Type.Array(Type.Unknown(), { maxItems: 0 }),
);
export type SendSmsResponse = Static<typeof sendSmsResponse>;

const requestHeaders = Type.Object({
  [idempotencyKeyHeader]: Type.Optional(
    Type.String({
      pattern: idempotencyKeyPattern,
      ...described(
        'Your own identifier of this request, 1 to 255 printable characters. If you send the same request again with it, you receive the first response and nothing is sent twice.',
        'Votre identifiant de cette requête, 1 à 255 caractères imprimables : si vous renvoyez la même requête avec cet identifiant, vous recevez la première réponse et rien n’est envoyé deux fois.',
      ),
    }),
  ),
});

const responseHeaders = Type.Object({
  [batchIdHeader]: Type.String(
    described('ID of the batch, for later queries.', 'ID de l’envoi, pour les consultations.'),
  ),
});

export const sendSmsEndpoint: Endpoint = {
  interface: 'sms',
  name: 'send-sms',
  method: 'POST',
  path: '/api/send-sms',
  summary: {
    en: 'Send a text to many recipients',
    fr: 'Envoyer un texte à plusieurs destinataires',
  },
  description: {
    en: 'Accepted with code 201, every recipient is stored and charged (parts × price), and the message is sent to each of them. Rejected with code 400, nothing was sent: `data` names each invalid number, as you sent it, or the field. The body may be JSON or form-urlencoded (`msisdn[]`, `msisdn[0]` or one `msisdn`), in UTF-8 or in the character set that the Content-Type names (`charset=ISO-8859-1`, `ISO-8859-15` or `windows-1252`); any other is refused.',
    fr: 'Accepté avec le code 201, chaque destinataire est enregistré et facturé (segments × prix), et le message est envoyé à chacun. Avec le code 400, la requête est rejetée et rien n’a été envoyé : `data` nomme chaque numéro invalide, tel que vous l’avez envoyé, ou le champ. Le corps peut être en JSON ou form-urlencoded (`msisdn[]`, `msisdn[0]` ou un seul `msisdn`), en UTF-8 ou dans le jeu de caractères que nomme le Content-Type (`charset=ISO-8859-1`, `ISO-8859-15` ou `windows-1252`) ; tout autre est refusé.',
  },
  request: sendSmsRequest,
  acceptsForm: true,
  requestHeaders,
  requestExamples: [
    {
      name: 'two',
      title: { en: 'Two recipients', fr: 'Deux destinataires' },
      body: {
        app_key: '<APP_KEY>',
        sender: 'JOKKO',
        content: 'Votre code est 4821',
        msisdn: ['+221770000001', '+221770000002'],
      },
    },
    {
      name: 'scheduled',
      title: { en: 'Sent later', fr: 'Envoyé plus tard' },
      body: {
        app_key: '<APP_KEY>',
        sender: 'JOKKO',
        content: 'Bonne année !',
        msisdn: ['+221770000001'],
        scheduleAt: '2027-01-01T00:00:00+00:00',
      },
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
        data: {
          '770000002':
            "Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté. L'indicatif du pays, précédé de +, est absent. Vouliez-vous dire +221770000002 ?",
        },
      },
    },
    {
      name: 'app-key',
      title: { en: 'Invalid app_key', fr: 'app_key invalide' },
      body: {
        code: 400,
        error: true,
        msg: "L'app_key est invalide.",
        data: { app_key: "L'app_key est invalide." },
      },
    },
    {
      name: 'balance',
      title: { en: 'Balance too low', fr: 'Solde insuffisant' },
      body: {
        code: 400,
        error: true,
        msg: 'Le solde est insuffisant : 20 XOF sont nécessaires, 15 XOF sont disponibles.',
        data: {
          balance: 'Le solde est insuffisant : 20 XOF sont nécessaires, 15 XOF sont disponibles.',
        },
      },
    },
  ],
  responseHeaders,
  codes: [smsCodes.accepted, smsCodes.refused],
};
