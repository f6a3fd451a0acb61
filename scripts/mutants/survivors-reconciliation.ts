// Mutants of the reconciliation of providers' files that may survive.

import { rowsAtOnce, type Survivor } from './survivor.ts';

/** A step begins behind the row with which the one before it has ended. */
const closedBefore = 'what the step before has closed is not pending any more';

export const survivorsOfReconciliation: readonly Survivor[] = [
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: 'const days = 10;',
    mutated: 'const days = 11;',
    reason: 'older movements were looked at when their file was young',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: "and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency and s.state in ('PAID', 'RETURNED') and (k.amount < 0 or s.state = 'RETURNED'), false)",
    mutated:
      "and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency and s.state in ('PAID', 'RETURNED') and (k.amount <= 0 or s.state = 'RETURNED'), false)",
    reason: 'no settlement moves nothing',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/claim-reading.ts',
    line: 'const readingSeconds = 90;',
    mutated: 'const readingSeconds = 91;',
    reason: 'how long a reader that is gone is waited for',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/claim-reading.ts',
    line: "and state = 'reading' and (id = $1 or reading_until is null or reading_until < now()) for update skip locked)",
    mutated:
      "and state = 'reading' and (id = $1 or reading_until is null or reading_until <= now()) for update skip locked)",
    reason: 'real time: a microsecond',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/complete-step.ts',
    line: 'where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.class in ${named}),',
    mutated: 'where l.file_id = $1 and l.number >= $2 and l.number <= $3 and l.class in ${named}),',
    reason: closedBefore,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/complete-step.ts',
    line: "where g.file_id = $1 and g.line > $2 and g.line <= $3 and ${isPending('g')}),",
    mutated: "where g.file_id = $1 and g.line >= $2 and g.line <= $3 and ${isPending('g')}),",
    reason: closedBefore,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/file.ts',
    line: 'const openCounted = 1_000;',
    mutated: 'const openCounted = 1001;',
    reason: 'a number that nobody wants to know more exactly',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/http-discrepancy-file.ts',
    line: 'const exportRows = 500;',
    mutated: 'const exportRows = 501;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/import-statement.ts',
    line: 'const lookAgainMs = 100;',
    mutated: 'const lookAgainMs = 101;',
    reason: 'how often it is looked at',
  },
];
