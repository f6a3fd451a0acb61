// GET claim/{claimRef}: returns a claim, and describes the callback of its changes of state.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { claimExample, claimSchema, type Claim } from './new-claim.ts';

export const claimResponse = successEnvelope(
  Type.Object({ claim: claimSchema }, { additionalProperties: false }),
);
export type ClaimResponse = Static<typeof claimResponse>;

const answeredClaim: Claim = {
  ...claimExample,
  statut: 'RESOLVED',
  comment: 'The operator has paid the customer out.',
  updatedAt: '2026-09-16T09:41:05.120Z',
};

export const claimUpdatedEvent = 'claim.updated';

/** Posted to the claim's own callbackUrl at each change of its state. */
export const claimCallback = Type.Object(
  {
    event: Type.Literal(claimUpdatedEvent),
    id: Type.String(
      described(
        'The same for every attempt: ignore a change that you already processed.',
        'Le même à chaque tentative : ignorez un changement déjà traité.',
      ),
    ),
    claim: claimSchema,
  },
  { additionalProperties: false },
);
export type ClaimCallback = Static<typeof claimCallback>;

export const claimCallbackExamples: readonly { name: 'resolved'; body: ClaimCallback }[] = [
  {
    name: 'resolved',
    body: { event: claimUpdatedEvent, id: '4821907715530871', claim: answeredClaim },
  },
];

export const claimEndpoint = {
  interface: 'payments',
  name: 'claim',
  method: 'GET',
  path: '/api-services/claim/{claimRef}',
  summary: { en: 'Get a claim', fr: 'Consulter une réclamation' },
  description: {
    en: 'What became of a claim: its status, and the answer in `comment`. Give new-claim a callbackUrl to be notified instead of asking.',
    fr: 'Ce qu’est devenue une réclamation : son statut, et la réponse dans `comment`. Donnez un callbackUrl à new-claim pour en être averti sans interroger.',
  },
  request: null,
  pathParameters: Type.Object({
    claimRef: Type.String({
      pattern: '^C\\d{14}$',
      ...described(
        'Reference of the claim, as new-claim answered it.',
        'Référence de la réclamation, telle que donnée par new-claim.',
      ),
    }),
  }),
  requestExamples: [],
  responses: [claimResponse, refusalResponse],
  responseExamples: [
    {
      name: 'resolved',
      title: { en: 'Resolved', fr: 'Résolue' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: { claim: answeredClaim },
      },
    },
    {
      name: 'unknown',
      title: { en: 'Unknown claim', fr: 'Réclamation inconnue' },
      body: { code: 4004, msg: 'The claim was not found.', error: true, data: {} },
    },
  ],
  codes: [codes.done, codes.badKey, codes.notActivated, codes.notFound, codes.internal],
} satisfies Endpoint;
