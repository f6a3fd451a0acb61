// POST new-claim: opens a claim about a transaction.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, transactionIdField, urlCharactersMax, wide } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldErrorsSchema, refusalResponse, successEnvelope } from '../envelope.ts';
import { claimState, claimStatus } from '../states.ts';

export const newClaimRequest = Type.Object({
  subject: Type.String({
    minLength: 1,
    maxLength: 255,
    ...described('Subject of the claim.', 'Sujet de la réclamation.'),
  }),
  message: Type.String({
    minLength: 1,
    maxLength: 5_000,
    ...described('What went wrong.', 'Ce qui s’est mal passé.'),
  }),
  transactionId: transactionIdField,
  callbackUrl: Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      ...described(
        'Address that is told by POST of each change of the claim’s state. If absent or empty, none is sent.',
        'Adresse avertie par POST de chaque changement d’état de la réclamation. Si elle est absente ou vide, rien n’est envoyé.',
      ),
    }),
  ),
  apiKey: apiKeyField,
});
export type NewClaimRequest = Static<typeof newClaimRequest>;

/** Faults of a new-claim body. */
export const checkNewClaim = makeCheck(newClaimRequest);

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const idOrNull = Type.Union([Type.Integer(wide), Type.Null()]);

export const claimSchema = Type.Object(
  {
    statut: Type.Enum(
      Object.values(claimStatus),
      described('Status of the claim.', 'Statut de la réclamation.'),
    ),
    subject: Type.String(),
    message: Type.String(),
    transactionId: Type.Integer(wide),
    openedAt: Type.String(),
    createdAt: Type.String(),
    partenersId: Type.Integer({
      ...wide,
      ...described('Number of your account.', 'Numéro de votre compte.'),
    }),
    claimRef: Type.String({
      pattern: '^C\\d{14}$',
      ...described('Reference of the claim.', 'Référence de la réclamation.'),
    }),
    comment: textOrNull,
    callbackUrl: textOrNull,
    userIdOpen: idOrNull,
    userIdClose: idOrNull,
    userIdComment: idOrNull,
    updatedAt: textOrNull,
    closeAt: textOrNull,
    id: Type.Integer(wide),
    state: Type.Enum(
      Object.values(claimState),
      described('ACTIVED until the claim is closed.', 'ACTIVED jusqu’à la clôture.'),
    ),
  },
  { additionalProperties: false },
);
export type Claim = Static<typeof claimSchema>;

const claimData = Type.Object({ claim: claimSchema }, { additionalProperties: false });

export const newClaimResponse = successEnvelope(claimData);
export type NewClaimResponse = Static<typeof newClaimResponse>;

/** A second claim on one transaction: refused with the open one. */
export const newClaimRefusedResponse = Type.Object(
  {
    code: Type.Literal(codes.refused),
    msg: Type.String(),
    error: Type.Literal(true),
    data: claimData,
    errors: Type.Optional(fieldErrorsSchema),
  },
  { additionalProperties: false },
);
export type NewClaimRefusedResponse = Static<typeof newClaimRefusedResponse>;

export const claimExample: Claim = {
  statut: 'OPENED',
  subject: 'Money not received',
  message: 'The customer says that…',
  transactionId: 1396639104231,
  openedAt: '2026-09-15T15:03:27.339Z',
  createdAt: '2026-09-15T15:03:27.339Z',
  partenersId: 1,
  claimRef: 'C98662712961324',
  comment: null,
  callbackUrl: 'https://client.example/claims',
  userIdOpen: null,
  userIdClose: null,
  userIdComment: null,
  updatedAt: null,
  closeAt: null,
  id: 1,
  state: 'ACTIVED',
};

export const newClaimEndpoint = {
  interface: 'payments',
  name: 'new-claim',
  method: 'POST',
  path: '/api-services/new-claim',
  summary: {
    en: 'Open a claim about a transaction',
    fr: 'Ouvrir une réclamation sur une transaction',
  },
  description: {
    en: 'A transaction has at most one open claim: a second one is refused with 4000 and the open claim.',
    fr: 'Une transaction a au plus une réclamation ouverte : une seconde est refusée avec 4000 et la réclamation ouverte.',
  },
  request: newClaimRequest,
  requestExamples: [
    {
      name: 'claim',
      title: { en: 'Claim', fr: 'Réclamation' },
      body: {
        subject: 'Money not received',
        message: 'The customer says that…',
        transactionId: '1396639104231',
        callbackUrl: 'https://client.example/claims',
        apiKey: '<API_KEY>',
      },
    },
  ],
  responses: [newClaimResponse, newClaimRefusedResponse, refusalResponse],
  responseExamples: [
    {
      name: 'opened',
      title: { en: 'Opened', fr: 'Ouverte' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: {
          claim: claimExample,
        },
      },
    },
  ],
  codes: [
    codes.done,
    codes.refused,
    codes.badKey,
    codes.notActivated,
    codes.notFound,
    codes.invalid,
    codes.internal,
  ],
} satisfies Endpoint;
