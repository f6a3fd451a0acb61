// Routes of the people beside oneself: members of the developer account, or the operator's people,
// and who is invited.

import { Type } from 'typebox';
import { countryPlans } from '../phone.ts';
import { closed, emailField, idField, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'both',
  developer: developerRoles,
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;
const keyManagers = {
  side: 'both',
  developer: ['owner', 'admin'],
  operator: ['admin'],
  secondFactor: 'done',
  stepUp: 5,
  countries: 'limited',
} as const;

/** A role of the side that the session works as; a role of the other side is refused. */
const roleField = Type.Enum([...new Set([...developerRoles, ...operatorSeatRoles])]);
/** ISO 3166-1 alpha-2, of countries that the gateway knows, each once; null: every country. */
const countriesField = Type.Union([
  Type.Array(Type.Enum(Object.keys(countryPlans)), {
    minItems: 1,
    maxItems: 60,
    uniqueItems: true,
  }),
  Type.Null(),
]);

export const teamRoutes = {
  /** Members in the order in which they came, a page at a time; all open invitations. */
  'GET team': {
    policy: readers,
    query: closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) }),
    answer: closed({
      /** That a seat may be limited to, as far as the caller's own reaches. */
      countries: Type.Array(Type.String()),
      /** Whether invitations are sent by e-mail. */
      mails: Type.Boolean(),
      members: Type.Array(
        closed({
          /** The id of the membership. */
          id: idField,
          email: Type.String(),
          name: Type.String(),
          role: roleField,
          countries: Type.Union([Type.Array(Type.String()), Type.Null()]),
          since: timeField,
          secondFactor: Type.Boolean(),
          disabled: Type.Boolean(),
          /** From when on their approvals count; null: they do. */
          countsFrom: Type.Union([timeField, Type.Null()]),
          /** Whether the caller has not brought them in, so that an owner could attest to them. */
          mayAttest: Type.Boolean(),
          seenAt: Type.Union([timeField, Type.Null()]),
          /** Whether it is the caller. */
          self: Type.Boolean(),
        }),
      ),
      /** `after` of the next page; null: this is the last. */
      next: Type.Union([Type.String(), Type.Null()]),
      invitations: Type.Array(
        closed({
          id: idField,
          email: Type.String(),
          role: roleField,
          countries: Type.Union([Type.Array(Type.String()), Type.Null()]),
          expiresAt: timeField,
          /** A second user of the operator has not approved it yet: the link does not work. */
          waits: Type.Boolean(),
          /** Nobody of the account has made it, but the operator. */
          byOperator: Type.Boolean(),
        }),
      ),
    }),
  },
  /**
   * Users cannot grant more than their own role: an admin cannot invite an owner. The link is shown
   * once; null: it is sent by e-mail.
   */
  'POST team/invite': {
    policy: keyManagers,
    body: closed({ email: emailField, role: roleField, countries: countriesField }),
    answer: closed({ link: Type.Union([Type.String(), Type.Null()]) }),
  },
  'POST team/withdraw': {
    policy: { ...keyManagers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
  'POST team/change': {
    policy: keyManagers,
    body: closed({ id: idField, role: roleField, countries: countriesField }),
    answer: nothing,
  },
  /**
   * The member is a person of their own, says another owner (of the operator: another admin) who
   * did not bring them in: their approvals count at once.
   */
  'POST team/attest': {
    policy: {
      side: 'both',
      developer: ['owner'],
      operator: ['admin'],
      secondFactor: 'second-factor',
      stepUp: 5,
    },
    body: closed({ id: idField }),
    answer: nothing,
  },
  'POST team/remove': {
    policy: { ...keyManagers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
