// Routes of the morning proof: whether books, providers and bank agree about a day that is over.

import { Type } from 'typebox';
import { closed, notBlank, nothing, orNull, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';

/** Readers of all countries: who is limited to some is refused. */
const readers = {
  side: 'operator',
  operator: ['admin', 'finance', 'auditor'],
  secondFactor: 'done',
  stepUp: 0,
} as const;

const text = Type.String();
/** UTC. */
const dayField = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** In units of the currency; may be below zero. */
const amount = Type.String({ pattern: '^-?\\d{1,18}(\\.\\d{1,4})?$' });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const counted = { currency, count: Type.Integer(), amount };

/** What does not agree, or what nobody knows yet: `about` names it. */
const point = closed({
  code: Type.Enum([
    'notChecked',
    'broken',
    'provider',
    'oldReport',
    'statement',
    'differences',
    'unknown',
    'cases',
    'ordered',
  ]),
  about: orNull(text),
});

const proof = closed({
  day: dayField,
  madeAt: text,
  from: text,
  until: text,
  /**
   * Names of the further cells: their books are not in this proof, which is of the home database.
   */
  cellsNotRead: Type.Array(text),
  /** The invariants of the books; null: they could not be checked. */
  checks: orNull(
    closed({
      made: Type.Integer(),
      broken: Type.Array(closed({ id: text, statement: text, violations: Type.Integer() })),
    }),
  ),
  /** What developers have with us, when the proof was made. */
  books: Type.Array(
    closed({ currency, accounts: Type.Integer(), available: amount, held: amount }),
  ),
  /** The movements of the day, by ledger account: both columns have the same sum. */
  movements: Type.Array(closed({ currency, account: text, debited: amount, credited: amount })),
  /**
   * `reported`: what the provider said last, with our books of that moment; null: it does not say.
   */
  providers: Type.Array(
    closed({
      routes: Type.Array(text),
      currency,
      booked: amount,
      reported: orNull(amount),
      difference: orNull(amount),
      readAt: orNull(text),
    }),
  ),
  /**
   * The bank's day by our books, and `position`: all that was received less all that was paid, up
   * to its end.
   */
  bank: Type.Array(closed({ currency, received: amount, paid: amount, position: amount })),
  /** `until`: end of the last statement of each route. */
  statements: Type.Array(closed({ route: text, until: text })),
  /** Open ones of reconciliation: theirs less ours. */
  differences: Type.Array(closed({ ...counted, currency: orNull(currency), route: text })),
  /** Operations of the day or before without a result. */
  unknown: Type.Array(closed({ ...counted, oldestAt: text })),
  cases: Type.Integer(),
  /** Settlements that were ordered before the day, and that the bank has not confirmed. */
  ordered: Type.Array(closed(counted)),
  points: Type.Array(point),
});

const signature = closed({
  by: text,
  at: timeField,
  note: orNull(text),
  /**
   * `expected`: from what the bank held at the last signature, and our books since; null: there was
   * none.
   */
  bank: Type.Array(
    closed({ currency, amount, expected: orNull(amount), difference: orNull(amount) }),
  ),
});

export const morningProofRoutes = {
  /** The newest first. */
  'GET operator/morning-proofs': {
    policy: readers,
    query: closed({ after: Type.Optional(dayField) }),
    answer: closed({
      items: Type.Array(
        closed({
          day: dayField,
          madeAt: timeField,
          agrees: Type.Boolean(),
          points: Type.Array(point),
          /** How many of the points are still there now. */
          open: Type.Integer(),
          signedBy: orNull(text),
          /** How far providers and books are apart, of all of them, by currency. */
          apart: Type.Array(closed({ currency, amount })),
        }),
      ),
      next: orNull(text),
    }),
  },
  'GET operator/morning-proofs/:day': {
    policy: readers,
    params: closed({ day: dayField }),
    answer: closed({
      proof,
      /** Hexadecimal, and whether it still fits what is stored. */
      seal: text,
      sealed: Type.Boolean(),
      signature: orNull(signature),
      /**
       * Until it is signed: what the banks' statements say that all our accounts of a currency held
       * at the end of the day.
       */
      stated: Type.Array(closed({ currency, amount, accounts: Type.Integer() })),
    }),
  },
  'GET operator/morning-proofs/:day/pdf': {
    policy: readers,
    params: closed({ day: dayField }),
    form: 'file',
    answer: Type.String(),
  },
  /**
   * `bank`: what it held at the end of the day; where statements say it, they count. `conflict`: it
   * is signed already, or its seal is broken.
   */
  'POST operator/morning-proofs/sign': {
    policy: {
      side: 'operator',
      operator: ['admin', 'finance'],
      secondFactor: 'second-factor',
      stepUp: 5,
    },
    body: closed({
      day: dayField,
      bank: Type.Array(closed({ currency, amount }), { maxItems: 20 }),
      note: orNull(Type.String({ minLength: 1, maxLength: 500, pattern: notBlank, text: 'lines' })),
    }),
    answer: nothing,
  },
} as const satisfies RouteTable;
