// Routes of the operator's alerts: what is wrong, who has seen it, and the rules by which people
// are told.

import { Type } from 'typebox';
import { closed, idField, nothing, orNull, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

export const alertRules = [
  ...(['route', 'smsLink', 'float', 'floatHours', 'smsBalance', 'agedMoney'] as const),
  ...([
    'callbacks',
    'queue',
    'reconciliation',
    'statement',
    'node',
    'disk',
    'certificate',
    'database',
  ] as const),
] as const;
/** With all that people write between the digits. */
const phoneCharactersMax = 60;
export const alertSeverities = ['critical', 'warning'] as const;

/** Rules that have a limit, and the largest one: hours, minutes, minutes, days. */
export const alertLimitsMax = {
  floatHours: 336,
  agedMoney: 10_080,
  callbacks: 1_440,
  reconciliation: 60,
} as const;

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const watchers = { ...readers, operator: ['admin', 'finance', 'support'] } as const;
const admins = {
  side: 'operator',
  operator: ['admin'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

const hour = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const peopleMax = 50;
const floatsMax = 200;
const escalateMinutesMax = 1_440;

export const alertSettingsSchema = closed({
  rules: Type.Array(
    closed({
      rule: Type.Enum([...alertRules]),
      on: Type.Boolean(),
      severity: Type.Enum([...alertSeverities]),
      /** In the unit of the rule; null: it has none. */
      limit: orNull(Type.Integer({ minimum: 1, maximum: 10_080 })),
    }),
    { maxItems: 20 },
  ),
  /** The least that shall be with a provider, in units of the currency. */
  floats: Type.Array(
    closed({
      route: Type.String({ minLength: 1, maxLength: 100 }),
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      minimum: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
    }),
    { maxItems: floatsMax },
  ),
  /**
   * The least that shall be with the carrier of an SMS connection, in units of the currency in
   * which it tells the balance.
   */
  smsBalances: Type.Array(
    closed({
      connection: Type.String({ minLength: 1, maxLength: 100 }),
      minimum: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
    }),
    { maxItems: floatsMax },
  ),
  /** Only what is critical is told in these hours. */
  quiet: orNull(
    closed({ from: hour, to: hour, timeZone: Type.String({ minLength: 1, maxLength: 64 }) }),
  ),
  /** After so many minutes without acknowledgement the people of level 2 are told; null: never. */
  escalateMinutes: orNull(Type.Integer({ minimum: 1, maximum: escalateMinutesMax })),
  /** Nobody: all admins, by e-mail. */
  people: Type.Array(
    closed({
      userId: idField,
      level: Type.Enum([1, 2]),
      email: Type.Boolean(),
      /** For SMS, with its calling code; null: none. Written as people write numbers. */
      phone: orNull(Type.String({ minLength: 1, maxLength: phoneCharactersMax, text: 'free' })),
    }),
    { maxItems: peopleMax },
  ),
  /** The application of SMS that alerts are sent by, its account and its sender; null: no SMS. */
  sms: orNull(
    closed({
      accountId: idField,
      /** As the portal and the commands name it: the beginning of its key. */
      app: Type.String({ pattern: '^js_(test|live)_[0-9a-z]{1,9}$' }),
      sender: Type.String({ minLength: 1, maxLength: 16 }),
    }),
  ),
});

export const alertRoutes = {
  /** The newest first. */
  'GET operator/alerts': {
    policy: readers,
    query: closed({
      state: Type.Optional(Type.Enum(['open', 'resolved'])),
      rule: Type.Optional(Type.Enum([...alertRules])),
      after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          rule: Type.Enum([...alertRules]),
          subject: Type.String(),
          severity: Type.Enum([...alertSeverities]),
          value: orNull(Type.Number()),
          /** The minimum that the value is below; null: the rule has none. */
          threshold: orNull(Type.Number()),
          raisedAt: timeField,
          times: Type.Integer(),
          toldAt: orNull(timeField),
          escalatedAt: orNull(timeField),
          acknowledgedAt: orNull(timeField),
          acknowledgedBy: orNull(Type.String()),
          resolvedAt: orNull(timeField),
        }),
      ),
      next: orNull(Type.String()),
      /** Not resolved, of all. */
      open: Type.Integer(),
      /** Whether a mail server is configured: without it no alert is told by e-mail. */
      mails: Type.Boolean(),
    }),
  },
  /** The caller looks after it: nobody else is told. */
  'POST operator/alerts/acknowledge': {
    policy: watchers,
    body: closed({ id: idField }),
    answer: nothing,
  },
  'GET operator/alert-settings': {
    policy: readers,
    answer: closed({
      version: Type.Integer(),
      settings: alertSettingsSchema,
      webhook: orNull(Type.String()),
      /** Whether a mail server is configured. */
      mails: Type.Boolean(),
      /** Whom alerts may be sent to. */
      users: Type.Array(closed({ id: idField, name: Type.String(), email: Type.String() })),
      /** Names of the catalogue. */
      routes: Type.Array(Type.String()),
      /**
       * SMS connections whose carriers tell a balance, and in which currency; null: none has been
       * read yet.
       */
      smsConnections: Type.Array(closed({ name: Type.String(), currency: orNull(Type.String()) })),
      /** Applications of the accounts that may pay for alerts. */
      smsApps: Type.Array(
        closed({
          accountId: idField,
          account: Type.String(),
          /** The beginning of its key. */
          app: Type.String(),
          name: Type.String(),
        }),
      ),
    }),
  },
  /**
   * `version`: of the settings that were changed; another one in force meanwhile is refused.
   * `secret`: signs what is posted, shown once where the address is new.
   */
  'POST operator/alert-settings': {
    policy: admins,
    body: closed({
      version: Type.Integer({ minimum: 0 }),
      settings: alertSettingsSchema,
      webhook: orNull(Type.String({ minLength: 8, maxLength: 500 })),
    }),
    answer: closed({ version: Type.Integer(), secret: orNull(Type.String()) }),
  },
  /**
   * Sends a sample at once, to the caller (`phone` of the settings) or the webhook. `problem`:
   * null: it was taken.
   */
  'POST operator/alert-settings/test': {
    policy: { ...admins, stepUp: 0 },
    body: closed({ channel: Type.Enum(['email', 'sms', 'webhook']) }),
    answer: closed({ problem: orNull(Type.String()) }),
  },
} as const satisfies RouteTable;
