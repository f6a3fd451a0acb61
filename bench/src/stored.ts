// Fills a database with millions of transactions in minutes, by SQL, as rows that the gateway
// could have written itself: finished payouts with hold, posting, attempt and history, with ids
// scattered as real ones, so that every invariant holds and the indexes are realistic.

import pg from 'pg';
import {
  blockSize,
  firstPeriod,
  lowestId,
  periodBlocks,
  randomBlock,
} from '../../gateway/src/platform/db/scattered-ids.ts';
import { storedIdPrefix } from './books/provider.ts';
import { amount, codeService, numberDigits } from './order.ts';
import type { Stack } from './stack/index.ts';

/** They happened over so long a time, up to now. */
const spreadDays = 180;
/** One transaction each: 200,000 rows of each table. */
const blocksPerBatch = 782;
const amountMinor = amount * 10_000;

const insertBatch = `
  with fresh as materialized (
    select $2::integer as account_id, b.first_id + i as id, n.number,
      date_trunc('milliseconds', $6::timestamptz + n.number * $7::interval) as now,
      '7' || lpad((n.number * 7919 % 100000000)::text, 8, '0') as phone
    from unnest($1::bigint[]) with ordinality as b(first_id, ordinal)
      cross join generate_series(0, ${blockSize - 1}) as i
      cross join lateral (select $3::bigint + (b.ordinal - 1) * ${blockSize} + i + 1 as number) as n
  ), operations as (
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, proof, provider_reference, balance_before, balance_after, attempts,
        created_at, updated_at)
    select account_id, id, '${storedIdPrefix}' || lpad(number::text, ${numberDigits}, '0'),
      sha256(number::text::bytea), '${codeService}',
      'DEBIT', $4, phone, '+221' || phone, ${amountMinor}, 0, 'XOF',
      '{"extra":{"type":"wallet","link":"none"},"successUrl":null,"errorUrl":null,"sender":null}',
        'SUCCESS', 'provider_succeeded',
      'stored-' || id, $5::bigint - (number - 1) * ${amountMinor},
        $5::bigint - number * ${amountMinor}, 1, now, now
    from fresh
  ), attempts as (
    insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
      sent_at, updated_at)
    select account_id, id, 1, 'execute', $4, 'SUCCEEDED', json_build_object('ours', 'stored-' || id,
      'theirs', 'stored-' || id), now, now, now
    from fresh
  ), requests as (
    insert into attempt_request (operation_id, account_id, number, prepared)
    select id, account_id, 1,
      json_build_object('refs', json_build_object('ours', 'stored-' || id), 'method', 'POST',
        'path', '/stored', 'body', '{}')
    from fresh
  ), transitions as (
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason,
      created_at)
    select account_id, id, 'SENDING', 'SUCCESS', 'succeed', now from fresh
  )
  insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
    available_after, created_at)
  select account_id, $8::bigint + (number - $3::bigint - 1) * 2 + turn, id, verb, debit, credit,
    ${amountMinor}, 'XOF', $5::bigint - number * ${amountMinor}, now
  from fresh cross join (values (1, 'hold', 'available', 'held'),
    (2, 'post', 'held', 'provider:' || $4)) as v(turn, verb, debit, credit)
  order by number, turn`;

/**
 * Adds at least `count` finished transactions with the external ids `stored-000000001` and on to
 * the bench account, while its gateway does not run. Returns how many. Leaves the tables vacuumed,
 * analysed and check-pointed.
 */
export async function insertStored(
  stack: Stack,
  count: number,
  say: (line: string) => void,
): Promise<number> {
  const blocks = Math.ceil(count / blockSize);
  await stack.withoutGateway((databaseUrl) => fill(databaseUrl, stack.account.id, blocks, say));
  return blocks * blockSize;
}

async function fill(
  databaseUrl: string,
  accountId: number,
  blocks: number,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // A checkpoint follows.
    await client.query('set synchronous_commit = off');
    const route = await routeOf(client);
    const { rows } = await client.query<{ from: string; step: string }>(
      `select jokko_now() - $1::interval as from, $1::interval / $2::integer as step`,
      [`${spreadDays} days`, blocks * blockSize],
    );
    const spread = rows[0]!;
    // Nothing happened before an installation was: lists look no further back.
    await client.query('update installation set created_at = least(created_at, $1)', [spread.from]);
    const indexes = await dropIndexes(client);
    for (let done = 0; done < blocks; done += blocksPerBatch) {
      await insertBlocks(
        client,
        accountId,
        route,
        spread,
        done * blockSize,
        Math.min(blocksPerBatch, blocks - done),
      );
      say(`stored transactions: ${Math.min(done + blocksPerBatch, blocks) * blockSize}`);
    }
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const index of indexes) {
      say(index);
      await client.query(index);
    }
    for (const table of filled) await client.query(`vacuum analyze ${table}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const filled = ['operation', 'attempt', 'attempt_request', 'operation_transition', 'transfer'];

/**
 * Drops those that are no constraints, as they are made faster afterwards; returns the statements
 * that make them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c
        where c.conindid = i.indexrelid)`,
    [filled],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

async function insertBlocks(
  client: pg.Client,
  accountId: number,
  route: string,
  { from, step }: { from: string; step: string },
  numberBefore: number,
  blockCount: number,
): Promise<void> {
  await client.query('begin');
  await client.query('select id from account where id = $1 for no key update', [accountId]);
  const blocks = Array.from(
    { length: blockCount },
    () => firstPeriod * periodBlocks + randomBlock(),
  );
  await client.query(
    `insert into id_block (kind, block) select 'operation', unnest($1::bigint[])`,
    [blocks],
  );
  const firstIds = blocks.map((block) => lowestId + block * blockSize);
  const balance = await client.query<{ available: string; last_transfer: string }>(
    `select available, last_transfer from balance where account_id = $1 and currency = 'XOF'`,
    [accountId],
  );
  // The batch's own numbers begin after `numberBefore`, the balance already shows what those cost.
  const opening = BigInt(balance.rows[0]?.available ?? 0) + BigInt(numberBefore * amountMinor);
  await client.query(insertBatch, [
    firstIds,
    accountId,
    numberBefore,
    route,
    opening,
    from,
    step,
    balance.rows[0]?.last_transfer ?? 0,
  ]);
  await client.query(
    `update balance set available = available - $2, last_transfer = last_transfer + $3
      where account_id = $1 and currency = 'XOF'`,
    [accountId, blockCount * blockSize * amountMinor, blockCount * blockSize * 2],
  );
  await client.query('commit');
}

/** The route that the gateway itself takes for this service, as seen in the catalogue in force. */
async function routeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ route: string }>({
    text: `
      select coalesce(s->>'route', s->'routes'->>0) as route
      from (select document from catalogue order by version desc limit 1) c,
        json_array_elements(c.document->'services') s
      where s->>'code' = $1`,
    values: [codeService],
  });
  const route = rows[0]?.route;
  if (route == null) throw new Error(`the catalogue in force has no route for ${codeService}`);
  return route;
}
