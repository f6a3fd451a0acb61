// Finds what we booked at the provider in a period and no statement names: movements of
// operations, and our own money in transit to a provider. A discrepancy that a later file explains
// closes by itself.

import type { Session, Statement } from '../../platform/db/database.ts';
import { accountsOf, counts, movementOfTransfer, netOf } from './booked.ts';

/** What the system itself closed, and a user has not spoken of since. */
export const closedByItself = (
  discrepancy: string,
): string => `${discrepancy}.state = 'resolved' and coalesce((
    select n.user_id is null and (n.note = 'matches_now' or n.note like 'named_by:%')
      from reconciliation_note n where n.discrepancy_id = ${discrepancy}.id order by n.id desc limit 1), false)`;
export const onConflict = `do update set ours = excluded.ours, currency = excluded.currency,
  evidence = excluded.evidence,
      state = case when ${closedByItself('reconciliation_discrepancy')} then 'open'
        else reconciliation_discrepancy.state end`;
/** Notes what of `missing` was found missing in this file before, and closed by itself since. */
export const reopenedOf = (same: string): string => `reopened as (
      insert into reconciliation_note (discrepancy_id, to_state, note)
      select g.id, 'open', 'missing_again' from missing m cross join lateral (
        select g.id, g.state from reconciliation_discrepancy g where ${same} and g.file_id = $1
          and g.line is null limit 1) as g
        where ${closedByItself('g')})`;
const isNamed = (which: string): string => `
  select true as named from reconciliation_line l where ${which}
    and exists (select from reconciliation_file f where f.id = l.file_id and ${counts('f')})
      limit 1`;

// Each movement asks the index for its lines (the limit keeps a plan made while there were none
// from reading them all), and the ledger for all that was booked about it: what nets to nothing
// cannot be missing. The last attempt that moved the money: for evidence, and to find the
// transaction's exchange.
const findMissing: Statement = {
  name: 'find_missing_in_reconciliation',
  text: `with touched as (
      select distinct t.account_id, t.operation_id, t.currency, ${movementOfTransfer} as movement
        from transfer t where t.created_at >= $2 and t.created_at < $4
          and t.operation_id is not null
          -- What a provider keeps stands beside the amount in its statement.
          and t.verb <> 'provider_fee' and (t.debit = any($3::text[])
            or t.credit = any($3::text[]))),
    missing as (
      select b.*, n.net as ours, n.booked_at from touched b
        left join lateral (${isNamed('l.operation_id = b.operation_id and l.account_id = b.account_id and l.movement = b.movement')}) as l on true
        cross join lateral (${netOf('b', '$3')}) as n
        where l.named is null and n.net is not null),
    ${reopenedOf(`g.operation_id = m.operation_id and g.account_id = m.account_id
          and g.movement = m.movement`)}
    insert into reconciliation_discrepancy (file_id, class, account_id, operation_id, attempt,
      movement, currency, theirs, ours, evidence)
    select $1, 'missing_there', m.account_id, m.operation_id, a.number, m.movement, m.currency, 0,
      m.ours,
        json_build_object('theirs', null, 'ours', json_build_object('externalId', o.external_id,
          'service', o.code_service, 'route', a.route,
          'providerReference', o.provider_reference, 'direction', case when m.ours > 0 then 'in'
            else 'out' end, 'amount', abs(m.ours)::text,
          'currency', o.currency, 'state', o.state, 'attemptState', a.state, 'sentAt', a.sent_at,
            'knownAt', m.booked_at))
      from missing m join operation o on o.id = m.operation_id and o.account_id = m.account_id
      left join lateral (
        select a.number, a.route, a.state, a.sent_at from attempt a
          where a.operation_id = m.operation_id and a.account_id = m.account_id
          and a.purpose = case when m.movement = 'refund' then 'refund' else 'execute' end
            and a.state = 'SUCCEEDED'
        order by a.number desc limit 1) as a on true
    on conflict (operation_id, account_id, movement, file_id) where line is null ${onConflict}`,
};
const findMissingFloats: Statement = {
  name: 'find_missing_floats_in_reconciliation',
  text: `with missing as (
      select m.id, m.currency, m.amount, m.reference, m.route, m.made_at from float_move m
        left join lateral (${isNamed('l.float_move_id = m.id')}) as l on true
        where m.made_at >= $2 and m.made_at < $4 and m.route = any($3::text[]) and l.named is null),
    ${reopenedOf('g.float_move_id = m.id')}
    insert into reconciliation_discrepancy (file_id, class, float_move_id, currency, theirs, ours,
      evidence)
    select $1, 'missing_there', m.id, m.currency, 0, m.amount,
        json_build_object('theirs', null, 'ours', json_build_object('externalId', m.reference,
          'service', 'float', 'route', m.route,
          'providerReference', m.reference, 'direction', case when m.amount > 0 then 'in'
            else 'out' end, 'amount', abs(m.amount)::text,
          'currency', m.currency, 'state', 'SUCCESS', 'attemptState', null, 'sentAt', null,
            'knownAt', m.made_at))
      from missing m
    on conflict (float_move_id, file_id) where line is null
      and float_move_id is not null ${onConflict}`,
};
// Persons have corrected it meanwhile.
const closeMended: Statement = {
  name: 'close_mended_reconciliation_gaps',
  text: `with mended as (
      update reconciliation_discrepancy g set ours = 0, state = 'resolved', changed_at = jokko_now()
        where g.file_id = $1 and g.line is null and g.operation_id is not null and g.ours <> 0
          and not exists (select from (${netOf('g', '$2')}) as n where n.net is not null)
      returning g.id)
    insert into reconciliation_note (discrepancy_id, to_state, note) select id, 'resolved',
      'matches_now' from mended`,
};

interface StatementFile {
  /** The id of the file. */
  id: number;
  routes: readonly string[];
}

/**
 * What was booked in this part of the file's period, times of the database; discrepancies that are
 * there already stay what users said of them.
 */
export async function findMissingIn(
  session: Session,
  { id, routes }: StatementFile,
  since: string,
  until: string,
): Promise<void> {
  await session.query(findMissing, [id, since, accountsOf(routes), until]);
}

/** There are few movements of our own money: a whole period is looked at at once. */
export async function findMissingFloatsIn(
  session: Session,
  { id, routes }: StatementFile,
  since: Date,
  until: Date,
): Promise<void> {
  await session.query(findMissingFloats, [id, since, routes, until]);
}

export async function closeMendedDiscrepancies(
  session: Session,
  { id, routes }: StatementFile,
): Promise<void> {
  await session.query(closeMended, [id, accountsOf(routes)]);
}
