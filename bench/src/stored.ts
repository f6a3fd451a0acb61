// How does a database get millions of transactions in minutes? By SQL, as rows that the gateway could have written itself: finished pay-outs
// with hold, posting, attempt and history, ids scattered as real ones, so that every invariant still holds and the indexes look real.

import pg from 'pg';
import { deriveRoundKeys, scatter } from '../../gateway/src/db/scattered-ids.ts';
import { storedIdPrefix } from './books/provider.ts';
import { amount, codeService, numberDigits } from './order.ts';
import type { Stack } from './stack/index.ts';

/** Ids come in blocks of 256 (db/scattered-ids.ts of the gateway). */
const blockSize = 256;
const lowestId = 1_000_000_000_000;
/** They happened over so long a time, up to now. */
const spreadDays = 180;
/** One transaction each: 200,000 rows of each table. */
const blocksPerBatch = 782;
const amountMinor = amount * 10_000;

const insertBatch = `
  with fresh as materialized (
    select $2::integer as account_id, b.first_id + i as id, n.number, date_trunc('milliseconds', $6::timestamptz + n.number * $7::interval) as now,
      '7' || lpad((n.number * 7919 % 100000000)::text, 8, '0') as phone
    from unnest($1::bigint[]) with ordinality as b(first_id, ordinal) cross join generate_series(0, ${blockSize - 1}) as i
      cross join lateral (select $3::bigint + (b.ordinal - 1) * ${blockSize} + i + 1 as number) as n
  ), operations as (
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route, phone_given, phone, amount, commission,
      currency, details, state, proof, provider_reference, balance_before, balance_after, attempts, created_at, updated_at)
    select account_id, id, '${storedIdPrefix}' || lpad(number::text, ${numberDigits}, '0'), sha256(number::text::bytea), '${codeService}',
      'DEBIT', $4, phone, '+221' || phone, ${amountMinor}, 0, 'XOF',
      '{"extra":{"type":"wallet","link":"none"},"successUrl":null,"errorUrl":null,"sender":null}', 'SUCCESS', 'provider_succeeded',
      'stored-' || id, $5::bigint - (number - 1) * ${amountMinor}, $5::bigint - number * ${amountMinor}, 1, now, now
    from fresh
  ), attempts as (
    insert into attempt (account_id, operation_id, number, purpose, route, state, prepared, refs, created_at, sent_at, updated_at)
    select account_id, id, 1, 'execute', $4, 'SUCCEEDED',
      json_build_object('refs', json_build_object('ours', 'stored-' || id), 'method', 'POST', 'path', '/stored', 'body', '{}'),
      json_build_object('ours', 'stored-' || id, 'theirs', 'stored-' || id), now, now, now
    from fresh
  ), transitions as (
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason, created_at)
    select account_id, id, 'SENDING', 'SUCCESS', 'succeed', now from fresh
  )
  insert into transfer (account_id, operation_id, verb, debit, credit, amount, currency, available_after, created_at)
  select account_id, id, verb, debit, credit, ${amountMinor}, 'XOF', $5::bigint - number * ${amountMinor}, now
  from fresh cross join (values (1, 'hold', 'available', 'held'), (2, 'post', 'held', 'provider:' || $4)) as v(turn, verb, debit, credit)
  order by number, turn`;

/**
 * Adds at least `count` finished transactions with the external ids `stored-000000001` and on to the bench account, whose gateway must be
 * idle. Returns how many. Leaves the tables vacuumed, analysed and check-pointed.
 */
export async function insertStored(stack: Stack, count: number, say: (line: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const roundKeys = deriveRoundKeys(
      (await client.query<{ id_key: Buffer }>('select id_key from installation')).rows[0]?.id_key ?? Buffer.alloc(0),
    );
    const route = await routeOf(client);
    const blocks = Math.ceil(count / blockSize);
    const { rows } = await client.query<{ from: string; step: string }>(
      `select jokko_now() - $1::interval as from, $1::interval / $2::integer as step`,
      [`${spreadDays} days`, blocks * blockSize],
    );
    const spread = rows[0]!;
    // Nothing happened before an installation was: lists look no further back.
    await client.query('update installation set created_at = least(created_at, $1)', [spread.from]);
    for (let done = 0; done < blocks; done += blocksPerBatch) {
      await insertBlocks(client, stack.account.id, route, roundKeys, spread, done * blockSize, Math.min(blocksPerBatch, blocks - done));
      say(`stored transactions: ${Math.min(done + blocksPerBatch, blocks) * blockSize}`);
    }
    for (const table of ['operation', 'attempt', 'operation_transition', 'transfer']) await client.query(`vacuum analyze ${table}`);
    await client.query('checkpoint');
    return blocks * blockSize;
  } finally {
    await client.end();
  }
}

async function insertBlocks(
  client: pg.Client,
  accountId: number,
  route: string,
  roundKeys: readonly number[],
  { from, step }: { from: string; step: string },
  numberBefore: number,
  blockCount: number,
): Promise<void> {
  await client.query('begin');
  await client.query('select id from account where id = $1 for no key update', [accountId]);
  const taken = await client.query<{ block: string }>(
    `select nextval('operation_block_seq') as block from generate_series(1, $1::integer)`,
    [blockCount],
  );
  const firstIds = taken.rows.map((row) => lowestId + scatter(Number(row.block), roundKeys) * blockSize);
  const balance = await client.query<{ available: string }>(`select available from balance where account_id = $1 and currency = 'XOF'`, [
    accountId,
  ]);
  // The batch's own numbers begin after `numberBefore`, the balance already shows what those cost.
  const opening = BigInt(balance.rows[0]?.available ?? 0) + BigInt(numberBefore * amountMinor);
  await client.query(insertBatch, [firstIds, accountId, numberBefore, route, opening, from, step]);
  await client.query(`update balance set available = available - $2 where account_id = $1 and currency = 'XOF'`, [
    accountId,
    blockCount * blockSize * amountMinor,
  ]);
  await client.query('commit');
}

/** The route that the gateway itself takes for this service, as seen in the catalogue in force. */
async function routeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ route: string }>({
    text: `
      select coalesce(s->>'route', s->'routes'->>0) as route
      from (select document from catalogue order by version desc limit 1) c, json_array_elements(c.document->'services') s
      where s->>'code' = $1`,
    values: [codeService],
  });
  const route = rows[0]?.route;
  if (route == null) throw new Error(`the catalogue in force has no route for ${codeService}`);
  return route;
}
