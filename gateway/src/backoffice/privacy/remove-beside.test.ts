// What is personal in quotes and files goes when its time is over; what may be needed yet stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { createRemovalRounds } from './rounds.ts';

const days = 40;
const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', '')`);
  await db.sql(`update installation set created_at = now() - interval '100 days'`);
  await db.sql(`update personal_data_progress set done_at = now() - interval '100 days'`);
});

const ages = { old: days + 1, new: days - 1 };

async function store(name: 'old' | 'new'): Promise<void> {
  const at = `now() - interval '${ages[name]} days'`;
  await db.sql(
    `insert into remittance (account_id, code_service, kind, amount, send_data, corridor, total,
      created_at)
      values (1, '${name}', 'quote', 1, '{"senderLastName": "Ndiaye"}', 'SN-XOF', 2, ${at})`,
  );
  for (const state of ['SENT', 'UNKNOWN'])
    await db.sql(
      `insert into provider_batch (reference, route, counterparty, name, bytes, operation_ids,
        attempt_numbers, state, made_at, sent_at)
        values ('${name} ${state}', 'BANK', 'c', 'f.xml', 'Ndiaye', '{1}', '{1}', '${state}', ${at},
          ${state === 'SENT' ? at : 'null'})`,
    );
  for (const type of ['pain.002', null])
    await db.sql(
      `insert into provider_file (route, digest, name, bytes, type, received_at)
        values ('BANK', '${name} ${type}', '${name} ${type}', 'Ndiaye',
          ${type === null ? 'null' : `'${type}'`}, ${at})`,
    );
}

test('a checkout loses its person when its end is old, however old it is itself', async () => {
  for (const [id, end] of [
    ['ended', ages.old],
    ['renewed', ages.new],
  ])
    await db.sql(
      `insert into checkout (account_id, id, checkout_id, token, fingerprint, amount, currency,
        description, phone, callback_key, client_data,
        created_at, expires_at)
        values (1, '${id}', '${id}', '${id}', '', 1, 'XOF', 'Lesson', '+221770000001', '',
          '{"customer": "Awa"}',
          now() - interval '60 days', now() - interval '${end} days')`,
    );
  const runOnce = createRemovalRounds(db.database, days);
  while (await runOnce());
  const named = await db.database.query<{ id: string }>({
    name: 'list_checkouts_that_name_persons',
    text: `select id from checkout where phone is not null or description <> ''
      or client_data is not null`,
  });
  assert.deepEqual(
    named.map(({ id }) => id),
    ['renewed'],
  );
});

test('quotes, files sent and files read lose their persons, others keep them', async () => {
  await store('old');
  await store('new');
  const runOnce = createRemovalRounds(db.database, days);
  while (await runOnce());
  const named = await db.database.query<{ name: string }>({
    name: 'list_what_names_persons',
    text: `select code_service as name from remittance where send_data is not null
      union all select reference from provider_batch where octet_length(bytes) > 0
      union all select name from provider_file where octet_length(bytes) > 0`,
  });
  assert.deepEqual(named.map(({ name }) => name).toSorted(), [
    'new',
    'new SENT',
    'new UNKNOWN',
    'new null',
    'new pain.002',
    'old UNKNOWN',
    'old null',
  ]);
});
