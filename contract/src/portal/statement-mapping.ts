// How the columns of a statement are read: what each is called, and what the words in it mean.

import { Type } from 'typebox';
import { closed } from './fields.ts';

const feeText = Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,4})?$' });
export const nameInFile = Type.String({ minLength: 1, maxLength: 200, text: 'free' });
const columnField = Type.Union([nameInFile, Type.Null()]);
const wordField = Type.String({ minLength: 1, maxLength: 100, text: 'free' });
const wordsField = Type.Array(wordField, { maxItems: 20 });
const feeField = Type.Union([closed({ percent: feeText, fixed: feeText }), Type.Null()]);

export const mappingField = closed({
  /** Headings of the columns; null: the statement has none. */
  columns: closed({
    ourReference: columnField,
    providerReference: columnField,
    amount: columnField,
    amountOut: columnField,
    fee: columnField,
    currency: columnField,
    time: columnField,
    status: columnField,
    direction: columnField,
    /** Mappings that were kept before this column was read do not have it. */
    balance: Type.Optional(columnField),
  }),
  headingRow: Type.Integer({ minimum: 1, maximum: 1_000 }),
  dayOrder: Type.Enum(['ymd', 'dmy', 'mdy']),
  timeZone: Type.String({ minLength: 1, maxLength: 60 }),
  decimal: Type.Enum(['.', ',']),
  direction: Type.Enum(['sign', 'reversed-sign', 'column', 'columns', 'in', 'out']),
  words: closed({
    in: wordsField,
    out: wordsField,
    success: wordsField,
    failed: wordsField,
    pending: wordsField,
    reversed: wordsField,
  }),
  currency: Type.Union([Type.String({ pattern: '^[A-Z]{3}$' }), Type.Null()]),
  /** What the provider takes by agreement; null: fees are not checked. */
  fees: closed({ in: feeField, out: feeField }),
  graceMinutes: Type.Integer({ minimum: 0, maximum: 1_440 }),
  routes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
  /**
   * In a bank's message (camt.053, MT940): the account that the route leads to. Absent: a table.
   */
  account: Type.Optional(nameInFile),
});
