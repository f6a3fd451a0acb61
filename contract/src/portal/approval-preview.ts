// What an open approval request would change: each line with what is so now and what would be so
// after approval.

import { Type } from 'typebox';
import { amountField, closed } from './fields.ts';
import { previewSubjects } from './preview-subjects.ts';
import { shownPrice } from './price-plans.ts';

const textOrNone = Type.Union([Type.String(), Type.Null()]);

/** `word`: one that the portal translates, or a number or a name. */
const previewValue = Type.Union([
  closed({ amount: amountField, currency: Type.String() }),
  closed({ word: Type.String() }),
  closed({ price: shownPrice, currency: Type.String() }),
  Type.Null(),
]);

/** Without lines once it is decided. */
export const approvalPreview = closed({
  lines: Type.Array(
    closed({
      subject: Type.Enum(previewSubjects),
      /** Which one, where there are several: a route, a service, an e-mail address. */
      name: textOrNone,
      /** What was so when it was asked for, where that is known and has changed since. */
      asked: previewValue,
      /** Null: it is not there. */
      before: previewValue,
      after: previewValue,
    }),
  ),
  /** Why it would not be carried out as things stand. */
  refusal: textOrNone,
});
