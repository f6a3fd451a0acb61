// Routes of reconciliation: statement files of providers come in, are read by a mapping of their
// columns, and what differs is worked on.

import { Type } from 'typebox';
import { throughBank } from './bank-accounts.ts';
import { amountField, closed, idField, instant, nothing, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';
import { readers, workers } from './statement-days.ts';
import { mappingField, nameInFile } from './statement-mapping.ts';

const pieceBytesMax = 1_048_576;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);
const amountOrNull = Type.Union([amountField, Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);
const matchedDay = closed({ at: Type.Number(), matched: integerOrNull, different: integerOrNull });
const idOrNull = Type.Union([idField, Type.Null()]);
const idText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const decimalText = Type.String({ pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$' });
const formField = Type.Optional(Type.Enum(['excel', 'plain']));
const after = Type.Optional(idText);

const classField = Type.Enum([
  'missing_here',
  'missing_there',
  'late',
  'amount',
  'fee',
  'duplicate',
  'status',
  'unreadable',
]);
const discrepancyStateField = Type.Enum(['open', 'explained', 'resolved']);
const fileStateField = Type.Enum([
  'uploading',
  'reading',
  'matching',
  'searching',
  'done',
  'failed',
  'withdrawn',
]);
const statusField = Type.Enum(['success', 'failed', 'pending', 'reversed']);
const directionField = Type.Enum(['in', 'out']);

const cellsField = Type.Array(Type.String({ text: 'free' }));

const file = {
  id: idField,
  /** Whose statement it is, as files are chosen by it. */
  party: Type.String(),
  /** Null: it is of a bank account, which is named. */
  route: textOrNull,
  bankAccount: textOrNull,
  routes: Type.Array(Type.String()),
  name: Type.String(),
  bytes: Type.Integer(),
  state: fileStateField,
  from: timeOrNull,
  until: timeOrNull,
  lines: Type.Integer(),
  discrepancies: Type.Integer(),
  /** Counted up to 1,000. */
  discrepanciesOpen: Type.Integer(),
  /** Number of the last row that is done in this state. */
  position: Type.Integer(),
  problem: textOrNull,
  uploadedBy: textOrNull,
  uploadedAt: timeField,
  doneAt: timeOrNull,
};

const theirs = closed({
  ourReference: textOrNull,
  providerReference: textOrNull,
  direction: Type.Union([directionField, Type.Null()]),
  amount: amountOrNull,
  fee: amountOrNull,
  feeAgreed: amountOrNull,
  currency: textOrNull,
  at: timeOrNull,
  status: Type.Union([statusField, Type.Null()]),
  problem: textOrNull,
});
const ours = closed({
  externalId: Type.String(),
  service: Type.String(),
  route: textOrNull,
  providerReference: textOrNull,
  direction: directionField,
  amount: amountField,
  currency: Type.String(),
  state: Type.String(),
  attemptState: textOrNull,
  sentAt: timeOrNull,
  knownAt: timeOrNull,
});
const discrepancy = {
  id: idField,
  class: classField,
  /** Row of the file; null: they do not have it. */
  line: Type.Union([Type.Integer(), Type.Null()]),
  accountId: idOrNull,
  accountName: textOrNull,
  transactionId: textOrNull,
  currency: textOrNull,
  /** What came to us is above zero; "0": that side moved nothing. */
  theirs: amountField,
  ours: amountField,
  difference: amountField,
  /** What an adjustment of the developer's balance would make up for; null: nothing. */
  adjustment: amountOrNull,
  /**
   * Why no adjustment can be told from a difference: amounts of two currencies, or a row that may
   * be a second execution.
   */
  notAdjustable: Type.Union([Type.Enum(['currencies', 'duplicate']), Type.Null()]),
  /** The stated fee without the expected one; null where either is not known. */
  feeDifference: amountOrNull,
  state: discrepancyStateField,
  foundAt: timeField,
  changedAt: timeOrNull,
  evidence: closed({
    theirs: Type.Union([theirs, Type.Null()]),
    ours: Type.Union([ours, Type.Null()]),
  }),
};

export const reconciliationRoutes = {
  /** Newest first. */
  'GET operator/reconciliation': {
    policy: readers,
    /** `route`: a party. */
    query: closed({ route: Type.Optional(Type.String({ maxLength: 100 })), after }),
    answer: closed({
      /** Providers of the catalogue. */
      routes: Type.Array(Type.String()),
      /**
       * They, and our bank accounts before them. `stands`: it takes statements; a bank account that
       * was closed takes none.
       */
      parties: Type.Array(
        closed({ party: Type.String(), name: Type.String(), stands: Type.Boolean() }),
      ),
      items: Type.Array(closed(file)),
      next: textOrNull,
      /**
       * Rows of statements by the day (UTC) on which they end, oldest first without a gap, with the
       * first page alone; null: none ends on it. `at` in ms since 1970.
       */
      days: Type.Array(matchedDay),
    }),
  },
  'GET operator/reconciliation/:id': {
    policy: readers,
    params: closed({ id: idText }),
    answer: closed({
      ...file,
      judgedFrom: timeOrNull,
      judgedUntil: timeOrNull,
      /** Lines that say a time which the stated period does not hold. */
      linesOutside: Type.Integer(),
      sums: Type.Array(
        closed({
          currency: Type.String(),
          class: Type.Union([
            classField,
            Type.Literal('matched'),
            Type.Literal('ignored'),
            Type.Literal('repeated'),
          ]),
          lines: Type.Integer(),
          theirs: amountField,
          ours: amountField,
          fees: amountField,
          /**
           * By what the provider told with the payments and by agreement; fees that are not checked
           * count as stated.
           */
          feesExpected: amountField,
        }),
      ),
      totals: Type.Array(
        closed({
          currency: Type.String(),
          lines: Type.Integer(),
          /** Counted while the file was read. */
          amount: amountField,
          fees: amountField,
          /**
           * By what the provider told with the payments and by agreement; fees that are not checked
           * count as stated.
           */
          feesExpected: amountField,
          feesDifference: amountField,
          opening: amountOrNull,
          closing: amountOrNull,
          theirs: amountField,
          ours: amountField,
          /**
           * Whether the classes add up to what was counted; and the stated opening with it to the
           * stated closing, null where none was stated.
           */
          addsUp: Type.Boolean(),
          closes: Type.Union([Type.Boolean(), Type.Null()]),
          /** What the stated opening and the rows make. */
          closingCounted: amountOrNull,
          /** The statement before, with what it closed with; null: none said it. */
          before: Type.Union([closed({ id: idField, closing: amountField }), Type.Null()]),
          /** Whether this one opens with that; null: one of both was not stated. */
          continues: Type.Union([Type.Boolean(), Type.Null()]),
        }),
      ),
    }),
  },
  /** In the order in which they were found. */
  'GET operator/reconciliation/:id/discrepancies': {
    policy: readers,
    params: closed({ id: idText }),
    query: closed({
      class: Type.Optional(classField),
      state: Type.Optional(discrepancyStateField),
      after,
    }),
    answer: closed({ items: Type.Array(closed(discrepancy)), next: textOrNull }),
  },
  'GET operator/reconciliation/:id/export': {
    policy: readers,
    params: closed({ id: idText }),
    query: closed({
      class: Type.Optional(classField),
      state: Type.Optional(discrepancyStateField),
      form: formField,
    }),
    form: 'file',
    answer: Type.String(),
  },
  'GET operator/reconciliation-discrepancies/:id': {
    policy: readers,
    params: closed({ id: idText }),
    answer: closed({
      ...discrepancy,
      fileId: idField,
      /** The route of the statement; null: it is of a bank account. */
      route: textOrNull,
      /** What people call whose statement it is. */
      party: Type.String(),
      notes: Type.Array(
        closed({
          by: textOrNull,
          to: discrepancyStateField,
          note: Type.String(),
          approvalRequestId: idOrNull,
          at: timeField,
        }),
      ),
    }),
  },
  'POST operator/reconciliation-discrepancies/note': {
    policy: workers,
    body: closed({
      id: idField,
      to: discrepancyStateField,
      note: Type.String({ minLength: 1, maxLength: 2_000, text: 'lines' }),
      approvalRequestId: idOrNull,
    }),
    answer: nothing,
  },
  /** All or none: `conflict` where one of them is not open any more. */
  'POST operator/reconciliation-discrepancies/close': {
    policy: workers,
    body: closed({
      ids: Type.Array(idField, { minItems: 1, maxItems: 100, uniqueItems: true }),
      to: Type.Enum(['explained', 'resolved']),
      note: Type.String({ minLength: 1, maxLength: 2_000, text: 'lines' }),
    }),
    answer: nothing,
  },
  'POST operator/reconciliation/upload': {
    policy: workers,
    body: closed({
      /** One of the two: a route, or an open bank account of ours. */
      route: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      bankAccountId: throughBank,
      name: nameInFile,
    }),
    answer: closed({ id: idField }),
  },
  /** Pieces of at most 1 MiB, counted from 0. */
  'POST operator/reconciliation/piece': {
    policy: workers,
    upload: true,
    bodyMaxBytes: pieceBytesMax,
    query: closed({ id: idText, number: Type.String({ pattern: '^\\d{1,5}$' }) }),
    answer: nothing,
  },
  'POST operator/reconciliation/preview': {
    policy: workers,
    body: closed({ id: idField, mapping: Type.Union([mappingField, Type.Null()]) }),
    answer: closed({
      /** By what it holds: a table, or a bank's message, whose columns nobody chooses. */
      form: Type.Enum(['csv', 'xlsx', 'camt', 'mt940']),
      /** Whose statement a bank's message is; null: a table. */
      account: textOrNull,
      rows: Type.Array(closed({ line: Type.Integer(), cells: cellsField })),
      /**
       * The one asked about, else the newest of those used for the provider that fits, else a
       * guess.
       */
      mapping: mappingField,
      /**
       * Fields of the mapping that are wrong, dotted; `columns.missing`: the file has no such
       * heading; `unreadable`: most lines cannot be read; `otherRoute`: they are another
       * provider's; `otherAccount`: a bank's message of another account than that of the mapping.
       */
      faults: Type.Array(Type.String()),
      /** The counts of the first rows, more than are shown. */
      judged: closed({ lines: Type.Integer(), unreadable: Type.Integer() }),
      /**
       * That these rows state; `counted` is what the opening and the rows make, where these are all
       * rows.
       */
      balances: Type.Union([
        closed({
          currency: Type.String(),
          opening: amountOrNull,
          closing: amountOrNull,
          counted: amountOrNull,
        }),
        Type.Null(),
      ]),
      /** The route of most payments of these rows that are known, which is none of the file's. */
      otherRoute: Type.Union([
        closed({ route: Type.String(), count: Type.Integer(), known: Type.Integer() }),
        Type.Null(),
      ]),
      lines: Type.Array(
        closed({
          number: Type.Integer(),
          ourReference: textOrNull,
          providerReference: textOrNull,
          direction: Type.Union([directionField, Type.Null()]),
          amount: amountOrNull,
          fee: amountOrNull,
          feeAgreed: amountOrNull,
          currency: textOrNull,
          at: timeOrNull,
          status: Type.Union([statusField, Type.Null()]),
          problem: textOrNull,
        }),
      ),
    }),
  },
  /**
   * Without a period: that of the days that the lines name. Where the same bytes were taken before
   * nothing begins, and `same` is that file.
   */
  'POST operator/reconciliation/begin': {
    policy: workers,
    body: closed({
      id: idField,
      mapping: mappingField,
      from: Type.Union([instant, Type.Null()]),
      until: Type.Union([instant, Type.Null()]),
      balances: Type.Array(
        closed({
          currency: Type.String({ pattern: '^[A-Z]{3}$' }),
          opening: Type.Union([decimalText, Type.Null()]),
          closing: Type.Union([decimalText, Type.Null()]),
        }),
        { maxItems: 5 },
      ),
    }),
    answer: closed({ same: idOrNull, faults: Type.Array(Type.String()) }),
  },
  /** Matches a file's lines once more: what came late, or was mended, closes discrepancies. */
  'POST operator/reconciliation/again': {
    policy: workers,
    body: closed({ id: idField }),
    answer: nothing,
  },
  /** A file that was read wrongly counts no more. */
  'POST operator/reconciliation/withdraw': {
    policy: workers,
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
