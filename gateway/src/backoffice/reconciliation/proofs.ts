// Proves statements by the balances that they state: what one opens with and its rows make what it
// closes with, and the one before closed with what it opens with. Else rows are missing, or a whole
// statement is.

import type { Session, Statement } from '../../platform/db/database.ts';
import { counts } from './booked.ts';
import { partyName } from './file.ts';

/** The statement of the route before this one, as far as it says what it closed with. */
export interface StatementBefore {
  currency: string;
  fileId: number;
  until: Date;
  /** Ten-thousandths. */
  closing: bigint;
}

/** Among files of the same days the one that came last counts: it corrects the others. */
const before = (file: string, currency: string): string => `
  select e.id, e.period_until, c.closing from reconciliation_file e join reconciliation_total c
    on c.file_id = e.id
    where e.party = ${file}.party and e.id <> ${file}.id and e.period_until <= ${file}.period_from
      and ${counts('e')}
      and c.currency = ${currency} and c.closing is not null
    order by e.period_until desc, e.id desc limit 1`;

const selectBefore: Statement = {
  name: 'list_reconciliations_before',
  text: `select t.currency, b.id as "fileId", b.period_until as until, b.closing
    from reconciliation_file f
    join reconciliation_total t on t.file_id = f.id cross join lateral
      (${before('f', 't.currency')}) as b
    where f.id = $1 order by t.currency`,
};

/** By currency. */
export function statementsBefore(session: Session, fileId: number): Promise<StatementBefore[]> {
  return session.query<StatementBefore>(selectBefore, [fileId]);
}

export interface Unproved {
  fileId: number;
  /** What people call it: a route or a bank account. */
  party: string;
  from: Date;
  currency: string;
}

/** Longer nobody is told again; the page of the statement says it for ever. */
const toldDays = 30;
const unprovedMax = 200;

// One that was fetched or taken in again for the same days answers for itself.
const selectUnproved: Statement = {
  name: 'list_unproved_statements',
  text: `select f.id as "fileId", ${partyName} as party, f.period_from as from, t.currency
    from reconciliation_file f
      join reconciliation_total t on t.file_id = f.id
      left join lateral (${before('f', 't.currency')}) as b on true
    where f.state = 'done' and f.period_until > jokko_now() - interval '${toldDays} days'
      and not exists (select from reconciliation_file n where n.party = f.party and n.id > f.id
        and n.period_from = f.period_from
        and n.period_until = f.period_until and n.state = 'done')
      and (t.opening + t.amount - t.fees <> t.closing or b.closing <> t.opening)
    order by f.period_from desc, f.id desc limit ${unprovedMax}`,
};

/**
 * Statements of the last weeks that are not whole, or do not begin where the one before ended; the
 * newest first.
 */
export function listUnproved(session: Session): Promise<Unproved[]> {
  return session.query<Unproved>(selectUnproved);
}
