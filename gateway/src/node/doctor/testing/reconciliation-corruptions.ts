// Corruptions that break what provider files prove. One file with one matched line is created
// first, and then damaged.

import type { Corruption } from './corruption.ts';
import type { Ids } from './correct.ts';
import { append } from './user-corruptions.ts';

/** The file's period is long over: only its own line is judged. */
const file = (ids: Ids): string => `
  insert into reconciliation_file (id, route, routes, name, state, judged_from, judged_until)
    overriding system value
    values (1, 'gsma-sandbox', '{gsma-sandbox}', 'day.csv', 'done', now() - interval '3 days',
      now() - interval '2 days');
  insert into reconciliation_line (file_id, number, direction, amount, currency, status, account_id,
    operation_id, attempt, movement, class)
    values (1, 2, 'out', 50000000, 'XOF', 'success', 1, ${ids.success}, 1, 'execution', 'matched');
  insert into reconciliation_total (file_id, currency, lines, amount, fees)
    values (1, 'XOF', 1, -50000000, 0);
  insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
    values (1, 'XOF', 'matched', 1, -50000000, -50000000, 0);`;

/** The file did not name what operation `id` moved; later it was found in a file, and closed. */
const closedSinceNamed = (id: string): string => `
  insert into reconciliation_discrepancy (id, file_id, class, account_id, operation_id, movement,
    theirs, ours, evidence, state) overriding system value
    values (1, 1, 'missing_there', 1, ${id}, 'execution', 0, 50000000, '{}', 'resolved');
  insert into reconciliation_note (discrepancy_id, to_state, note)
    values (1, 'resolved', 'named_by:2:2');`;
/** A second file of the route, whose judgement begins an hour after the first one's ended. */
const laterFile = `
  update reconciliation_file set period_from = judged_from,
    period_until = judged_until + interval '1 hour';
  insert into reconciliation_file (id, route, routes, name, state, period_from, period_until,
    judged_from, judged_until) overriding system value
    select 2, route, routes, name, state, period_until, period_until + interval '1 day',
      period_until, period_until + interval '1 hour'
      from reconciliation_file;`;

/**
 * Our own money goes to a provider as two users agreed, in the period of a file in which it does
 * not stand.
 */
const unseenFloatMove = `
  insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'A'),
    ('b@x.sn', 'b@x.sn', 'B');
  insert into approval_request (kind, parameters, reason, state, asked_by, decided_by, expires_at)
    values ('float', '{"route":"float-only","currency":"XOF","amount":"5"}', '', 'done', 1, 2,
      now());
  ${append(1, '"action":"wish.approve","subject":"wish/1","who":{"userId":2}')}
  insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
    values (0, 900000, 'settle', 'provider:float-only', 'treasury', 50000, 'XOF', 0);
  insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference,
    value_date)
    values (1, 900000, 'float-only', 'XOF', 50000, 'r', now()::date);
  insert into reconciliation_file (id, route, routes, name, state, judged_from, judged_until)
    overriding system value
    values (1, 'float-only', '{float-only}', 'day.csv', 'done', now() - interval '1 day',
      now() + interval '1 day');`;

/**
 * The float move went through a bank account of ours, whose statement names it; so much by each.
 */
const throughBank = (moved: string, told: string): string => `${unseenFloatMove}
  insert into bank_account (name, bank, number, currency) values ('Exploitation', 'CBAO', 'SN1', 'XOF');
  update reconciliation_file set route = null, routes = '{}', judged_from = now() - interval '3 days', judged_until = now() - interval '2 days',
    bank_account_id = 1;
  insert into bank_movement (bank_account_id, float_move_id, currency, amount, reference, value_date)
    select 1, id, 'XOF', ${moved}, 'r', now()::date from float_move;
  insert into reconciliation_line (file_id, number, direction, amount, currency, status, bank_movement_id, class)
    values (1, 2, 'out', ${told}, 'XOF', 'success', 1, 'matched');
  insert into reconciliation_total (file_id, currency, lines, amount, fees) values (1, 'XOF', 1, -${told}, 0);
  insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees) values (1, 'XOF', 'matched', 1, -${told}, -${told}, 0);`;

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
    sql: (ids) =>
      `${file(ids)} update reconciliation_file set judged_until = now() + interval '1 day';`,
  },
  {
    breaks: 'I-08',
    what: 'a float move in the period of a file is neither named nor missing',
    sql: () => unseenFloatMove,
  },
  {
    breaks: 'I-08',
    what: 'what a file named is closed, and the file counts no more',
    sql: (ids) => file(ids) + closedSinceNamed(ids.collected),
  },
  {
    breaks: 'I-08',
    what: 'nobody answers for the minutes between two files',
    sql: (ids) => file(ids) + laterFile,
  },
  {
    breaks: 'I-08',
    what: 'nobody answers for the minutes between two files, and many were withdrawn',
    sql: (ids) => `${file(ids)} ${laterFile}
      insert into reconciliation_file (id, route, routes, name, state, judged_from, judged_until) overriding system value
        select 100 + n, route, routes, name, 'withdrawn', judged_from, judged_until from reconciliation_file, generate_series(1, 40) n where id = 1;`,
  },
  {
    breaks: 'I-08',
    what: 'a row is told by another file that is not there',
    sql: (ids) =>
      `${file(ids)} update reconciliation_line set class = 'repeated'; update reconciliation_sum set class = 'repeated';`,
  },
  {
    breaks: 'I-08',
    what: 'a discrepancy is gone',
    sql: (ids) => `${file(ids)} update reconciliation_line set class = 'late';`,
  },
  {
    breaks: 'I-08',
    what: 'a row of a bank is called matched whose amount is another one',
    sql: () => throughBank('-50000', '40000'),
  },
  {
    breaks: 'I-08',
    what: 'a bank account moved otherwise than the books',
    sql: () => throughBank('-60000', '60000'),
  },
];

/** What is like a corruption, and explained by another file: nothing is broken. */
export const explainedByFiles: readonly Omit<Corruption, 'breaks'>[] = [
  {
    what: 'a statement of a bank account names what went through it',
    sql: () => throughBank('-50000', '50000'),
  },
  {
    what: 'what a file named is closed, and the file counts',
    sql: (ids) => file(ids) + closedSinceNamed(ids.success),
  },
  {
    what: 'a file misses a float move and says so',
    sql: () => `${unseenFloatMove}
      insert into reconciliation_discrepancy (file_id, class, float_move_id, movement, theirs, ours, evidence)
        values (1, 'missing_there', 1, 'execution', 0, 50000, '{}');`,
  },
  {
    what: 'a third file answers for the minutes between two files',
    sql: (ids) => `${file(ids)} ${laterFile}
      insert into reconciliation_file (id, route, routes, name, state, judged_from, judged_until) overriding system value
        select 3, route, routes, name, state, judged_until, judged_until + interval '1 hour' from reconciliation_file where id = 1;`,
  },
];
