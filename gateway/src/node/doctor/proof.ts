// Keeps what was proven of a closed period, and compares it with what a later round reads: rows
// that are only ever added must be the same for ever. Invariant I-05, of the past.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Check } from '../../platform/doctor/check.ts';
import type { Stretch } from '../../platform/db/stretches.ts';

export interface ProvenBalance {
  account_id: number;
  currency: string;
  last_transfer: string;
  transfers: string;
  transfers_digest: string;
  operations: string;
  operations_digest: string;
  available: string;
  held: string;
}

/** What is kept of a period. Numbers are texts: they are only stored. */
export interface Proof {
  operations: string;
  transitions: string;
  transitions_digest: string;
  balances: ProvenBalance[];
}

// Times as numbers: their texts depend on settings of the server.
const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const digest = (...columns: string[]) =>
  `coalesce(sum(hashtextextended(concat_ws('|', ${columns.join(', ')}), 0)), 0)`;
const transferDigest = digest(
  'id',
  `coalesce(operation_id, 0)`,
  'verb',
  'debit',
  'credit',
  'amount',
  'available_after',
  us('created_at'),
  `coalesce(sms_batch_id, 0)`,
  `coalesce(settlement_id, 0)`,
);
/**
 * The digest holds what nobody ever changes of the terms: phone numbers and the client's data may
 * be erased.
 */
const operationDigest = digest(
  'id',
  'code_service',
  'direction',
  'amount',
  'commission',
  'balance_before',
  'balance_after',
  us('created_at'),
);
const transitionDigest = digest(
  'account_id',
  'operation_id',
  'id',
  'from_state',
  'to_state',
  'reason',
  us('created_at'),
);
/** Whether a row is of the stretch in hand. */
const inside =
  'created_at >= (select from_time from stretch) and created_at < (select until_time from stretch)';

const addBalances: Statement = {
  name: 'doctor-add-balances',
  text: `
    insert into walked_proof as known
      select coalesce(m.account_id, o.account_id), coalesce(m.currency, o.currency),
        coalesce(m.transfers, 0), coalesce(m.digest, 0),
        coalesce(o.operations, 0), coalesce(o.digest, 0)
      from (
        select account_id, currency, count(*) as transfers, ${transferDigest} as digest
        from transfer where in_ledger group by account_id, currency
      ) m full join (
        select account_id, currency, count(*) as operations, ${operationDigest} as digest
        from operation where ${inside} group by account_id, currency
      ) o on o.account_id = m.account_id and o.currency = m.currency
    on conflict (account_id, currency) do update set
      transfers = known.transfers + excluded.transfers,
        transfers_digest = known.transfers_digest + excluded.transfers_digest,
      operations = known.operations + excluded.operations,
        operations_digest = known.operations_digest + excluded.operations_digest`,
};
const addChanges: Statement = {
  name: 'doctor-add-changes',
  text: `
    update walked_changes k set operations = k.operations + (select count(*) from operation
      where ${inside}),
      transitions = k.transitions + t.transitions, transitions_digest = k.transitions_digest +
        t.digest
    from (select count(*) as transitions, ${transitionDigest} as digest from operation_transition
      where ${inside}) t`,
};

/**
 * Counts the stretch in hand in what its walk has read. Digests are sums, so a period's is that of
 * its parts.
 */
export async function addToProof(session: Session): Promise<void> {
  await session.query(addBalances);
  await session.query(addChanges);
}

/** SQL of the balances of the period that was walked, as `proven_balance` has them. */
const balances = `
      select p.account_id, p.currency, coalesce(b.last_transfer, 0) as last_transfer, p.transfers,
        p.transfers_digest, p.operations, p.operations_digest,
        coalesce(b.available, 0) as available, coalesce(b.held, 0) as held
      from walked_proof p left join walked_balance b on b.account_id = p.account_id
        and b.currency = p.currency`;

/** Reads the proof of the period that was walked. */
export async function readProof(session: Session): Promise<Proof> {
  const found = await session.query<ProvenBalance>({
    name: 'doctor-proof',
    text: `select account_id, currency, last_transfer::text, transfers::text,
      transfers_digest::text, operations::text, operations_digest::text,
      available::text, held::text from (${balances}) b order by account_id, currency`,
  });
  const [row] = await session.query<{ transitions: string; digest: string; operations: string }>({
    name: 'doctor-proof-transitions',
    text: 'select transitions::text, transitions_digest::text as digest, operations::text from walked_changes',
  });
  return {
    operations: row!.operations,
    transitions: row!.transitions,
    transitions_digest: row!.digest,
    balances: found,
  };
}

