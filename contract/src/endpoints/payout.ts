// GET payouts/{payoutId} and what is below it: a batch, its lines, and how it is stopped and let go
// on.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, integerText } from '../check/fields.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { payoutExample, payoutLineStates, payoutSchema } from './payouts.ts';

export const payoutLinesLimitDefault = 100;
export const payoutLinesLimitMax = 500;

const pathParameters = Type.Object({
  payoutId: Type.String({
    pattern: '^[1-9]\\d{0,8}$',
    ...described('As `payouts` answered it.', 'Tel que donné par `payouts`.'),
  }),
});

export const payoutResponse = successEnvelope(payoutSchema);
export type PayoutResponse = Static<typeof payoutResponse>;

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const payoutLineSchema = Type.Object(
  {
    line: Type.Integer(described('From 1, as sent.', 'À partir de 1, dans l’ordre d’envoi.')),
    externalTransactionId: Type.String(
      described(
        'Of the latest attempt: a line that failed and was sent again ends with -r2, -r3…',
        'De la dernière tentative : une ligne en échec renvoyée se termine par -r2, -r3…',
      ),
    ),
    phone: Type.String(),
    amount: Type.Union([Type.Number(), Type.Null()]),
    codeService: Type.String(),
    name: Type.String(),
    state: Type.Enum(
      [...payoutLineStates],
      described(
        'draft: the batch is not approved. waiting, sending, sent: on its way. succeeded, failed, canceled.',
        'draft : le lot n’est pas approuvé. waiting, sending, sent : en cours. succeeded, failed, canceled.',
      ),
    ),
    commission: Type.Union([Type.Number(), Type.Null()]),
    transactionId: textOrNull,
    error: Type.Union(
      [
        Type.Object(
          { field: Type.String(), message: Type.String() },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      described('Why it failed or was left out.', 'Pourquoi elle a échoué ou a été écartée.'),
    ),
  },
  { additionalProperties: false },
);
export type PayoutLine = Static<typeof payoutLineSchema>;

export const payoutLinesQuery = Type.Object({
  state: Type.Optional(
    Type.Enum(
      [...payoutLineStates],
      described('Only lines in this state.', 'Uniquement les lignes dans cet état.'),
    ),
  ),
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,6}$',
      ...described('Lines behind this number.', 'Lignes qui suivent ce numéro.'),
    }),
  ),
  limit: Type.Optional(
    integerText(
      { minimum: 1, maximum: payoutLinesLimitMax, default: payoutLinesLimitDefault },
      described(
        `How many lines at most: 1 to ${payoutLinesLimitMax}, ${payoutLinesLimitDefault} unless given.`,
        `Nombre maximal de lignes : 1 à ${payoutLinesLimitMax}, ${payoutLinesLimitDefault} par défaut.`,
      ),
    ),
  ),
});

export const payoutLinesResponse = successEnvelope(
  Type.Object(
    {
      lines: Type.Array(payoutLineSchema),
      next: Type.Union(
        [Type.Integer(), Type.Null()],
        described(
          'The `after` of the next request; null: there are no more.',
          'Le `after` de la requête suivante ; null : il n’y en a plus.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

const done = (data: object) => ({ code: 2000, msg: 'Successfully operation', error: false, data });
const unknown = {
  name: 'unknown',
  title: { en: 'Unknown batch', fr: 'Lot inconnu' },
  body: { code: 4004, msg: 'The batch of payouts was not found.', error: true, data: {} },
};
const readingCodes = [codes.done, codes.badKey, codes.notActivated, codes.notFound, codes.internal];

export const payoutEndpoint = {
  interface: 'payments',
  name: 'payout',
  method: 'GET',
  path: '/api-services/payouts/{payoutId}',
  summary: { en: 'Get a batch of payouts', fr: 'Consulter un lot de paiements' },
  description: {
    en: 'What became of a batch that was made by API: its state, and its lines by theirs.',
    fr: 'Ce qu’est devenu un lot créé par API : son état, et ses lignes selon le leur.',
  },
  request: null,
  pathParameters,
  requestExamples: [],
  responses: [payoutResponse, refusalResponse],
  responseExamples: [
    { name: 'running', title: { en: 'Running', fr: 'En cours' }, body: done(payoutExample) },
    unknown,
  ],
  codes: readingCodes,
} satisfies Endpoint;

const lineExample: PayoutLine = {
  line: 1,
  externalTransactionId: 'SALARY-2026-11-0001',
  phone: '770000001',
  amount: 150_000,
  codeService: 'OPA_SN_API_CASH_IN',
  name: 'Awa Diop',
  state: 'succeeded',
  commission: 1_500,
  transactionId: '4821907715530871',
  error: null,
};

export const payoutLinesEndpoint = {
  interface: 'payments',
  name: 'payout-lines',
  method: 'GET',
  path: '/api-services/payouts/{payoutId}/lines',
  summary: { en: 'List the lines of a batch', fr: 'Lister les lignes d’un lot' },
  description: {
    en: 'The lines of a batch in the order in which they were sent, a page at a time.',
    fr: 'Les lignes d’un lot dans l’ordre d’envoi, page par page.',
  },
  request: null,
  pathParameters,
  query: payoutLinesQuery,
  requestExamples: [],
  responses: [payoutLinesResponse, refusalResponse],
  responseExamples: [
    {
      name: 'lines',
      title: { en: 'One line', fr: 'Une ligne' },
      body: done({ lines: [lineExample], next: null }),
    },
  ],
  codes: [...readingCodes, codes.invalid],
} satisfies Endpoint;

const moves = {
  pause: {
    summary: { en: 'Pause a batch', fr: 'Suspendre un lot' },
    description: {
      en: 'No further line goes out until the batch is resumed. Lines that went out end as they do.',
      fr: 'Aucune autre ligne ne part avant la reprise. Les lignes déjà parties suivent leur cours.',
    },
    state: 'paused',
  },
  resume: {
    summary: { en: 'Resume a batch', fr: 'Reprendre un lot' },
    description: { en: 'A paused batch goes on.', fr: 'Un lot suspendu continue.' },
    state: 'running',
  },
  cancel: {
    summary: { en: 'Cancel a batch', fr: 'Annuler un lot' },
    description: {
      en: 'Lines that have not gone out are cancelled for good; those that have end as they do. A batch that waits for approval is withdrawn.',
      fr: 'Les lignes non parties sont annulées définitivement ; les autres suivent leur cours. Un lot en attente d’approbation est retiré.',
    },
    state: 'canceling',
  },
} as const;
export type PayoutMove = keyof typeof moves;
export const payoutMoves = Object.keys(moves) as PayoutMove[];

export const payoutMoveEndpointOf = (move: PayoutMove) => {
  const { summary, description, state } = moves[move];
  return {
    interface: 'payments',
    name: `payout-${move}`,
    method: 'POST',
    path: `/api-services/payouts/{payoutId}/${move}`,
    summary,
    description,
    request: Type.Object({ apiKey: apiKeyField }),
    pathParameters,
    requestExamples: [{ name: move, title: summary, body: {} }],
    responses: [payoutResponse, refusalResponse],
    responseExamples: [
      { name: move, title: summary, body: done({ ...payoutExample, state }) },
      unknown,
      {
        name: 'refused',
        title: { en: 'Not in this state', fr: 'Impossible dans cet état' },
        body: {
          code: 4000,
          msg: 'The batch is done: this is not possible any more.',
          error: true,
          data: {},
        },
      },
    ],
    codes: [...readingCodes, codes.refused],
  } satisfies Endpoint;
};
