// POST refund-cancel: cancels or refunds a transaction. Every answer carries `statutTreatment`,
// since a client takes an absent one for success (K19).
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, transactionIdField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldErrorsSchema } from '../envelope.ts';
import { refundTreatment } from '../states.ts';

export const refundCancelRequest = Type.Object({
  apiKey: apiKeyField,
  transactionId: transactionIdField,
  amount: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 32 })], {
      'x-problem': 'notAmount',
      ...described(
        'Not needed: refunds are full. If present, it must equal the amount of the transaction.',
        'Inutile : les remboursements sont intégraux. S’il est présent, il doit être égal au montant de la transaction.',
      ),
    }),
  ),
});
export type RefundCancelRequest = Static<typeof refundCancelRequest>;

/** Faults of a refund-cancel body. */
export const checkRefundCancel = makeCheck(refundCancelRequest);

const message = Type.String(
  described(
    'Readable message in the language of the account.',
    'Message lisible dans la langue du compte.',
  ),
);

/** Done: exactly these two members. */
export const refundCancelResponse = Type.Object(
  { message, statutTreatment: Type.Literal(refundTreatment.success) },
  { additionalProperties: false },
);
export type RefundCancelResponse = Static<typeof refundCancelResponse>;

/** Asked with the outcome to come (PENDING, code 2000, error false), or not done (FAILLED). */
export const refundCancelOtherResponse = Type.Object(
  {
    message,
    statutTreatment: Type.Enum([refundTreatment.pending, refundTreatment.failed], {
      ...described(
        'PENDING: requested, the outcome is not known yet; FAILLED: not done.',
        'PENDING : demandé, résultat à venir ; FAILLED : non effectué.',
      ),
    }),
    code: Type.Enum(Object.values(codes)),
    msg: Type.String(),
    error: Type.Boolean(),
    data: Type.Object({}, { additionalProperties: false }),
    errors: Type.Optional(fieldErrorsSchema),
  },
  { additionalProperties: false },
);
export type RefundCancelOtherResponse = Static<typeof refundCancelOtherResponse>;

export const refundCancelEndpoint = {
  interface: 'payments',
  name: 'refund-cancel',
  method: 'POST',
  path: '/api-services/transaction/refund-cancel',
  summary: { en: 'Refund or cancel a transaction', fr: 'Rembourser ou annuler une transaction' },
  description: {
    en: 'A transaction that was not sent yet, or that waits for the payer, is canceled. A successful one is refunded in full if the provider supports it. Only statutTreatment SUCCESS means that it was done.',
    fr: 'Une transaction pas encore envoyée, ou en attente du payeur, est annulée. Une transaction réussie est remboursée en totalité si le fournisseur le permet. Seul statutTreatment SUCCESS signifie que c’est fait.',
  },
  request: refundCancelRequest,
  requestExamples: [
    {
      name: 'refund',
      title: { en: 'Refund', fr: 'Remboursement' },
      body: { apiKey: '<API_KEY>', transactionId: '1396639104231' },
    },
  ],
  responses: [refundCancelResponse, refundCancelOtherResponse],
  responseExamples: [
    {
      name: 'done',
      title: { en: 'Done', fr: 'Effectué' },
      body: {
        message: 'The transaction CashOut Opc of 50 CFA has been refunded',
        statutTreatment: 'SUCCESS',
      },
    },
    {
      name: 'not-done',
      title: { en: 'Not done', fr: 'Non effectué' },
      body: {
        message: 'The transaction was not found.',
        statutTreatment: 'FAILLED',
        code: 4004,
        msg: 'The transaction was not found.',
        error: true,
        data: {},
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
