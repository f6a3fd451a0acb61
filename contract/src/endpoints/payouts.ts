// POST payouts: makes a batch of payouts, and describes the callback that reports its end.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import {
  amountField,
  apiKeyField,
  clientObject,
  codeServiceField,
  externalTransactionIdField,
  phoneField,
  urlCharactersMax,
} from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldErrorsSchema, refusalResponse, successEnvelope } from '../envelope.ts';

export const payoutLinesMax = 10_000;
/** The limit of the whole body. */
export const payoutBodyMaxBytes = 5 * 1_048_576;
/** Wrong lines that one answer tells. */
export const payoutWrongMax = 1_000;
/** The limit of the JSON text of a line's `data`. */
export const payoutDataCharactersMax = 4_096;
/** Room for `-r2` behind it: a line that failed and is sent again is another operation. */
export const payoutLineIdCharactersMax = 120;

export const payoutLineRequest = Type.Object({
  phone: phoneField,
  amount: amountField,
  codeService: codeServiceField,
  externalTransactionId: Type.String({
    ...externalTransactionIdField,
    maxLength: payoutLineIdCharactersMax,
    ...described(
      'Your own unique identifier of the payment, as on `operation`, of 120 characters at most. It is the identifier of the transaction, so that a line is never paid twice, even if it stands in two batches.',
      'Votre identifiant unique du paiement, comme sur `operation`, de 120 caractères au plus. C’est l’identifiant de la transaction : une ligne n’est jamais payée deux fois, même si elle figure dans deux lots.',
    ),
  }),
  name: Type.Optional(
    Type.String({
      maxLength: 128,
      ...described('Name of the recipient, for people.', 'Nom du bénéficiaire, pour lecture.'),
    }),
  ),
  data: Type.Optional(
    clientObject(
      described(
        'Your own data, of 4,096 characters of JSON at most. Returned in the callback of the line with two more members, `payout` and `line`.',
        'Vos propres données, 4 096 caractères de JSON au plus. Renvoyées dans le callback de la ligne avec deux membres de plus, `payout` et `line`.',
      ),
    ),
  ),
});
export type PayoutLineRequest = Static<typeof payoutLineRequest>;

const head = {
  id: Type.String({
    ...externalTransactionIdField,
    ...described(
      'Your own unique identifier of the batch. Sending the same batch again under it answers the batch that there is, and pays nothing twice.',
      'Votre identifiant unique du lot. Renvoyer le même lot sous cet identifiant donne le lot existant et ne paie rien deux fois.',
    ),
  }),
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    ...described(
      'Name of the batch, shown to those who approve it.',
      'Nom du lot, montré à ceux qui l’approuvent.',
    ),
  }),
  callbackUrl: Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      ...described(
        'Receives the result of each line, as on `operation`, and one callback when the batch ends. If absent or empty, none is sent.',
        'Reçoit le résultat de chaque ligne, comme sur `operation`, et un callback à la fin du lot. Si elle est absente ou vide, rien n’est envoyé.',
      ),
    }),
  ),
  skipWrong: Type.Optional(
    Type.Boolean(
      described(
        'True: wrong lines are left out and the others are paid. Otherwise one wrong line refuses the whole batch.',
        'true : les lignes fausses sont écartées et les autres payées. Sinon, une seule ligne fausse fait rejeter tout le lot.',
      ),
    ),
  ),
  apiKey: apiKeyField,
};

export const payoutsRequest = Type.Object({
  ...head,
  lines: Type.Array(payoutLineRequest, {
    minItems: 1,
    maxItems: payoutLinesMax,
    ...described('1 to 10,000 payments.', '1 à 10 000 paiements.'),
  }),
});
export type PayoutsRequest = Static<typeof payoutsRequest>;

/** Faults of all but the lines, which are checked a few at a time by `checkPayoutLine`. */
export const checkPayouts = makeCheck(Type.Object(head));
export const checkPayoutLine = makeCheck(payoutLineRequest);

export const payoutBatchStates = [
  ...(['awaiting_approval', 'running', 'paused', 'waiting_for_funds', 'canceling'] as const),
  ...(['done', 'canceled', 'refused'] as const),
] as const;
export const payoutLineStates = [
  ...(['draft', 'waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled'] as const),
] as const;

