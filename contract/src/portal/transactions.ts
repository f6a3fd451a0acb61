// Routes of transactions: the list, one with all that happened to it, the file, undoing one.
// Developers see their account's, operators all.

import { Type } from 'typebox';
import { amountField, closed, idField, instant, timeField } from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import { refundedAnswer } from './refunds.ts';
import type { RouteTable } from './route.ts';
import { voucherSchema } from '../voucher.ts';

const signedIn = { secondFactor: 'done', stepUp: 0, countries: 'limited' } as const;
const developers = { side: 'developer', developer: developerRoles, ...signedIn } as const;
const operators = { side: 'operator', operator: operatorSeatRoles, ...signedIn } as const;

/** Status filter; `waiting` is everything before a result. */
const transactionStatuses = [
  'waiting',
  'success',
  'failed',
  'canceled',
  'refunding',
  'refunded',
] as const;
export const transactionStatus = Type.Enum([...transactionStatuses]);

/** Results, volume and fees of one account's last 30 days. */
export const accountVolume = closed({
  /**
   * From when on it was counted; `whole`: those are the 30 days. Asking again goes further back.
   */
  since: timeField,
  whole: Type.Boolean(),
  currencies: Type.Array(
    closed({
      currency: Type.String(),
      opened: Type.Integer(),
      succeeded: Type.Integer(),
      /** What was refused before anything was sent is not one. */
      failed: Type.Integer(),
      /** The amount of what succeeded and was not refunded. */
      amount: amountField,
      fees: amountField,
    }),
  ),
  /**
   * Days (UTC) that were counted whole and the running one, of all currencies; `at` in ms since
   * 1970.
   */
  days: Type.Array(
    closed({
      at: Type.Number(),
      opened: Type.Integer(),
      succeeded: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
});

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);

/**
 * `q` is one of: our id, the caller's, the provider's, a phone. `amount`: one, or a range:
 * `1000-5000`, `1000-`. `error`: a code of the error catalogue. `phonePart`: digits of a number
 * that was not removed. Times: `until` is not included.
 */
const filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  amount: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(transactionStatus),
  service: Type.Optional(Type.String({ maxLength: 100 })),
  error: Type.Optional(Type.String({ maxLength: 60 })),
  phonePart: Type.Optional(Type.String({ maxLength: 30 })),
  from: Type.Optional(instant),
  until: Type.Optional(instant),
};
const after = { after: Type.Optional(Type.String({ maxLength: 60 })) };
/** `account`: its number, or a part of its name. */
const filtersOfAll = {
  account: Type.Optional(Type.String({ maxLength: 100 })),
  route: Type.Optional(Type.String({ maxLength: 100 })),
};
/**
 * `excel`: semicolons, a byte-order mark, decimal commas, local times. `plain`: commas, points,
 * UTC.
 */
const fileForm = { form: Type.Optional(Type.Enum(['excel', 'plain'])) };
const idParam = { id: Type.String({ pattern: '^\\d{1,16}$' }) };
const accountParam = { account: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) };

const item = {
  id: Type.String(),
  externalId: Type.String(),
  service: Type.String(),
  serviceName: Type.String(),
  /** From the developer's account to the recipient, or the other way. */
  direction: Type.Enum(['DEBIT', 'CREDIT']),
  phone: Type.String(),
  amount: amountField,
  commission: amountField,
  currency: Type.String(),
  status: transactionStatus,
  /** Code of the error catalogue. */
  error: textOrNull,
  providerReference: textOrNull,
  createdAt: timeField,
  updatedAt: timeField,
};
const itemOfAll = { accountId: idField, accountName: Type.String(), ...item };
const pageEnd = {
  /** What comes after these; null: nothing. */
  next: textOrNull,
  /** The page is not full although there is a `next`: it was looked no further back than this. */
  searchedUntil: timeOrNull,
};

