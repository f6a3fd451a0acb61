// Routes of fee rules: what providers take, by which differences of reconciliation are explained.

import { Type } from 'typebox';
import { closed, idField, nothing, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';
import { readers, workers } from './statement-days.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);
const feeText = Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,4})?$' });
const noteField = Type.String({ minLength: 1, maxLength: 500, text: 'lines' });

const ruleFields = {
  route: Type.String({ minLength: 1, maxLength: 100 }),
  direction: Type.Enum(['in', 'out']),
  percent: feeText,
  fixed: feeText,
};

export const reconciliationRuleRoutes = {
  /**
   * What providers take: a difference that is exactly this fee is explained by the rule. Active
   * ones first.
   */
  'GET operator/reconciliation-rules': {
    policy: readers,
    answer: closed({
      routes: Type.Array(Type.String()),
      items: Type.Array(
        closed({
          id: idField,
          ...ruleFields,
          note: Type.String(),
          explained: Type.Integer(),
          createdBy: textOrNull,
          createdAt: timeField,
          endedBy: textOrNull,
          endedAt: timeOrNull,
        }),
      ),
    }),
  },
  'POST operator/reconciliation-rules': {
    policy: workers,
    body: closed({ ...ruleFields, note: noteField }),
    answer: closed({ id: idField }),
  },
  /** It explains nothing more; what it has explained stays so. */
  'POST operator/reconciliation-rules/end': {
    policy: workers,
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
