// A backup of an installation on the caller's own PostgreSQL: taken with pg_basebackup while the
// node serves, whole, and a server starts from it that is the same cluster.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startInstallation, type Installation } from '../harness/index.ts';
import {
  database,
  initialise,
  makeServerDirectory,
  noPostgres,
  placeServer,
  unprivileged,
  type Server,
} from './system-postgres.ts';

const skip = noPostgres;

let root: ReturnType<typeof makeServerDirectory>;
let server: Server;
let restored: Server;
let installation: Installation;
before(async () => {
  if (skip !== false) return;
  root = makeServerDirectory('backup-own');
  server = await placeServer(root.path, 'server');
  restored = await placeServer(root.path, 'restored');
  await initialise(server);
  installation = await startInstallation({ env: { DATABASE_URL: urlAs('jokko:secret') } });
});
after(async () => {
  if (skip !== false) return;
  await installation.stop();
  await Promise.all([server.kill(), restored.kill()]);
  root.remove();
});

const urlAs = (user: string): string => `postgres://${user}@${server.place}/${database}`;

test(
  'F54 a backup of your own PostgreSQL is whole, and a server starts from it',
  { skip },
  async () => {
    const backup = join(installation.dataDir, 'backup');
    const taken = await installation.cli<{ database: string; startPosition: string }>([
      'backup',
      backup,
    ]);
    assert.equal(taken.database, 'own');
    assert.match(taken.startPosition, /^[0-9A-F]+\/[0-9A-F]+$/);
    await installation.cli(['backup', backup, '--check']);
    execFileSync('cp', ['-a', join(backup, 'database'), restored.directory]);
    const { uid, gid } = unprivileged;
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, restored.directory]);
    await restored.start();
    const identify = 'select system_identifier from pg_control_system()';
    assert.deepEqual(await restored.sql(identify), await server.sql(identify));
    assert.deepEqual(
      await restored.sql(`select datname from pg_database where datname = '${database}'`),
      [database],
    );
  },
);

test('a role that may not replicate is told what it needs', { skip }, async () => {
  await server.sql('create role plain login in role jokko');
  installation.environment['DATABASE_URL'] = urlAs('plain');
  const { code, stderr } = await installation.runCli(['backup', join(installation.dataDir, 'no')]);
  assert.equal(code, 1);
  assert.match(stderr, /ALTER ROLE … REPLICATION/);
});
