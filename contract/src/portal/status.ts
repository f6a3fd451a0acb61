// Routes of the status page: which services work, as the gateway sees it. For signed-in users; for
// everybody where the installation says so.

import { Type } from 'typebox';
import { closed, emailField, languageField, nothing, timeField } from './fields.ts';
import { incidentSchema } from './incidents.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/** `down`, `disturbed`: over the last five minutes; `failing`: over the last hour. */
const states = ['works', 'failing', 'slow', 'disturbed', 'down', 'quiet', 'off'] as const;

const stateField = Type.Enum([...states]);

const answer = closed({
  at: timeField,
  /** The state of the connections to SMS carriers together; null: there are none. */
  sms: Type.Union([stateField, Type.Null()]),
  services: Type.Array(
    closed({
      code: Type.String(),
      name: Type.String(),
      /** ISO 3166; null: of no country. */
      country: Type.Union([Type.String(), Type.Null()]),
      /** `quiet`: no attempts in the last hour, so the status is unknown. */
      state: stateField,
    }),
  ),
});

const history = closed({
  groups: Type.Array(
    closed({
      provider: Type.String(),
      /** ISO 3166; null: of no country. */
      country: Type.Union([Type.String(), Type.Null()]),
      /**
       * A letter for each of the last 90 days (UTC), today last: `n`othing known, `w`ell,
       * `d`isturbed, `x` down for a time.
       */
      days: Type.String({ pattern: '^[nwdx]{90}$' }),
    }),
  ),
  /** The present ones first, then those that ended in these days. */
  incidents: Type.Array(incidentSchema),
  /** Whether everybody sees the status, and the feed. */
  isPublic: Type.Boolean(),
  /** Whether everybody may subscribe to them by e-mail. */
  mails: Type.Boolean(),
});

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const members = {
  side: 'both',
  developer: developerRoles,
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;

export const statusRoutes = {
  'GET status': { policy: members, answer },
  'GET status/history': { policy: members, answer: history },
  /** Not found where the installation keeps it to itself. */
  'GET public-status': { policy: { side: 'public', bound: 'address' }, answer },
  'GET public-status/history': { policy: { side: 'public', bound: 'address' }, answer: history },
  /**
   * Sends the link that confirms it; the same answer whatever is known of the address. Not found
   * where no mail server is configured.
   */
  'POST public-status/subscribe': {
    policy: { side: 'public', bound: 'own' },
    body: closed({ email: emailField, language: languageField }),
    answer: nothing,
  },
  /** By the key of a link: confirmed, or ended. Not found: there is none any more. */
  'POST public-status/subscription': {
    policy: { side: 'public', bound: 'address' },
    body: closed({ key: Type.String({ pattern: uuidPattern }), subscribed: Type.Boolean() }),
    answer: nothing,
  },
  /** As Atom, in French unless asked otherwise. */
  'GET public-status/feed': {
    policy: { side: 'public', bound: 'address' },
    query: closed({ language: Type.Optional(languageField) }),
    form: 'file',
    answer: Type.String(),
  },
} as const satisfies RouteTable;
