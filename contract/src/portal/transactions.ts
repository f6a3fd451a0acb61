// Routes of transactions: the list, one with all that happened to it, the file, undoing one. Developers see their account's, operators all.

import { Type } from 'typebox';
import { amountField, closed, idField, instant, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import { refundedAnswer } from './refunds.ts';
import type { RouteTable } from './route.ts';

const signedIn = { secondFactor: 'done', stepUp: 0, countries: 'limited' } as const;
const developers = { side: 'developer', developer: developerRoles, ...signedIn } as const;
const operators = { side: 'operator', operator: operatorRoles, ...signedIn } as const;

/** What somebody asks for when they ask how far a transaction is; `waiting` is everything before a result. */
const transactionStatuses = ['waiting', 'success', 'failed', 'canceled', 'refunding', 'refunded'] as const;
const statusField = Type.Enum([...transactionStatuses]);
const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** `q` is one of: our id, the caller's, the provider's, a phone. Times: `until` is not included. */
const filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  amount: Type.Optional(Type.String({ maxLength: 20 })),
  status: Type.Optional(statusField),
  service: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(instant),
  until: Type.Optional(instant),
};
const after = { after: Type.Optional(Type.String({ maxLength: 60 })) };
const account = { account: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) };
/** `excel`: semicolons, a byte-order mark, decimal commas, local times. `plain`: commas, points, UTC. */
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
  status: statusField,
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
  searchedUntil: textOrNull,
};

const detail = {
  ...item,
  state: Type.String(),
  stage: textOrNull,
  errorText: textOrNull,
  /** The provider's own words. */
  providerWords: textOrNull,
  provider: Type.String(),
  balanceBefore: amountField,
  balanceAfter: amountField,
  /** JSON. */
  clientData: textOrNull,
  /** scheme://host:port of the callback. */
  callbackHost: textOrNull,
  cancelRequested: Type.Boolean(),
  /** What may be asked for now. */
  undo: Type.Union([Type.Enum(['cancel', 'refund']), Type.Null()]),
  attempts: Type.Array(
    closed({
      number: Type.Integer(),
      purpose: Type.Enum(['execute', 'refund']),
      route: Type.String(),
      state: Type.Enum(['SENDING', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NOT_SENT']),
      ours: Type.String(),
      theirs: textOrNull,
      /** The provider's words, or what went wrong on the way. */
      cause: textOrNull,
      looks: Type.Integer(),
      sentAt: timeField,
      updatedAt: timeField,
    }),
  ),
  transitions: Type.Array(closed({ from: Type.String(), to: Type.String(), reason: Type.String(), at: timeField })),
  callbacks: Type.Array(
    closed({
      second: Type.Boolean(),
      host: Type.String(),
      status: Type.String(),
      state: Type.Enum(['due', 'delivered', 'parked']),
      createdAt: timeField,
      nextAttemptAt: textOrNull,
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
      closedAt: textOrNull,
    }),
  ),
};

export const transactionRoutes = {
  'GET transactions': {
    policy: developers,
    query: closed({ ...filters, ...after }),
    answer: closed({ items: Type.Array(closed(item)), ...pageEnd }),
  },
  'GET transactions/export': { policy: developers, query: closed({ ...filters, ...fileForm }), form: 'file', answer: Type.String() },
  /** What can be filtered by. */
  'GET transactions/services': {
    policy: { side: 'both', developer: developerRoles, operator: operatorRoles, ...signedIn },
    answer: closed({ services: Type.Array(closed({ code: Type.String(), name: Type.String() })) }),
  },
  'GET transactions/:id': { policy: developers, params: closed(idParam), answer: closed(detail) },
  /** Cancels what is not done yet, refunds what is; above the limit another person of the account approves first. */
  'POST transactions/refund': {
    policy: {
      side: 'developer',
      developer: ['owner', 'admin', 'finance'],
      secondFactor: 'second-factor',
      stepUp: 5,
      countries: 'limited',
      approval: 'account-refund',
    },
    body: closed({ ...idParam, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    answer: refundedAnswer,
  },
  'GET operator/transactions': {
    policy: operators,
    query: closed({ ...filters, ...account, ...after }),
    answer: closed({ items: Type.Array(closed(itemOfAll)), ...pageEnd }),
  },
  'GET operator/transactions/export': {
    policy: operators,
    query: closed({ ...filters, ...account, ...fileForm }),
    form: 'file',
    answer: Type.String(),
  },
  'GET operator/transactions/:account/:id': {
    policy: operators,
    params: closed({ ...accountParam, ...idParam }),
    answer: closed({ ...detail, accountId: idField, accountName: Type.String() }),
  },
} as const satisfies RouteTable;
