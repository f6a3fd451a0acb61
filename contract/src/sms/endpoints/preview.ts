// POST /api/sms/preview: returns what a request would send and what it would cost. Nothing is
// sent, stored or charged.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import {
  appKeyField,
  contentField,
  countryText,
  encodingText,
  msisdnField,
  operatorText,
  partsCount,
  senderField,
} from '../fields.ts';
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
    pricePerRecipient: Type.Number(described('Price of all parts.', 'Prix de tous les segments.')),
    recipients: Type.Integer(
      described('0 if no recipients were given.', '0 si aucun destinataire n’a été donné.'),
    ),
    total: Type.Number(),
  },
  { additionalProperties: false },
);

const replacementSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(
      described('Empty if the character is removed.', 'Vide si le caractère est supprimé.'),
    ),
    count: Type.Integer(),
  },
  { additionalProperties: false },
);

export const smsPreviewResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      encoding: encodingText,
      content: Type.String(
        described('The text as it would be sent.', 'Le texte tel qu’il serait envoyé.'),
      ),
      parts: partsCount,
      units: Type.Integer(
        described(
          'Septets for `gsm7`, UTF-16 code units for `ucs2`.',
          'Septets pour `gsm7`, unités UTF-16 pour `ucs2`.',
        ),
      ),
      freeUnits: Type.Integer(
        described(
          'How many more units fit without another part.',
          'Nombre d’unités qui tiennent encore sans segment supplémentaire.',
        ),
      ),
      replaced: Type.Array(
        replacementSchema,
        described(
          'Characters replaced so that the text stays in the GSM alphabet.',
          'Caractères remplacés pour que le texte reste dans l’alphabet GSM.',
        ),
      ),
      outsideGsm: Type.Array(
        Type.String(),
        described(
          'Characters because of which the text is sent in `ucs2`: without them a part holds more. Empty for `gsm7`.',
          'Caractères à cause desquels le texte est envoyé en `ucs2` : sans eux, un segment contient davantage. Vide pour `gsm7`.',
        ),
      ),
      recipients: Type.Integer(described('Distinct numbers.', 'Numéros distincts.')),
      currency: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'Currency of the total; null if no recipients were given, or if they have several currencies.',
          'Devise du total ; null si aucun destinataire n’a été donné, ou s’ils ont plusieurs devises.',
        ),
      ),
      total: Type.Union(
        [Type.Number(), Type.Null()],
        described(
          'What the request would cost; null if no recipients were given, or if they have several currencies.',
          'Ce que coûterait la requête ; null si aucun destinataire n’a été donné, ou s’ils ont plusieurs devises.',
        ),
      ),
      totals: Type.Array(
        Type.Object(
          { currency: Type.String(), total: Type.Number() },
          { additionalProperties: false },
        ),
        described(
          'What the request would cost in each currency of the recipients.',
          'Ce que coûterait la requête dans chaque devise des destinataires.',
        ),
      ),
      prices: Type.Array(
        priceSchema,
        described(
          'By country and operator: those of the recipients, or all if no recipients were given.',
          'Par pays et opérateur : ceux des destinataires, ou tous si aucun destinataire n’a été donné.',
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
  summary: {
    en: 'Preview alphabet, parts and price',
    fr: 'Prévisualiser l’alphabet, les segments et le prix',
  },
  description: {
    en: 'Validates like `send-sms` and returns what would be sent and charged, without sending. The balance is not checked.',
    fr: 'Valide comme `send-sms` et renvoie ce qui serait envoyé et facturé, sans envoyer. Le solde n’est pas vérifié.',
  },
  request: smsPreviewRequest,
  acceptsForm: true,
  requestExamples: [
    {
      name: 'french',
      title: { en: 'A French text', fr: 'Un texte français' },
      body: {
        app_key: '<APP_KEY>',
        content: 'Votre reçu n° 12 est prêt',
        msisdn: ['+221770000001', '+221770000002'],
      },
    },
  ],
  responses: [smsPreviewResponse],
  refusals: [smsRefusalResponse],
  responseExamples: [
    {
      name: 'preview',
      title: { en: 'One part instead of UCS-2', fr: 'Un segment au lieu d’UCS-2' },
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
          outsideGsm: [],
          recipients: 2,
          currency: 'XOF',
          total: 20,
          totals: [{ currency: 'XOF', total: 20 }],
          prices: [
            {
              country: 'SN',
              operator: 'orange',
              currency: 'XOF',
              pricePerPart: 10,
              pricePerRecipient: 10,
              recipients: 2,
              total: 20,
            },
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
