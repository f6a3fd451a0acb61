// Which damage breaks what files of providers prove? One file with one matched line is made first, and then damaged.

import type { Corruption } from './corruptions.ts';
import type { Ids } from './correct.ts';

/** The file's period is long over: only its own line is judged. */
const file = (ids: Ids): string => `
  insert into reconciliation_file (id, route, routes, name, state, judged_from, judged_until) overriding system value
    values (1, 'gsma-sandbox', '{gsma-sandbox}', 'day.csv', 'done', now() - interval '3 days', now() - interval '2 days');
  insert into reconciliation_line (file_id, number, direction, amount, currency, status, account_id, operation_id, attempt, movement, class)
    values (1, 2, 'out', 50000000, 'XOF', 'success', 1, ${ids.success}, 1, 'execution', 'matched');
  insert into reconciliation_total (file_id, currency, lines, amount, fees) values (1, 'XOF', 1, -50000000, 0);
  insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees) values (1, 'XOF', 'matched', 1, -50000000, -50000000, 0);`;

export const reconciliationCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-08',
    what: 'a line is called matched whose money never moved',
    sql: (ids) => `${file(ids)} update reconciliation_line set operation_id = ${ids.failed};`,
  },
  {
    breaks: 'I-08',
    what: 'a line is called matched whose money moved the other way',
    sql: (ids) => `${file(ids)} update reconciliation_line set direction = 'in';`,
  },
  {
    breaks: 'I-08',
    what: 'a class holds less than the file says',
    sql: (ids) => `${file(ids)} update reconciliation_sum set theirs = -1;`,
  },
  {
    breaks: 'I-08',
    what: 'a movement in the period of a file is neither named nor missing',
    sql: (ids) => `${file(ids)} update reconciliation_file set judged_until = now() + interval '1 day';`,
  },
  {
    breaks: 'I-08',
    what: 'what a file named is closed, and the file counts no more',
    sql: (ids) => `${file(ids)}
      insert into reconciliation_gap (id, file_id, class, account_id, operation_id, movement, theirs, ours, evidence, state) overriding system value
        values (1, 1, 'missing_there', 1, ${ids.collected}, 'execution', 0, 50000000, '{}', 'resolved');
      insert into reconciliation_note (gap_id, to_state, note) values (1, 'resolved', 'named_by:2:2');`,
  },
  {
    breaks: 'I-08',
    what: 'nobody answers for the minutes between two files',
    sql: (ids) => `${file(ids)}
      update reconciliation_file set period_from = judged_from, period_until = judged_until + interval '1 hour';
      insert into reconciliation_file (id, route, routes, name, state, period_from, period_until, judged_from, judged_until) overriding system value
        select 2, route, routes, name, state, period_until, period_until + interval '1 day', period_until, period_until + interval '1 hour'
          from reconciliation_file;`,
  },
  {
    breaks: 'I-08',
    what: 'a row is told by another file that is not there',
    sql: (ids) => `${file(ids)} update reconciliation_line set class = 'repeated'; update reconciliation_sum set class = 'repeated';`,
  },
  { breaks: 'I-08', what: 'a gap is gone', sql: (ids) => `${file(ids)} update reconciliation_line set class = 'late';` },
];
