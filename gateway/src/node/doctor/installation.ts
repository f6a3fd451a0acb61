// Checks that leases are alive, secrets readable and accounts kept apart. Invariants I-35 to I-37.

import { sealedColumns, sealedDocuments } from '../../platform/secrets/index.ts';
import type { Check } from '../../platform/doctor/check.ts';

const deadNodeSecondsMax = 60;
/** Tables whose rows are updated all the time. */
const hotTables = `'operation', 'attempt', 'callback', 'balance'`;
/** Autovacuum looks at a table once a minute; without a visit for this long it cannot keep up. */
const vacuumMinutesMax = 10;
const deadRowsMax = 50_000;
const oldestSnapshotSecondsMax = 60;

/**
 * platform/secrets/key-ring.ts: format version (1 byte), key id (4), nonce (12), text, tag (16).
 */
const sealedBytesMin = 33;
/** How a secret stands in a document (platform/documents/config-values.ts). */
const sealedMember = '"sealed"\\s*:\\s*"([A-Za-z0-9+/]+={0,2})"';

const sealedValues = sealedColumns
  .map(
    ({ table, column, key }) => `
        select concat_ws('/', '${table}', '${column}', ${key.join(', ')}) as place,
          ${column} as value from ${table} where ${column} is not null`,
  )
  .concat(
    sealedDocuments.map(
      ({ table, key }) => `
        select concat('${table}/document/', ${key}), decode(member[1], 'base64')
          from (select ${key}, document
            from ${table} ${key === 'id' ? 'where published is null and dropped_at is null' : 'order by version desc limit 1'}) as newest,
            regexp_matches(document::text, '${sealedMember}', 'g') as member`,
    ),
  )
  .join('\n        union all');

export const sealedSecrets: Check = {
  id: 'I-35',
  reach: 'once',
  statement:
    'all sealed secrets are whole, and sealed under a key that a running node has or that the pepper is under',
  sql: `
    with sealed (place, value) as (${sealedValues}
      ), known as (
        select unnest(secret_key_ids) as key_id from node where lease_until > now()
        union
        -- A node that cannot open the pepper does not start: its key is the one that counts.
        select encode(substring(value_sealed from 2 for 4), 'hex') from installation_secret
          where name = 'pepper'
      )
    select format('%s is not a sealed value', place) as example
      from sealed where length(value) < ${sealedBytesMin}
        or substring(value from 1 for 1) <> '\\x01'
    union all
    select format('%s is sealed under key %s, which nobody has', place,
      encode(substring(value from 2 for 4), 'hex'))
      from sealed where length(value) >= ${sealedBytesMin}
        and encode(substring(value from 2 for 4), 'hex') not in (select key_id from known)`,
};

export const leases: Check = {
  id: 'I-36',
  reach: 'present',
  statement: `no row is leased by a node dead for ${deadNodeSecondsMax} s; vacuum keeps up; no snapshot is older than ${oldestSnapshotSecondsMax} s`,
  sql: `
    with leased as (
        select 'operation' as kind, account_id, id as operation_id, lease_owner from operation
          where lease_owner is not null
        union all
        select 'callback', account_id, operation_id, lease_owner from callback
          where lease_owner is not null
      )
    select format('%s of account %s operation %s is leased by node %s, dead since %s', l.kind,
      l.account_id, l.operation_id, l.lease_owner,
        coalesce(n.lease_until::text, 'long ago')) as example
      from leased l left join node n on n.incarnation = l.lease_owner
      where coalesce(n.lease_until, '-infinity')
        < now() - interval '${deadNodeSecondsMax} seconds'`,
  alsoOnce: `
    select format('%s has %s dead rows beside %s live ones', relname, n_dead_tup,
      n_live_tup) as example
      from pg_stat_user_tables
      where schemaname = 'public' and regexp_replace(relname, '_p\\d+$', '') in (${hotTables})
        and n_dead_tup > ${deadRowsMax} and n_dead_tup > 0.2 * (n_live_tup + n_dead_tup)
        and greatest(last_vacuum, last_autovacuum, pg_postmaster_start_time())
          < now() - interval '${vacuumMinutesMax} minutes'
    union all
    select format('session %s has kept a snapshot since %s', pid, xact_start)
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and backend_xmin is not null
        and xact_start < now() - interval '${oldestSnapshotSecondsMax} seconds'`,
};

const operationRows = [
  'operation_transition',
  'attempt',
  'attempt_request',
  'callback',
  'callback_body',
  'callback_attempt',
];
/** Few, and found by their keys. */
const seldomRows = ['operation_case', 'operation_media', 'claim', 'bill_payment'];
/**
 * Tables whose rows may belong to an inbound message, to reports of SMS batches or to a claim's
 * change instead: its id stands in the same column.
 */
const callbackRows: ReadonlySet<string> = new Set([
  'callback',
  'callback_body',
  'callback_attempt',
]);
const ofOthers = `
      where not exists (select from sms_inbound i where i.id = r.operation_id
        and i.account_id = r.account_id offset 0)
        and not exists (select from claim_event e where e.callback_id = r.operation_id
          and e.account_id = r.account_id offset 0)
        and not exists (select from public.payout_batch p where p.callback_id = r.operation_id
          and p.account_id = r.account_id offset 0)
        and not exists (
          select from callback c where c.operation_id = r.operation_id
            and c.account_id = r.account_id and case when c.status = 'REPORTED' then not exists (
            select from callback_body s cross join json_array_elements(s.body::json -> 'reports') e
              join public.sms_batch b on b.id = (e ->> 'batchId')::bigint
            where s.operation_id = c.operation_id and s.account_id = c.account_id
              and s.second = c.second and b.account_id <> c.account_id) else false end)`;

export const accountsApart: Check = {
  id: 'I-37',
  statement:
    'every row that belongs to an operation, to an inbound message, to SMS batches or to a claim has the account of it',
  // Transaction ids are unique over all accounts, so a row of another account's operation shows as
  // one whose operation is missing.
  sql: operationRows
    .map(
      (table) => `
    select format('${table} of account %s names operation %s, which is not its own', r.account_id,
      r.operation_id) as example
      from (
        select * from ${table} r
        where not exists (select from operation o where o.account_id = r.account_id
          and o.id = r.operation_id) offset 0
      ) r ${callbackRows.has(table) ? ofOthers : ''}`,
    )
    .concat(
      `
    select format('transfer %s of account %s names operation %s of another account', t.id,
      t.account_id, t.operation_id)
      from transfer t
      -- What a provider keeps is ours, whoever's operation it is (I-51).
      where t.operation_id is not null and t.verb <> 'provider_fee'
        and not exists (select from operation o where o.account_id = t.account_id
          and o.id = t.operation_id)
        and exists (select from operation o where o.id = t.operation_id)`,
    )
    .join('\n    union all'),
  alsoOnce: seldomRows
    .map(
      (table) => `
    select format('${table} of account %s names operation %s, which is not its own', r.account_id,
      r.operation_id) as example
      from ${table} r where not exists (select from operation o where o.account_id = r.account_id
        and o.id = r.operation_id offset 0)`,
    )
    .join('\n    union all'),
};
