// Routes of short messages: what they would cost, sending them, what became of them, who wants
// none, what people wrote, and the apps.

import { Type } from 'typebox';
import { smsOptOutSources, smsStates } from '../sms/states.ts';
import { smsRecipientsMax } from '../sms/fields.ts';
import { smsNumberProblems } from '../sms/number-problem.ts';
import { amountField, closed, idField, nothing, orNull, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const technical = ['owner', 'admin', 'developer'] as const;
const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const senders = {
  side: 'developer',
  developer: technical,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const keyManagers = {
  side: 'developer',
  developer: technical,
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

/** 10,000 numbers as people write them. */
const bodyMaxBytes = 524_288;

const stateField = Type.Enum([...smsStates]);
const encodingField = Type.Enum(['gsm7', 'ucs2']);
const nextField = orNull(Type.String());
const contentField = Type.String({ minLength: 1, maxLength: 45_000, text: 'free' });
const senderField = Type.String({ minLength: 1, maxLength: 40 });
const numberField = Type.String({ minLength: 1, maxLength: 60, text: 'free' });
const numbersField = Type.Array(numberField, { minItems: 1, maxItems: smsRecipientsMax });
const batchParams = closed({ id: Type.String({ pattern: '^[1-9]\\d{0,15}$' }) });
const appQuery = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
/** Where the page before ended: a moment and an id. */
const placeQuery = Type.Optional(Type.String({ pattern: '^\\d{1,17}-\\d{1,18}$' }));

/** By state; a state without messages is left out. */
const counts = Type.Unsafe<Partial<Record<(typeof smsStates)[number], number>>>(
  closed(Object.fromEntries(smsStates.map((state) => [state, Type.Optional(Type.Integer())]))),
);

/** Why nothing was sent, or would be. */
const problemField = Type.Union([
  closed({
    type: Type.Literal('numbers'),
    /** The first ones; `count` is how many there are. */
    numbers: Type.Array(
      closed({
        number: Type.String(),
        problem: Type.Enum([...smsNumberProblems]),
        /** With plus, the likeliest first. */
        meant: Type.Array(Type.String()),
        /** How many digits mobile numbers of its country have; empty where that does not help. */
        lengths: Type.Array(Type.Integer()),
      }),
    ),
    count: Type.Integer(),
  }),
  closed({ type: Type.Literal('scheduleAt'), problem: Type.Enum(['past', 'tooFar']) }),
  closed({ type: Type.Literal('tooManyParts'), parts: Type.Integer(), partsMax: Type.Integer() }),
  closed({
    type: Type.Literal('balanceTooLow'),
    /** The balances that do not suffice. */
    short: Type.Array(
      closed({ currency: Type.String(), needed: amountField, available: amountField }),
    ),
  }),
  closed({
    type: Type.Enum(['emptyText', 'senderNotAllowed', 'keyUsed', 'suspended', 'appEnded']),
  }),
]);

const totalsField = Type.Array(closed({ currency: Type.String(), total: amountField }));

const listedBatch = closed({
  id: Type.String(),
  appId: idField,
  sender: Type.String(),
  /** Null once it was forgotten. */
  content: Type.Union([Type.String(), Type.Null()]),
  parts: Type.Integer(),
  recipients: Type.Integer(),
  /** One for each currency of the recipients. */
  amounts: Type.Array(closed({ currency: Type.String(), charged: amountField })),
  createdAt: timeField,
  scheduledAt: orNull(timeField),
  cancelledAt: orNull(timeField),
  /** Null for large ones: `GET sms/batches/:id` tells them. */
  counts: orNull(counts),
});

const appSettings = {
  transliterate: Type.Boolean(),
  partsMax: Type.Integer({ minimum: 1, maximum: 255 }),
  validityMinutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
  /** Null: equal messages are not looked for. */
  duplicateWindowSeconds: orNull(Type.Integer({ minimum: 1, maximum: 604_800 })),
  /** Null: inbound messages are kept only. */
  inboundUrl: orNull(Type.String({ minLength: 1, maxLength: 2_000 })),
  /** Null: delivery reports are not pushed. */
  reportUrl: orNull(Type.String({ minLength: 1, maxLength: 2_000 })),
} as const;
const clockField = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

export const smsRoutes = {
  /** Revoked ones included, the oldest first. */
  'GET sms/apps': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          /** `js_test_7`. */
          appId: Type.String(),
          name: Type.String(),
          lastFour: Type.String(),
          ...appSettings,
          /** `20:00-08:00`. */
          quiet: orNull(Type.String()),
          createdAt: timeField,
          revokedAt: orNull(timeField),
          oldKeyUntil: orNull(timeField),
        }),
      ),
    }),
  },
  /** Contains the key, which is shown once. */
  'POST sms/apps': {
    policy: keyManagers,
    body: closed({ name: Type.String({ maxLength: 60 }) }),
    answer: closed({ appId: Type.String(), appKey: Type.String() }),
  },
  'POST sms/apps/set': {
    policy: keyManagers,
    body: closed({
      id: idField,
      ...appSettings,
      quiet: orNull(closed({ from: clockField, until: clockField })),
    }),
    answer: nothing,
  },
  'POST sms/apps/rotate': {
    policy: keyManagers,
    body: closed({ id: idField, overlapHours: Type.Integer({ minimum: 0, maximum: 720 }) }),
    answer: closed({ appId: Type.String(), appKey: Type.String() }),
  },
  'POST sms/apps/revoke': {
    policy: { ...keyManagers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },

  /** By operator; the price of a part is in currency units. */
  'GET sms/senders': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          country: Type.String(),
          operator: Type.String(),
          currency: Type.String(),
          pricePerPart: amountField,
          /** Null: every sender. */
          allowed: orNull(Type.Array(Type.String())),
          replacement: orNull(Type.String()),
        }),
      ),
    }),
  },

  'POST sms/preview': {
    policy: readers,
    body: closed({
      app: idField,
      sender: senderField,
      content: contentField,
      numbers: numbersField,
    }),
    bodyMaxBytes,
    /** `price` is null when there is a `problem`. */
    answer: closed({
      problem: orNull(problemField),
      price: orNull(
        closed({
          encoding: encodingField,
          parts: Type.Integer(),
          recipients: Type.Integer(),
          totals: totalsField,
          /** What it would cost in the GSM alphabet; null: it is, or nothing of it is. */
          inGsm: orNull(closed({ parts: Type.Integer(), totals: totalsField })),
          operators: Type.Array(
            closed({
              country: Type.String(),
              operator: Type.String(),
              currency: Type.String(),
              recipients: Type.Integer(),
              total: amountField,
            }),
          ),
        }),
      ),
    }),
  },
  /** All recipients or none. The same `idempotencyKey` again answers the batch that there is. */
  'POST sms/send': {
    policy: { ...senders, secondFactor: 'second-factor-live' },
    body: closed({
      app: idField,
      sender: senderField,
      content: contentField,
      numbers: numbersField,
      /** When to send, ISO 8601 with an offset; absent: now. */
      scheduleAt: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      idempotencyKey: Type.String({ pattern: '^[\\w-]{8,64}$' }),
    }),
    bodyMaxBytes,
    answer: closed({ problem: orNull(problemField), batchId: orNull(Type.String()) }),
  },

  /** The newest first. */
  'GET sms/batches': {
    policy: readers,
    query: closed({ after: placeQuery }),
    answer: closed({ items: Type.Array(listedBatch), next: nextField }),
  },
  'GET sms/batches/:id': {
    policy: readers,
    params: batchParams,
    answer: closed({
      id: Type.String(),
      appId: idField,
      sender: Type.String(),
      /** Null once it was forgotten. */
      content: Type.Union([Type.String(), Type.Null()]),
      encoding: encodingField,
      parts: Type.Integer(),
      recipients: Type.Integer(),
      /** One for each currency of the recipients. */
      amounts: Type.Array(
        closed({ currency: Type.String(), charged: amountField, refunded: amountField }),
      ),
      createdAt: timeField,
      scheduledAt: orNull(timeField),
      cancelledAt: orNull(timeField),
      validUntil: timeField,
      counts,
    }),
  },
  /** A scheduled one, before it starts: all of it is given back. */
  'POST sms/batches/:id/cancel': {
    policy: { ...senders, whileSuspended: true },
    params: batchParams,
    answer: closed({
      refusal: orNull(Type.Enum(['notScheduled', 'started'])),
    }),
  },
  'GET sms/batches/:id/messages': {
    policy: readers,
    params: batchParams,
    query: closed({
      state: Type.Optional(stateField),
      after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          position: Type.Integer(),
          msisdn: Type.String(),
          country: Type.String(),
          operator: Type.String(),
          state: stateField,
          reason: orNull(Type.String()),
          partsDelivered: Type.Integer(),
          price: amountField,
          currency: Type.String(),
          refunded: Type.Boolean(),
          sentAt: orNull(timeField),
          updatedAt: timeField,
        }),
      ),
      next: nextField,
    }),
  },
  /** All recipients, or those in a state, as CSV. */
  'GET sms/batches/:id/messages.csv': {
    policy: readers,
    params: batchParams,
    /** `excel`: as French Excel opens it; else RFC 4180 in UTC. */
    query: closed({
      state: Type.Optional(stateField),
      form: Type.Optional(Type.Enum(['plain', 'excel'])),
    }),
    form: 'file',
    answer: nothing,
  },

  /** In the order of the numbers. */
  'GET sms/opt-outs': {
    policy: readers,
    query: closed({ app: appQuery, after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          msisdn: Type.String(),
          source: Type.Enum([...smsOptOutSources]),
          createdAt: timeField,
        }),
      ),
      next: nextField,
    }),
  },
  /** `bad`: what is no number, for which nothing at all was done. */
  'POST sms/opt-outs': {
    policy: { ...senders, whileSuspended: true },
    body: closed({ app: idField, numbers: numbersField }),
    bodyMaxBytes,
    answer: closed({ added: Type.Integer(), bad: Type.Array(Type.String()) }),
  },
  'POST sms/opt-outs/remove': {
    policy: { ...senders, whileSuspended: true },
    body: closed({ app: idField, number: numberField }),
    answer: nothing,
  },

  /** The newest first. */
  'GET sms/inbound': {
    policy: readers,
    query: closed({ app: appQuery, after: placeQuery }),
    answer: closed({
      items: Type.Array(
        closed({
          id: Type.String(),
          from: Type.String(),
          to: Type.String(),
          text: Type.Union([Type.String(), Type.Null()]),
          complete: Type.Boolean(),
          consent: orNull(Type.Enum(['stop', 'start'])),
          receivedAt: timeField,
        }),
      ),
      next: nextField,
    }),
  },
} as const satisfies RouteTable;
