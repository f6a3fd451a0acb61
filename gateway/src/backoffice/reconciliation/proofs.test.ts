// Proves which statements of the last weeks are told as unproved: those whose rows do not make what
// they close with, and those that do not begin where the one before them closed.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { listUnproved } from './proofs.ts';

const db = useDatabase(() => stopClock(db));
beforeEach(() => db.sql('delete from reconciliation_total; delete from reconciliation_file'));

/** The period as intervals before now, and what is stated. */
interface Stated {
  from: string;
  until: string;
  opening?: number;
  amount?: number;
  fees?: number;
  closing?: number;
  route?: string;
  state?: string;
}
let statements = 0;
/** Answers its number. */
async function statement(stated: Stated): Promise<number> {
  const { from, until, amount = 0, fees = 0, route = 'OPA_SN', state = 'done' } = stated;
  const [row] = await db.database.query<{ id: number }>({
    name: `statement_${(statements += 1)}`,
    text: `with file as (insert into reconciliation_file (route, routes, name, state, period_from,
      period_until)
        values ('${route}', '{${route}}', 's', '${state}', jokko_now() - interval '${from}',
          jokko_now() - interval '${until}') returning id)
      insert into reconciliation_total (file_id, currency, lines, amount, fees, opening, closing)
        select id, 'XOF', 0, ${amount}, ${fees}, ${stated.opening ?? 'null'},
          ${stated.closing ?? 'null'} from file returning file_id as id`,
  });
  return row!.id;
}
const unproved = async (): Promise<number[]> =>
  (await listUnproved(db.database)).map(({ fileId }) => fileId);

/** Its rows do not make what it closes with. */
const wrong = { opening: 1, closing: 9 };

test('what a statement opens with, its rows and its fees make what it closes with', async () => {
  const stated = { from: '3 days', until: '2 days', opening: 100, amount: 30, fees: 5 };
  await statement({ ...stated, closing: 125 });
  assert.deepEqual(await unproved(), []);
  const id = await statement({ ...stated, closing: 126, route: 'OPB_SN' });
  assert.deepEqual(await unproved(), [id]);
  await statement({ ...stated, closing: 127, route: 'OPB_SN', state: 'failed' });
  await statement({ ...stated, from: '4 days', closing: 125, route: 'OPB_SN' });
  assert.deepEqual(await unproved(), [id], 'neither one that failed nor one of other days answers');
  await statement({ ...stated, closing: 125, route: 'OPB_SN' });
  assert.deepEqual(await unproved(), [], 'it was taken in again');
});

test('a statement begins where the last one before it closed; of the same days the newer one counts', async () => {
  await statement({ from: '5 days', until: '4 days', closing: 90 });
  await statement({ from: '6 days', until: '5 days', closing: 1 });
  const day = { from: '3 days', until: '2 days' };
  await statement({ from: '4 days', until: '3 days', closing: 2 });
  await statement({ from: '4 days', until: '3 days', closing: 70 });
  await statement({ from: '3 days 1 hour', until: '3 days' });
  await statement({ from: '3 days 1 hour', until: '3 days', closing: 3, route: 'OPB_SN' });
  await statement({ from: '3 days 1 hour', until: '3 days', closing: 4, state: 'withdrawn' });
  await statement({ ...day, opening: 70, closing: 70 });
  assert.deepEqual(await unproved(), []);
  const id = await statement({ ...day, until: '1 day', opening: 71, closing: 71 });
  assert.deepEqual(await unproved(), [id]);
});

test('statements are told for thirty days, the newest first', async () => {
  const one = await statement({ from: '31 days', until: '30 days -1 microsecond', ...wrong });
  await statement({ from: '31 days', until: '30 days', ...wrong, route: 'OPB_SN' });
  const newest = await statement({ from: '2 days', until: '1 day', ...wrong });
  const two = await statement({ from: '2 days', until: '1 day', ...wrong, route: 'OPB_SN' });
  const three = await statement({ from: '3 days', until: '1 day', ...wrong, route: 'OPC_SN' });
  assert.deepEqual(await unproved(), [two, newest, three, one]);
});

test('two hundred statements are told at most', async () => {
  await db.sql(`with file as (
      insert into reconciliation_file (route, routes, name, state, period_from, period_until)
        select 'R' || n, '{}', 's', 'done', jokko_now() - interval '2 days', jokko_now()
          from generate_series(1, 201) n returning id)
    insert into reconciliation_total (file_id, currency, lines, amount, fees, opening, closing)
      select id, 'XOF', 0, 0, 0, 1, 9 from file`);
  assert.equal((await unproved()).length, 200);
});
