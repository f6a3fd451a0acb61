// Routes of callbacks: deliveries and their responses, resending, and testing a receiver.

import { Type } from 'typebox';
import { errorClasses } from '../error-classes.ts';
import { closed, idField, notBlank, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const senders = { ...readers, developer: ['owner', 'admin', 'developer'] } as const;
const operators = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const helpers = { ...operators, operator: ['admin', 'support'] } as const;
const accountText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const destinationField = Type.String({ minLength: 1, maxLength: 300 });
const reasonField = Type.String({ minLength: 1, maxLength: 200, pattern: notBlank, text: 'lines' });

const stateField = Type.Enum(['due', 'delivered', 'abandoned']);
const statusField = Type.Enum(['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED']);
const errorClassField = Type.Enum([...errorClasses]);
const timeOrNone = Type.Union([timeField, Type.Null()]);
const textOrNone = Type.Union([Type.String(), Type.Null()]);
const numberOrNone = Type.Union([Type.Integer(), Type.Null()]);
/**
 * The id that receivers see in `webhook-id`: `cb_<transaction>`, `cb_<transaction>_2` to the second
 * address.
 */
const webhookIdField = Type.String({ maxLength: 30 });

const filterFields = {
  state: Type.Optional(stateField),
  /** The status of the transaction; an inbound message has another word. */
  status: Type.Optional(statusField),
  /** scheme://host:port */
  destination: Type.Optional(Type.String({ maxLength: 300 })),
  errorClass: Type.Optional(errorClassField),
  /** RFC 3339. */
  since: Type.Optional(Type.String({ maxLength: 40 })),
  until: Type.Optional(Type.String({ maxLength: 40 })),
};
const listed = {
  id: webhookIdField,
  transactionId: Type.String(),
  /** The caller's own ID of the transaction. */
  externalId: Type.String(),
  /** CANCELED or REFUNDED, to the account's second address. */
  second: Type.Boolean(),
  destination: Type.String(),
  status: Type.String(),
  state: stateField,
  attempts: Type.Integer(),
  createdAt: timeField,
  nextAttemptAt: timeOrNone,
  closedAt: timeOrNone,
  /** Why a user of the operator abandoned it; null: it was not. */
  givenUp: textOrNone,
  lastErrorClass: Type.Union([errorClassField, Type.Null()]),
  lastHttpStatus: numberOrNone,
};
/**
 * What one attempt did. Times in ms; null where it did not get there or a kept connection was used.
 */
const exchange = {
  durationMs: Type.Integer(),
  httpStatus: numberOrNone,
  /** Null: delivered. */
  errorClass: Type.Union([errorClassField, Type.Null()]),
  timeoutPhase: textOrNone,
  address: textOrNone,
  dnsMs: numberOrNone,
  connectMs: numberOrNone,
  tlsMs: numberOrNone,
  firstByteMs: numberOrNone,
  /** 12 or 13. */
  tlsVersion: numberOrNone,
  /** Null: no pins, or no key was seen. */
  pinMatched: Type.Union([Type.Boolean(), Type.Null()]),
  pinSeen: textOrNone,
  /** With everything but plain characters escaped. */
  answer: textOrNone,
  answerCut: Type.Boolean(),
  answerHeaders: Type.Union([
    Type.Array(closed({ name: Type.String(), value: Type.String() })),
    Type.Null(),
  ]),
  /** What the developer should put right; null: nothing. */
  advice: Type.Union([closed({ fr: Type.String(), en: Type.String() }), Type.Null()]),
};
const rateField = Type.Integer({ minimum: 1, maximum: 50 });

const listFields = {
  ...filterFields,
  transactionId: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
  after: Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,18}-[01]$' })),
};
const listAnswer = closed({ items: Type.Array(closed(listed)), next: textOrNone });
/** Attempts before this number. */
const attemptsQuery = closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) });
const oneAnswer = closed({
  ...listed,
  url: Type.String(),
  /** JSON, as it is sent each time. */
  body: Type.String(),
  log: Type.Array(closed({ number: Type.Integer(), startedAt: timeField, ...exchange })),
  next: textOrNone,
});

const countField = closed({ count: Type.Integer(), more: Type.Boolean() });

