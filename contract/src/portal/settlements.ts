// Routes of settlements, for developers: the available balance goes to a bank account or wallet,
// when asked for or by a schedule.

import { Type } from 'typebox';
import {
  amountField,
  askedOnce,
  closed,
  idField,
  nameField,
  nothing,
  onceField,
  timeField,
} from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/** Readers of the whole account: who is limited to countries is refused. */
const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const payers = {
  side: 'developer',
  developer: ['owner', 'admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);
const amountOrNull = Type.Union([amountField, Type.Null()]);
const currencyField = Type.String({ pattern: '^[A-Z]{3}$' });
const countryField = Type.String({ pattern: '^[A-Z]{2}$' });
const amountBody = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' });
const everyField = Type.Enum(['day', 'week', 'month']);
const pathId = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
export const afterField = Type.Optional(pathId);

const destinationFields = {
  kind: Type.Enum(['bank', 'wallet']),
  holder: Type.String(),
  /** The bank, or the wallet's operator. */
  institution: Type.String(),
  /** ISO 3166-1 alpha-2. */
  country: Type.String(),
  scheme: Type.Enum(['iban', 'rib', 'phone']),
  number: Type.String(),
};
export const destinationSchema = closed({
  id: idField,
  ...destinationFields,
  addedBy: Type.String(),
  addedAt: timeField,
  confirmedBy: textOrNull,
  confirmedAt: timeOrNull,
  /** When it has rested. */
  usableFrom: timeOrNull,
  usable: Type.Boolean(),
  /** Whether the caller registered it, and so cannot confirm it. */
  own: Type.Boolean(),
});
export const settlementFields = {
  id: idField,
  currency: Type.String(),
  /** What arrives; the fee is taken beside it. */
  amount: amountField,
  fee: amountField,
  state: Type.Enum(['REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED']),
  destination: closed({ ...destinationFields, removed: Type.Boolean() }),
  /** Null: the schedule. */
  askedBy: textOrNull,
  requestedAt: timeField,
  approvedAt: timeOrNull,
  /** The bank's. */
  reference: textOrNull,
  /** `2026-11-21`. */
  valueDate: textOrNull,
  paidAt: timeOrNull,
  /** Refused, withdrawn or returned. */
  endedAt: timeOrNull,
  reason: textOrNull,
};
export const adviceSchema = closed({
  ...settlementFields,
  accountId: idField,
  accountName: Type.String(),
  /** Entries of the statement, from the first to the last. */
  entries: Type.Array(
    closed({
      id: Type.String(),
      at: timeField,
      verb: Type.String(),
      /** The verb, or `fee`, `fee_back`. */
      kind: Type.String(),
      /** What it did to the available and to the held balance. */
      available: amountField,
      held: amountField,
      availableAfter: amountField,
    }),
  ),
});

export const settlementRoutes = {
  'GET settlements': {
    policy: readers,
    query: closed({ after: afterField }),
    answer: closed({ items: Type.Array(closed(settlementFields)), next: textOrNull }),
  },
  /** What a settlement begins with: balances with the operator's terms, destinations, schedules. */
  'GET settlements/terms': {
    policy: readers,
    answer: closed({
      balances: Type.Array(
        closed({
          currency: Type.String(),
          available: amountField,
          held: amountField,
          /** The most that can be settled now, its fee aside. */
          most: amountField,
          minimum: amountField,
          maximum: amountOrNull,
          fee: amountField,
          /** Percent of the amount, beside `fee`: `0.5`. */
          feePercent: Type.String(),
        }),
      ),
      destinations: Type.Array(destinationSchema),
      schedules: Type.Array(
        closed({
          currency: Type.String(),
          destinationId: idField,
          every: everyField,
          /** 1 is Monday; of a month, its last day where it has fewer. */
          day: Type.Integer(),
          minimum: amountField,
          keep: amountField,
          nextAt: timeField,
          lastAt: timeOrNull,
          /** `made`, or why nothing was asked for. */
          lastOutcome: textOrNull,
        }),
      ),
      /** With a RIB or an IBAN. */
      bankCountries: Type.Array(Type.String()),
      walletCountries: Type.Array(Type.String()),
    }),
  },
  /** The advice of one. */
  'GET settlements/:id': { policy: readers, params: closed({ id: pathId }), answer: adviceSchema },
  /**
   * `key` is made by the browser once for each form: a repeated call asks for the same settlement.
   */
  'POST settlements': {
    policy: payers,
    body: closed({
      key: onceField,
      currency: currencyField,
      amount: amountBody,
      destinationId: idField,
    }),
    answer: askedOnce,
  },
  /** Before it is approved. */
  'POST settlements/withdraw': {
    policy: { ...payers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
  'POST settlements/destinations': {
    policy: payers,
    body: closed({
      kind: Type.Enum(['bank', 'wallet']),
      holder: nameField,
      institution: nameField,
      country: countryField,
      number: Type.String({ minLength: 1, maxLength: 60, text: 'free' }),
    }),
    answer: closed({ id: idField }),
  },
  /** By another user than the one who registered it. */
  'POST settlements/destinations/confirm': {
    policy: payers,
    body: closed({ id: idField }),
    answer: nothing,
  },
  'POST settlements/destinations/remove': {
    policy: { ...payers, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
  'POST settlements/schedule': {
    policy: payers,
    body: closed({
      currency: currencyField,
      destinationId: idField,
      every: everyField,
      day: Type.Integer({ minimum: 1, maximum: 31 }),
      minimum: amountBody,
      keep: amountBody,
    }),
    answer: closed({ nextAt: timeField }),
  },
  'POST settlements/schedule/end': {
    policy: { ...payers, whileSuspended: true },
    body: closed({ currency: currencyField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
