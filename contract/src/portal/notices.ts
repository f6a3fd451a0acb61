// Routes of notices to users: what concerns the security of their account, or of themselves, read
// or not.

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, orNull, timeField } from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/**
 * Actions of the audit log that those who keep an account (owners; of the operator admins) are
 * notified of.
 */
export const accountNotices = [
  ...(['member.join', 'member.change', 'member.attest', 'reset-link.make'] as const),
  ...(['key.create', 'key.roll', 'sms-app.create', 'sms-app.roll'] as const),
  ...(['destination.add', 'destination.confirm'] as const),
  ...(['refund.limit', 'account.change', 'settlement.terms', 'developer.view'] as const),
] as const;

/**
 * Those that a user is notified of about themselves; of the first two, those who keep the account
 * are as well.
 */
export const userNotices = [
  ...(['second-factor.add', 'second-factor.remove'] as const),
  ...(['password.change', 'password.reset', 'recovery-codes.renew'] as const),
] as const;

/**
 * What e-mail tells besides, unless a user wants it in the portal alone. Notices of security are no
 * choice.
 */
export const mailTopics = ['approvals', 'claims', 'balance'] as const;

const topicsField = Type.Array(Type.Enum([...mailTopics]), {
  maxItems: mailTopics.length,
  uniqueItems: true,
});
/** Units of a currency: ten-thousandths of it must fit a bigint with room to spare. */
const minimumMax = 100_000_000_000;
/** Readers of the whole account, as of the balance itself. */
const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const user = { side: 'user', secondFactor: 'done', stepUp: 0 } as const;

export const noticeRoutes = {
  /**
   * The newest, of the membership that the session works as; nothing while an operator looks at a
   * developer's portal.
   */
  'GET notices': {
    policy: user,
    answer: closed({
      items: Type.Array(
        closed({
          /** Rises from one to the next. */
          id: idField,
          what: Type.Enum([...accountNotices, ...userNotices]),
          at: timeField,
          unread: Type.Boolean(),
          /** Name of who did it; null: the command line on the server. */
          by: orNull(Type.String()),
          /** Whether the operator did it to an account of a developer. */
          byOperator: Type.Boolean(),
          /** Whom or what it is about: a member's name, a key's name, a masked number, a reason. */
          about: orNull(Type.String()),
          /** The role of members. */
          role: orNull(Type.Enum([...new Set([...developerRoles, ...operatorSeatRoles])])),
        }),
      ),
      /** The count of those listed that are not read. */
      unread: Type.Integer(),
    }),
  },
  /** All up to this one. */
  'POST notices/read': { policy: user, body: closed({ upTo: idField }), answer: nothing },
  'GET mail-topics': {
    policy: user,
    answer: closed({
      /** Whether the installation sends e-mail. */
      mails: Type.Boolean(),
      /** Those that the user does not want. */
      off: topicsField,
    }),
  },
  'POST mail-topics': { policy: user, body: closed({ off: topicsField }), answer: nothing },
  /** Below which balance the people of the account are told by e-mail. */
  'GET balance-limits': {
    policy: readers,
    answer: closed({
      items: Type.Array(closed({ currency: Type.String(), minimum: amountField })),
    }),
  },
  'POST balance-limits': {
    policy: { ...readers, developer: ['owner', 'admin', 'finance'] },
    body: closed({
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      /** In units of the currency; null: nobody is told. */
      minimum: orNull(Type.Integer({ minimum: 1, maximum: minimumMax })),
    }),
    answer: nothing,
  },
} as const satisfies RouteTable;
