// GET errors: returns the error catalogue.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { listRefusalResponse } from '../envelope.ts';

export const errorEntrySchema = Type.Object(
  {
    id: Type.Union(
      [Type.Integer(), Type.Null()],
      described('Null for unknown_error, then 1 to 136.', 'null pour unknown_error, puis 1 à 136.'),
    ),
    code: Type.String(),
    message: Type.String(
      described('`__amount__` stands for the amount.', '`__amount__` remplace le montant.'),
    ),
  },
  { additionalProperties: false },
);

export const errorsResponse = Type.Object(
  { success: Type.Literal(true), services: Type.Array(errorEntrySchema) },
  { additionalProperties: false },
);
export type ErrorsResponse = Static<typeof errorsResponse>;

export const errorsEndpoint = {
  interface: 'payments',
  name: 'errors',
  method: 'GET',
  path: '/api-services/errors',
  summary: { en: 'List the error catalogue', fr: 'Lister le catalogue d’erreurs' },
  description: {
    en: 'The 136 business errors and unknown_error, in the language of the account. The list is in the field `services`.',
    fr: 'Les 136 erreurs métier et unknown_error, dans la langue du compte. La liste se trouve dans le champ `services`.',
  },
  request: null,
  requestExamples: [],
  responses: [errorsResponse, listRefusalResponse],
  responseExamples: [
    {
      name: 'catalogue',
      title: { en: 'First entries', fr: 'Premières entrées' },
      body: {
        success: true,
        services: [
          {
            id: null,
            code: 'unknown_error',
            message: 'Your operation cannot be processed at the moment. Please try again later.',
          },
          {
            id: 1,
            code: 'invalid_phone_number',
            message: 'The wallet phone number is incorrect. Please check it and try again.',
          },
        ],
      },
    },
  ],
  codes: [codes.badKey, codes.notActivated, codes.internal],
} satisfies Endpoint;
