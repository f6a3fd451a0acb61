// Finds which rows of a bank account's statement are about what we booked through it, and what no
// statement names: by the bank's reference or ours, then by amount and value date where only one
// fits.

import type { Session, Statement } from '../../platform/db/database.ts';
import { counts } from './booked.ts';
import type { StatementFile } from './file.ts';
import { onConflict, reopenedOf } from './missing.ts';

/** A bank books a few days before or after the value date: weekends, holidays, cheques. */
const daysApartMax = 3;

/** What a movement `k` is called where operations have a service; null: there is none. */
export const bankServiceOf = (k: string): string =>
  `case when ${k}.float_move_id is not null then 'float'
    when ${k}.settlement_id is not null then 'settlement'
    when ${k}.id is not null then 'deposit' end`;

/** What a row was found to be where it tells that its movement happened. */
export const namesMovement = (line: string): string =>
  `${line}.class in ('matched', 'amount', 'fee')`;

const isNamed = (movement: string, also = ''): string => `exists (
    select from reconciliation_line n join reconciliation_file o on o.id = n.file_id
      and ${counts('o')}
      where n.bank_movement_id = ${movement}.id and ${namesMovement('n')} ${also})`;
const isNamedElsewhere = (movement: string): string => isNamed(movement, 'and n.file_id <> $1');
const toldRows = `select number, direction, amount, currency, upper(our_reference) as ours,
  upper(provider_reference) as theirs, at, bank_movement_id
      from reconciliation_line where file_id = $1 and problem is null
        and status in ('success', 'reversed')`;

// Several movements may have one reference (a transfer order of many settlements): of equal ones
// the first row is about the first. A row with another amount is about the movement only where no
// row has its own. Rows of one reference are told with a count behind it (`LOT-1/2`).
const assignByReference: Statement = {
  name: 'assign_bank_movements_by_reference',
  text: `with told as (${toldRows}),
    said as (
      select t.number, t.amount, t.direction, k.text, m.id, ${isNamedElsewhere('m')} as taken,
          k.counted, abs(m.amount) = t.amount and m.currency = t.currency
            and (m.amount > 0) = (t.direction = 'in') as fits
        from told t cross join lateral (
          values (t.ours, false), (t.theirs, false), (nullif(regexp_replace(t.theirs, '/[0-9]+$',
            ''), t.theirs), true)) as k(text, counted)
          join bank_movement m on m.bank_account_id = $2 and (upper(m.reference) = k.text
            or upper(m.our_reference) = k.text)),
    ranked as (
      select number, id, dense_rank() over (partition by text, amount, direction
        order by number) as row_rank,
          dense_rank() over (partition by text, amount, direction order by id) as movement_rank
        from said where fits and not taken),
    paired as (select distinct on (number) number, id from ranked where row_rank = movement_rank
      order by number, id),
    left_over as (
      select distinct on (number) number, id from said
        where number not in (select number from paired)
          and (fits or (not counted and not taken and id not in (select id from paired)))
        order by number, fits desc, id)
    update reconciliation_line l set bank_movement_id = coalesce(p.id, o.id)
      from told t left join paired p on p.number = t.number left join left_over o
        on o.number = t.number
      where l.file_id = $1 and l.number = t.number`,
};
// Where two rows or two movements could be meant, nobody can tell which is: nothing is guessed.
const assignByAmount: Statement = {
  name: 'assign_bank_movements_by_amount',
  text: `with told as (
      select number, direction, amount, currency, (at at time zone $3)::date as day
        from (${toldRows}) as row where bank_movement_id is null and at is not null),
    free as (
      select m.id, m.amount, m.currency, m.value_date from bank_movement m
        where m.bank_account_id = $2 and not ${isNamedElsewhere('m')}
          and m.value_date between (select min(day) from told) - ${daysApartMax}
            and (select max(day) from told) + ${daysApartMax}
          and not exists (select from reconciliation_line n where n.file_id = $1
            and n.bank_movement_id = m.id)),
    possible as (
      select t.number, m.id, count(*) over (partition by t.number) as movements,
        count(*) over (partition by m.id) as rows
        from told t join free m on m.currency = t.currency and m.amount = case t.direction
          when 'in' then t.amount else -t.amount end
          and abs(m.value_date - t.day) <= ${daysApartMax})
    update reconciliation_line l set bank_movement_id = p.id
      from possible p where l.file_id = $1 and l.number = p.number and p.movements = 1
        and p.rows = 1`,
};

/**
 * All rows of the file at once: which of them fit a movement alone can only be told of the whole.
 */
export async function assignBankMovements(
  session: Session,
  { id, mapping }: StatementFile,
  bankAccountId: number,
): Promise<void> {
  await session.query(assignByReference, [id, bankAccountId]);
  await session.query(assignByAmount, [id, bankAccountId, mapping!.timeZone]);
}

// Since the first day of which there is a statement, and up to the days in which the bank may still
// book it. It is missing once, in whichever file finds it.
const findMissing: Statement = {
  name: 'find_missing_bank_movements',
  text: `with missing as (
      select m.id, m.currency, m.amount, m.reference, m.our_reference, m.made_at, m.float_move_id,
        m.settlement_id from bank_movement m
        where m.bank_account_id = $2
          and m.value_date < ($4::timestamptz at time zone $3)::date - ${daysApartMax}
          and m.value_date >= (select (min(f.period_from) at time zone $3)::date
            from reconciliation_file f
            where f.bank_account_id = $2 and (f.state = 'done' or f.id = $1))
          and not ${isNamed('m')}
          and not exists (select from reconciliation_discrepancy g join reconciliation_file o
            on o.id = g.file_id and ${counts('o')}
            where g.bank_movement_id = m.id and g.line is null and g.file_id <> $1)),
    ${reopenedOf('g.bank_movement_id = m.id')}
    insert into reconciliation_discrepancy (file_id, class, bank_movement_id, currency, theirs,
      ours, evidence)
    select $1, 'missing_there', m.id, m.currency, 0, m.amount,
        json_build_object('theirs', null, 'ours', json_build_object('externalId',
          coalesce(m.our_reference, m.reference, ''), 'service', ${bankServiceOf('m')},
          'route', null, 'providerReference', m.reference, 'direction', case
            when m.amount > 0 then 'in' else 'out' end, 'amount', abs(m.amount)::text,
          'currency', m.currency, 'state', 'SUCCESS', 'attemptState', null, 'sentAt', null,
            'knownAt', m.made_at))
      from missing m
    on conflict (bank_movement_id, file_id) where line is null
      and bank_movement_id is not null ${onConflict}`,
};

/** What went through the account by our books, and stands in none of its statements. */
export async function findMissingBankMovements(
  session: Session,
  { id, mapping, judgedUntil }: StatementFile,
  bankAccountId: number,
): Promise<void> {
  await session.query(findMissing, [id, bankAccountId, mapping!.timeZone, judgedUntil]);
}
