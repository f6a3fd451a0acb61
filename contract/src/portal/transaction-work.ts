// Routes of work on one transaction: asking the provider, internal notes, and the file that proves
// what happened.

import { Type } from 'typebox';
import { closed, idField, nothing, reasonField } from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const seen = { secondFactor: 'done', stepUp: 0, countries: 'limited' } as const;
const support = { side: 'operator', operator: ['admin', 'finance', 'support'], ...seen } as const;
const idText = Type.String({ pattern: '^\\d{1,16}$' });
const accountText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const transaction = { accountId: idField, id: idText };
const evidenceForm = closed({ form: Type.Enum(['pdf', 'json']) });

export const transactionWorkRoutes = {
  /**
   * Asks the provider what became of it; nothing is sent again. `result`: its state has changed.
   * `noResult`: there is no result yet. `notSent`: there is nothing to ask about. `soon`: it was
   * asked a moment ago.
   */
  'POST operator/transactions/ask': {
    policy: support,
    body: closed(transaction),
    answer: closed({ outcome: Type.Enum(['result', 'noResult', 'notSent', 'soon']) }),
  },
  /** Adds an internal note. Notes are neither changed nor removed. */
  'POST operator/transactions/note': {
    policy: support,
    body: closed({ ...transaction, text: reasonField }),
    answer: nothing,
  },
  /**
   * Sends the answer to the customer's number by SMS. `before`: the same was sent today.
   * `notSetUp`: no application for the operator's SMS is chosen. `noNumber`: the number is removed,
   * or none that can get an SMS.
   */
  'POST operator/transactions/answer': {
    policy: support,
    body: closed({ ...transaction, language: Type.Enum(['fr', 'en']) }),
    answer: closed({ outcome: Type.Enum(['queued', 'before', 'notSetUp', 'noNumber']) }),
  },
  /** Everything recorded, for somebody who must be convinced: pages to print, or JSON. */
  'GET transactions/:id/evidence': {
    policy: { side: 'developer', developer: developerRoles, ...seen },
    params: closed({ id: idText }),
    query: evidenceForm,
    form: 'file',
    answer: Type.String(),
  },
  'GET operator/transactions/:account/:id/evidence': {
    policy: { side: 'operator', operator: operatorSeatRoles, ...seen },
    params: closed({ account: accountText, id: idText }),
    query: evidenceForm,
    form: 'file',
    answer: Type.String(),
  },
} as const satisfies RouteTable;
