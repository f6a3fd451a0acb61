// T28: proves that the doctor itself is reliable. On a correct database it finds nothing; for
// every invariant, a corruption that breaks only that one is reported under its number and no
// other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Connection, Database } from '../../platform/db/database.ts';
import { step } from '../../payments/operations/model/states.ts';
import type { EventType, State } from '../../payments/operations/model/states.ts';
import { allowedChanges, allStates } from '../../payments/operations/checks-states.ts';
import { checks, deepChecks, runDoctor } from './index.ts';
import { corruptions } from './testing/corruptions.ts';
import { inOrder } from './testing/in-order.ts';
import { explainedByFiles } from './testing/reconciliation-corruptions.ts';
import { addOpenSettlement, fillCorrectly } from './testing/correct.ts';
import type { Ids } from './testing/correct.ts';
import { startTestPostgres } from './testing/postgres.ts';
import { spreadTimes } from './testing/spread.ts';
import type { TestDatabase, TestPostgres } from './testing/postgres.ts';
import { openUndoneChanges, type UndoneChanges } from './testing/undone-changes.ts';

let postgres: TestPostgres;
let ids: Ids;
let correct: string;
let corrupted: TestDatabase;
let adjustedBack: UndoneChanges;

before(async () => {
  postgres = await startTestPostgres();
  const db = await postgres.database();
  ids = await fillCorrectly(db.database);
  await addOpenSettlement(db.database);
  correct = db.name;
  await db.leave();
  corrupted = await postgres.database(correct);
  adjustedBack = await openUndoneChanges(corrupted.url);
});
after(async () => {
  await adjustedBack.close();
  await corrupted.close();
  await postgres.close();
});

test('T28 nothing is reported on a correct database, nor on an empty one', async () => {
  for (const template of [correct, undefined]) {
    const db = await postgres.database(template);
    try {
      const diagnosis = await runDoctor(db.database, { deep: true });
      assert.deepEqual(
        diagnosis.checks.filter((check) => check.violations > 0),
        [],
      );
      assert.equal(diagnosis.ok, true);
    } finally {
      await db.close();
    }
  }
});

test('T28 every invariant, those of the portal too, is checked or explained', async () => {
  const db = await postgres.database(correct);
  try {
    const diagnosis = await runDoctor(db.database);
    const numbers = [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 29, 30,
      31, 32, 33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53,
    ];
    assert.deepEqual(
      diagnosis.checks.map((check) => check.id),
      numbers.map((number) => `I-${String(number).padStart(2, '0')}`),
    );
  } finally {
    await db.close();
  }
});

test('T28 nothing is reported where the database is read in many parts, and each is small', async () => {
  const db = await postgres.database(correct);
  await spreadTimes(db);
  const rows: number[] = [];
  const database: Database = {
    ...db.database,
    async connect(purpose) {
      const connection = await db.database.connect(purpose);
      const query: Connection['query'] = async (statement, values) => {
        const found = await connection.query<never>(statement, values);
        if (statement.name.startsWith('count_rows_operation_'))
          rows.push(Number((found[0] as { rows: bigint } | undefined)?.rows));
        return found;
      };
      return { ...connection, query };
    },
  };
  try {
    const diagnosis = await runDoctor(database, { rowsOfPart: 40 });
    assert.deepEqual(
      diagnosis.checks.filter((check) => check.violations > 0),
      [],
    );
    const taken = rows.filter((count) => count > 0 && count <= 40);
    assert.ok(taken.length > 5, `rows of the stretches that were looked at: ${rows.join(' ')}`);
  } finally {
    await db.close();
  }
});

test('T28 I-03 in many parts what is held is that of all open operations, also of one that rests', async () => {
  const db = await postgres.database(correct);
  await spreadTimes(db);
  const found = async (): Promise<string[]> => {
    const { checks: results } = await runDoctor(db.database, { rowsOfPart: 40 });
    return results.find(({ id }) => id === 'I-03')!.examples;
  };
  try {
    await db.sql(`update operation set next_step_at = null where id = ${ids.accepted}`);
    assert.deepEqual(await found(), []);
    await db.sql('update balance set held = held - 1 where account_id = 1');
    const examples = (await found()).join('\n');
    assert.match(examples, /open operations and settlements hold/);
  } finally {
    await db.close();
  }
});