/**
 * In each period 0.2.0 counted our own money (account 0) from the beginning. Looked at only where
 * the period alone differs.
 */
const provenFromTheBeginning = `exists (
          select from (
            select count(*) as transfers, ${transferDigest} as digest from public.transfer t
            where t.account_id = 0 and t.currency = kept.currency and t.id <= kept.last_transfer
          ) t where (now.last_transfer, t.transfers, t.digest) is not distinct
            from (kept.last_transfer, kept.transfers, kept.transfers_digest))`;

/** Whether the period that was walked is what was proven of it; part of I-05. */
export const asProven: Check = {
  id: 'I-05',
  statement: '',
  sql: `
    select format('account %s %s: transfers or operations from %s until %s are not those that were proven', account_id, currency, period.from_time,
        period.until_time) as example
      from (${balances}) now
      full join (
        select account_id, currency, last_transfer, transfers, transfers_digest, operations,
          operations_digest, available, held
        from proven_balance where until_time = (select proven_until from walk)
      ) kept using (account_id, currency) cross join (select from_time, proven_until as until_time
        from walk) period
      where (now.last_transfer, now.transfers, now.transfers_digest, now.operations,
        now.operations_digest, now.available, now.held)
        is distinct from (kept.last_transfer, kept.transfers, kept.transfers_digest,
          kept.operations, kept.operations_digest, kept.available, kept.held)
        and not (account_id = 0 and ${provenFromTheBeginning})
    union all
    select format('changes of state from %s until %s are not those that were proven', p.from_time,
      p.until_time)
      from walked_changes now cross join walk w join proven_period p
        on p.until_time = w.proven_until
      where (now.transitions, now.transitions_digest) is distinct from (p.transitions,
        p.transitions_digest)
        -- Of days before, some history is in files.
        and p.from_time >= coalesce((select max(last_change_at) from public.archive_period),
          '-infinity')`,
};

const sealOf = (
  period: string,
) => `sha256(convert_to(concat_ws('|', extract(epoch from ${period}.from_time), extract(epoch
  from ${period}.until_time),
        ${period}.operations, ${period}.transitions, ${period}.transitions_digest, (
          select string_agg(concat_ws(',', account_id, currency, last_transfer, transfers,
            transfers_digest, operations, operations_digest, available, held), ';'
            order by account_id, currency)
          from proven_balance where until_time = ${period}.until_time)), 'UTF8'))`;

/** Whether what is kept is as it was written; part of I-05. */
export const proofsWhole: Check = {
  id: 'I-05',
  statement: '',
  reach: 'once',
  sql: `
    select format('what was proven from %s until %s was changed', from_time, until_time) as example
      from proven_period p where seal <> ${sealOf('p')}
    union all
    select format('no proof from %s until %s', before, from_time)
      from (select from_time, lag(until_time) over (order by until_time) as before
        from proven_period) p where before < from_time`,
};

/** Keeps it, unless another doctor was first. In a transaction. */
export async function storeProof(session: Session, { from, until }: Stretch, proof: Proof) {
  const stored = await session.query(
    {
      name: 'doctor-store-period',
      text: `insert into proven_period (from_time, until_time, operations, transitions,
        transitions_digest, seal)
        values ($1, $2, $3, $4, $5, '') on conflict do nothing returning 1`,
    },
    [from, until, proof.operations, proof.transitions, proof.transitions_digest],
  );
  if (stored.length === 0) return;
  await session.query(
    {
      name: 'doctor-store-balances',
      text: `insert into proven_balance (account_id, currency, until_time, last_transfer, transfers,
        transfers_digest, operations, operations_digest, available, held)
        select account_id, currency, $1::timestamptz, last_transfer, transfers, transfers_digest,
          operations, operations_digest, available, held
        from json_to_recordset($2::json) as b (account_id integer, currency text,
          last_transfer bigint, transfers bigint, transfers_digest numeric,
          operations bigint, operations_digest numeric, available bigint, held bigint)`,
    },
    [until, JSON.stringify(proof.balances)],
  );
  await session.query(
    {
      name: 'doctor-seal-period',
      text: `update proven_period p set seal = ${sealOf('p')} where until_time = $1`,
    },
    [until],
  );
}

/** That the rows of a period were read and are as proven. */
export async function noteRead(session: Session, { until }: Stretch): Promise<void> {
  await session.query(
    {
      name: 'doctor-note-read',
      text: 'update proven_period set read_at = now() where until_time = $1',
    },
    [until],
  );
}
