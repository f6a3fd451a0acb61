// Routes of bulk payouts: a file becomes lines that people look at, another user of the account
// approves, and the lines are paid one by one. Operators look on.

import { Type } from 'typebox';
import { fieldProblems } from '../field-problem.ts';
import { amountField, closed, idField, instant, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const users = { side: 'developer', countries: 'limited' } as const;
const readers = { ...users, developer: developerRoles, secondFactor: 'done', stepUp: 0 } as const;
const keyManagers = {
  ...users,
  developer: ['owner', 'admin', 'finance'],
  secondFactor: 'done',
  stepUp: 0,
} as const;
/** What stops money needs no further proof; what sends it does. */
const holders = {
  ...users,
  developer: ['owner', 'admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 0,
} as const;
const payers = {
  ...users,
  developer: ['owner', 'admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const operators = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;

const fileBytesMax = 10 * 1024 * 1024;
const numberText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const textOrNone = Type.Union([Type.String(), Type.Null()]);
const batchState = Type.Enum([
  ...([
    'draft',
    'awaiting_approval',
    'running',
    'paused',
    'waiting_for_funds',
    'canceling',
    'done',
    'canceled',
    'refused',
  ] as const),
]);
const lineState = Type.Enum([
  'draft',
  'waiting',
  'sending',
  'sent',
  'succeeded',
  'failed',
  'canceled',
]);
const problemKinds = [
  ...fieldProblems,
  ...([
    'scientific',
    'ambiguous',
    'unknownService',
    'notActivated',
    'notPayout',
    'notForKey',
    'otherCountry',
    'otherCurrency',
    'suspended',
  ] as const),
  ...([
    'routeDown',
    'sameIdInFile',
    'idUsed',
    'extraCells',
    'feeGrew',
    'caseOpen',
    'paidAfterAll',
    'refused',
  ] as const),
] as const;

const problemSchema = closed({
  /** `line`: of no single column. */
  column: Type.Enum(['phone', 'amount', 'service', 'externalId', 'name', 'note', 'line']),
  problem: Type.Enum([...problemKinds]),
  /** The text of `refused`: what the error catalogue says, in the user's language. */
  text: textOrNone,
});
const duplicateSchema = Type.Union([
  closed({ kind: Type.Literal('sameInFile'), line: Type.Integer() }),
  closed({ kind: Type.Literal('paidBefore'), transactionId: Type.String(), at: timeField }),
  closed({ kind: Type.Literal('inBatch'), batchId: idField }),
]);

const summary = {
  id: idField,
  name: Type.String(),
  state: batchState,
  currency: textOrNone,
  /** The sums of the lines that can be sent, or were. */
  amount: amountField,
  fees: amountField,
  /** Amounts of the lines that succeeded, without fees. */
  paid: amountField,
  lines: Type.Integer(),
  counts: closed({
    draft: Type.Integer(),
    waiting: Type.Integer(),
    sending: Type.Integer(),
    sent: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    canceled: Type.Integer(),
  }),
  /** In a draft: lines that cannot be sent as they are. */
  wrong: Type.Integer(),
  /** Lines that look like others, or like payments of the past. */
  duplicated: Type.Integer(),
  /** The user, or with `byApi` the key: its name, or its last characters. */
  madeBy: Type.String(),
  byApi: Type.Boolean(),
  createdAt: timeField,
  changedAt: timeField,
};
const batchMembers = {
  ...summary,
  fileName: Type.String(),
  /**
   * In a workbook: the sheet that was read, and how many of its rows are hidden there (they were
   * read, too).
   */
  sheet: textOrNone,
  hiddenRows: Type.Integer(),
  /** Another batch that came from the very same file. */
  sameFile: Type.Union([idField, Type.Null()]),
  /** What the lines come to by what became of them; none before they are submitted. */
  sums: Type.Array(
    closed({
      state: Type.Enum(['waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled']),
      amount: amountField,
      fees: amountField,
    }),
  ),
  codeService: textOrNone,
  submittedBy: textOrNone,
  /** Whether the caller requested the approval: then another user must give it. */
  own: Type.Boolean(),
  /** What is, or was, asked of another user. */
  approvalRequest: Type.Union([idField, Type.Null()]),
  decidedBy: textOrNone,
  decisionNote: textOrNone,
  /** Nobody decided within a week. */
  expired: Type.Boolean(),
  /**
   * The approval is about lines that failed, to be sent again: how many they are, and what they
   * cost. Null: it is about the whole batch.
   */
  retry: Type.Union([
    closed({ lines: Type.Integer(), amount: amountField, fees: amountField, cost: amountField }),
    Type.Null(),
  ]),
  /** Amount and fees. */
  cost: amountField,
  /**
   * What would be paid next is not covered by the balance; false if the balance is hidden from the
   * caller.
   */
  short: Type.Boolean(),
  /**
   * What can be spent; null: the caller is limited to countries and sees no balance, or nothing can
   * be read yet.
   */
  available: Type.Union([amountField, Type.Null()]),
  /**
   * The same after all that is about to be sent, below zero where it is too little. Null: nothing
   * is.
   */
  availableAfter: Type.Union([amountField, Type.Null()]),
};
const lineSchema = closed({
  number: Type.Integer(),
  /** Where it stands in the file. */
  fileLine: Type.Integer(),
  /** As they are read, else as the file has them. */
  phone: Type.String(),
  amount: Type.Union([amountField, Type.Null()]),
  amountGiven: Type.String(),
  service: Type.String(),
  fee: Type.Union([amountField, Type.Null()]),
  externalId: Type.String(),
  name: Type.String(),
  note: Type.String(),
  attempt: Type.Integer(),
  state: lineState,
  problems: Type.Array(problemSchema),
  duplicates: Type.Array(duplicateSchema),
  transactionId: textOrNone,
  /** Why it failed, in the user's language where an operation or the error catalogue says it. */
  failure: Type.Union([problemSchema, Type.Null()]),
});

const idParams = closed({ id: numberText });
const linesQuery = closed({
  show: Type.Optional(
    Type.Enum(['wrong', 'duplicated', 'waiting', 'sent', 'succeeded', 'failed', 'canceled']),
  ),
  /** Part of a number, a name or an external id. */
  q: Type.Optional(Type.String({ maxLength: 128 })),
  after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$' })),
});
const listQuery = {
  state: Type.Optional(batchState),
  /** Part of the name. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
  /** Made from this moment on. */
  from: Type.Optional(instant),
  until: Type.Optional(instant),
  after: Type.Optional(numberText),
};
const linesAnswer = closed({ items: Type.Array(lineSchema), next: textOrNone });
const exportQuery = closed({ form: Type.Optional(Type.Enum(['excel', 'plain'])) });
const idBody = closed({ id: idField });
/** `approvalRequest`: the request that was looked at. A later one is another decision. */
const decisionBody = closed({
  id: idField,
  approvalRequest: idField,
  note: Type.String({ maxLength: 500, text: 'lines' }),
});
const listed = { items: Type.Array(closed(summary)), next: textOrNone };

export const payoutRoutes = {
  'GET payouts': { policy: readers, query: closed(listQuery), answer: closed(listed) },
  'GET payouts/:id': { policy: readers, params: idParams, answer: closed(batchMembers) },
  'GET payouts/:id/lines': {
    policy: readers,
    params: idParams,
    query: linesQuery,
    answer: linesAnswer,
  },
  /** CSV with what became of each line. */
  'GET payouts/:id/export': {
    policy: readers,
    form: 'file',
    params: idParams,
    query: exportQuery,
    answer: nothing,
  },
  /** Services that a line can be paid by. */
  'GET payout-services': {
    policy: readers,
    answer: closed({
      services: Type.Array(
        closed({ code: Type.String(), name: Type.String(), currency: Type.String() }),
      ),
    }),
  },
  /**
   * The body is the file: CSV or XLSX. Stores a draft; nothing is sent. `problem`: the file as a
   * whole cannot be used.
   */
  'POST payouts/upload': {
    policy: keyManagers,
    upload: true,
    bodyMaxBytes: fileBytesMax,
    query: closed({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      /** As it is called where it comes from. */
      fileName: Type.String({ minLength: 1, maxLength: 200, text: 'free' }),
      /** For lines that name none. */
      service: Type.Optional(Type.String({ maxLength: 100 })),
      /** A draft that is thrown away for this one. */
      replaces: Type.Optional(numberText),
    }),
    answer: Type.Union([
      closed({ problem: Type.Null(), id: idField }),
      closed({
        problem: Type.Enum([
          ...([
            'empty',
            'unknown_form',
            'damaged',
            'unclear_letters',
            'too_many_rows',
            'too_many_columns',
            'too_big',
            'no_columns',
          ] as const),
        ]),
        id: Type.Null(),
      }),
    ]),
  },
  'POST payouts/discard': {
    policy: { ...keyManagers, whileSuspended: true },
    body: idBody,
    answer: nothing,
  },
  /**
   * Asks for another user's approval. `changed`: prices are not what was shown;
   * `duplicate warnings`: lines look like payments made since. Look again.
   */
  'POST payouts/submit': {
    policy: { ...payers, approval: 'payout' },
    body: idBody,
    answer: closed({
      refused: Type.Union([Type.Enum(['wrongLines', 'changed', 'duplicates']), Type.Null()]),
    }),
  },
  /** By the user who asked. */
  'POST payouts/withdraw': {
    policy: { ...keyManagers, whileSuspended: true },
    body: idBody,
    answer: nothing,
  },
  /**
   * `duplicate warnings`: lines look like payments made since it was submitted; nothing is decided.
   * Look, and approve again.
   */
  'POST payouts/approve': {
    policy: payers,
    body: decisionBody,
    answer: closed({ state: batchState, duplicates: Type.Boolean() }),
  },
  'POST payouts/refuse': {
    policy: { ...payers, whileSuspended: true },
    body: decisionBody,
    answer: nothing,
  },
  'POST payouts/pause': {
    policy: { ...holders, whileSuspended: true },
    body: idBody,
    answer: nothing,
  },
  'POST payouts/resume': { policy: payers, body: idBody, answer: nothing },
  'POST payouts/cancel': {
    policy: { ...holders, whileSuspended: true },
    body: idBody,
    answer: nothing,
  },
  /**
   * Sends again what failed. `approval`: it costs more than was approved, and needs an approval
   * first. `duplicate warnings`: lines look like payments made since; nothing goes out. Look, and
   * send again.
   */
  'POST payouts/retry': {
    policy: payers,
    body: idBody,
    answer: closed({
      lines: Type.Integer(),
      approval: Type.Boolean(),
      nothing: Type.Boolean(),
      duplicates: Type.Boolean(),
    }),
  },
  'GET operator/payouts': {
    policy: operators,
    query: closed({ account: Type.Optional(numberText), ...listQuery }),
    answer: closed({
      items: Type.Array(closed({ ...summary, accountId: idField, accountName: Type.String() })),
      next: textOrNone,
    }),
  },
  'GET operator/payouts/:id': {
    policy: operators,
    params: idParams,
    answer: closed({ ...batchMembers, accountId: idField }),
  },
  'GET operator/payouts/:id/lines': {
    policy: operators,
    params: idParams,
    query: linesQuery,
    answer: linesAnswer,
  },
} as const satisfies RouteTable;
