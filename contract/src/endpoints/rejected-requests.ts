// GET rejected-requests: the account's requests that were refused and made no transaction, as the
// portal shows them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { integerText } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';

export const rejectedRequestsLimitDefault = 20;
export const rejectedRequestsLimitMax = 100;

export const rejectedRequestsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}\\.[0-9]{1,18}$',
      ...described(
        'The `next` of the page before; without it, from the newest request.',
        'Le `next` de la page précédente ; sans lui, à partir de la requête la plus récente.',
      ),
    }),
  ),
  limit: Type.Optional(
    integerText(
      { minimum: 1, maximum: rejectedRequestsLimitMax, default: rejectedRequestsLimitDefault },
      described(
        `How many requests at most: 1 to ${rejectedRequestsLimitMax}, ${rejectedRequestsLimitDefault} unless given.`,
        `Nombre maximal de requêtes : 1 à ${rejectedRequestsLimitMax}, ${rejectedRequestsLimitDefault} par défaut.`,
      ),
    ),
  ),
});
/** Faults of a rejected-requests query, but for the size of `limit`. */
export const checkRejectedRequests = makeCheck(rejectedRequestsQuery);

const textOrNull = (en: string, fr: string) =>
  Type.Union([Type.String(), Type.Null()], described(en, fr));

export const rejectedRequestSchema = Type.Object(
  {
    at: Type.String(described('ISO 8601, UTC.', 'ISO 8601, UTC.')),
    endpoint: Type.String(described('Method and path.', 'Méthode et chemin.')),
    code: Type.Integer(described('As answered.', 'Tel que répondu.')),
    error: textOrNull(
      'Code of the error catalogue; null where it was no business reason.',
      'Code du catalogue d’erreurs ; null s’il ne s’agit pas d’une raison métier.',
    ),
    message: Type.String(
      described(
        'As answered; numbers and keys are masked.',
        'Tel que répondu ; numéros et clés sont masqués.',
      ),
    ),
    codeService: textOrNull('Of the request.', 'De la requête.'),
    fields: Type.Array(
      Type.Object(
        { field: Type.String(), message: Type.String() },
        { additionalProperties: false },
      ),
      described('What was wrong with each field.', 'Ce qui n’allait pas dans chaque champ.'),
    ),
    members: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          value: textOrNull(
            'Null where it may be personal or secret.',
            'Null s’il peut être personnel ou secret.',
          ),
        },
        { additionalProperties: false },
      ),
      described('What the body held.', 'Ce que contenait le corps.'),
    ),
    keyName: Type.String(
      described(
        'The part of the key that may be shown.',
        'La partie de la clé qui peut être montrée.',
      ),
    ),
    keyValid: Type.Boolean(
      described('Whether the whole key was right.', 'Indique si la clé entière était juste.'),
    ),
    requestId: Type.String(
      described(
        'The header `X-Request-Id` of the answer.',
        'L’en-tête `X-Request-Id` de la réponse.',
      ),
    ),
  },
  { additionalProperties: false },
);
export type ListedRejectedRequest = Static<typeof rejectedRequestSchema>;

export const rejectedRequestsResponse = successEnvelope(
  Type.Object(
    {
      requests: Type.Array(
        rejectedRequestSchema,
        described('Newest first.', 'De la plus récente à la plus ancienne.'),
      ),
      next: textOrNull(
        'The `after` of the next page; null: there are no more.',
        'Le `after` de la page suivante ; null : il n’y en a plus.',
      ),
    },
    { additionalProperties: false },
  ),
);

const example: ListedRejectedRequest = {
  at: '2026-10-04T12:21:57.000Z',
  endpoint: 'POST /api-services/operation',
  code: 4022,
  error: null,
  message: 'Check the highlighted fields.',
  codeService: 'OPA_SN_API_CASH_OUT',
  fields: [{ field: 'phone', message: 'The phone is required.' }],
  members: [
    { name: 'amount', value: '500' },
    { name: 'externalTransactionId', value: null },
  ],
  keyName: 'jk_test_1',
  keyValid: true,
  requestId: 'req-1f',
};

export const rejectedRequestsEndpoint = {
  interface: 'payments',
  name: 'rejected-requests',
  method: 'GET',
  path: '/api-services/rejected-requests',
  summary: { en: 'List rejected requests', fr: 'Lister les requêtes refusées' },
  description: {
    en: 'Requests of your account that were refused and made no transaction, of the last seven days, with the reason and the fields that were wrong. They appear a moment after the answer. Personal data and secrets are left out. A key that is limited to services sees those, and requests that name no service.',
    fr: 'Les requêtes de votre compte qui ont été refusées sans créer de transaction, sur les sept derniers jours, avec la raison et les champs en cause. Elles apparaissent un instant après la réponse. Données personnelles et secrets n’y figurent pas. Une clé limitée à certains services voit ceux-ci, et les requêtes qui ne nomment aucun service.',
  },
  request: null,
  query: rejectedRequestsQuery,
  requestExamples: [],
  responses: [rejectedRequestsResponse, refusalResponse],
  responseExamples: [
    {
      name: 'requests',
      title: { en: 'One request', fr: 'Une requête' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: { requests: [example], next: null },
      },
    },
  ],
  codes: [codes.done, codes.badKey, codes.notActivated, codes.invalid, codes.internal],
} satisfies Endpoint;
