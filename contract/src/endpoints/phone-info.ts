// GET phone-info: country and operator of a number, and the services that reach its wallet.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';

const phoneCharactersMax = 64;

export const phoneInfoQuery = Type.Object({
  phone: Type.String({
    minLength: 1,
    maxLength: phoneCharactersMax,
    ...described(
      'Any usual spelling; without its country code it is of `country`.',
      'Toute écriture usuelle ; sans indicatif, il est de `country`.',
    ),
  }),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      ...described('ISO 3166 alpha-2; SN unless given.', 'ISO 3166 alpha-2 ; SN par défaut.'),
    }),
  ),
});
/** Faults of a phone-info query. */
export const checkPhoneInfo = makeCheck(phoneInfoQuery);

const orNull = Type.Union([Type.String(), Type.Null()]);

export const phoneInfoSchema = Type.Object(
  {
    e164: Type.String(described('With plus.', 'Avec le plus.')),
    country: Type.Union(
      [Type.String(), Type.Null()],
      described('ISO 3166 alpha-2; null if unknown.', 'ISO 3166 alpha-2 ; null s’il est inconnu.'),
    ),
    operator: Type.Union(
      [Type.String(), Type.Null()],
      described(
        'By the number plan and the list of ported numbers; it does not tell whether the number is in use.',
        'Selon le plan de numérotation et la liste des numéros portés ; il ne dit pas si le numéro est en service.',
      ),
    ),
    ported: Type.Boolean(
      described(
        'Whether the number is with another operator than its prefix says.',
        'Indique si le numéro est chez un autre opérateur que ne le dit son préfixe.',
      ),
    ),
    services: Type.Object(
      {
        collect: orNull,
        payOut: orNull,
      },
      {
        additionalProperties: false,
        ...described(
          'Your services of this operator, to collect from the number and to pay it.',
          'Vos services de cet opérateur, pour encaisser le numéro et pour le payer.',
        ),
      },
    ),
  },
  { additionalProperties: false },
);
export type PhoneInfo = Static<typeof phoneInfoSchema>;

export const phoneInfoResponse = successEnvelope(phoneInfoSchema);
export type PhoneInfoResponse = Static<typeof phoneInfoResponse>;

export const phoneInfoEndpoint = {
  interface: 'payments',
  name: 'phone-info',
  method: 'GET',
  path: '/api-services/phone-info',
  summary: {
    en: 'Find the operator of a phone number',
    fr: 'Trouver l’opérateur d’un numéro',
  },
  description: {
    en: 'Operator and country of a number, and which of your services reach it: to choose the service for a customer who types a number. At most 10 calls per second and key.',
    fr: 'Opérateur et pays d’un numéro, et lesquels de vos services l’atteignent : pour choisir le service d’un client qui saisit son numéro. Au plus 10 appels par seconde et par clé.',
  },
  request: null,
  query: phoneInfoQuery,
  requestExamples: [],
  responses: [phoneInfoResponse, refusalResponse],
  responseExamples: [
    {
      name: 'known',
      title: { en: 'A number of OPA', fr: 'Un numéro de OPA' },
      body: {
        code: 2000,
        msg: 'OK',
        error: false,
        data: {
          e164: '+221770000001',
          country: 'SN',
          operator: 'OPA',
          ported: false,
          services: { collect: 'OPA_SN_API_CASH_OUT', payOut: 'OPA_SN_API_CASH_IN' },
        },
      },
    },
  ],
  codes: [
    codes.done,
    codes.badKey,
    codes.notActivated,
    codes.invalid,
    codes.tooMany,
    codes.internal,
  ],
} satisfies Endpoint;