const detail = {
  ...item,
  state: Type.String(),
  stage: textOrNull,
  errorText: textOrNull,
  /** The provider's own words. */
  providerMessages: textOrNull,
  /**
   * The code that was bought, where there is one. Operators see the end of it alone (`isMasked`).
   */
  voucher: Type.Union([
    closed({ ...voucherSchema.properties, isMasked: Type.Boolean() }),
    Type.Null(),
  ]),
  provider: Type.String(),
  balanceBefore: amountField,
  balanceAfter: amountField,
  /** What all its transfers did to the available balance. */
  netEffect: amountField,
  /**
   * Who asked to cancel or refund it, and who decided; `requestId` null: nobody else had to
   * approve.
   */
  reversals: Type.Array(
    closed({
      requestId: Type.Union([idField, Type.Null()]),
      state: Type.Enum(['open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired']),
      askedBy: Type.String(),
      askedAt: timeField,
      reason: textOrNull,
      decidedBy: textOrNull,
      decidedAt: timeOrNull,
      note: textOrNull,
    }),
  ),
  /** JSON. */
  clientData: textOrNull,
  /** The callback's address: whole to who may set it, without its path to others. */
  callbackAddress: textOrNull,
  cancelRequested: Type.Boolean(),
  /** What may be asked for now. */
  reverse: Type.Union([Type.Enum(['cancel', 'refund']), Type.Null()]),
  attempts: Type.Array(
    closed({
      number: Type.Integer(),
      purpose: Type.Enum(['execute', 'refund']),
      route: Type.String(),
      state: Type.Enum([
        'SENDING',
        'ACCEPTED',
        'UNKNOWN',
        'SUCCEEDED',
        'FAILED',
        'NOT_SENT',
        'CONTINUED',
      ]),
      ours: Type.String(),
      theirs: textOrNull,
      /** The provider's words, or what went wrong on the way. */
      cause: textOrNull,
      queries: Type.Integer(),
      sentAt: timeField,
      updatedAt: timeField,
    }),
  ),
  transitions: Type.Array(
    closed({ from: Type.String(), to: Type.String(), reason: Type.String(), at: timeField }),
  ),
  callbacks: Type.Array(
    closed({
      /** By which it is sent again. */
      webhookId: Type.String(),
      second: Type.Boolean(),
      host: Type.String(),
      status: Type.String(),
      state: Type.Enum(['due', 'delivered', 'abandoned']),
      createdAt: timeField,
      nextAttemptAt: timeOrNull,
      attempts: Type.Array(
        closed({
          number: Type.Integer(),
          at: timeField,
          durationMs: Type.Integer(),
          httpStatus: Type.Union([Type.Integer(), Type.Null()]),
          errorClass: textOrNull,
        }),
      ),
    }),
  ),
  transfers: Type.Array(
    closed({
      id: Type.String(),
      verb: Type.String(),
      /** The verb, or `fee`, `fee_back`. */
      kind: Type.String(),
      debit: Type.String(),
      credit: Type.String(),
      amount: amountField,
      /** What it did to the available and to the held balance. */
      available: amountField,
      held: amountField,
      availableAfter: amountField,
      note: textOrNull,
      at: timeField,
    }),
  ),
  claims: Type.Array(
    closed({
      reference: Type.String(),
      subject: Type.String(),
      status: Type.Enum(['OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED']),
      comment: textOrNull,
      openedAt: timeField,
      closedAt: timeOrNull,
    }),
  ),
};

const transactionSums = closed({
  /** Whatever `status` is asked for; those with none are left out. */
  counts: Type.Array(closed({ status: transactionStatus, count: Type.Integer() })),
  /** There may be older ones, which are not counted. */
  more: Type.Boolean(),
  /** In the order of the currencies' codes. */
  sums: Type.Array(closed({ currency: Type.String(), count: Type.Integer(), amount: amountField })),
  sumsMore: Type.Boolean(),
});

export const transactionRoutes = {
  'GET transactions': {
    policy: developers,
    query: closed({ ...filters, ...after }),
    answer: closed({ items: Type.Array(closed(item)), ...pageEnd }),
  },
  /** As of the operator, of the account's own. */
  'GET transactions/sums': {
    policy: developers,
    query: closed(filters),
    answer: transactionSums,
  },
  'GET transactions/export': {
    policy: developers,
    query: closed({ ...filters, ...fileForm }),
    form: 'file',
    answer: Type.String(),
  },
  /** What can be filtered by. */
  'GET transactions/choices': {
    policy: { side: 'both', developer: developerRoles, operator: operatorSeatRoles, ...signedIn },
    answer: closed({
      services: Type.Array(closed({ code: Type.String(), name: Type.String() })),
      errors: Type.Array(closed({ code: Type.String(), text: Type.String() })),
      /** Null: not the caller's to see. */
      routes: Type.Union([Type.Array(Type.String()), Type.Null()]),
    }),
  },
  'GET transactions/:id': { policy: developers, params: closed(idParam), answer: closed(detail) },
  /**
   * Cancels what is not done yet, refunds what is; above the limit another user of the account
   * approves first.
   */
  'POST transactions/refund': {
    policy: {
      side: 'developer',
      developer: ['owner', 'admin', 'finance'],
      secondFactor: 'second-factor',
      stepUp: 5,
      countries: 'limited',
      approval: 'account-refund',
    },
    body: closed({
      ...idParam,
      reason: Type.Optional(Type.String({ maxLength: 500, text: 'lines' })),
    }),
    answer: refundedAnswer,
  },
  'GET operator/transactions': {
    policy: operators,
    query: closed({ ...filters, ...filtersOfAll, ...after }),
    answer: closed({ items: Type.Array(closed(itemOfAll)), ...pageEnd }),
  },
  /**
   * Sums of the newest that fit: how many of each status, and the sums of those with the status
   * that is asked for.
   */
  'GET operator/transactions/sums': {
    policy: operators,
    query: closed({ ...filters, ...filtersOfAll }),
    answer: transactionSums,
  },
  'GET operator/transactions/export': {
    policy: operators,
    query: closed({ ...filters, ...filtersOfAll, ...fileForm }),
    form: 'file',
    answer: Type.String(),
  },
  'GET operator/transactions/:account/:id': {
    policy: operators,
    params: closed({ ...accountParam, ...idParam }),
    answer: closed({
      ...detail,
      accountId: idField,
      accountName: Type.String(),
      /** Something was sent whose result is open, so the provider may be asked. */
      mayAsk: Type.Boolean(),
      /** Internal; the oldest first. Developers never see them. */
      notes: Type.Array(closed({ author: Type.String(), text: Type.String(), at: timeField })),
      /** What to tell the customer, with the provider's proof. */
      customerAnswer: closed({ fr: Type.String(), en: Type.String() }),
    }),
  },
} as const satisfies RouteTable;
