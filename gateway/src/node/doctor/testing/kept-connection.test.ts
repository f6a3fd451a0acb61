// Proves that statements on a kept connection are as alone as each on its own.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { keepConnection, type KeptConnection } from './kept-connection.ts';
import { useDatabase } from './use-postgres.ts';

let kept: KeptConnection;
const db = useDatabase(() => Promise.resolve((kept = keepConnection(db.url))));
after(() => kept.end());

const refusesUnless = (condition: string): string =>
  `do $$ begin if not (${condition}) then raise 'it is not so'; end if; end $$`;

test('what a statement sets is over with it', async () => {
  await kept.run(
    `set lock_timeout = '7s'; ${refusesUnless("current_setting('lock_timeout') = '7s'")}`,
  );
  await kept.run(refusesUnless("current_setting('lock_timeout') <> '7s'"));
  await assert.rejects(kept.run(refusesUnless('false')), /it is not so/);
});

test('one that the server has ended is replaced', async () => {
  await kept.run('select 1');
  await db.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await kept.run('create table made_after (n int)');
  await kept.run('insert into made_after values (1)');
});

test('one that waits for the lock of another has a connection of its own', async () => {
  await db.sql('create table locked (n int)');
  const holding = kept.run(
    'begin; lock table locked; select pg_sleep(0.5); insert into locked values (1); commit',
  );
  await Promise.all([holding, kept.run('insert into locked values (2)')]);
});

test('a process that does nothing else waits for its end', async () => {
  const module = new URL('./kept-connection.ts', import.meta.url).href;
  const program = `
    const { keepConnection } = await import(${JSON.stringify(module)});
    const kept = keepConnection(${JSON.stringify(db.url)});
    await kept.run('select 1');
    await kept.end();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const [code] = (await once(child, 'exit')) as [number];
  // 13: nothing was left to wait for.
  assert.equal(code, 0);
});