export const callbackRoutes = {
  /** The newest first. */
  'GET callbacks': { policy: readers, query: closed(listFields), answer: listAnswer },
  /** Each counted up to a thousand; `more`: there may be others. */
  'GET callbacks/counts': {
    policy: readers,
    query: closed({ since: filterFields.since, until: filterFields.until }),
    answer: closed({
      all: countField,
      due: countField,
      delivered: countField,
      abandoned: countField,
    }),
  },
  'GET callbacks/:id': {
    policy: readers,
    params: closed({ id: webhookIdField }),
    query: attemptsQuery,
    answer: oneAnswer,
  },
  'POST callbacks/replay': {
    policy: senders,
    body: closed({ id: webhookIdField }),
    answer: nothing,
  },
  /** All that fit; one such list at a time. */
  'POST callbacks/replay-all': {
    policy: senders,
    body: closed({ ...filterFields, perSecond: rateField }),
    answer: closed({ total: Type.Integer() }),
  },
  'GET callback-replays': {
    policy: readers,
    answer: closed({
      replays: Type.Array(
        closed({
          id: idField,
          state: Type.Enum(['running', 'done', 'stopped']),
          startedAt: timeField,
          perSecond: Type.Integer(),
          total: Type.Integer(),
          released: Type.Integer(),
          delivered: Type.Integer(),
          due: Type.Integer(),
          abandoned: Type.Integer(),
        }),
      ),
    }),
  },
  'POST callback-replays/stop': {
    policy: { ...senders, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
  /**
   * The sandbox's own receiver: what it received in the last day, the newest first, a hundred at
   * most.
   */
  'GET callbacks/inbox': {
    policy: readers,
    answer: closed({
      /**
       * Below the gateway's address. What follows it chooses the answer: `/500`, `/redirect`,
       * `/silence`.
       */
      path: Type.String(),
      items: Type.Array(
        closed({
          id: Type.String(),
          receivedAt: timeField,
          headers: Type.Record(Type.String(), Type.String()),
          body: Type.String(),
          /** The HTTP status; null: none was given. */
          answered: numberOrNone,
          /** Its `webhook-signature` is that of the account's secret and of these bytes. */
          verified: Type.Boolean(),
        }),
      ),
    }),
  },
  /**
   * Sends a made-up callback, signed as real ones are; `sha256Hash` is made with the key `keyId`,
   * or the newest that can be opened. Where it is accepted, two follow that a receiver must refuse:
   * one whose amount was changed, and one signed ten minutes ago.
   */
  'POST callbacks/test': {
    policy: senders,
    body: closed({
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      keyId: Type.Optional(idField),
    }),
    answer: closed({
      webhookId: Type.String(),
      body: Type.String(),
      /**
       * `jk_test_7`, of which `sha256Hash` is; null: no key could be opened, `sha256Hash` is empty.
       */
      hashKey: textOrNone,
      /** Which checks the receiver makes; null: it did not accept the genuine one. */
      checks: Type.Union([
        Type.Array(
          closed({
            check: Type.Enum(['body', 'age']),
            /** Null: there was no answer. */
            made: Type.Union([Type.Boolean(), Type.Null()]),
            httpStatus: numberOrNone,
          }),
        ),
        Type.Null(),
      ]),
      ...exchange,
    }),
  },

  /**
   * Receivers of all accounts that keep callbacks waiting, in the order of account and receiver.
   * Counts go up to 100.
   */
  'GET operator/destination-queues': {
    policy: operators,
    query: closed({
      of: Type.Optional(Type.Enum(['all', 'waiting', 'abandoned'])),
      account: Type.Optional(accountText),
      after: Type.Optional(Type.String({ maxLength: 320, pattern: '^[1-9]\\d{0,8} \\S+$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          accountId: idField,
          accountName: Type.String(),
          destination: Type.String(),
          /** Waiting for the first attempt, and for another one. */
          fresh: Type.Integer(),
          retrying: Type.Integer(),
          abandoned: Type.Integer(),
          oldestAt: timeOrNone,
          /** Consecutive failures. */
          failures: Type.Integer(),
          /** Until then only one probe a minute goes out. */
          slowUntil: timeOrNone,
          lastErrorClass: Type.Union([errorClassField, Type.Null()]),
          lastHttpStatus: numberOrNone,
        }),
      ),
      next: textOrNone,
    }),
  },
  /** The callbacks of one account. */
  'GET operator/callbacks/:account': {
    policy: operators,
    params: closed({ account: accountText }),
    query: closed(listFields),
    answer: listAnswer,
  },
  /** The body without its hash. */
  'GET operator/callbacks/:account/:id': {
    policy: operators,
    params: closed({ account: accountText, id: webhookIdField }),
    query: attemptsQuery,
    answer: oneAnswer,
  },
  'POST operator/callbacks/replay': {
    policy: helpers,
    body: closed({ accountId: idField, id: webhookIdField }),
    answer: nothing,
  },
  /** All of an account that fit; one such list of the account at a time. */
  'POST operator/callbacks/replay-all': {
    policy: helpers,
    body: closed({ accountId: idField, ...filterFields, perSecond: rateField }),
    answer: closed({ total: Type.Integer() }),
  },
  /**
   * Parks what waits before its time. `id` absent: all of the lane. What is being sent right now is
   * left.
   */
  'POST operator/callbacks/give-up': {
    policy: helpers,
    body: closed({
      accountId: idField,
      destination: destinationField,
      id: Type.Optional(webhookIdField),
      reason: reasonField,
    }),
    answer: closed({ count: Type.Integer() }),
  },

  'GET pins': {
    policy: readers,
    answer: closed({
      pins: Type.Array(
        closed({ host: Type.String(), pin: Type.String(), label: textOrNone, addedAt: timeField }),
      ),
      /** Keys that receivers have shown. */
      certificates: Type.Array(
        closed({
          host: Type.String(),
          pin: Type.String(),
          subject: Type.String(),
          issuer: Type.String(),
          expiresAt: timeField,
          seenAt: timeField,
          /** Whole days; negative when it has ended. */
          daysLeft: Type.Integer(),
          /** The host has shown no other key since. */
          present: Type.Boolean(),
        }),
      ),
    }),
  },
  'POST pins': {
    policy: { ...senders, stepUp: 5 },
    body: closed({
      host: Type.String({ minLength: 1, maxLength: 260 }),
      pin: Type.String({ minLength: 1, maxLength: 100 }),
      label: Type.String({ maxLength: 60 }),
    }),
    answer: nothing,
  },
  'POST pins/remove': {
    policy: { ...senders, stepUp: 5 },
    body: closed({ host: Type.String({ maxLength: 260 }), pin: Type.String({ maxLength: 100 }) }),
    answer: nothing,
  },
  /** What a receiver presents right now; nothing is sent to it. */
  'POST pins/probe': {
    policy: senders,
    body: closed({ host: Type.String({ minLength: 1, maxLength: 260 }) }),
    answer: closed({
      address: Type.String(),
      tlsVersion: Type.String(),
      keyType: Type.String(),
      pin: Type.String(),
      /** Why the normal checks fail; null: they pass. */
      problem: textOrNone,
      chain: Type.Array(
        closed({ subject: Type.String(), issuer: Type.String(), expiresAt: timeField }),
      ),
    }),
  },
} as const satisfies RouteTable;
