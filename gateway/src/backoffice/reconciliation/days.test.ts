// Rows of statements by day: matched and different ones, of one party or all, without a gap.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { readMatchedDays } from './days.ts';

const db = useDatabase(() => stopClock(db));

const midnight = `date_trunc('day', jokko_now(), 'UTC')`;
/** The statement of the day that began `days` days ago. */
const statement = (
  days: number,
  sums: { [className: string]: number },
  { route = 'OPA_SN', state = 'done' } = {},
): string => `
  with file as (
    insert into reconciliation_file (route, routes, name, state, period_from, period_until)
      values ('${route}', '{${route}}', 's', '${state}', ${midnight} - interval '${days * 24} hours', ${midnight} - interval '${(days - 1) * 24} hours') returning id
  ) insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
    select id, 'XOF', class, lines, 0, 0, 0 from file cross join (values ${Object.entries(sums)
      .map(([name, lines]) => `('${name}', ${lines})`)
      .join(', ')}) s(class, lines);`;

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
  const [own] = await readMatchedDays(db.database, 'OPC_SN');
  assert.deepEqual([own!.matched, own!.different], [10, 0]);
});
