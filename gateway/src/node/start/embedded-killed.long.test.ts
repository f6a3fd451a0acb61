// F67: proves that the embedded PostgreSQL survives kills of itself and of its node, and keeps its
// data. Real servers, real kills.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { chooseHome } from '../../platform/db/embedded-home.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { readProcess } from '../../platform/system/processes.ts';
import { log, pidOf, query, queryUntilAnswered, useEmbedded } from '../testing/embedded-place.ts';

const here = useEmbedded();

test('kill -9 of the server alone: it is started again on the same port, with everything that was committed', async () => {
  const database = await here.start();
  await query(database.url, 'create table kept (n int)');
  await query(database.url, 'insert into kept values (7)');
  const before = pidOf(database);
  process.kill(before, 'SIGKILL');
  assert.deepEqual(await queryUntilAnswered(database.url, 'select n from kept'), [{ n: 7 }]);
  assert.notEqual(pidOf(database), before);
});

test('kill -9 of everything: a new start recovers by itself', async () => {
  const { child, url, pid } = await here.hold();
  await query(url, 'create table kept (n int)');
  await query(url, 'insert into kept values (9)');
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  const database = await here.start();
  assert.deepEqual(await query(database.url, 'select n from kept'), [{ n: 9 }]);
});

test('kill -9 of the node alone: the server goes on and the next start adopts it', async () => {
  const { child, pid } = await here.hold();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const database = await here.start();
  assert.equal(database.adopted, true);
  assert.equal(pidOf(database), pid);
});

test('F67 a lock file that names a zombie or a stranger does not keep the server away', async () => {
  const first = await here.start();
  await first.close(true);
  const home = chooseHome(here.dataDir);
  const who = home.account === null ? {} : { uid: home.account.uid, gid: home.account.gid };
  // A shell that became `sleep` never collects its child, which stays as a zombie under the user of
  // the database.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], {
    ...who,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  here.own(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(line.toString());
  await until('it is a zombie', () => readProcess(zombie)?.zombie === true);
  for (const pid of [zombie, parent.pid]) {
    for (const lock of ['postmaster.pid', `.s.PGSQL.${home.port}.lock`])
      writeFileSync(
        join(home.directory, lock),
        `${pid}\n${home.directory}\n1\n${home.port}\n.\n127.0.0.1\n`,
      );
    const again = await startEmbedded({ dataDir: here.dataDir, log });
    assert.deepEqual(await query(again.url, 'select 1 as one'), [{ one: 1 }]);
    await again.close(true);
  }
});
