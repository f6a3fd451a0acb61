// Rows of statements by day: matched and different ones, of one party or all, without a gap.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { readMatchedDays } from './days.ts';

const db = useDatabase(() => stopClock(db));
beforeEach(() => db.sql('delete from reconciliation_sum; delete from reconciliation_file'));

const midnight = `date_trunc('day', jokko_now(), 'UTC')`;
/** The statement of the day that began `days` days ago. */
const statement = (
  days: number,
  sums: { [className: string]: number },
  { route = 'OPA_SN', state = 'done' } = {},
): string => `
  with file as (
    insert into reconciliation_file (route, routes, name, state, period_from, period_until)
      values ('${route}', '{${route}}', 's', '${state}',
        ${midnight} - interval '${days * 24} hours', ${midnight} -
        interval '${(days - 1) * 24} hours') returning id
  ) insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
    select id, 'XOF', class, lines, 0, 0, 0 from file cross join (values ${Object.entries(sums)
      .map(([name, lines]) => `('${name}', ${lines})`)
      .join(', ')}) s(class, lines);`;

async function midnightMs(): Promise<number> {
  const [row] = await db.database.query<{ ms: number }>({
    name: 'midnight',
    text: `select extract(epoch from ${midnight})::float8 * 1000 as ms`,
  });
  return row!.ms;
}

/** `count` statements that end at a moment, with so many matched rows each. */
const endingAt = (until: string, matched: number, count = 1): string => `
  with file as (
    insert into reconciliation_file (route, routes, name, state, period_from, period_until)
      select 'OPA_SN', '{OPA_SN}', 's', 'done', ${until} - interval '1 day', ${until}
        from generate_series(1, ${count}) returning id
  ) insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
    select id, 'XOF', 'matched', ${matched}, 0, 0, 0 from file;`;
const matchedDays = async (): Promise<(number | null)[]> =>
  (await readMatchedDays(db.database, '')).flatMap(({ matched }) => matched ?? []);

test('rows count on the day on which their statement ends, and a day without one is not known', async () => {
  assert.deepEqual(await readMatchedDays(db.database, ''), []);
  await db.sql(`
    ${statement(40, { matched: 9 })}
    ${statement(5, { matched: 100, amount: 2, missing_there: 1, ignored: 4, repeated: 8 })}
    ${statement(5, { matched: 10 }, { route: 'OPC_SN' })}
    ${statement(3, { fee: 6 })}
    ${statement(2, { matched: 7 }, { state: 'withdrawn' })}`);
  const days = await readMatchedDays(db.database, '');
  assert.deepEqual(
    days.map(({ matched, different }) => [matched, different]),
    [
      [110, 3],
      [null, null],
      [0, 6],
    ],
  );
  assert.equal(days[1]!.at - days[0]!.at, 86_400_000);
  assert.equal(days[0]!.at % 86_400_000, 0);
  assert.equal(days[2]!.at, (await midnightMs()) - 3 * 86_400_000);
  const [own] = await readMatchedDays(db.database, 'OPC_SN');
  assert.deepEqual([own!.matched, own!.different], [10, 0]);
});

test('statements that end within the last thirty days are shown, and until tomorrow', async () => {
  await db.sql(`
    ${endingAt(`jokko_now() - interval '30 days'`, 1)}
    ${endingAt(`jokko_now() - interval '30 days' + interval '1 microsecond'`, 2)}
    ${endingAt(`jokko_now() + interval '1 day'`, 4)}
    ${endingAt(`jokko_now() + interval '1 day' + interval '1 microsecond'`, 8)}`);
  assert.deepEqual(await matchedDays(), [2, 4]);
});

test('the newest thousand statements are counted', async () => {
  await db.sql(`
    ${endingAt(`jokko_now() - interval '3 days'`, 5)}
    ${endingAt(`jokko_now() - interval '2 days'`, 1, 1_000)}`);
  assert.deepEqual(await matchedDays(), [1_000]);
});
