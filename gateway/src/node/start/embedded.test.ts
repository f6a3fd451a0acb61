// F67: proves that the embedded PostgreSQL starts once, and belongs to the node alone. Real
// servers; their kills are in embedded-killed.long.test.ts.

import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findBinaries, packagedBinaries } from '../../platform/db/embedded-binaries.ts';
import { chooseHome } from '../../platform/db/embedded-home.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { prepareDataDir } from '../../platform/system/private-file.ts';
import { log, query, useEmbedded } from '../testing/embedded-place.ts';

const isRoot = process.getuid?.() === 0;
const here = useEmbedded();

test('F67 a second start adopts the running server and leaves it to the first', async () => {
  const first = await here.start();
  const second = await startEmbedded({ dataDir: here.dataDir, log });
  assert.equal(first.adopted, false);
  assert.equal(second.adopted, true);
  assert.equal(second.url, first.url);
  await second.close(false);
  assert.deepEqual(await query(first.url, 'select 1 as one'), [{ one: 1 }]);
});

test('the server is reached by its socket, which only its owner may enter, and by TCP where the path is too long for one', async () => {
  const byWhat = `select coalesce(inet_client_addr()::text, 'socket') as way`;
  const { url, directory } = await here.start();
  assert.deepEqual(await query(url, byWhat), [{ way: 'socket' }]);
  assert.equal(statSync(directory).mode & 0o077, 0);
  here.dataDir = join(here.place, 'long'.repeat(25), 'data');
  mkdirSync(join(here.dataDir, '..'), { mode: 0o755 });
  prepareDataDir(here.dataDir);
  assert.deepEqual(await query((await here.start()).url, byWhat), [{ way: '127.0.0.1/32' }]);
});

test('F67 processes that start together on a new directory get one server', async () => {
  const held = await Promise.all([here.hold(), here.hold(), here.hold()]);
  assert.equal(new Set(held.map(({ pid }) => pid)).size, 1);
  assert.equal(new Set(held.map(({ url }) => url)).size, 1);
  await here.start();
});

test('reliability 4.16 the server is durable, checksummed and belongs to no superuser', async () => {
  const { url } = await here.start();
  const rows = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit',
      'full_page_writes', 'data_checksums', 'TimeZone')`,
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.setting])), {
    TimeZone: 'UTC',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  });
  // G5: it owns its database, and may nothing beside.
  const rights = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls';
  assert.deepEqual(
    await query(url, `select ${rights} from pg_roles where rolname = current_user`),
    [
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ],
  );
  assert.equal(statSync(join(here.dataDir, 'postgres.json')).mode & 0o777, 0o600);
});

test(
  'below a directory that the database user cannot enter, as root',
  { skip: !isRoot && 'needs root' },
  async () => {
    chmodSync(here.place, 0o700);
    const database = await here.start();
    assert.ok(!database.directory.startsWith(here.place));
    const { directory } = JSON.parse(readFileSync(join(here.dataDir, 'postgres.json'), 'utf8')) as {
      directory: string;
    };
    assert.equal(directory, database.directory);
    assert.notEqual(statSync(database.directory).uid, 0);
    assert.deepEqual(await query(database.url, 'select 1 as one'), [{ one: 1 }]);
  },
);

test(
  'programs in a checkout that the database user cannot enter are copied, links included',
  { skip: !isRoot && 'needs root' },
  () => {
    const hidden = join(here.place, 'hidden');
    const parent = join(here.place, 'open');
    mkdirSync(hidden, { mode: 0o700 });
    const { native, version } = packagedBinaries();
    cpSync(native, join(hidden, 'native'), { recursive: true, verbatimSymlinks: true });
    const { account } = chooseHome(here.dataDir);
    const found = findBinaries(account, parent, { native: join(hidden, 'native'), version });
    assert.equal(
      realpathSync(found),
      realpathSync(join(parent, `postgres-programs-${version}`, 'bin')),
    );
    const open = { native: dirname(found), version };
    assert.equal(findBinaries(account, parent, open), found, 'what it can enter is not copied');
  },
);
