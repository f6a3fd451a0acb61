// Routes by which the operator keeps watch: the audit log with its proof, who is shut out of
// look-ups, and the search over everything.

import { Type } from 'typebox';
import { amountField, closed, idField, instant, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import { messageOfAll } from './operator-sms.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const watchers = {
  side: 'operator',
  operator: ['admin', 'finance', 'support', 'auditor'],
  secondFactor: 'done',
  stepUp: 0,
} as const;
const numberText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const textOrNone = Type.Union([Type.String(), Type.Null()]);

/**
 * All of them equal to what an entry has; `user` is a user's number. `from` included, `until` not.
 */
const auditFilters = {
  action: Type.Optional(Type.String({ maxLength: 60 })),
  subject: Type.Optional(Type.String({ maxLength: 60 })),
  account: Type.Optional(numberText),
  user: Type.Optional(numberText),
  from: Type.Optional(instant),
  until: Type.Optional(instant),
};

export const controlRoutes = {
  'GET operator/audit': {
    policy: watchers,
    query: closed({
      ...auditFilters,
      after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          number: Type.Integer(),
          at: timeField,
          who: Type.Enum(['user', 'nobody', 'command', 'system']),
          userId: Type.Union([idField, Type.Null()]),
          email: textOrNone,
          /** The user's present name. */
          name: textOrNone,
          address: textOrNone,
          agent: textOrNone,
          action: Type.String(),
          accountId: Type.Union([idField, Type.Null()]),
          accountName: textOrNone,
          subject: textOrNone,
          /** The name of a user. */
          subjectName: textOrNone,
          /** JSON. */
          old: textOrNone,
          new: textOrNone,
        }),
      ),
      next: textOrNone,
      /** Every action that the log has. */
      actions: Type.Array(Type.String()),
      /** Whoever has done something that the log has, by name; 500 at most. */
      people: Type.Array(closed({ id: idField, name: Type.String() })),
    }),
  },
  /** CSV. `excel`: as French Excel opens it by a double click. */
  'GET operator/audit/export': {
    policy: watchers,
    form: 'file',
    query: closed({ ...auditFilters, form: Type.Optional(Type.Enum(['excel', 'plain'])) }),
    answer: closed({}),
  },
  /** Computes the whole chain again. */
  'POST operator/audit/verify': {
    policy: watchers,
    answer: closed({
      ok: Type.Boolean(),
      entries: Type.Integer(),
      /**
       * Hexadecimal hash of the last entry: written down elsewhere, it proves later that nothing up
       * to it was exchanged or taken away.
       */
      head: Type.String(),
      brokenAt: Type.Union([Type.Integer(), Type.Null()]),
      /**
       * From this entry on the hashes need a key that the database does not hold; null: none needs
       * it.
       */
      keyedFrom: Type.Union([Type.Integer(), Type.Null()]),
    }),
  },

  'GET operator/blacklist': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          address: Type.String(),
          /** Null: calls without a key. */
          accountId: Type.Union([idField, Type.Null()]),
          accountName: textOrNone,
          blockedAt: timeField,
          blockedUntil: timeField,
          /**
           * So many refused look-ups within so many seconds were too many; null: blocked before
           * this was noted.
           */
          reason: Type.Union([
            closed({ refusals: Type.Integer(), withinSeconds: Type.Number() }),
            Type.Null(),
          ]),
        }),
      ),
    }),
  },
  'POST operator/blacklist/release': {
    policy: { side: 'operator', operator: ['admin', 'support'], secondFactor: 'done', stepUp: 0 },
    body: closed({
      address: Type.String({ minLength: 1, maxLength: 60 }),
      accountId: Type.Union([idField, Type.Null()]),
    }),
    answer: closed({ released: Type.Integer() }),
  },

  /**
   * `q`: our id, the caller's, the provider's, a phone, an account's name or number, a claim, a
   * user's e-mail, `jk_live_7` of a key, an approval request's number.
   */
  'GET operator/search': {
    policy: { ...readers, countries: 'limited' },
    query: closed({ q: Type.String({ maxLength: 200 }) }),
    answer: closed({
      accounts: Type.Array(closed({ id: idField, name: Type.String(), suspended: Type.Boolean() })),
      transactions: Type.Array(
        closed({
          accountId: idField,
          accountName: Type.String(),
          id: Type.String(),
          externalId: Type.String(),
          phone: Type.String(),
          amount: amountField,
          currency: Type.String(),
          status: Type.Enum(['waiting', 'success', 'failed', 'canceled', 'refunding', 'refunded']),
          createdAt: timeField,
        }),
      ),
      /** The newest that a number got; none for who sees some countries only. */
      sms: Type.Array(closed(messageOfAll)),
      claims: Type.Array(
        closed({
          reference: Type.String(),
          accountName: Type.String(),
          subject: Type.String(),
          openedAt: timeField,
        }),
      ),
      users: Type.Array(
        closed({
          name: Type.String(),
          email: Type.String(),
          disabled: Type.Boolean(),
          /** `accountId` null: of the operator's people. */
          seats: Type.Array(
            closed({
              role: Type.String(),
              accountId: Type.Union([idField, Type.Null()]),
              accountName: textOrNone,
            }),
          ),
        }),
      ),
      keys: Type.Array(
        closed({
          key: Type.String(),
          name: Type.String(),
          accountId: idField,
          accountName: Type.String(),
          live: Type.Boolean(),
        }),
      ),
      approvalRequests: Type.Array(
        closed({
          id: idField,
          kind: Type.String(),
          state: Type.Enum([
            'open',
            'approved',
            'done',
            'failed',
            'refused',
            'withdrawn',
            'expired',
          ]),
          askedByName: Type.String(),
          askedAt: timeField,
        }),
      ),
      /** There are others besides the ones here: the lists have them all. */
      more: closed({ accounts: Type.Boolean(), transactions: Type.Boolean() }),
    }),
  },
} as const satisfies RouteTable;
