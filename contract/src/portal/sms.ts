// Routes of short messages: what they would cost, sending them, what became of them, who wants none, what people wrote, and the apps.

import { Type } from 'typebox';
import { smsOptOutSources, smsStates } from '../sms/states.ts';
import { smsRecipientsMax } from '../sms/fields.ts';
import { closed, idField, nothing, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const technical = ['owner', 'admin', 'developer'] as const;
const readers = { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0 } as const;
const senders = { side: 'developer', developer: technical, secondFactor: 'done', stepUp: 0 } as const;
const keepers = { side: 'developer', developer: technical, secondFactor: 'second-factor', stepUp: 5 } as const;

/** 10,000 numbers as people write them. */
const bodyMaxBytes = 524_288;

const optional = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) => Type.Union([schema, Type.Null()]);
const stateField = Type.Enum([...smsStates]);
const encodingField = Type.Enum(['gsm7', 'ucs2']);
/** Currency units, as decimal text. */
const amountField = Type.String();
const nextField = optional(Type.String());
const contentField = Type.String({ minLength: 1, maxLength: 45_000 });
const senderField = Type.String({ minLength: 1, maxLength: 40 });
const numbersField = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: smsRecipientsMax });
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
        problem: Type.Enum(['invalid', 'landline', 'countryNotServed', 'operatorNotServed', 'optedOut', 'duplicate']),
      }),
    ),
    count: Type.Integer(),
  }),
  closed({ type: Type.Literal('tooManyParts'), parts: Type.Integer(), partsMax: Type.Integer() }),
  closed({ type: Type.Literal('balanceTooLow'), needed: amountField, available: amountField, currency: Type.String() }),
  closed({ type: Type.Enum(['emptyText', 'senderNotAllowed', 'currenciesDiffer', 'keyUsed', 'suspended', 'appEnded']) }),
]);

const listedBatch = closed({
  id: Type.String(),
  appId: idField,
  sender: Type.String(),
  /** Null once it was forgotten. */
  content: Type.Union([Type.String(), Type.Null()]),
  parts: Type.Integer(),
  recipients: Type.Integer(),
  currency: Type.String(),
  charged: amountField,
  createdAt: timeField,
  /** Null for large ones: `GET sms/batches/:id` tells them. */
  counts: optional(counts),
});

const appSettings = {
  transliterate: Type.Boolean(),
  partsMax: Type.Integer({ minimum: 1, maximum: 255 }),
  validityMinutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
  /** Null: equal messages are not looked for. */
  duplicateWindowSeconds: optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
  /** Null: inbound messages are kept only. */
  inboundUrl: optional(Type.String({ minLength: 1, maxLength: 2_000 })),
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
          quiet: optional(Type.String()),
          createdAt: timeField,
          revokedAt: optional(timeField),
          oldKeyUntil: optional(timeField),
        }),
      ),
    }),
  },
  /** The key is told here, once. */
  'POST sms/apps': {
    policy: keepers,
    body: closed({ name: Type.String({ maxLength: 60 }) }),
    answer: closed({ appId: Type.String(), appKey: Type.String() }),
  },
  'POST sms/apps/set': {
    policy: keepers,
    body: closed({ id: idField, ...appSettings, quiet: optional(closed({ from: clockField, until: clockField })) }),
    answer: nothing,
  },
  'POST sms/apps/rotate': {
    policy: keepers,
    body: closed({ id: idField, overlapHours: Type.Integer({ minimum: 0, maximum: 720 }) }),
    answer: closed({ appId: Type.String(), appKey: Type.String() }),
  },
  'POST sms/apps/revoke': { policy: { ...keepers, whileSuspended: true }, body: closed({ id: idField }), answer: nothing },

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
          allowed: optional(Type.Array(Type.String())),
          replacement: optional(Type.String()),
        }),
      ),
    }),
  },

  'POST sms/preview': {
    policy: readers,
    body: closed({ app: idField, sender: senderField, content: contentField, numbers: numbersField }),
    bodyMaxBytes,
    /** `price` is null when there is a `problem`. */
    answer: closed({
      problem: optional(problemField),
      price: optional(
        closed({
          encoding: encodingField,
          parts: Type.Integer(),
          recipients: Type.Integer(),
          currency: Type.String(),
          total: amountField,
          operators: Type.Array(
            closed({ country: Type.String(), operator: Type.String(), recipients: Type.Integer(), total: amountField }),
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
      idempotencyKey: Type.String({ pattern: '^[\\w-]{8,64}$' }),
    }),
    bodyMaxBytes,
    answer: closed({ problem: optional(problemField), batchId: optional(Type.String()) }),
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
      currency: Type.String(),
      charged: amountField,
      refunded: amountField,
      createdAt: timeField,
      validUntil: timeField,
      counts,
    }),
  },
  'GET sms/batches/:id/messages': {
    policy: readers,
    params: batchParams,
    query: closed({ state: Type.Optional(stateField), after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          position: Type.Integer(),
          msisdn: Type.String(),
          country: Type.String(),
          operator: Type.String(),
          state: stateField,
          reason: optional(Type.String()),
          partsDelivered: Type.Integer(),
          price: amountField,
          refunded: Type.Boolean(),
          sentAt: optional(timeField),
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
    query: closed({ state: Type.Optional(stateField), form: Type.Optional(Type.Enum(['plain', 'excel'])) }),
    form: 'file',
    answer: nothing,
  },

  /** In the order of the numbers. */
  'GET sms/opt-outs': {
    policy: readers,
    query: closed({ app: appQuery, after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
    answer: closed({
      items: Type.Array(closed({ msisdn: Type.String(), source: Type.Enum([...smsOptOutSources]), createdAt: timeField })),
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
    body: closed({ app: idField, number: Type.String({ minLength: 1, maxLength: 60 }) }),
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
          consent: optional(Type.Enum(['stop', 'start'])),
          receivedAt: timeField,
        }),
      ),
      next: nextField,
    }),
  },
} as const satisfies RouteTable;
