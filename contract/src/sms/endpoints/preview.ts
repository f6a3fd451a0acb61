// POST /api/sms/preview: what would a request send, and what would it cost? Nothing is sent, stored or charged.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { appKeyField, contentField, countryText, encodingText, msisdnField, operatorText, partsCount, senderField } from '../fields.ts';
import { smsCodes } from '../states.ts';

export const smsPreviewRequest = Type.Object({
  app_key: appKeyField,
  content: contentField,
  msisdn: Type.Optional(msisdnField),
  sender: Type.Optional(senderField),
});

const priceSchema = Type.Object(
  {
    country: countryText,
    operator: operatorText,
    currency: Type.String(),
    pricePerPart: Type.Number(),
    pricePerRecipient: Type.Number(described('Of all parts.', 'De toutes les parties.')),
    recipients: Type.Integer(described('0 where no recipients were given.', '0 si aucun destinataire n’a été donné.')),
    total: Type.Number(),
  },
  { additionalProperties: false },
);

const replacementSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(described('Empty where the character is left out.', 'Vide si le caractère est omis.')),
    count: Type.Integer(),
  },
  { additionalProperties: false },
);

export const smsPreviewResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      encoding: encodingText,
      content: Type.String(described('The text as it would be sent.', 'Le texte tel qu’il serait envoyé.')),
      parts: partsCount,
      units: Type.Integer(
        described('Septets for `gsm7`, UTF-16 code units for `ucs2`.', 'Septets pour `gsm7`, unités UTF-16 pour `ucs2`.'),
      ),
      freeUnits: Type.Integer(described('How many more fit without one more part.', 'Combien tiennent encore sans partie de plus.')),
      replaced: Type.Array(
        replacementSchema,
        described(
          'What is written otherwise so that the text stays in the GSM alphabet.',
          'Ce qui est écrit autrement pour que le texte reste dans l’alphabet GSM.',
        ),
      ),
      recipients: Type.Integer(described('Distinct numbers.', 'Numéros distincts.')),
      currency: Type.Union(
        [Type.String(), Type.Null()],
        described('Of the total; null where no recipients were given.', 'Du total ; null si aucun destinataire n’a été donné.'),
      ),
      total: Type.Union(
        [Type.Number(), Type.Null()],
        described(
          'What the request would cost; null where no recipients were given.',
          'Ce que coûterait la requête ; null si aucun destinataire n’a été donné.',
        ),
      ),
      prices: Type.Array(
        priceSchema,
        described(
          'By country and operator: of the recipients, or of every country where none were given.',
          'Par pays et opérateur : des destinataires, ou de chaque pays si aucun n’a été donné.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsPreviewResponse = Static<typeof smsPreviewResponse>;

export const smsPreviewEndpoint: Endpoint = {
  interface: 'sms',
  name: 'sms-preview',
  method: 'POST',
  path: '/api/sms/preview',
  summary: { en: 'See alphabet, parts and price before sending', fr: 'Voir l’alphabet, les parties et le prix avant l’envoi' },
  description: {
    en: 'Checks as `send-sms` does and answers what would be sent and charged, without doing it. The balance is not looked at.',
    fr: 'Vérifie comme `send-sms` et répond ce qui serait envoyé et facturé, sans le faire. Le solde n’est pas regardé.',
  },
  request: smsPreviewRequest,
  acceptsForm: true,
  requestExamples: [
    {
      name: 'french',
      title: { en: 'A French text', fr: 'Un texte français' },
      body: { app_key: '<APP_KEY>', content: 'Votre reçu n° 12 est prêt', msisdn: ['+221770000001', '+221770000002'] },
    },
  ],
  responses: [smsPreviewResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'preview',
      title: { en: 'One part instead of UCS-2', fr: 'Une partie au lieu d’UCS-2' },
      body: {
        code: 200,
        error: false,
        msg: 'OK',
        data: {
          encoding: 'gsm7',
          content: 'Votre recu no 12 est pret',
          parts: 1,
          units: 25,
          freeUnits: 135,
          replaced: [
            { from: 'ç', to: 'c', count: 1 },
            { from: '°', to: 'o', count: 1 },
            { from: 'ê', to: 'e', count: 1 },
          ],
          recipients: 2,
          currency: 'XOF',
          total: 20,
          prices: [
            { country: 'SN', operator: 'orange', currency: 'XOF', pricePerPart: 10, pricePerRecipient: 10, recipients: 2, total: 20 },
          ],
        },
      },
    },
    {
      name: 'empty',
      title: { en: 'No text', fr: 'Pas de texte' },
      body: {
        code: 400,
        error: true,
        msg: 'Le contenu (content) ne doit pas être vide.',
        data: { content: 'Le contenu (content) ne doit pas être vide.' },
      },
    },
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
