// Routes of claims: a developer opens them, both sides talk about them, the operator answers. What
// an operator sees as evidence is the transaction's own page
// (`operator/transactions/:account/:id`).

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const signedIn = { secondFactor: 'done', stepUp: 0, countries: 'limited' } as const;
const developers = { side: 'developer', developer: developerRoles, ...signedIn } as const;
const openers = {
  side: 'developer',
  developer: ['owner', 'admin', 'developer', 'finance'],
  ...signedIn,
} as const;
const operators = { side: 'operator', operator: operatorRoles, ...signedIn } as const;
const answerers = {
  side: 'operator',
  operator: ['admin', 'finance', 'support'],
  ...signedIn,
} as const;

const statusField = Type.Enum(['OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED']);
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);
const messageField = Type.String({ minLength: 1, maxLength: 5_000, text: 'lines' });
const after = { after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) };
const reference = closed({ reference: Type.String({ pattern: '^C\\d{14}$' }) });

const item = {
  reference: Type.String(),
  subject: Type.String(),
  status: statusField,
  transactionId: Type.String(),
  externalId: Type.String(),
  service: Type.String(),
  serviceName: Type.String(),
  amount: amountField,
  currency: Type.String(),
  openedAt: timeField,
  /** The time of the last move; null: none yet. */
  movedAt: timeOrNull,
  closedAt: timeOrNull,
};
const itemOfAll = {
  ...item,
  accountId: idField,
  accountName: Type.String(),
  /**
   * Since when the operator owes an answer: the opening, a reopening, or an objection to an answer.
   * Null: it does not.
   */
  waitsSince: timeOrNull,
  /** When the operator first answered; taking it up is no answer. */
  answeredAt: timeOrNull,
};
const detail = {
  message: Type.String(),
  /** The operator's last comment. */
  comment: textOrNull,
  /** To which states the caller's side may move it now. */
  moves: Type.Array(statusField),
  /** Messages and moves since the opening, the oldest first. */
  events: Type.Array(
    closed({
      at: timeField,
      side: Type.Enum(['developer', 'operator']),
      /** Who it was on the caller's own side; null: on the other. */
      by: textOrNull,
      /** Null: a message that moves nothing. */
      to: Type.Union([statusField, Type.Null()]),
      message: textOrNull,
    }),
  ),
};

export const claimRoutes = {
  /** The newest first. */
  'GET claims': {
    policy: developers,
    query: closed({ status: Type.Optional(statusField), ...after }),
    answer: closed({ items: Type.Array(closed(item)), next: textOrNull }),
  },
  'GET claims/:reference': {
    policy: developers,
    params: reference,
    answer: closed({ ...item, ...detail }),
  },
  /**
   * `transaction`: our id or the caller's own. Where one is open already nothing is made, and the
   * answer names that one.
   */
  'POST claims': {
    policy: { ...openers, whileSuspended: true },
    body: closed({
      transaction: Type.String({ minLength: 1, maxLength: 200 }),
      subject: Type.String({ minLength: 1, maxLength: 255 }),
      message: messageField,
    }),
    answer: closed({ reference: Type.String(), opened: Type.Boolean() }),
  },
  'POST claims/:reference/message': {
    policy: { ...openers, whileSuspended: true },
    params: reference,
    body: closed({ message: messageField }),
    answer: nothing,
  },
  /** Accepts the answer (CLOSED), or takes a closed one up again within 7 days (IN_PROGRESS). */
  'POST claims/:reference/move': {
    policy: { ...openers, whileSuspended: true },
    params: reference,
    body: closed({
      to: Type.Enum(['IN_PROGRESS', 'CLOSED']),
      message: Type.Optional(messageField),
    }),
    answer: nothing,
  },
  /**
   * `waiting` (unless another state is named): what the operator has to answer, the oldest first.
   * Other states: the newest first.
   */
  'GET operator/claims': {
    policy: operators,
    query: closed({
      status: Type.Optional(Type.Union([statusField, Type.Literal('waiting')])),
      ...after,
    }),
    answer: closed({ items: Type.Array(closed(itemOfAll)), next: textOrNull }),
  },
  'GET operator/claims/:reference': {
    policy: operators,
    params: reference,
    answer: closed({ ...itemOfAll, ...detail }),
  },
  'POST operator/claims/:reference/message': {
    policy: answerers,
    params: reference,
    body: closed({ message: messageField }),
    answer: nothing,
  },
  /** RESOLVED and REJECTED need a comment: the developer reads why. */
  'POST operator/claims/:reference/move': {
    policy: answerers,
    params: reference,
    body: closed({
      to: Type.Enum(['IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED']),
      comment: Type.Optional(messageField),
    }),
    answer: nothing,
  },
} as const satisfies RouteTable;