export const payoutSchema = Type.Object(
  {
    payoutId: Type.String(),
    id: Type.String(described('As you sent it.', 'Tel que vous l’avez envoyé.')),
    name: Type.String(),
    state: Type.Enum(
      [...payoutBatchStates],
      described(
        'awaiting_approval: a user of the account has to approve it in the portal. running, waiting_for_funds (your balance is too low at present), paused, canceling. done, canceled and refused are final.',
        'awaiting_approval : un utilisateur du compte doit l’approuver sur le portail. running, waiting_for_funds (solde insuffisant pour l’instant), paused, canceling. done, canceled et refused sont définitifs.',
      ),
    ),
    currency: Type.String(),
    lines: Type.Integer(
      described('Without those that were left out.', 'Sans celles qui ont été écartées.'),
    ),
    total: Type.Number(
      described('Amounts of the lines, without fees.', 'Montants des lignes, hors frais.'),
    ),
    fees: Type.Number(),
    paid: Type.Number(
      described('Amounts of the lines that succeeded.', 'Montants des lignes réussies.'),
    ),
    counts: Type.Object(
      {
        waiting: Type.Integer(),
        sent: Type.Integer(),
        succeeded: Type.Integer(),
        failed: Type.Integer(),
        canceled: Type.Integer(),
      },
      {
        additionalProperties: false,
        ...described('Lines by what became of them.', 'Lignes selon leur sort.'),
      },
    ),
    skipped: Type.Integer(
      described('Wrong lines that were left out.', 'Lignes fausses qui ont été écartées.'),
    ),
    duplicates: Type.Integer(
      described(
        'Lines that look like another payment of the last 35 days. A batch with such lines waits for approval whatever it pays.',
        'Lignes qui ressemblent à un autre paiement des 35 derniers jours. Un lot qui en contient attend une approbation quel que soit son montant.',
      ),
    ),
    createdAt: Type.String(),
    changedAt: Type.String(),
  },
  { additionalProperties: false },
);
export type Payout = Static<typeof payoutSchema>;

export const wrongLineSchema = Type.Object(
  {
    line: Type.Integer(described('From 1.', 'À partir de 1.')),
    field: Type.String(
      described(
        'The member that is wrong, or `line` where no single one is.',
        'Le membre faux, ou `line` si aucun ne l’est à lui seul.',
      ),
    ),
    message: Type.String(),
  },
  { additionalProperties: false },
);
export type WrongLine = Static<typeof wrongLineSchema>;

const wrong = Type.Array(
  wrongLineSchema,
  described('At most 1,000 of them.', 'Au plus 1 000 d’entre elles.'),
);

export const payoutsResponse = successEnvelope(
  Type.Object({ ...payoutSchema.properties, wrong }, { additionalProperties: false }),
);
export type PayoutsResponse = Static<typeof payoutsResponse>;

/** Lines are wrong: nothing was made. */
export const payoutsWrongResponse = Type.Object(
  {
    code: Type.Literal(codes.invalid),
    msg: Type.String(),
    error: Type.Literal(true),
    data: Type.Object({ wrong }, { additionalProperties: false }),
    errors: fieldErrorsSchema,
  },
  { additionalProperties: false },
);

export const payoutExample: Payout = {
  payoutId: '12',
  id: 'SALARIES-2026-11',
  name: 'Salaries of November',
  state: 'running',
  currency: 'XOF',
  lines: 2,
  total: 350_000,
  fees: 3_500,
  paid: 0,
  counts: { waiting: 2, sent: 0, succeeded: 0, failed: 0, canceled: 0 },
  skipped: 0,
  duplicates: 0,
  createdAt: '2026-11-29T14:05:10.120Z',
  changedAt: '2026-11-29T14:05:10.120Z',
};

export const payoutEndedEvent = 'payout.ended';

/** Posted to the callbackUrl of the batch when it ends. */
export const payoutCallback = Type.Object(
  {
    event: Type.Literal(payoutEndedEvent),
    id: Type.String(
      described(
        'The same for every attempt: ignore an end that you already processed.',
        'Le même à chaque tentative : ignorez une fin déjà traitée.',
      ),
    ),
    payout: payoutSchema,
  },
  { additionalProperties: false },
);
export type PayoutCallback = Static<typeof payoutCallback>;

