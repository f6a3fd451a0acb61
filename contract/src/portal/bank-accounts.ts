// Routes of the operator's own accounts at banks, through which floats, settlements and deposits
// go.

import { Type } from 'typebox';
import { closed, idField, nameField, nothing, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';
import { readers, workers } from './statement-days.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const currencyField = Type.String({ pattern: '^[A-Z]{3}$' });

/** Through which of them money goes; null or absent: it is not said. */
export const throughBank = Type.Optional(Type.Union([idField, Type.Null()]));

export const bankAccountRoutes = {
  /** Open ones first. */
  'GET operator/bank-accounts': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          name: Type.String(),
          bank: Type.String(),
          number: Type.String(),
          currency: Type.String(),
          openedBy: textOrNull,
          openedAt: timeField,
          closedBy: textOrNull,
          closedAt: Type.Union([timeField, Type.Null()]),
        }),
      ),
    }),
  },
  /** `conflict`: an open one has this name, or this number and currency. */
  'POST operator/bank-accounts': {
    policy: workers,
    body: closed({
      name: nameField,
      bank: nameField,
      /** As the statements of the bank name it. */
      number: Type.String({ minLength: 1, maxLength: 60 }),
      currency: currencyField,
    }),
    answer: closed({ id: idField }),
  },
  /** Nothing new goes through it; what did stays. */
  'POST operator/bank-accounts/close': {
    policy: workers,
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