test('T28 each checked invariant has a corruption', () => {
  assert.deepEqual(
    [...new Set(corruptions.map((corruption) => corruption.breaks))].sort(),
    [...checks, ...deepChecks].map((check) => check.id).sort(),
  );
});

/**
 * The correct database was filled before the first test: on its own clock no time has passed since,
 * however slow the machine is. I-14 is about time that passes.
 */
const asOld =
  'update installation set clock_offset = (select max(created_at) from operation) - now();';

for (const { breaks, also, what, reports = [], sql } of corruptions) {
  test(`T28 ${breaks} ${what}`, async () => {
    const change = `${breaks === 'I-14' ? '' : asOld} set local session_replication_role = replica; ${sql(ids)}`;
    const diagnosis = await adjustedBack.after(change, (database) =>
      runDoctor(database, { deep: breaks === 'I-34' }),
    );
    const broken = diagnosis.checks.filter((check) => check.violations > 0);
    assert.deepEqual(
      broken.map((check) => check.id),
      also === undefined ? [breaks] : [breaks, also],
      JSON.stringify(broken, null, 1),
    );
    assert.equal(diagnosis.ok, false);
    assert.ok(
      broken[0]!.examples.length > 0 && broken[0]!.examples.every((example) => example.length > 0),
    );
    for (const report of reports)
      assert.ok(
        broken[0]!.examples.some((example) => report.test(example)),
        `${String(report)} is not among ${JSON.stringify(broken[0]!.examples)}`,
      );
  });
}

for (const { what, sql } of [...explainedByFiles, ...inOrder]) {
  test(`T28 nothing is reported where ${what}`, async () => {
    const change = `${asOld} set local session_replication_role = replica; ${sql(ids)}`;
    const { checks: results } = await adjustedBack.after(change, (database) => runDoctor(database));
    assert.deepEqual(
      results.filter(({ violations }) => violations > 0),
      [],
    );
  });
}

test('a check that cannot run counts as broken and does not stop the others', async () => {
  const db = await postgres.database(correct);
  try {
    await db.sql(
      `${asOld} set local session_replication_role = replica;
        update callback_body set body = 'no json' where operation_id = ${ids.success}; update balance set held = held + 1`,
    );
    const diagnosis = await runDoctor(db.database);
    assert.deepEqual(
      diagnosis.checks.filter((check) => check.violations > 0).map((check) => check.id),
      ['I-03', 'I-21', 'I-23', 'I-24'],
    );
  } finally {
    await db.close();
  }
});

test('many violations are counted, a few are shown', async () => {
  const db = await postgres.database(correct);
  try {
    await db.sql(`update operation set next_step_at = null`);
    const alarm = (await runDoctor(db.database)).checks.find((check) => check.id === 'I-13')!;
    assert.ok(alarm.violations > 5);
    assert.equal(alarm.examples.length, 5);
  } finally {
    await db.close();
  }
});

test("the doctor's graph of states is the one of the operations, read independently", () => {
  const events: { [event in EventType]: true } = {
    send: true,
    unsend: true,
    accept: true,
    lose_answer: true,
    poll: true,
    resend: true,
    succeed: true,
    fail: true,
    refuse: true,
    cancel: true,
    refund: true,
    reverse: true,
    drop_cancel: true,
    proceed: true,
    step_back: true,
    park: true,
    resume: true,
  };
  for (const from of allStates) {
    const reachable = new Set(
      (Object.keys(events) as EventType[])
        .map((event) => step(from, event))
        .filter((to): to is State => to !== null),
    );
    assert.deepEqual([...allowedChanges[from]].sort(), [...reachable].sort(), from);
  }
});
