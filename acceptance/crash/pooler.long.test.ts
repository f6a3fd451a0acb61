// Proves that Jokko works through pgbouncer in session mode, and refuses to start through it in the
// modes that give each transaction another connection.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import { createClient, startInstallation, until, uniqueId, uniquePhone } from '../harness/index.ts';
import {
  database,
  initialise,
  makeServerDirectory,
  noPostgres,
  placeServer,
  unprivileged,
  type Server,
} from './system-postgres.ts';

const pgbouncer = '/usr/sbin/pgbouncer';
const skip = existsSync(pgbouncer)
  ? noPostgres
  : 'needs pgbouncer of the system: apt-get install pgbouncer';

const root = makeServerDirectory('pooler');
let postgres: Server | null = null;
before(async () => {
  if (skip !== false) return;
  postgres = await placeServer(root.path, 'server');
  await initialise(postgres);
});
after(async () => {
  await postgres?.kill();
  root.remove();
});

/** Runs `work` with the URL of a pgbouncer before the server. */
async function throughPooler(
  settings: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const file = join(root.path, 'pgbouncer.ini');
  const [host, serverPort] = postgres!.place.split(':');
  const port = await freePort();
  const lines = [
    `[databases]\n* = host=${host} port=${serverPort} user=jokko`,
    `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\ndefault_pool_size = 60\n${settings}\n`,
  ];
  writeFileSync(file, lines.join('\n'));
  if ('uid' in unprivileged) chownSync(file, unprivileged.uid!, unprivileged.gid!);
  const pooler = spawn(pgbouncer, ['-q', file], { ...unprivileged, stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  try {
    await untilListening(port);
    await work(`postgres://jokko@127.0.0.1:${port}/${database}`);
  } finally {
    pooler.kill('SIGKILL');
    await ended;
  }
}

function untilListening(port: number): Promise<unknown> {
  const listens = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
  return until('pgbouncer listens', listens);
}

const refusing = {
  transaction: 'pool_mode = transaction',
  'transaction, with its connections in turns':
    'pool_mode = transaction\nserver_round_robin = 1\nmin_pool_size = 3',
  statement: 'pool_mode = statement',
};
for (const [mode, settings] of Object.entries(refusing))
  test(`F57 the start is refused through pgbouncer, mode ${mode}`, { skip }, () =>
    throughPooler(settings, async (url) => {
      await assert.rejects(
        startInstallation({ env: { DATABASE_URL: url } }),
        /pooler that gives each transaction another connection .* set pool_mode = session/,
      );
    }),
  );

test('F57 pgbouncer in session mode works', { skip }, () =>
  throughPooler('pool_mode = session', async (url) => {
    const installation = await startInstallation({ env: { DATABASE_URL: url } });
    try {
      const client = createClient(installation.baseUrl, installation.apiKey);
      const before = await client.balance();
      const { json } = await client.operation({
        codeService: 'OPA_SN_API_CASH_IN',
        phone: uniquePhone('0000'),
        amount: 1_000,
        externalTransactionId: uniqueId('pooler'),
      });
      assert.equal(json.code, 2000);
      await until('the payment is taken', async () => (await client.balance()) < before);
      await installation.cli(['doctor']);
    } finally {
      await installation.stop();
    }
  }),
);
