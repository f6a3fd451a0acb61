// Proves that PostgreSQL and the simulator end after all processes that use them were killed, and
// only then. Real servers, real kills.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../doctor/testing/cluster.ts';
import { fillDataDir } from '../doctor/testing/data-dir.ts';
import { isAlive, readProcess } from '../../platform/system/processes.ts';

const holder = new URL('../testing/hold-installation.ts', import.meta.url).pathname;
/** A minute in production. */
const endAfterMs = 200;
const rounds = process.env['JOKKO_NIGHTLY'] === '1' ? 20 : 2;

let dataDir: string;
const held: Held[] = [];

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'jokko-orphans-'));
  chmodSync(dataDir, 0o755);
  await fillDataDir(dataDir);
});
afterEach(async () => {
  for (const each of held.splice(0)) await each.leave();
  await until('what was killed has been cleaned up', () => guards().length === 0);
});
after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, what);
    await sleep(20);
  }
}

interface Held {
  child: ChildProcess;
  url: string;
  postgres: number;
  /** Null for a command, which has none. */
  simulator: number | null;
  simulatorUrl: string | undefined;
  kill(): Promise<void>;
  leave(): Promise<void>;
}

/** A process that uses the directory as a node or a command does. */
async function hold(role: 'node' | 'command' = 'node'): Promise<Held> {
  const child = spawn(process.execPath, [holder, dataDir, role, String(endAfterMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const details = JSON.parse(line.toString()) as Pick<Held, 'url' | 'postgres' | 'simulatorUrl'>;
  const each: Held = {
    ...details,
    child,
    simulator: role === 'node' ? simulatorPid() : null,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async leave() {
      child.stdin.end();
      await ended;
    },
  };
  held.push(each);
  return each;
}

const simulatorPid = (): number =>
  (JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as { pid: number }).pid;

/** The processes that wait for a death here, or do what follows it. */
function guards(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const words = commandLine(pid);
      return words.includes(dataDir) && words.some((word) => word.endsWith('/orphans.ts'));
    });
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

const untilDead = (pid: number): Promise<void> => until(`${pid} has ended`, () => !isAlive(pid));

test('kill -9 of every node: its servers end in order, also where its number was given to a stranger', async () => {
  const [one, other] = await Promise.all([hold(), hold()]);
  await runSql(one.url, 'create table if not exists kept (n int); insert into kept values (1)');
  // As a node left it that had this process's number before.
  const reused = join(dataDir, 'processes', String(process.pid));
  writeFileSync(reused, JSON.stringify({ role: 'node', startedAt: '1' }));
  await one.kill();
  assert.deepEqual([isAlive(other.postgres), isAlive(other.simulator!)], [true, true]);
  await other.kill();
  await Promise.all([untilDead(one.postgres), untilDead(one.simulator!)]);
  const again = await hold();
  await runSql(again.url, 'select 1 / count(*) from kept');
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  assert.doesNotMatch(log, /was not properly shut down|was interrupted/);
});

test('one node is left: its servers stay', async () => {
  const [one, other] = [await hold(), await hold()];
  await one.kill();
  await until('the death has been followed up', () => guards().length === 1);
  await runSql(other.url, 'select 1');
  assert.equal((await fetch(`${other.simulatorUrl}/healthz`)).status, 200);
});

test('a node that starts meanwhile adopts both, and they stay', async () => {
  const killed = await hold();
  const [guard] = guards();
  // Stopped, so that a slow machine has all the time it needs.
  process.kill(guard!, 'SIGSTOP');
  await killed.kill();
  const next = await hold();
  assert.deepEqual(
    [next.postgres, next.simulator, next.url],
    [killed.postgres, killed.simulator, killed.url],
  );
  process.kill(guard!, 'SIGCONT');
  await until('the death has been followed up', () => guards().length === 1);
  await runSql(next.url, 'select 1');
  assert.equal((await fetch(`${next.simulatorUrl}/healthz`)).status, 200);
});

test('a command that is at work keeps PostgreSQL, not the simulator', async () => {
  const [node, command] = [await hold(), await hold('command')];
  await node.kill();
  await untilDead(node.simulator!);
  await until('the death has been followed up', () => guards().length === 1);
  await runSql(command.url, 'select 1');
  await command.leave();
  assert.equal(isAlive(command.postgres), false);
});

test('a command that is killed leaves nothing behind either', async () => {
  const command = await hold('command');
  await command.kill();
  await untilDead(command.postgres);
});

test('who waits for the death of a node is replaced when it is killed itself', async () => {
  const node = await hold();
  const [guard] = guards();
  process.kill(guard!, 'SIGKILL');
  await until('another one waits', () => guards().some((pid) => pid !== guard && isAlive(pid)));
  await node.kill();
  await Promise.all([untilDead(node.postgres), untilDead(node.simulator!)]);
});

test('whoever enters waits while another process ends the servers', async () => {
  // Stands for the other process; this one's number is taken by nobody who enters here.
  const directory = join(dataDir, 'processes');
  mkdirSync(directory, { recursive: true });
  const ending = join(directory, String(process.pid));
  const { startedAt } = readProcess(process.pid)!;
  writeFileSync(ending, JSON.stringify({ role: 'ending', startedAt }));
  const entering = hold();
  await until('it has entered', () => readdirSync(directory).length === 2);
  await sleep(300);
  assert.equal(
    existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
    false,
    'nothing is started',
  );
  rmSync(ending);
  await runSql((await entering).url, 'select 1');
});

test('whoever enters while the servers are ended gets servers that answer', async (t) => {
  const seed = Number(process.env['JOKKO_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`JOKKO_SEED=${seed}`);
  for (let round = 0; round < rounds; round++) {
    const node = await hold();
    await node.kill();
    await sleep(endAfterMs + ((seed >>> round) % 64) * 8);
    const next = await hold();
    await until('the death has been followed up', () => guards().length === 1);
    await runSql(next.url, 'select 1');
    assert.equal((await fetch(`${next.simulatorUrl}/healthz`)).status, 200);
    await next.leave();
  }
});