export const payoutCallbackExamples: readonly { name: 'done'; body: PayoutCallback }[] = [
  {
    name: 'done',
    body: {
      event: payoutEndedEvent,
      id: '4821907715530872',
      payout: {
        ...payoutExample,
        state: 'done',
        paid: 150_000,
        counts: { ...payoutExample.counts, waiting: 0, succeeded: 1, failed: 1 },
        changedAt: '2026-11-29T14:05:14.310Z',
      },
    },
  },
];

const message = '‘amount’ must be greater than zero';

export const payoutsEndpoint = {
  interface: 'payments',
  name: 'payouts',
  method: 'POST',
  path: '/api-services/payouts',
  summary: { en: 'Pay many at once', fr: 'Payer plusieurs bénéficiaires' },
  description: {
    en: 'Makes a batch of up to 10,000 payouts (5 MiB), as a file of payouts in the portal. Each line is checked as `operation` would check it; if one is wrong nothing is made, unless skipWrong is true. The batch is paid line by line if its total is within the payout limit of the key; otherwise a user of the account approves it in the portal first. In live mode the limit of a new key is 0, so that each batch is approved; in the sandbox it is 1,000,000. A user of the account lowers it on the page of the key in the portal; raising it needs a second one. A body above 64 KiB needs its key in the header `Secretkey`. The callbacks of the lines bear `webhook-signature`; their sha256Hash is not made with your key.',
    fr: 'Crée un lot de 10 000 paiements au plus (5 Mio), comme un fichier de paiements du portail. Chaque ligne est vérifiée comme le ferait `operation` ; si une seule est fausse, rien n’est créé, sauf avec skipWrong. Le lot est payé ligne par ligne si son total ne dépasse pas la limite de paiement de la clé ; sinon, un utilisateur du compte l’approuve d’abord sur le portail. En production, la limite d’une nouvelle clé est 0 : chaque lot est approuvé ; dans le bac à sable, elle est de 1 000 000. Un utilisateur du compte l’abaisse sur la page de la clé, sur le portail ; pour la relever, il en faut un second. Un corps de plus de 64 Kio exige sa clé dans l’en-tête `Secretkey`. Les callbacks des lignes portent `webhook-signature` ; leur sha256Hash n’est pas calculé avec votre clé.',
  },
  request: payoutsRequest,
  requestExamples: [
    {
      name: 'salaries',
      title: { en: 'Two salaries', fr: 'Deux salaires' },
      body: {
        id: 'SALARIES-2026-11',
        name: 'Salaries of November',
        lines: [
          {
            phone: '770000001',
            amount: 150_000,
            codeService: 'OPA_SN_API_CASH_IN',
            externalTransactionId: 'SALARY-2026-11-0001',
            name: 'Awa Diop',
          },
          {
            phone: '770000002',
            amount: 200_000,
            codeService: 'OPA_SN_API_CASH_IN',
            externalTransactionId: 'SALARY-2026-11-0002',
            name: 'Moussa Fall',
          },
        ],
        callbackUrl: 'https://client.example/callback',
      },
    },
  ],
  responses: [payoutsResponse, payoutsWrongResponse, refusalResponse],
  responseExamples: [
    {
      name: 'made',
      title: { en: 'Made', fr: 'Créé' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: { ...payoutExample, wrong: [] },
      },
    },
    {
      name: 'wrong',
      title: { en: 'A line is wrong', fr: 'Une ligne est fausse' },
      body: {
        code: 4022,
        msg: 'Lines of the batch are wrong: 1 of 2. Nothing was made.',
        error: true,
        data: { wrong: [{ line: 2, field: 'amount', message }] },
        errors: [{ field: 'lines.2.amount', message }],
      },
    },
  ],
  codes: [
    ...[codes.done, codes.badKey, codes.notActivated, codes.conflict, codes.invalid],
    ...[codes.tooMany, codes.internal],
  ],
} satisfies Endpoint;
