// Checks that each operation has exactly the transfers that its direction and state require.
// Invariant I-06, with the one table of expected postings.

import { isArchived } from '../../platform/db/partitions.ts';
import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { allStates, executedStates } from '../operations/checks-states.ts';
import type { DoctorState } from '../operations/checks-states.ts';

interface ExpectedPosting {
  direction: 'DEBIT' | 'CREDIT';
  states: readonly DoctorState[];
  verb: string;
  debit: string;
  credit: string;
  amount: 'amount' | 'commission' | 'amount + commission';
}

/**
 * `provider` stands for `provider:<route>`. Amounts of zero are not written. A DEBIT refused at
 * opening has none of these. For a CREDIT, each refund that the provider refused adds a hold and a
 * void; these come from the history (see `refusedRefunds`). Whether a refund gives the commission
 * back is in the price list of that day, so both are right: see `returnedCommission`. What two
 * users have corrected (`adjust`) is I-09's and I-41's, what a provider kept I-51's.
 */
const expectedPostings: readonly ExpectedPosting[] = [
  {
    direction: 'DEBIT',
    states: allStates,
    verb: 'hold',
    debit: 'available',
    credit: 'held',
    amount: 'amount + commission',
  },
  {
    direction: 'DEBIT',
    states: executedStates,
    verb: 'post',
    debit: 'held',
    credit: 'provider',
    amount: 'amount',
  },
  {
    direction: 'DEBIT',
    states: executedStates,
    verb: 'post',
    debit: 'held',
    credit: 'fees',
    amount: 'commission',
  },
  {
    direction: 'DEBIT',
    states: ['FAILED', 'CANCELED'],
    verb: 'void',
    debit: 'held',
    credit: 'available',
    amount: 'amount + commission',
  },
  {
    direction: 'DEBIT',
    states: ['REFUNDED'],
    verb: 'reverse',
    debit: 'provider',
    credit: 'available',
    amount: 'amount',
  },
  {
    direction: 'CREDIT',
    states: executedStates,
    verb: 'credit',
    debit: 'provider',
    credit: 'available',
    amount: 'amount',
  },
  {
    direction: 'CREDIT',
    states: executedStates,
    verb: 'credit',
    debit: 'available',
    credit: 'fees',
    amount: 'commission',
  },
  {
    direction: 'CREDIT',
    states: ['REFUNDING', 'REFUNDED'],
    verb: 'hold',
    debit: 'available',
    credit: 'held',
    amount: 'amount',
  },
  {
    direction: 'CREDIT',
    states: ['REFUNDED'],
    verb: 'reverse',
    debit: 'held',
    credit: 'provider',
    amount: 'amount',
  },
];

const expectedRows = expectedPostings
  .flatMap((posting) =>
    posting.states.map(
      (state) =>
        `(${literals([posting.direction, state, posting.verb, posting.debit, posting.credit, posting.amount])})`,
    ),
  )
  .join(',\n        ');

/** One side of a posting as the ledger writes it. */
const sideOf = (column: string) =>
  `case ${column} when 'provider' then 'provider:' || o.route else ${column} end`;
/**
 * SQL of a posting's mark. Equal postings have equal marks, and sums of marks tell two sets of
 * postings apart without sorting millions of rows.
 */
const markOf = (posting: string, amount: string) => `hashtextextended(${posting}, ${amount}) >> 8`;
const returnedCommission = `verb = 'reverse' and debit = 'fees' and credit = 'available'`;

// Each ended the refund's own attempt, which tells it where the history is in the archive.
const refusedRefunds = `
      select account_id, operation_id, count(*) as times
      from operation_transition
      where from_state = 'REFUNDING' and to_state = 'SUCCESS' and not ${isArchived('operation_id')}
      group by account_id, operation_id
      union all
      select account_id, operation_id, count(*) from attempt
      where purpose = 'refund' and state in ('FAILED', 'NOT_SENT') and ${isArchived('operation_id')}
      group by account_id, operation_id`;

export const postings: Check = {
  id: 'I-06',
  statement: 'each operation has exactly the transfers that its direction and state demand',
  sql: `
    with rule (direction, state, verb, debit, credit, what) as (values
        ${expectedRows}
      ),
      refused_refund as (${refusedRefunds}),
      line (account_id, operation_id, mark) as (
        select o.account_id, o.id,
          - (${markOf(`concat_ws(' ', r.verb, ${sideOf('r.debit')}, ${sideOf('r.credit')}, o.currency)`, 'a.amount')})
        from operation o
          join rule r on r.direction = o.direction and r.state = o.state
          cross join lateral (
            select case r.what when 'amount' then o.amount when 'commission' then o.commission
              else o.amount + o.commission end as amount
          ) as a
        where a.amount > 0 and o.proof is distinct from 'refused_at_opening'
        union all
        select o.account_id, o.id,
          - f.times * ((${markOf(`'hold available held ' || o.currency`, 'o.amount')}) +
            (${markOf(`'void held available ' || o.currency`, 'o.amount')}))
        from refused_refund f join operation o on o.account_id = f.account_id
          and o.id = f.operation_id
        where o.direction = 'CREDIT' and o.amount > 0
        union all
        select account_id, operation_id,
          ${markOf(`concat_ws(' ', verb, debit, credit, currency)`, 'amount')}
        from transfer where operation_id is not null and verb not in ('adjust', 'provider_fee')
          and not (${returnedCommission})
      ),
      differing as (select account_id, operation_id from line group by account_id, operation_id
        having sum(mark) <> 0)
    select format('account %s operation %s, %s %s of %s + %s %s: %s', o.account_id, o.id,
      o.direction, o.state, o.amount, o.commission, o.currency,
        coalesce(found.postings, 'no transfers')) as example
      from differing d
        -- A transfer without its operation is I-07's.
        join operation o on o.account_id = d.account_id and o.id = d.operation_id
        cross join lateral (
          select string_agg(concat_ws(' ', verb, amount, debit, '→', credit), ', '
            order by id) as postings
          from transfer t where t.account_id = o.account_id and t.operation_id = o.id
        ) as found
    union all
    select format('account %s operation %s, %s: commission of %s given back %s times, %s in all',
      o.account_id, o.id, o.state, o.commission, b.times, b.amount)
      from (
        select account_id, operation_id, count(*) as times, sum(amount) as amount,
          min(currency) as currency
        from transfer where ${returnedCommission} group by account_id, operation_id
      ) as b
        join operation o on o.account_id = b.account_id and o.id = b.operation_id
      where o.state <> 'REFUNDED' or b.times <> 1 or b.amount <> o.commission
        or b.currency <> o.currency`,
};
