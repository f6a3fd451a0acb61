// Routes of what two users of the operator must agree on: one asks, another one approves or
// refuses, and only then it is carried out.

import { Type } from 'typebox';
import { throughBank } from './bank-accounts.ts';
import { approvalFileBytesMax, approvalFilesMax, approvalFileTypes } from './approval-files.ts';
import { approvalKinds } from './approval-kinds.ts';
import { approvalPreview } from './approval-preview.ts';
import {
  amountField,
  askedOnce,
  closed,
  idField,
  nothing,
  onceField,
  reasonField,
  timeField,
} from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { settlementFields } from './settlements.ts';

const money = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const idText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const currencyField = Type.String({ pattern: '^[A-Z]{3}$' });
const noteField = Type.String({ maxLength: 500, text: 'lines' });
const timeOrNone = Type.Union([timeField, Type.Null()]);
const textOrNone = Type.Union([Type.String(), Type.Null()]);
const amountPattern = '^-?\\d{1,12}(\\.\\d{1,4})?$';

const moneyBody = {
  key: onceField,
  accountId: idField,
  currency: currencyField,
  amount: Type.String({ pattern: amountPattern }),
  reason: reasonField,
};

/** Per cent, and units of the currency. */
const priceEntry = closed({
  percent: textOrNone,
  fixed: textOrNone,
  minimum: textOrNone,
  maximum: textOrNone,
});

const stateField = Type.Enum([
  'open',
  'approved',
  'done',
  'failed',
  'refused',
  'withdrawn',
  'expired',
]);

export const approvalRequestRoutes = {
  'GET operator/approval-requests': {
    policy: readers,
    query: closed({
      state: Type.Optional(
        Type.Enum(['open', 'approved', 'done', 'failed', 'refused', 'withdrawn']),
      ),
      after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          kind: Type.Enum([...approvalKinds.operator]),
          accountId: Type.Union([idField, Type.Null()]),
          accountName: textOrNone,
          /** The amount of approval requests about money. */
          amount: Type.Union([amountField, Type.Null()]),
          currency: textOrNone,
          /** The transaction of approval requests about one. */
          transactionId: textOrNone,
          /** What is to become of it, in the words of the kind: `executed`, `booked developer`. */
          what: textOrNone,
          /**
           * For an approval request about an account's own price of a service: what it is to be;
           * without `entry` the catalogue's. In `currency`.
           */
          price: Type.Union([
            closed({ code: Type.String(), entry: Type.Union([priceEntry, Type.Null()]) }),
            Type.Null(),
          ]),
          /**
           * For an approval request about a settlement: where it goes, and who stands behind that.
           */
          settlement: Type.Union([
            closed({
              id: idField,
              fee: amountField,
              destination: settlementFields.destination,
              /** Null: the schedule, which `scheduledBy` set. */
              askedBy: textOrNone,
              scheduledBy: textOrNone,
              /** Who registered the destination, and who confirmed it. */
              addedBy: Type.String(),
              confirmedBy: textOrNone,
            }),
            Type.Null(),
          ]),
          /**
           * For a move of a float: when another one was booked under the same reference of the
           * bank.
           */
          bookedBefore: timeOrNone,
          /** The draft of a document that is to come into force. */
          draft: Type.Union([closed({ kind: Type.String(), id: idField }), Type.Null()]),
          /** Its proofs. `hash`: SHA-256, in hex. */
          files: Type.Array(
            closed({
              number: Type.Integer(),
              name: Type.String(),
              type: Type.Enum([...approvalFileTypes]),
              bytes: Type.Integer(),
              hash: Type.String(),
              attachedAt: timeField,
            }),
          ),
          reason: Type.String(),
          state: stateField,
          askedBy: Type.String(),
          askedAt: timeField,
          expiresAt: timeField,
          decidedBy: textOrNone,
          decidedAt: timeOrNone,
          note: textOrNone,
          /** Why an approved approval request could not be carried out. */
          failure: textOrNone,
          /** Whether the caller asked for it. */
          own: Type.Boolean(),
        }),
      ),
      next: textOrNone,
    }),
  },
  /** What is so now and what would be so after approval; without lines once it is decided. */
  'GET operator/approval-requests/:id/preview': {
    policy: readers,
    params: closed({ id: idText }),
    answer: approvalPreview,
  },
  /** The body is the file. By the user who asked, while nobody has decided. */
  'POST operator/approval-requests/attach': {
    policy: money,
    upload: true,
    bodyMaxBytes: approvalFileBytesMax,
    query: closed({
      id: idText,
      /** As it is called where it comes from. */
      name: Type.String({ minLength: 1, maxLength: 200, text: 'free' }),
    }),
    answer: closed({ number: Type.Integer() }),
  },
  'GET operator/approval-requests/:id/files/:number': {
    policy: readers,
    params: closed({ id: idText, number: Type.String({ pattern: '^[1-9]$' }) }),
    form: 'file',
    answer: Type.String(),
  },
  'POST operator/fund': {
    policy: { ...money, approval: 'fund' },
    body: closed({
      ...moneyBody,
      /** For a deposit at our bank: the account by which its statement is compared with it. */
      bankAccountId: throughBank,
      reference: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
      valueDate: Type.Optional(
        Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]),
      ),
    }),
    answer: askedOnce,
  },
  /** A correction of a balance; below zero it takes away. */
  'POST operator/adjust': {
    policy: { ...money, approval: 'adjust' },
    body: closed(moneyBody),
    answer: askedOnce,
  },
  'POST operator/approval-requests/approve': {
    policy: money,
    body: closed({
      id: idField,
      note: noteField,
      /**
       * How many files the request had when it was shown; absent: none. With others since then
       * nothing is approved.
       */
      files: Type.Optional(Type.Integer({ minimum: 0, maximum: approvalFilesMax })),
    }),
    answer: closed({ state: stateField, failure: textOrNone }),
  },
  'POST operator/approval-requests/refuse': {
    policy: money,
    body: closed({ id: idField, note: noteField }),
    answer: nothing,
  },
  /** By the user who asked. */
  'POST operator/approval-requests/withdraw': {
    policy: money,
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
