// Routes of what proves who calls: API keys, the secret that signs requests, the secret that signs
// callbacks.

import { Type } from 'typebox';
import { closed, idField, nothing, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';

const technical = ['owner', 'admin', 'developer'] as const;
const readers = {
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

/** What is shown again. In the sandbox the home page tells the key to the same people. */
const secretReaders = { ...keyManagers, secondFactor: 'second-factor-live' } as const;

export const scopeField = Type.Enum(['full', 'no-refunds', 'read-only', 'listen']);
const timeOrNone = Type.Union([timeField, Type.Null()]);
/** How long what is replaced goes on; 0: it ends at once. */
const overlapField = Type.Integer({ minimum: 0, maximum: 720 });
const codesField = Type.Union([
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 200 }),
  Type.Null(),
]);
const rangesField = Type.Union([
  Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 50 }),
  Type.Null(),
]);
const madeKey = closed({ keyId: Type.String(), apiKey: Type.String() });
const secretOnce = closed({ secret: Type.String() });

export const keyRoutes = {
  /** The newest first, ended ones included. */
  'GET keys': {
    policy: readers,
    query: closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          /** `jk_test_7`. */
          keyId: Type.String(),
          lastFour: Type.String(),
          name: Type.String(),
          scope: scopeField,
          /** Null: every service of the account. */
          services: Type.Union([Type.Array(Type.String()), Type.Null()]),
          /** Addresses and CIDR ranges; null: any. */
          allowFrom: Type.Union([Type.Array(Type.String()), Type.Null()]),
          createdAt: timeField,
          expiresAt: timeOrNone,
          usedAt: timeOrNone,
          replacedBy: Type.Union([Type.String(), Type.Null()]),
          state: Type.Enum(['active', 'ending', 'replaced', 'expired', 'revoked']),
        }),
      ),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /** Contains the key; a live key is never shown again. */
  'POST keys': {
    policy: keyManagers,
    body: closed({
      name: Type.String({ maxLength: 60 }),
      scope: scopeField,
      services: codesField,
      allowFrom: rangesField,
      expiresInDays: Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()]),
    }),
    answer: madeKey,
  },
  /** A new key with the same name and limits; the old one goes on for the overlap. */
  'POST keys/roll': {
    policy: keyManagers,
    body: closed({ id: idField, overlapHours: overlapField }),
    answer: madeKey,
  },
  'POST keys/revoke': {
    policy: { ...keyManagers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
  /** Sandbox: a key can be seen again. */
  'POST keys/show': {
    policy: secretReaders,
    body: closed({ id: idField }),
    answer: closed({ apiKey: Type.String() }),
  },

  'GET signing': {
    policy: readers,
    answer: closed({
      hmac: Type.Boolean(),
      /** Live ones, the oldest first. */
      secrets: Type.Array(
        closed({
          id: idField,
          createdAt: timeField,
          firstUsedAt: timeOrNone,
          endsAt: timeOrNone,
          signsCallbacks: Type.Boolean(),
        }),
      ),
      /** Until then callbacks bear the signature of the webhook secret before, too. */
      webhookPreviousUntil: timeOrNone,
    }),
  },
  /** `secret` is null when nothing was made. */
  'POST signing/hmac': {
    policy: keyManagers,
    body: closed({ on: Type.Boolean() }),
    answer: closed({ secret: Type.Union([Type.String(), Type.Null()]) }),
  },
  'POST signing/hmac/rotate': {
    policy: keyManagers,
    body: closed({ overlapHours: overlapField }),
    answer: secretOnce,
  },
  'POST signing/hmac/finish': { policy: keyManagers, body: nothing, answer: nothing },
  /** The current secret, for setting up receivers. */
  'POST signing/webhook/show': { policy: secretReaders, body: nothing, answer: secretOnce },
  'POST signing/webhook/rotate': {
    policy: keyManagers,
    body: closed({ overlapHours: overlapField }),
    answer: secretOnce,
  },
} as const satisfies RouteTable;
